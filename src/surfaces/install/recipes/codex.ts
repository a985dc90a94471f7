import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand, hookMark } from '../hook-script.ts'
import { hooksDirectory, type Place, type Wanted } from '../place.ts'
import {
  CLAUDE_EVENTS,
  etc,
  grouped,
  home,
  ownFiles,
  seconds,
  settingsEdit,
  type Edit,
  type Events,
  type Recipe,
} from './recipe.ts'

const CODEX_EVENTS: Events = [
  ['PermissionRequest', '*', 'gate'],
  ...CLAUDE_EVENTS.filter(([event]) => event !== 'SessionEnd'),
]

export const codexRecipe: Recipe = {
  agent: 'codex',
  programs: ['codex'],
  directory: (place) => home(place, 'CODEX_HOME', '.codex'),
  edits: (place, wanted) => {
    const agent = agentNamed('codex')!
    const command = hookCommand(agent, place, wanted)
    const own = ownFiles('codex', place, wanted)
    if (wanted.scope === 'managed') return [...own, codexRequirements(place, command, wanted)]
    const path = join(home(place, 'CODEX_HOME', '.codex'), 'hooks.json')
    const entries = grouped(CODEX_EVENTS, command, seconds(wanted))
    return [...own, settingsEdit(path, entries, hookMark(place, wanted))]
  },
  notes: (wanted) =>
    wanted.scope === 'managed'
      ? []
      : [
          'Codex runs a hook only after you trusted it: start `codex`, open `/hooks` and approve it. Until then NOTHING is guarded, and Codex does not say so.',
        ],
}

const BEGIN = '# >>> portcullis'
const END = '# <<< portcullis'

/** Codex's requirements are TOML: ours is one marked block at the end. */
function codexRequirements(place: Place, command: string, wanted: Wanted): Edit {
  const hooks = CODEX_EVENTS.map(
    ([event, matcher, kind]) =>
      `[[hooks.${event}]]\n${matcher === undefined ? '' : `matcher = ${JSON.stringify(matcher)}\n`}[[hooks.${event}.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(command)}\ntimeout = ${seconds(wanted)(kind).timeout}\n`,
  )
  const block = `${BEGIN}\n[features]\nhooks = true\n\n[hooks]\nmanaged_dir = ${JSON.stringify(hooksDirectory(place, 'managed'))}\n\n${hooks.join('\n')}${END}\n`
  const without = (now: string): string => {
    const from = now.indexOf(BEGIN)
    const to = now.indexOf(`${END}\n`)
    return from >= 0 && to > from ? now.slice(0, from) + now.slice(to + END.length + 1) : now
  }
  return {
    path: etc(place, 'codex', 'requirements.toml'),
    mode: 0o644,
    write: (now) => {
      const rest = without(now ?? '')
      if (/^\s*\[(?:features|hooks)\b/m.test(rest))
        throw new Error('requirements.toml already has [features] or [hooks]: add the hooks there by hand')
      return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${block}`
    },
    remove: without,
  }
}
