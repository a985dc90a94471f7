import { isInside, resolvePlace } from '../paths.ts'
import { type Place, showPlace } from '../place.ts'
import { isSecretSetting, isSecretVariable } from '../secret-values.ts'
import { dynamic, foundWord, knownPrefix, literal, secretWord, show, textOf, type Word } from '../word.ts'
import { assign, type Assigned, recordNoHistory } from './assignments.ts'
import { joinWords } from './join-words.ts'
import { recordAllVariables } from './programs/facts.ts'
import type { ProgramContext } from './programs/program.ts'
import { scriptFile } from './scripts.ts'
import { exportVariable, LIMITS, type Scope, recordOpaque } from './state.ts'
import { namesIn } from './written.ts'
import { NOTHING, searchOf, type Stream, withoutNames } from './stream.ts'
import { isSubscript } from './subscripts.ts'
import { runsCode, recordVariable } from './environment.ts'
import { fieldOf, isSecret } from './secret-reads.ts'

/** What a builtin that touches the shell's own state works with. */
export interface Call {
  readonly scope: Scope
  readonly context: ProgramContext
  readonly args: readonly Word[]
  /** `export X=1`, `declare -a a=(…)`. */
  readonly declared: readonly Assigned[]
  readonly assigned: readonly Assigned[]
  /** Index of this command, for what it starts inside. */
  readonly index: number
}

type Builtin = (call: Call) => void

