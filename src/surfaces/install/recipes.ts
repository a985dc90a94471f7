import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentName } from '../../agents/agent.ts'
import { agentNamed } from '../../agents/index.ts'
import { hookCommand, hookConfiguration, hookEntry, hookMark, hookScript, scriptPath } from './hook-script.ts'
import { opencodePlugin } from './opencode-plugin.ts'
import { hookFile } from '../hook/in-process.ts'
import { hooksDirectory, type Place, type Wanted } from './place.ts'
import { type Entry, withEntries, withoutEntries } from './settings-file.ts'
import { withShownFailure } from './shown-failure.ts'

export type InstallableAgent = Exclude<AgentName, 'generic'>

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
  /** Its own directory: there when it was ever used. */
  readonly directory: (place: Place) => string
  readonly edits: (place: Place, wanted: Wanted) => readonly Edit[]
  /** What the person must still do, or know. */
  readonly notes: (wanted: Wanted) => readonly string[]
}

type Events = readonly (readonly [event: string, matcher: string | undefined, kind: 'gate' | 'notice'])[]

const CLAUDE_EVENTS: Events = [
  ['PreToolUse', '*', 'gate'],
  ['PostToolUse', '*', 'notice'],
  ['UserPromptSubmit', undefined, 'notice'],
  ['SubagentStart', undefined, 'notice'],
  ['SubagentStop', undefined, 'notice'],
  ['SessionStart', undefined, 'notice'],
  ['SessionEnd', undefined, 'notice'],
]

const CODEX_EVENTS: Events = [
  ['PermissionRequest', '*', 'gate'],
  ...CLAUDE_EVENTS.filter(([event]) => event !== 'SessionEnd'),
]

const GEMINI_EVENTS: Events = [
  ['BeforeTool', '.*', 'gate'],
  ['AfterTool', '.*', 'notice'],
  ['BeforeAgent', undefined, 'notice'],
  ['SessionStart', undefined, 'notice'],
]

/** Groups of hooks as the Claude family writes them. `more` is what one client adds to each hook. */
function grouped(events: Events, command: string, more: (kind: 'gate' | 'notice') => object): readonly Entry[] {
  return events.map(([event, matcher, kind]) => ({
    path: ['hooks', event],
    value: { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command, ...more(kind) }] },
  }))
}

function settingsEdit(path: string, entries: readonly Entry[], mark: string, first: object = {}): Edit {
  return {
    path,
    mode: 0o644,
    write: (now) => withEntries(now, entries, mark, first),
    remove: (now) => withoutEntries(now, mark),
  }
}

/** What an agent calls: the native client's configuration, or the script and the client for machines without Perl and curl. */
function ownFiles(name: AgentName, place: Place, wanted: Wanted): readonly Edit[] {
  const agent = agentNamed(name)!
  const directory = hooksDirectory(place, wanted.scope)
  if (place.client === 'native')
    return [{ path: join(directory, `${name}.conf`), mode: 0o644, write: () => hookConfiguration(place, wanted) }]
  return [
    { path: scriptPath(agent, place, wanted), mode: 0o755, write: () => hookScript(agent, place, wanted) },
    { path: join(directory, `${name}.cjs`), mode: 0o644, write: () => readFileSync(hookFile('hook.cjs'), 'utf8') },
  ]
}

function home(place: Place, variable: string, ...otherwise: readonly string[]): string {
  return place.environment[variable] ?? join(place.home, ...otherwise)
}

function etc(place: Place, ...parts: readonly string[]): string {
  return join(place.root, 'etc', ...parts)
}

const seconds = (wanted: Wanted) => (kind: 'gate' | 'notice') => ({ timeout: kind === 'gate' ? wanted.timeout : 30 })

