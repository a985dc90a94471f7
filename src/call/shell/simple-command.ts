import type { Assignment, Command, Redirection, Word as Written } from 'unbash'
import { baseName } from '../paths.ts'
import type { SimpleCommand } from '../understanding.ts'
import { dynamic, isGiven, knownPrefix, literal, show, textOf, type Word } from '../word.ts'
import { shellBuiltins } from './builtins.ts'
import { evaluateFilter } from './constant-filters.ts'
import { recordEnvironment } from './environment.ts'
import { expandJoined, expandWord, expandWords } from './expand.ts'
import { Fields } from './fields.ts'
import { contextFor } from './program-context.ts'
import { recordLoaded, recordUnaccounted } from './loaded-options.ts'
import { assign, type Assigned } from './assignments.ts'
import { loadsNamedCode, programNamed, takesSettings } from './programs/index.ts'
import { recordUnlisted } from './programs/read-options.ts'
import { readListedInput } from './programs/listed-input.ts'
import type { ProgramContext } from './programs/program.ts'
import { withOptionVariables } from './option-variables.ts'
import { provenanceOf, runProjectProgram } from './provenance.ts'
import { type Applied, applyRedirects } from './redirections.ts'
import { type DefinedFunction, LIMITS, mayGoOn, mayPassOn, type Scope, recordOpaque, type Value } from './state.ts'
import { NOTHING, type Stream, UNKNOWN, withoutNames } from './stream.ts'
import { recordWeighty } from './weighty.ts'

/** Lowers one simple command: its assignments, words, redirections, and what its program means. */
export function lowerSimple(scope: Scope, node: Command): Stream {
  const { run } = scope
  const around = run.current
  // The place in the list is taken before the words are expanded: commands in substitutions come after and point to it.
  const index = node.name ? run.commands.push(PLACEHOLDER) - 1 : undefined
  run.current = index
  const assigned: Assigned[] = []
  const redirects: Redirection[] = []
  for (const item of node.prefix) {
    if (item.type === 'Assignment') assigned.push(readAssignment(scope, item))
    else redirects.push(item)
  }
  const words: Word[] = node.name ? [...expandWord(scope, node.name)] : []
  const declared: Assigned[] = []
  let text = node.name?.text ?? ''
  for (const item of node.suffix) {
    if (item.type === 'Word') {
      text += ` ${item.text}`
      if (item.parts) words.push(...expandWord(scope, item))
      else words.push(item.text.startsWith('~') ? expandWord(scope, item)[0]! : literal(item.value))
    } else if (item.type === 'Assignment') {
      text += ` ${item.text}`
      const value = readAssignment(scope, item)
      declared.push(value)
      words.push(asArgument(value))
    } else redirects.push(item)
  }
  const applied = applyRedirects(scope, redirects)
  run.current = around
  const finish = (printed: Stream): Stream => {
    applied.finish(printed)
    return applied.stdout === 'elsewhere' ? NOTHING : printed
  }
  if (words.length === 0) {
    for (const { name, value } of assigned) assign(scope, name, value)
    if (index !== undefined || applied.redirects.length > 0) record(scope, index, text, [], assigned, applied)
    // `$(<file)` is the file's content.
    return finish(assigned.length === 0 && applied.stdin ? applied.stdin : NOTHING)
  }
  const inner = applied.stdin ? { ...scope, stdin: applied.stdin } : scope
  const alias = node.name?.parts ? undefined : scope.shell.aliases.get(node.name?.text ?? '')
  if (alias !== undefined && scope.frame.depth < LIMITS.depth) {
    const rest = text.slice(node.name!.text.length)
    record(scope, index, text, words, assigned, applied)
    scope.shell.aliases.delete(node.name!.text)
    const printed = scope.run.reader.text(inner, `${alias}${rest}`, 'alias')
    scope.shell.aliases.set(node.name!.text, alias)
    return finish(printed)
  }
  return finish(start(inner, { index, words, text, evidence: evidenceOf(scope, node), assigned, declared, applied }))
}

