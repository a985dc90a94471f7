import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { whyNotARule } from '../humans/savable-rule.ts'
import { userSettingsFile } from '../policy/load.ts'
import { readSettings } from '../policy/read-settings.ts'
import { readText, showChange, writeWhole } from './install/install.ts'
import { BrokenSettings, withListed } from './install/settings-file.ts'

/** What saving a rule would do to the user's settings. */
export interface RuleChange {
  readonly file: string
  /** Undefined: there is no such file yet. */
  readonly before: string | undefined
  readonly after: string
  /** The lines that change. */
  readonly diff: string
}

/** Why a rule is not saved. */
export class UnsavableRule extends Error {
  override readonly name = 'UnsavableRule'
}

/** Shows what saving would write. Throws `UnsavableRule`. */
export function planRule(home: string, rule: string): RuleChange {
  const file = userSettingsFile(home)
  const text = savable(rule)
  const before = readText(file)
  try {
    const after = withListed(before, ['permissions', 'allow'], text)
    const problems = readSettings(after, file).problems
    if (problems.length > 0) throw new UnsavableRule(`${file}:${problems[0]!.line}: ${problems[0]!.message}`)
    return { file, before, after, diff: showChange({ path: file, before, after }) }
  } catch (error) {
    if (error instanceof BrokenSettings) throw new UnsavableRule(`${file} cannot be read: ${error.message}`)
    throw error
  }
}

/** Writes the rule. What stood in the file before is kept beside it. */
export function saveRule(
  home: string,
  rule: string,
  now: number,
): RuleChange & { readonly backup: string | undefined } {
  const plan = planRule(home, rule)
  if (plan.before === plan.after) return { ...plan, backup: undefined }
  mkdirSync(dirname(plan.file), { recursive: true, mode: 0o700 })
  const backup = existsSync(plan.file) ? `${plan.file}.${new Date(now).toISOString().replaceAll(':', '-')}` : undefined
  if (backup !== undefined) writeWhole(backup, plan.before ?? '', 0o600)
  writeWhole(plan.file, plan.after, existsSync(plan.file) ? statSync(plan.file).mode & 0o777 : 0o600)
  return { ...plan, backup }
}

/** A rule for every call of a tool, or one that lets anything run, is not one that a person is offered on the side. */
function savable(text: string): string {
  const why = whyNotARule(text)
  if (why !== undefined) throw new UnsavableRule(`\`${text}\` cannot be a rule: ${why}`)
  return text.trim()
}