export const RECIPES: readonly Recipe[] = [
  {
    agent: 'claude-code',
    programs: ['claude'],
    directory: (place) => home(place, 'CLAUDE_CONFIG_DIR', '.claude'),
    edits: (place, wanted) => {
      const agent = agentNamed('claude-code')!
      const path =
        wanted.scope === 'managed'
          ? etc(place, 'claude-code', 'managed-settings.json')
          : join(home(place, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json')
      const entries = grouped(CLAUDE_EVENTS, hookCommand(agent, place, wanted), (kind) => ({
        ...seconds(wanted)(kind),
        // Older versions ignore it without a word; the command closes what it can by itself.
        ...(kind === 'gate' && !wanted.observe ? { onFailure: 'block' } : {}),
      }))
      return [...ownFiles('claude-code', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
    },
    notes: (wanted) =>
      wanted.scope === 'managed'
        ? []
        : [
            'A project can switch user hooks off with `disableAllHooks`, and so can `--bare`: `--managed` cannot be switched off.',
          ],
  },
  {
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
  },
  {
    agent: 'gemini-cli',
    programs: ['gemini'],
    directory: (place) => join(place.home, '.gemini'),
    edits: (place, wanted) => {
      const agent = agentNamed('gemini-cli')!
      const path =
        wanted.scope === 'managed'
          ? etc(place, 'gemini-cli', 'settings.json')
          : join(place.home, '.gemini', 'settings.json')
      const entries = grouped(GEMINI_EVENTS, hookCommand(agent, place, wanted), (kind) => ({
        name: 'portcullis',
        timeout: (kind === 'gate' ? wanted.timeout : 30) * 1000,
      }))
      return [...ownFiles('gemini-cli', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
    },
    notes: () => ['Gemini CLI runs the call when a hook passes its deadline; ours is shorter.'],
  },
  {
    agent: 'opencode',
    programs: ['opencode'],
    directory: (place) => join(home(place, 'XDG_CONFIG_HOME', '.config'), 'opencode'),
    edits: (place, wanted) => {
      if (wanted.scope === 'managed')
        throw new Error('OpenCode has no place for the whole machine: install for the user')
      const agent = agentNamed('opencode')!
      const directory = join(home(place, 'XDG_CONFIG_HOME', '.config'), 'opencode')
      return [
        ...ownFiles('opencode', place, wanted),
        {
          path: join(directory, 'plugins', 'portcullis.js'),
          mode: 0o644,
          write: () => opencodePlugin(hookEntry(agent, place, wanted), wanted.timeout, wanted.observe),
        },
      ]
    },
    notes: () => ['`opencode --pure` runs without plugins, and so without the gate.'],
  },
  {
    agent: 'copilot-cli',
    programs: ['copilot'],
    directory: (place) => join(place.home, '.copilot'),
    edits: (place, wanted) => {
      const agent = agentNamed('copilot-cli')!
      const bash = hookCommand(agent, place, wanted)
      const hook = (timeoutSec: number): readonly object[] => [{ type: 'command', bash, timeoutSec }]
      const gate = wanted.observe ? bash : withShownFailure(bash)
      const hooks = {
        preToolUse: [{ type: 'command', bash: gate, timeoutSec: wanted.timeout }],
        postToolUse: hook(30),
        userPromptSubmitted: hook(30),
        sessionStart: hook(30),
        sessionEnd: hook(30),
      }
      const path =
        wanted.scope === 'managed'
          ? etc(place, 'github-copilot', 'policy.d', 'portcullis.json')
          : join(place.home, '.copilot', 'hooks', 'portcullis.json')
      return [
        ...ownFiles('copilot-cli', place, wanted),
        { path, mode: 0o644, write: () => `${JSON.stringify({ version: 1, hooks }, undefined, 2)}\n` },
      ]
    },
    notes: () => ['Copilot CLI runs the call when a hook passes its deadline; ours is shorter.'],
  },
  {
    agent: 'cursor',
    programs: ['cursor', 'cursor-agent'],
    directory: (place) => join(place.home, '.cursor'),
    edits: (place, wanted) => {
      const agent = agentNamed('cursor')!
      const command = hookCommand(agent, place, wanted)
      const gate = { command, timeout: wanted.timeout, ...(wanted.observe ? {} : { failClosed: true }) }
      const entries: readonly Entry[] = [
        ...['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'].map((event): Entry => ({
          path: ['hooks', event],
          value: gate,
        })),
        ...['postToolUse', 'beforeSubmitPrompt', 'subagentStart', 'sessionStart'].map((event): Entry => ({
          path: ['hooks', event],
          value: { command, timeout: 30 },
        })),
      ]
      const path =
        wanted.scope === 'managed' ? etc(place, 'cursor', 'hooks.json') : join(place.home, '.cursor', 'hooks.json')
      return [
        ...ownFiles('cursor', place, wanted),
        settingsEdit(path, entries, hookMark(place, wanted), { version: 1 }),
      ]
    },
    notes: () => ['Cursor was never run with this: its interface is taken from its documentation.'],
  },
  {
    agent: 'qwen-code',
    programs: ['qwen'],
    directory: (place) => join(place.home, '.qwen'),
    edits: (place, wanted) => {
      const agent = agentNamed('qwen-code')!
      const path =
        wanted.scope === 'managed'
          ? etc(place, 'qwen-code', 'settings.json')
          : join(place.home, '.qwen', 'settings.json')
      const entries = grouped(CLAUDE_EVENTS, hookCommand(agent, place, wanted), (kind) => ({
        name: 'portcullis',
        timeout: (kind === 'gate' ? wanted.timeout : 30) * 1000,
      }))
      return [...ownFiles('qwen-code', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
    },
    notes: (wanted) =>
      wanted.scope === 'managed'
        ? []
        : ['A project can switch user hooks off with `disableAllHooks`, and so can `--bare`.'],
  },
]

export function recipeFor(name: string): Recipe | undefined {
  return RECIPES.find((recipe) => recipe.agent === name)
}

/** Agents that are there: a program on the PATH, or a directory that only the agent makes. */
export function isInstalled(recipe: Recipe, place: Place): boolean {
  return programOf(recipe, place) !== undefined || existsSync(recipe.directory(place))
}

export function programOf(recipe: Recipe, place: Place): string | undefined {
  const directories = (place.environment['PATH'] ?? '').split(':').filter((directory) => directory.startsWith('/'))
  for (const program of recipe.programs)
    for (const directory of directories) if (existsSync(join(directory, program))) return join(directory, program)
  return undefined
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