interface Starting {
  readonly index: number | undefined
  readonly words: readonly Word[]
  readonly text: string
  readonly evidence: string
  readonly assigned: readonly Assigned[]
  readonly declared: readonly Assigned[]
  readonly applied: Applied | undefined
}

/** A program that another one starts: `sudo rm x`, `xargs rm`. */
export function startProgram(scope: Scope, words: readonly Word[], evidence: string, moreArguments: boolean): Stream {
  if (words.length === 0 || !mayGoOn(scope) || !mayPassOn(scope, words.length)) return UNKNOWN
  const all = moreArguments ? [...words, MORE] : words
  return start(scope, {
    index: undefined,
    words: all,
    text: words.map(show).join(' '),
    evidence,
    assigned: [],
    declared: [],
    applied: undefined,
  })
}

const MORE: Word = { kind: 'dynamic', source: '…', pieces: [{ unknown: '…', from: 'argument' }] }

function start(scope: Scope, starting: Starting): Stream {
  const { words, text, evidence, assigned, declared, applied } = starting
  const typed = words[0]!
  const args = words.slice(1)
  const index = record(scope, starting.index, text, words, assigned, applied)
  const name = textOf(typed)
  const defined = name === undefined ? undefined : scope.shell.functions.get(name)
  const environment = environmentFor(scope, assigned)
  const program = programOf(typed)
  scope.run.actions.push({
    does: 'run-program',
    program,
    typed,
    args,
    via: scope.frame.via,
    environment: environment.size === 0 ? NO_NAMES : [...environment.keys()],
    evidence,
    where: scope.frame.where,
    elevated: scope.frame.elevated,
  })
  if (defined && scope.frame.where.kind === 'here') return callFunction(scope, name!, defined, args, index)
  const invocation = {
    program,
    args: environment.size === 0 ? args : withOptionVariables(program, environment, args),
    evidence,
    environment,
    stdin: scope.stdin,
    cwd: scope.shell.cwd,
    where: scope.frame.where,
    elevated: scope.frame.elevated,
    sifted: scope.frame.sifted,
  }
  const context = contextFor(scope, invocation, index)
  if (environment.size > 0)
    recordEnvironment(
      context,
      environment,
      scope.run.recordedVariables,
      takesSettings(program) || (typed.kind === 'literal' && typed.text.includes('/')) ? 'every name' : 'listed names',
    )
  if (name === undefined && !program) {
    if (applied?.socket !== undefined) recordReverseShell(context, applied.socket)
    if (!isGiven(typed) || !asksForHelp(args)) context.opaque('dynamic-program', show(typed))
    return UNKNOWN
  }
  if (applied?.socket !== undefined && SHELLS.has(program)) recordReverseShell(context, applied.socket)
  if (neverEnds(program, args, applied)) context.record({ does: 'change-system', deed: 'exhaust', target: 'processor' })
  else if (fillsDisk(program, args, applied)) context.record({ does: 'change-system', deed: 'exhaust', target: 'disk' })
  const builtin = typed.kind === 'literal' && typed.text === program ? shellBuiltins.get(program) : undefined
  if (builtin) builtin({ scope, context, args, declared, assigned, index })
  // An address where a program belongs is a path that nobody has: nothing is fetched.
  else if (/^https?:/.test(knownPrefix(typed))) context.opaque('unknown-program')
  else if (runsFile(typed)) {
    const before = scope.run.actions.length
    context.file(typed, undefined, args)
    // A script of the project is the project's; what it is told to load from elsewhere is not.
    recordLoaded(context, args, () => scope.run.actions.slice(before))
  } else {
    const meaning = scope.run.context.programs?.get(program) ?? programNamed(program)
    const from = provenanceOf(scope, context, typed, meaning !== undefined)
    // Which of the two starts is not certain where the name is known: both count.
    if (from.whose === 'session' || from.whose === 'elsewhere') context.file(literal(from.path), undefined, args)
    if (meaning && asksForHelp(args) && !ASKS_TOOLS.test(program)) return UNKNOWN
    const before = scope.run.actions.length
    if (meaning) {
      meaning.means(context)
      readListedInput(context)
      recordWeighty(context, args, () => scope.run.actions.slice(before))
      if (loadsNamedCode(program)) recordLoaded(context, args, () => scope.run.actions.slice(before))
      // Entries, programs with examples and git list their options themselves.
      if (meaning.entry === undefined && meaning.examples === undefined)
        recordUnlisted(context, scope.run.actions.slice(before))
      if (meaning.entry === undefined && meaning.examples === undefined && program !== 'git')
        recordUnaccounted(context, args, () => scope.run.actions.slice(before))
    } else if (from.whose === 'project') runProjectProgram(context, args)
    else if (from.whose === 'unknown' && !asksForHelp(args) && !/^(?:-version|version)$/.test(only(args)))
      context.opaque('unknown-program', show(typed))
  }
  const printed = constantOutput(scope, program, args) ?? context.output() ?? UNKNOWN
  return printed === scope.stdin && !keepsLines(program, args) ? withoutNames(printed) : printed
}