/** Builtins that change the shell they run in. Those that only print or look are in `programs/builtins.ts`. */
const table: Readonly<Record<string, Builtin>> = {
  cd: changeDirectory,
  chdir: changeDirectory,
  pushd: changeDirectory,
  popd: ({ scope, context }) => {
    scope.shell.cwd = scope.shell.previous ?? { kind: 'unknown', source: 'popd' }
    context.puts(NOTHING)
  },
  eval: ({ scope, context, args, index }) =>
    runText(scope, context, joinWords(args, args.map(show).join(' ')), 'eval', index),
  source: sourceFile,
  '.': sourceFile,
  exec: ({ scope, context, args, index }) => {
    // A name in brackets is how the kernel's own threads are shown.
    const flag = args.findIndex((word) => /^-[cl]*a$/.test(show(word)))
    if (flag >= 0 && /^\[.*\]$/.test(show(args[flag + 1] ?? literal(''))))
      context.record({ does: 'change-system', deed: 'hide', target: show(args[flag + 1]!) })
    runWords(scope, context, withoutOptions(args, 'a'), 'exec', index)
  },
  builtin: ({ scope, context, args, index }) => runWords(scope, context, args, 'builtin', index),
  command: ({ scope, context, args, index }) => {
    // `command -v x` only looks x up.
    if (/^-[pvV]*[vV]/.test(knownPrefix(args[0] ?? literal('')))) return
    runWords(scope, context, withoutOptions(args, ''), 'command', index)
  },
  export: (call) => declare(call, true),
  declare: (call) => declare(call, /^-\w*x/.test(show(call.args[0] ?? literal('')))),
  typeset: (call) => declare(call, /^-\w*x/.test(show(call.args[0] ?? literal('')))),
  local: (call) => declare(call, false),
  readonly: (call) => declare(call, false),
  unset: ({ scope, context, args }) => {
    for (const word of args) {
      const name = textOf(word)
      if (name === undefined) continue
      if (isSubscript(name)) context.opaque('dynamic-code', name)
      if (name === 'HISTFILE') recordNoHistory(scope, context.invocation.evidence)
      scope.shell.variables.set(name, literal(''))
      scope.shell.functions.delete(name)
    }
    context.puts(NOTHING)
  },
  set: setOptions,
  shopt: shellOptions,
  setopt: shellOptions,
  shift: ({ scope, context, args }) => {
    const count = Number(textOf(args[0]) ?? '1')
    const before = scope.shell.positional
    // One word that is not wholly known may have become several parameters: the rest of them stays.
    const several = before?.slice(0, count).filter(({ kind }) => kind !== 'literal') ?? []
    scope.shell.positional = Number.isInteger(count) && before ? [...several, ...before.slice(count)] : undefined
    context.puts(NOTHING)
  },
  alias: ({ scope, context, args, declared }) => {
    for (const word of args) {
      const pair = /^([^=]+)=([^]*)$/.exec(textOf(word) ?? '')
      if (pair) scope.shell.aliases.set(pair[1]!, pair[2]!)
      else if (word.kind !== 'literal') context.opaque('dynamic-code', `alias ${show(word)}`)
    }
    for (const { name, value } of declared) if (value.kind === 'literal') scope.shell.aliases.set(name, value.text)
  },
  unalias: ({ scope, context, args }) => {
    for (const word of args) scope.shell.aliases.delete(show(word))
    context.puts(NOTHING)
  },
  read: readLine,
  mapfile: fillArray,
  readarray: fillArray,
  getopts: ({ scope, context, args }) => {
    for (const name of [textOf(args[1]), 'OPTARG', 'OPTIND'])
      if (name !== undefined) scope.shell.variables.set(name, dynamic(`$${name}`, 'argument'))
    context.puts(NOTHING)
  },
  trap: ({ scope, context, args, index }) => {
    const [first, ...signals] = textOf(args[0]) === '--' ? args.slice(1) : args
    if (!first || signals.length === 0 || ['-', '', '-l', '-p'].includes(textOf(first) ?? 'code')) return
    // A trap on every command sees what is typed.
    if (signals.some((signal) => /^(?:DEBUG|debug)$/.test(show(signal))))
      context.record({ does: 'change-system', deed: 'capture-input', target: 'every command' })
    runText(scope, context, first, 'trap', index)
    context.puts(NOTHING)
  },
  let: ({ scope, context, args }) => {
    for (const word of args) {
      const name = /^([A-Za-z_]\w*)\s*(?:[-+*/%|&^]|<<|>>)?=|^(?:\+\+|--)?([A-Za-z_]\w*)/.exec(knownPrefix(word))
      const target = name?.[1] ?? name?.[2]
      if (target) scope.shell.variables.set(target, dynamic(`$${target}`, 'arithmetic'))
      if (/[$`]/.test(show(word))) context.opaque('dynamic-code', show(word))
    }
    context.puts(NOTHING)
  },
  enable: ({ context, args }) => {
    const flag = args.findIndex((word) => /^-\w*f/.test(show(word)))
    if (flag < 0) return
    const library = args[flag + 1]
    if (library) context.file(library, 'binary')
    else context.opaque('dynamic-code')
  },
}

export const shellBuiltins: ReadonlyMap<string, Builtin> = new Map(Object.entries(table))

/** As many characters as the shortest limit among the systems: macOS takes no longer path. */
const LONGEST_PATH = 1024

function changeDirectory({ scope, context, args }: Call): void {
  const { shell, run } = scope
  const target = args.filter((word) => !/^-[LPe@n]+$|^--$/.test(show(word)))[0]
  const before = shell.cwd
  if (!target)
    shell.cwd = resolvePlace(
      literal(run.context.surroundings.home),
      before,
      run.context.surroundings,
      run.context.world,
    )
  else if (textOf(target) === '-') shell.cwd = shell.previous ?? { kind: 'unknown', source: '-' }
  else if (/^[+-]\d+$/.test(show(target))) shell.cwd = { kind: 'unknown', source: show(target) }
  else {
    const place = resolvePlace(target, before, run.context.surroundings, run.context.world)
    // A wildcard that matches one directory is that directory.
    const [only, ...more] = place.kind === 'glob' ? place.matches : []
    const there: Place = only !== undefined && more.length === 0 ? { kind: 'path', path: only, real: only } : place
    // No directory has a name this long: thousands of steps down are not followed one by one.
    const tooFar = there.kind === 'path' && there.path.length > LONGEST_PATH
    shell.cwd = tooFar ? { kind: 'unknown', source: show(target) } : there
    context.reads(target, 'names')
  }
  shell.previous = before
  context.puts(NOTHING)
}

const VERSION_MANAGERS =
  /\/(?:\.nvm\/nvm\.sh|\.cargo\/env|\.sdkman\/bin\/sdkman-init\.sh|\.asdf\/asdf\.sh|\.ghcup\/env|\.rvm\/scripts\/rvm|\.deno\/env|\.local\/bin\/env|\.rye\/env|\.juliaup\/env|(?:mini|ana)conda3?\/etc\/profile\.d\/conda\.sh|(?:mini|mamba)forge3?\/etc\/profile\.d\/(?:conda|mamba)\.sh|emsdk\/emsdk_env\.sh)$/

function sourceFile({ scope, context, args, index }: Call): void {
  const [script, ...rest] = args
  if (!script) return
  const place = context.place(script)
  // Activating an environment changes PATH and nothing we track.
  if (place.kind === 'path' && /\/bin\/activate(?:\.\w+)?$/.test(place.path)) {
    context.file(script, 'shell', rest, { via: 'source' })
    return
  }
  // What version managers put into the home directory to be sourced: functions and settings, longer than is read here.
  // The name and version of the system are a file of assignments that comes with it.
  if (
    place.kind === 'path' &&
    (/^\/(?:etc|usr\/lib)\/os-release$/.test(place.path) ||
      (VERSION_MANAGERS.test(place.path) && isInside(place.path, context.surroundings.home))) &&
    !context.written(place)
  ) {
    context.record({ does: 'run-code', language: 'shell', origin: 'file', place, seenThrough: true })
    return
  }
  if (scope.frame.depth >= LIMITS.depth) {
    recordOpaque(scope, 'too-deep', context.invocation.evidence)
    return
  }
  // The file runs in this very shell: its variables, functions, aliases and directory stay.
  const frame = { ...scope.frame, via: [...scope.frame.via, 'source'], inside: index, depth: scope.frame.depth + 1 }
  const { positional } = scope.shell
  const seen = scope.run.actions.length
  const before = new Map(scope.shell.variables)
  context.puts(
    scriptFile(
      { ...scope, frame },
      { script, language: 'shell', args: rest, record: context.record, place: context.place, shell: 'same' },
    ),
  )
  scope.shell.positional = positional
  // What was not read may have set anything.
  const unread = scope.run.actions
    .slice(seen)
    .some((action) => (action.does === 'run-code' && !action.seenThrough) || action.does === 'something-opaque')
  if (unread) forgetVariables(scope)
  if (isSecret(scope, place)) keepSecrets(scope, before, showPlace(place))
}

/** What a file of secrets set is from now on known by where it came from, not by its text: `. .env; curl …/$KEY`. */
function keepSecrets(scope: Scope, before: ReadonlyMap<string, unknown>, secret: string): void {
  for (const [name, value] of scope.shell.variables)
    if (before.get(name) !== value && value.kind === 'literal' && !runsCode(name) && isSecretSetting(name, value.text))
      scope.shell.variables.set(name, secretWord(`$${name}`, secret))
}

function forgetVariables(scope: Scope): void {
  for (const name of scope.shell.variables.keys()) scope.shell.variables.set(name, dynamic(`$${name}`))
}

/** Programs that print settings for the shell that asks, and nothing else. */
const MADE_FOR_EVAL =
  /^(?:\$\(|`)\s*(?:(?:\/opt\/homebrew|\/usr\/local|\/home\/linuxbrew\/\.linuxbrew)\/bin\/)?(minikube(?: -p [\w-]+)? (?:docker|podman)-env|brew shellenv|opam env|(?:rbenv|pyenv|nodenv|jenv|goenv|phpenv|swiftenv)(?: virtualenv-init| init)(?: -|--path| \w+)*|fnm env(?: --[\w-]+)*|mise (?:activate|env)(?: \w+)?|asdf exec env|conda shell\.\w+ hook|micromamba shell hook(?: -s \w+| --shell \w+)?|direnv (?:hook|export) \w+|starship init \w+|zoxide init \w+|dircolors(?: -b)?|docker-machine env(?: [\w-]+)?|poetry env activate|luarocks path|thefuck --alias|register-python-argcomplete \w+|aws-okta env|kubectl completion \w+|podman machine env|vagrant ssh-config|perl -I\S* -Mlocal::lib|lesspipe(?: \S+)?)\s*(?:\)|`)$/

function isMadeForEval(scope: Scope, text: Word): boolean {
  if (text.kind !== 'dynamic' || text.pieces.length !== 1) return false
  const name = MADE_FOR_EVAL.exec(text.source.trim().replaceAll(/^"|"$/g, ''))?.[1]?.split(' ')[0]
  return name !== undefined && !scope.shell.functions.has(name) && !scope.shell.aliases.has(name)
}

/** `trap "kill $PID; rm -rf $TMP" EXIT`: numbers and names that this call was given cannot become code. */
function withOwnVariables(scope: Scope, text: Word): string | undefined {
  const typed = text.kind === 'dynamic' ? /^"([^"\\`]*)"$/.exec(text.source)?.[1] : undefined
  if (typed === undefined || /\$[^\w{]|\$\{\w+[^\w}]/.test(typed)) return undefined
  const names = [...typed.matchAll(/\$\{?(\w+)\}?/g)].map((match) => match[1]!)
  const settled = names.every((name) => {
    const value = scope.shell.variables.get(name)
    return value?.kind === 'dynamic' && /^["']?\$(?:!|\(mktemp(?: -d)?\))["']?$/.test(value.source)
  })
  return settled ? typed.replaceAll(/\$\{?(\w+)\}?/g, '"$$$1"') : undefined
}

function runText(scope: Scope, context: ProgramContext, text: Word, via: string, index: number): void {
  const known =
    textOf(text) ??
    (via === 'eval' && isMadeForEval(scope, text) ? '' : undefined) ??
    (via === 'trap' ? withOwnVariables(scope, text) : undefined)
  if (known === undefined) {
    context.record({ does: 'run-code', language: 'shell', origin: 'dynamic', seenThrough: false })
    context.opaque('dynamic-code', show(text))
    // What is known of it is looked at too: `eval "rm -rf ~ $X"`.
    if (knownPrefix(text).trim() !== '')
      scope.run.reader.text({ ...scope, frame: { ...scope.frame, inside: index } }, knownPrefix(text), via)
    forgetVariables(scope)
    return
  }
  context.record({ does: 'run-code', language: 'shell', origin: 'inline', seenThrough: true })
  context.puts(scope.run.reader.text({ ...scope, frame: { ...scope.frame, inside: index } }, known, via))
}

function runWords(scope: Scope, context: ProgramContext, words: readonly Word[], via: string, index: number): void {
  if (words.length === 0) {
    context.puts(NOTHING)
    return
  }
  if (scope.frame.depth >= LIMITS.depth) {
    recordOpaque(scope, 'too-deep', words.map(show).join(' '))
    return
  }
  const frame = {
    ...scope.frame,
    via: [...scope.frame.via, via],
    inside: index,
    depth: scope.frame.depth + 1,
    environment: context.invocation.environment,
  }
  // `command` and `builtin` skip functions of that name.
  const shell = { ...scope.shell, functions: new Map<string, never>() }
  context.puts(scope.run.reader.program({ ...scope, shell, frame }, words, context.invocation.evidence, false))
  scope.shell.cwd = shell.cwd
  scope.shell.previous = shell.previous
}

function withoutOptions(args: readonly Word[], withValue: string): readonly Word[] {
  let at = 0
  while (at < args.length && /^-./.test(show(args[at]!))) {
    const option = show(args[at++]!)
    if (option === '--') break
    if (withValue !== '' && option.endsWith(withValue)) at++
  }
  return args.slice(at)
}

function declare({ scope, context, args, declared }: Call, exports: boolean): void {
  if (args.some((word) => /^-[a-zA-Z]*n/.test(show(word)))) {
    refer(scope, context, args, declared)
    return
  }
  for (const { name, value } of declared) {
    assign(scope, name, value)
    if (exports) {
      exportVariable(scope, name)
      if (value.kind !== 'array') recordVariable(context, name, value)
    }
  }
  const assigned = new Set(declared.map(({ name }) => name))
  for (const word of args) {
    const text = show(word)
    const pair = /^([A-Za-z_]\w*)=/.exec(text)
    if (pair && !assigned.has(pair[1]!)) {
      // A word that became an assignment only after expansion: `export $X`, `export "$name=$value"`.
      const value = textOf(word)
      scope.shell.variables.set(
        pair[1]!,
        value === undefined ? dynamic(text, 'variable') : literal(value.slice(pair[0].length)),
      )
      if (exports) exportVariable(scope, pair[1]!)
    } else if (exports && /^[A-Za-z_]\w*$/.test(text)) {
      exportVariable(scope, text)
      const held = scope.shell.variables.get(text)
      if (held && held.kind !== 'array') recordVariable(context, text, held)
    }
  }
  const named = args.filter((word) => !show(word).startsWith('-'))
  if (declared.length > 0 || (named.length > 0 && !args.some((word) => /^-[a-zA-Z]*p/.test(show(word))))) {
    context.puts(NOTHING)
    return
  }
  if (args.length > 0 && named.length === 0 && !/^-[a-zA-Z]*[px]/.test(show(args[0]!))) return
  showVariables(context, named)
}

/** `set`, `export -p`, `declare -p`: every variable with its value, or those that are named. */
function showVariables(context: ProgramContext, named: readonly Word[]): void {
  context.record({ does: 'read-system', what: 'environment' })
  for (const word of named)
    if (word.kind !== 'literal' || isSecretVariable(word.text))
      context.record({ does: 'read-secret', store: 'environment', target: show(word) })
  if (named.length === 0) recordAllVariables(context)
}

/** `declare -n name=other`. */
function refer(scope: Scope, context: ProgramContext, args: readonly Word[], declared: readonly Assigned[]): void {
  for (const { name, value } of declared) {
    const target = value.kind === 'literal' ? value.text : undefined
    if (target !== undefined && /^[A-Za-z_]\w*$/.test(target)) scope.shell.references.set(name, target)
    else context.opaque('dynamic-code', `${name} stands for another variable`)
    scope.shell.variables.set(name, dynamic(`$${name}`))
  }
  if (declared.length === 0 && args.length > 1) context.opaque('dynamic-code')
  context.puts(NOTHING)
}

function setOptions({ scope, context, args }: Call): void {
  if (args.length === 0) {
    showVariables(context, [])
    return
  }
  if (/(?:^|\s)\+o history\b/.test(args.map(show).join(' '))) recordNoHistory(scope, context.invocation.evidence)
  const options = args.map(show).join(' ')
  if (/(?:^|\s)-[a-zA-Z]*e[a-zA-Z]*(?:\s|$)|-o errexit\b/.test(options)) scope.shell.stopsOnError = true
  if (/(?:^|\s)\+[a-zA-Z]*e|\+o errexit\b/.test(options)) scope.shell.stopsOnError = false
  const dashes = args.findIndex((word) => textOf(word) === '--')
  if (dashes >= 0) scope.shell.positional = args.slice(dashes + 1)
  else if (!/^[-+]/.test(show(args[0]!))) scope.shell.positional = args
  context.puts(NOTHING)
}

/** `read x y` from a known line sets known words; from anything else, unknown ones. */
function readLine({ scope, context, args }: Call): void {
  const names: string[] = []
  let array = false
  for (let at = 0; at < args.length; at++) {
    const text = show(args[at]!)
    if (/^-\w*[adinNptu]$/.test(text)) {
      if (text.endsWith('a')) array = true
      else at++
    } else if (!text.startsWith('-')) names.push(text)
  }
  for (const name of names) if (isSubscript(name)) context.opaque('dynamic-code', name)
  if (names.length === 0) names.push('REPLY')
  const { stdin } = scope
  const lines = stdin.kind === 'text' ? stdin.text.replace(/\n$/, '').split('\n') : undefined
  const line = lines?.length === 1 ? lines[0]!.trim() : undefined
  const fields = line === undefined ? [] : line.split(/\s+/)
  for (const [index, name] of names.entries()) {
    if (line === undefined) scope.shell.variables.set(name, lineOf(scope, stdin, name, names.length))
    else if (array) scope.shell.variables.set(name, { kind: 'array', items: fields.map((field) => literal(field)) })
    else {
      const value = index === names.length - 1 ? fields.slice(index).join(' ') : (fields[index] ?? '')
      scope.shell.variables.set(name, literal(value))
    }
  }
  context.puts(NOTHING)
}

/** Once set it stays: what a later command takes back is not followed. */
function shellOptions({ scope, context, args }: Call): void {
  if (args.some((word) => word.kind !== 'literal' || /^(?:dotglob|glob_?dots)$/i.test(word.text)) && !isOff(args))
    scope.shell.dotglob = true
  context.puts(NOTHING)
}

function isOff(args: readonly Word[]): boolean {
  return args.some((word) => /^-[a-z]*u/.test(show(word)))
}

/** A line of a listing is a path below what was listed. */
function lineOf(scope: Scope, stdin: Stream, name: string, names: number): Word {
  const listed = namesIn(scope.run, stdin)
  const found = searchOf(names > 1 ? withoutNames(listed) : listed)
  return found === undefined ? fieldOf(scope, stdin, name) : foundWord(`$${name}`, found)
}

function fillArray({ scope, context, args }: Call): void {
  const name = args.map(show).findLast((text) => /^[A-Za-z_]\w*$/.test(text)) ?? 'MAPFILE'
  const { stdin } = scope
  scope.shell.variables.set(
    name,
    stdin.kind === 'text'
      ? {
          kind: 'array',
          items: stdin.text
            .replace(/\n$/, '')
            .split('\n')
            .map((line) => literal(line)),
        }
      : lineOf(scope, stdin, name, 1),
  )
  const callback = args.findIndex((word) => textOf(word) === '-C')
  const code = callback < 0 ? undefined : args[callback + 1]
  if (code) context.code('shell', code, { via: 'mapfile -C' })
  context.puts(NOTHING)
}
