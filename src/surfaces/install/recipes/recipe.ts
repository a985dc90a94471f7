import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentName } from '../../../agents/agent.ts'
import { agentNamed } from '../../../agents/index.ts'
import { hookFile } from '../../hook/in-process.ts'
import { hookConfiguration, hookScript, scriptPath } from '../hook-script.ts'
import { hooksDirectory, type Place, type Wanted } from '../place.ts'
import { type Entry, withEntries, withoutEntries } from '../settings-file.ts'

/** VS Code runs the hooks of Copilot CLI: it has no place of its own. */
export type InstallableAgent = Exclude<AgentName, 'generic' | 'vscode'>

/** What one file is to become. `own`: we wrote all of it, so that removing is deleting. */
export interface Edit {
  readonly path: string
  readonly mode: number
  readonly write: (now: string | undefined) => string
  /** Takes only ours out of a file that changed since. Undefined: the whole file is ours. */
  readonly remove?: (now: string) => string
}

/** How one agent is put behind the gate. */
export interface Recipe {
  readonly agent: InstallableAgent
  /** Programs on the PATH that are this agent. */
  readonly programs: readonly string[]
  /** Programs that run this agent's hook as well. */
  readonly alsoRunBy?: readonly string[]
  /** Its own directory: there when it was ever used. */
  readonly directory: (place: Place) => string
  readonly edits: (place: Place, wanted: Wanted) => readonly Edit[]
  /** What the person must still do, or know. */
  readonly notes: (wanted: Wanted) => readonly string[]
}

export type Events = readonly (readonly [event: string, matcher: string | undefined, kind: 'gate' | 'notice'])[]

export const CLAUDE_EVENTS: Events = [
  ['PreToolUse', '*', 'gate'],
  ['PostToolUse', '*', 'notice'],
  ['UserPromptSubmit', undefined, 'notice'],
  ['SubagentStart', undefined, 'notice'],
  ['SubagentStop', undefined, 'notice'],
  ['SessionStart', undefined, 'notice'],
  ['SessionEnd', undefined, 'notice'],
]

/** Groups of hooks as the Claude family writes them. `more` is what one client adds to each hook. */
export function grouped(
  events: Events,
  command: string,
  more: (kind: 'gate' | 'notice') => object,
  root: readonly ['hooks'] | readonly [] = ['hooks'],
): readonly Entry[] {
  return events.map(([event, matcher, kind]) => ({
    path: [...root, event],
    value: { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command, ...more(kind) }] },
  }))
}

export function settingsEdit(path: string, entries: readonly Entry[], mark: string, first: object = {}): Edit {
  return {
    path,
    mode: 0o644,
    write: (now) => withEntries(now, entries, mark, first),
    remove: (now) => withoutEntries(now, mark),
  }
}

/** What an agent calls: the native client's configuration, or the script and the client for machines without Perl and curl. */
export function ownFiles(name: AgentName, place: Place, wanted: Wanted): readonly Edit[] {
  const agent = agentNamed(name)!
  const directory = hooksDirectory(place, wanted.scope)
  if (place.client === 'native')
    return [{ path: join(directory, `${name}.conf`), mode: 0o644, write: () => hookConfiguration(place, wanted) }]
  return [
    { path: scriptPath(agent, place, wanted), mode: 0o755, write: () => hookScript(agent, place, wanted) },
    { path: join(directory, `${name}.cjs`), mode: 0o644, write: () => readFileSync(hookFile('hook.cjs'), 'utf8') },
  ]
}

export function home(place: Place, variable: string, ...otherwise: readonly string[]): string {
  return place.environment[variable] ?? join(place.home, ...otherwise)
}

export function etc(place: Place, ...parts: readonly string[]): string {
  return join(place.root, 'etc', ...parts)
}

export const seconds = (wanted: Wanted) => (kind: 'gate' | 'notice') => ({
  timeout: kind === 'gate' ? wanted.timeout : 30,
})