/** Programs that choose among lines and change none. Whatever else passes its input on may have put other names in it. */
const KEEPS_LINES: ReadonlySet<string> = new Set(
  'cat head tail tac sort uniq shuf grep egrep fgrep ggrep rg tee sponge pv less more column'.split(' '),
)

function keepsLines(program: string, args: readonly Word[]): boolean {
  return KEEPS_LINES.has(program) && !args.some((word) => /^(-[a-z]*[co]|--(bytes|only-matching))/.test(show(word)))
}

/** A program that is asked for nothing but its help or version, whatever it is. */
function asksForHelp(args: readonly Word[]): boolean {
  return /^--(?:help|version)$/.test(only(args))
}

function only(args: readonly Word[]): string {
  return args.length === 1 ? (textOf(args[0]) ?? '') : ''
}

/** Programs to which a lone `--help` is text like any other. */
const ASKS_TOOLS = /^(?:echo|printf|print|write|cowsay|figlet|say|espeak|notify-send|logger|yes)$/

const ENDLESS = /^(?:if=)?\/dev\/(?:zero|u?random|full)$/
const DIGESTS = /^(?:g?(?:md5|sha\d+|b2|ck)sum|sum|shasum|md5|xxhsum|b3sum|gzip|bzip2|xz|zstd|wc)$/

/** Reads or prints without end, and for nobody: it only keeps a processor busy. */
function neverEnds(program: string, args: readonly Word[], applied: Applied | undefined): boolean {
  const nowhere = applied?.stdout === 'elsewhere' && !applied.redirects.some((redirect) => redirect.writes)
  if (program === 'yes') return nowhere
  if (!args.some((word) => ENDLESS.test(show(word)))) return false
  if (program === 'cat') return nowhere
  if (program === 'cp') return true
  if (program === 'dd')
    return args.some((word) => show(word) === 'of=/dev/null') && !args.some((word) => show(word).startsWith('count='))
  return DIGESTS.test(program)
}

/** Prints without end into a file. */
function fillsDisk(program: string, args: readonly Word[], applied: Applied | undefined): boolean {
  if (applied?.stdout !== 'elsewhere' || !applied.redirects.some((redirect) => redirect.writes)) return false
  // More than any output needs: `head -c 100G`.
  if (program === 'head') return args.some((word) => /^(?:-c|--bytes=)?(?:\d{2,}G|\d+[TPE])i?B?$/.test(show(word)))
  return program === 'yes' || (program === 'cat' && args.some((word) => ENDLESS.test(show(word))))
}

function recordReverseShell(context: ProgramContext, address: string): void {
  context.record({ does: 'open-door', what: 'reverse-shell', address: address.replace('/', ':') })
}

