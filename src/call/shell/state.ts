import type { Function as FunctionNode } from 'unbash'
import type { Action, Content, OpaqueBecause, Where } from '../action.ts'
import { HERE } from '../action.ts'
import type { Place } from '../place.ts'
import type { Readers } from '../readers.ts'
import type { Context } from '../tools/tool.ts'
import type { SimpleCommand } from '../understanding.ts'
import type { Word } from '../word.ts'
import type { ShellReader } from './reader.ts'
import { NOTHING, type Stream } from './stream.ts'

/** How much is looked at before we say that we cannot tell. */
export const LIMITS = {
  characters: 128 * 1024,
  nesting: 60,
  depth: 24,
  commands: 1500,
  actions: 2500,
  steps: 4000,
  exported: 64,
  passedWords: 25_000,
  braceWords: 256,
  loopRounds: 32,
  scripts: 24,
  scriptBytes: 256 * 1024,
} as const

/** What a variable holds: text as far as it is known, or an array of such. */
export type Value = Word | ArrayOfWords
export interface ArrayOfWords {
  readonly kind: 'array'
  readonly items: readonly Word[]
}

/** The state of one shell process. A subshell works on a copy. */
export interface Shell {
  variables: Map<string, Value>
  exported: Set<string>
  /** `declare -n`: a name that stands for another variable. */
  references: Map<string, string>
  functions: Map<string, DefinedFunction>
  aliases: Map<string, string>
  cwd: Place
  /** Directories it would be in instead, had a `cd` that nothing proves failed. What deletes by a relative name acts there too. */
  elsewhere: readonly Place[]
  /** `shopt -s dotglob`: wildcards match hidden names. */
  dotglob: boolean
  /** `set -e`: a command that fails ends it. */
  stopsOnError: boolean
  previous: Place | undefined
  /** `$1` and on; undefined when nothing is known about them. */
  positional: readonly Word[] | undefined
  /** Sockets opened with `exec 3<>/dev/tcp/…`: descriptor → address. */
  sockets: Map<number, string>
  /** `$0`. */
  name: Word | undefined
}

export interface DefinedFunction {
  readonly node: FunctionNode
  readonly source: string
  called: boolean
}

/** Where in the nest of wrappers, substitutions and scripts we are. */
export interface Frame {
  readonly via: readonly string[]
  readonly inside: number | undefined
  readonly where: Where
  readonly elevated: boolean
  readonly depth: number
  readonly environment: ReadonlyMap<string, Word>
  /** Names of the functions being called. */
  readonly calling: readonly string[]
  /** Within the innermost function call there is a pipe or `&` around us. */
  readonly forks: boolean
  /** What it prints goes through a filter that picks some of it: `env | grep NODE`. */
  readonly sifted: boolean
  /** Files whose content is being looked through. */
  readonly files: readonly string[]
}

/** One reading of one tool call: everything found so far, and what is left of the budget. */
export interface Run {
  readonly reader: ShellReader
  /** The readers of other languages. */
  readonly languages: Readers
  /** Replaced when a link is made: from then on paths lead through it. */
  context: Context
  readonly actions: Action[]
  readonly commands: SimpleCommand[]
  /** Files this call has written so far: real path → what. */
  readonly written: Map<string, Content>
  /** Streams behind process substitutions. */
  readonly streams: WeakMap<Word, Stream>
  /** Values of variables whose effect has been told. */
  readonly recordedVariables: WeakSet<Word>
  /** Index of the simple command whose words are being expanded. */
  current: number | undefined
  steps: number
  /** Words that wrappers have handed on so far: a long chain of them hands on the same words again and again. */
  passedWords: number
  /** Links made so far. */
  links: number
  scripts: number
  /** Changed files that a runner of this call has run. */
  readonly ranChanged: Set<string>
  broken: boolean
  exhausted: boolean
}

