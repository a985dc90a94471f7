import { ownCommand } from '../../call/own-command.ts'
import { readFlags } from '../../policy/flags.ts'
import type { Policy } from '../../policy/policy.ts'
import { flagSource } from '../flag-sources.ts'
import type { Finding } from './finding.ts'

/** Sound settings may still be set aside in part, or leave the mode to the client. */
export function soundPolicy({ defaultMode, modeChosen, notices = [] }: Policy): Finding {
  const about = 'policy'
  const says = `settings are sound; mode ${defaultMode}`
  if (modeChosen !== true)
    return {
      about,
      state: 'yellow',
      says: `${says}, which was not chosen explicitly: where a client is in its own \`default\` mode, that counts and everything is asked`,
      fix: `set \`permissions.defaultMode\` in your settings, or run \`${ownCommand('init')}\` again`,
    }
  const [first] = notices
  if (first === undefined) return { about, state: 'green', says }
  const count = notices.length === 1 ? 'one setting has' : `${notices.length} settings have`
  return {
    about,
    state: 'green',
    says: `${says}; ${count} no effect: ${first.file}:${first.line}: ${first.key} ${first.message}`,
    fix: `\`${ownCommand('rules list')}\` shows all`,
  }
}

/** Flags that are read from somewhere: whether they can be, and what of them is ignored. */
export async function examineFlags(settings: Policy['flags']): Promise<readonly Finding[]> {
  const source = flagSource(settings)
  if (source === undefined) return []
  const about = 'flags'
  const fix = 'fix them where `flags` in your settings says they come from'
  try {
    const read = readFlags(await source())
    if (read === undefined) return [{ about, state: 'yellow', says: 'they are no JSON object; defaults hold', fix }]
    if (read.notices.length > 0) return [{ about, state: 'yellow', says: read.notices.join('; '), fix }]
    return [{ about, state: 'green', says: 'read' }]
  } catch (error) {
    return [
      {
        about,
        state: 'yellow',
        says: `they cannot be read; defaults hold: ${error instanceof Error ? error.message : String(error)}`,
        fix,
      },
    ]
  }
}