const PLACEHOLDER: SimpleCommand = {
  text: '',
  words: [],
  assignments: [],
  redirects: [],
  via: [],
  cwd: { kind: 'unknown', source: '' },
}
const NO_NAMES: readonly string[] = []
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'csh', 'tcsh'])

/** Directories whose programs are what their names say. */
const SYSTEM_DIRECTORY =
  /^(?:\/usr(?:\/local)?|\/opt\/homebrew|\/run\/current-system\/sw|\/opt\/local|\/snap)?\/s?bin\/[^/]+$|^\/usr\/libexec\/[^/]+$/

function runsFile(typed: Word): boolean {
  const prefix = knownPrefix(typed)
  if (typed.kind !== 'literal') return prefix.includes('/') && !SYSTEM_DIRECTORY.test(prefix)
  return prefix.includes('/') && !SYSTEM_DIRECTORY.test(prefix)
}

/** Lower-case base name without `.exe`; empty when it is not known. */
function programOf(typed: Word): string {
  if (typed.kind === 'literal')
    return baseName(typed.text)
      .toLowerCase()
      .replace(/\.exe$/, '')
  if (typed.kind === 'glob') return ''
  const last = typed.pieces.at(-1)
  const tail = last && 'known' in last ? last.known : ''
  return tail.includes('/') ? baseName(tail).toLowerCase() : ''
}

/** Programs whose output depends on their arguments alone. */
const PRINTS_ARGUMENTS: ReadonlySet<string> = new Set(['echo', 'printf', 'seq', 'basename', 'dirname'])

function constantOutput(scope: Scope, program: string, args: readonly Word[]): Stream | undefined {
  const reads = !PRINTS_ARGUMENTS.has(program)
  if (reads && scope.stdin.kind !== 'text') return undefined
  const input = scope.stdin.kind === 'text' ? scope.stdin.text : ''
  const texts: string[] = []
  for (const arg of args) {
    if (arg.kind !== 'literal') return undefined
    texts.push(arg.text)
  }
  const text = evaluateFilter(program, texts, input)
  return text === undefined ? undefined : { kind: 'text', text }
}

/** A function's body runs at the call, with the call's arguments. */
function callFunction(
  scope: Scope,
  name: string,
  defined: DefinedFunction,
  args: readonly Word[],
  index: number,
): Stream {
  defined.called = true
  if (scope.frame.calling.includes(name)) {
    if (scope.frame.forks) {
      scope.run.actions.push({
        does: 'change-system',
        deed: 'exhaust',
        target: 'processes',
        evidence: defined.source.slice(defined.node.pos, defined.node.end),
        where: scope.frame.where,
        elevated: scope.frame.elevated,
      })
    } else recordOpaque(scope, 'too-deep', `${name} calls itself`)
    return UNKNOWN
  }
  if (scope.frame.depth >= LIMITS.depth) {
    recordOpaque(scope, 'too-deep', name)
    return UNKNOWN
  }
  const before = scope.shell.positional
  scope.shell.positional = args
  const inner: Scope = {
    ...scope,
    source: defined.source,
    frame: {
      ...scope.frame,
      inside: index,
      depth: scope.frame.depth + 1,
      calling: [...scope.frame.calling, name],
      forks: false,
    },
  }
  const { body } = defined.node
  const output = body.type === 'CompoundList' ? scope.run.reader.list(inner, body) : scope.run.reader.node(inner, body)
  scope.shell.positional = before
  return output
}

/** Functions that are defined and never called may be called by whoever reads the script next: they are looked at too. */
export function lowerUncalled(scope: Scope): void {
  for (const [name, defined] of scope.shell.functions) {
    if (defined.called || !mayGoOn(scope)) continue
    defined.called = true
    const inner: Scope = {
      ...scope,
      shell: { ...scope.shell, positional: undefined },
      source: defined.source,
      frame: { ...scope.frame, depth: scope.frame.depth + 1, via: [...scope.frame.via, `${name}()`], calling: [name] },
    }
    const { body } = defined.node
    if (body.type === 'CompoundList') scope.run.reader.list(inner, body)
    else scope.run.reader.node(inner, body)
  }
}