/** What a piece of syntax is lowered in. */
export interface Scope {
  readonly run: Run
  readonly shell: Shell
  readonly frame: Frame
  /** The text that positions of syntax nodes refer to. */
  readonly source: string
  readonly stdin: Stream
}

export const NO_ENVIRONMENT: ReadonlyMap<string, Word> = new Map()
const OUTERMOST: Frame = {
  via: [],
  inside: undefined,
  where: HERE,
  elevated: false,
  depth: 0,
  environment: NO_ENVIRONMENT,
  calling: [],
  forks: false,
  sifted: false,
  files: [],
}

export function beginRun(context: Context, reader: ShellReader, languages: Readers): Run {
  return {
    reader,
    languages,
    context,
    actions: [],
    commands: [],
    written: new Map(),
    streams: new WeakMap(),
    recordedVariables: new WeakSet(),
    current: undefined,
    steps: 0,
    passedWords: 0,
    links: 0,
    scripts: 0,
    ranChanged: new Set(),
    broken: false,
    exhausted: false,
  }
}

export function outermostScope(run: Run, source: string): Scope {
  const { cwd } = run.context.surroundings
  return {
    run,
    shell: freshShell({ kind: 'path', path: cwd, real: run.context.world.real(cwd) }),
    frame: OUTERMOST,
    source,
    stdin: NOTHING,
  }
}

export function freshShell(cwd: Place, elsewhere: readonly Place[] = []): Shell {
  return {
    variables: new Map(),
    exported: new Set(),
    references: new Map(),
    functions: new Map(),
    aliases: new Map(),
    cwd,
    elsewhere,
    dotglob: false,
    stopsOnError: false,
    previous: undefined,
    positional: undefined,
    sockets: new Map(),
    name: undefined,
  }
}

export function copyShell(shell: Shell): Shell {
  return {
    ...shell,
    variables: copyOf(shell.variables),
    exported: shell.exported.size === 0 ? new Set() : new Set(shell.exported),
    references: copyOf(shell.references),
    functions: copyOf(shell.functions),
    aliases: copyOf(shell.aliases),
  }
}

/** Most are empty, and an empty one is not walked. */
function copyOf<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
  return map.size === 0 ? new Map() : new Map(map)
}

export function inSubshell(scope: Scope, stdin: Stream = scope.stdin): Scope {
  return { ...scope, shell: copyShell(scope.shell), stdin }
}

export function recordOpaque(scope: Scope, because: OpaqueBecause, text: string): void {
  scope.run.actions.push({
    does: 'something-opaque',
    because,
    text,
    evidence: text,
    where: scope.frame.where,
    elevated: scope.frame.elevated,
  })
}

/** True when there is budget for one more simple command; says so once when there is not. */
export function mayGoOn(scope: Scope): boolean {
  const { run } = scope
  if (run.commands.length < LIMITS.commands && mayRecordMore(scope) && ++run.steps < LIMITS.steps) return true
  giveUp(scope, 'more commands than are looked at')
  return false
}

/** True when there is budget for one more deed; says so once when there is not. */
export function mayRecordMore(scope: Scope): boolean {
  if (scope.run.actions.length < LIMITS.actions) return true
  giveUp(scope, 'more deeds than are looked at')
  return false
}

/** True when so many words may be handed on to one more program; says so once when they may not. */
export function mayPassOn(scope: Scope, words: number): boolean {
  const { run } = scope
  run.passedWords += words
  if (run.passedWords <= LIMITS.passedWords) return true
  giveUp(scope, 'more arguments than are looked at')
  return false
}

/** Puts a variable into the environment of what is started from here on. With too many of them, what they do is not known. */
export function exportVariable(scope: Scope, name: string): void {
  const { exported } = scope.shell
  if (exported.size < LIMITS.exported) exported.add(name)
  else if (!exported.has(name)) giveUp(scope, 'more variables than are looked at')
}

function giveUp(scope: Scope, why: string): void {
  if (scope.run.exhausted) return
  scope.run.exhausted = true
  recordOpaque(scope, 'too-long', why)
}
