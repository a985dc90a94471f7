import type { Action } from '../call/action.ts'
import { programNames } from '../call/shell/programs/index.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { type Context, type Tool, UnreadableInput } from '../call/tools/tool.ts'
import type { Understanding } from '../call/understanding.ts'
import { frozenWorld } from '../call/world.frozen.ts'
import { executionsIn } from './executions.ts'
import { commandPattern, matchesWildcard } from './wildcard.ts'

/**
 * What the fixed words of a command rule let run, whatever its wildcard stands for. Found by trying: the wildcard is
 * replaced by a name that means nothing, and what is known about programs says whether that name would be run.
 */
export interface Reach {
  /** The ways in which something is run when the wildcard stands for mere operands. `*` where the name stood. */
  readonly executions: readonly string[]
  /** With mere operands it reads files and repositories and does nothing else. */
  readonly readsOnly: boolean
  /** With mere operands it writes files. */
  readonly writes: boolean
  /** How a command that the rule admits runs whatever it is given: `by xargs`, `as python code`. */
  readonly runsAnything: string | undefined
}

/** No program, script, task, host or file is called so. */
const PROBE = 'portcullis-probe'
const ROOT = '/probe/project'

/** What the wildcard is replaced by. A container, a host or a directory may come before the command. */
const OPERANDS: readonly string[] = [PROBE, `${PROBE} ${PROBE}`, `${PROBE} -- ${PROBE}`]

/** Subcommands by which programs of several purposes run what they are given. */
const RUNNING_VERBS: readonly string[] = 'run exec x dlx task start shell ssh eval script'.split(' ')

/** Where every kind of task is defined once, and runs the name. */
const world = frozenWorld({
  home: '/probe',
  user: 'probe',
  directories: [`${ROOT}/.git`],
  files: {
    [`${ROOT}/package.json`]: JSON.stringify({ scripts: { [PROBE]: PROBE } }),
    [`${ROOT}/deno.json`]: JSON.stringify({ tasks: { [PROBE]: PROBE } }),
    [`${ROOT}/composer.json`]: JSON.stringify({ scripts: { [PROBE]: PROBE } }),
    [`${ROOT}/Makefile`]: `${PROBE}:\n\t${PROBE}\n`,
    [`${ROOT}/justfile`]: `${PROBE}:\n  ${PROBE}\n`,
    [`${ROOT}/Taskfile.yml`]: `version: '3'\ntasks:\n  ${PROBE}:\n    cmds:\n      - ${PROBE}\n`,
  },
})

const context: Context = {
  surroundings: surroundingsOf(ROOT, world),
  world,
  memory: { written: new Map() },
}

const known = new Map<string, Reach>()
/** Settings hold at most so many rules; what is over is forgotten and tried again. */
const MOST_KNOWN = 5_000

export function reachOf(tool: Tool, specifier: string): Reach {
  const key = `${tool.name}(${specifier})`
  const found = known.get(key)
  if (found !== undefined) return found
  const tried = tryOut(tool, specifier)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, tried)
  return tried
}

function tryOut(tool: Tool, specifier: string): Reach {
  const { whole } = commandPattern(specifier)
  const started = startedWith(whole)
  const operands = OPERANDS.flatMap((words) => understand(tool, replaced(whole, words)))
  const bare = understand(tool, replaced(whole, ''))
  const verbs = RUNNING_VERBS.flatMap((verb) => OPERANDS.map((words) => `${verb} ${words}`)).flatMap((words) =>
    understand(tool, replaced(whole, words)),
  )
  const executions = new Set([...operands, ...bare].flatMap((each) => [...executionsIn(each)]))
  return {
    executions: [...executions].map((key) => key.replaceAll(PROBE, '*')),
    readsOnly: operands.every(({ actions }) => actions.every(onlyReads)) && operands.some(readsSomething),
    writes: operands.some(({ actions }) => actions.some(({ does }) => does === 'write-file')),
    runsAnything: [...operands, ...verbs, ...started.flatMap((command) => understand(tool, command))]
      .map(runsProbe)
      .find((way) => way !== undefined),
  }
}

/** The first wildcard becomes these words, the others nothing. `make*` admits `make x` as well as `maker`. */
function replaced(pattern: string, words: string): string {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern
  const before = pattern.slice(0, star)
  const rest = pattern.slice(star + 1).replaceAll('*', '')
  return `${before}${/[\s/=:]$/.test(before) || words === '' ? '' : ' '}${words}${rest}`.trim()
}

/** `pws*` also admits every program whose name begins so. */
function startedWith(pattern: string): readonly string[] {
  const begun = /^([\w.-]+)\*/.exec(pattern)?.[1]
  if (begun === undefined) return []
  return programNames()
    .filter((name) => name.startsWith(begun))
    .map((name) => `${name} ${PROBE}`)
}

function understand(tool: Tool, command: string): readonly Understanding[] {
  try {
    const understanding = tool.understand({ command }, context)
    return understanding.parsed ? [understanding] : []
  } catch (error) {
    if (error instanceof UnreadableInput) return []
    throw error
  }
}

function onlyReads(action: Action): boolean {
  switch (action.does) {
    case 'run-program':
      return action.via.length === 0
    case 'read-file':
    case 'read-system':
      return true
    case 'change-repository':
      return action.deed === 'inspect'
    default:
      return false
  }
}

function readsSomething({ actions }: Understanding): boolean {
  return actions.some(({ does }) => does !== 'run-program')
}

/** How the name in the wildcard's place came to be run, in words; undefined when it did not. */
function runsProbe(understanding: Understanding): string | undefined {
  const { actions, commands } = understanding
  const written = new Set(commands.filter(({ via }) => via.length === 0).map(({ text }) => text))
  for (const action of actions) {
    const way = wayOf(action, written)
    if (way !== undefined) return way
  }
  return undefined
}

function wayOf(action: Action, written: ReadonlySet<string>): string | undefined {
  switch (action.does) {
    case 'run-program':
      return action.via.length > 0 && action.program.includes(PROBE) ? `by \`${shown(action.via)}\`` : undefined
    case 'run-code': {
      if (action.language === 'sql' || !written.has(action.evidence)) return undefined
      const { place } = action
      if (action.language === 'shell' && action.seenThrough && place === undefined) return undefined
      const given = place === undefined || (place.kind === 'path' && place.path.includes(PROBE))
      return given ? `as ${action.language} code` : undefined
    }
    case 'something-opaque':
      return written.has(action.evidence) && RUNS_UNSEEN.has(action.because) ? 'unseen' : undefined
    case 'spawn-agent':
      return 'by an agent'
    case 'schedule':
      return 'later'
    case 'change-service':
      return action.deed === 'execute' ? `by ${action.service}` : undefined
    case 'contact-host':
      return action.purpose === 'shell' ? 'on another machine' : undefined
    default:
      return undefined
  }
}

function shown(via: readonly string[]): string {
  return via.join(' ').replaceAll(PROBE, '…')
}

const RUNS_UNSEEN: ReadonlySet<string> = new Set(['interactive', 'dynamic-code', 'unreadable-code', 'not-parsed'])

/** Whether the fixed words of the rule name this way of running something. */
export function names(reach: Reach, execution: string): boolean {
  return reach.executions.some((pattern) => pattern === execution || matchesWildcard(pattern, execution))
}