function record(
  scope: Scope,
  reserved: number | undefined,
  text: string,
  words: readonly Word[],
  assigned: readonly Assigned[],
  applied: Applied | undefined,
): number {
  const command: SimpleCommand = {
    text,
    words,
    assignments: assigned.map(({ name, value }) => ({
      name,
      value: value.kind === 'array' ? (value.items[0] ?? literal('')) : value,
    })),
    redirects: applied?.redirects ?? [],
    via: scope.frame.via,
    cwd: scope.shell.cwd,
    ...(scope.frame.inside === undefined ? {} : { inside: scope.frame.inside }),
  }
  if (reserved === undefined) return scope.run.commands.push(command) - 1
  scope.run.commands[reserved] = command
  return reserved
}

const MOST_ITEMS = 1024

function readAssignment(scope: Scope, node: Assignment): Assigned {
  const before = scope.shell.variables.get(node.name)
  const { value } = node
  if (value.type === 'ArrayValue') {
    const items = expandWords(scope, value.elements)
    const old = before?.kind === 'array' ? before.items : before ? [before] : []
    const all = node.append ? [...old, ...items] : items
    if (all.length > MOST_ITEMS) return { name: node.name, value: dynamic(node.name, 'variable') }
    return { name: node.name, value: { kind: 'array', items: all } }
  }
  const word = expandJoined(scope, value, 'assignment')
  if (node.index) return { name: node.name, value: indexed(scope, before, node.index, word) }
  if (!node.append) return { name: node.name, value: word }
  const old = before?.kind === 'array' ? before.items[0] : before
  if (!old)
    return {
      name: node.name,
      value: { kind: 'dynamic', source: node.text, pieces: [{ unknown: `$${node.name}`, from: 'variable' }] },
    }
  const fields = new Fields(node.text, undefined)
  fields.value(old, true)
  fields.value(word, true)
  fields.next()
  return { name: node.name, value: fields.words[0] ?? literal('') }
}

function indexed(scope: Scope, before: Value | undefined, index: Written, word: Word): Value {
  const at = Number(textOf(expandJoined(scope, index)))
  const items = before?.kind === 'array' ? [...before.items] : before ? [before] : []
  if (!Number.isInteger(at) || at < 0 || at > 1000)
    return { kind: 'dynamic', source: index.text, pieces: [{ unknown: index.text, from: 'variable' }] }
  while (items.length < at) items.push(literal(''))
  items[at] = word
  return { kind: 'array', items }
}

/** `export X=…` as the argument it also is. */
function asArgument({ name, value }: Assigned): Word {
  if (value.kind === 'array') return literal(`${name}=(${value.items.map(show).join(' ')})`)
  if (value.kind === 'literal') return literal(`${name}=${value.text}`)
  const pieces = value.kind === 'dynamic' ? value.pieces : [{ known: value.pattern }]
  return { kind: 'dynamic', source: `${name}=${show(value)}`, pieces: [{ known: `${name}=` }, ...pieces] }
}

function environmentFor(scope: Scope, assigned: readonly Assigned[]): ReadonlyMap<string, Word> {
  if (assigned.length === 0 && scope.shell.exported.size === 0) return scope.frame.environment
  const environment = new Map(scope.frame.environment)
  for (const name of scope.shell.exported) {
    const value = scope.shell.variables.get(name)
    if (value && value.kind !== 'array') environment.set(name, value)
  }
  for (const { name, value } of assigned) if (value.kind !== 'array') environment.set(name, value)
  return environment
}

function evidenceOf(scope: Scope, node: Command): string {
  return scope.source.slice(node.pos, node.end)
}
