import type { Language } from '../../action.ts'
import { knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, type ReadArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { NOTHING, type Stream, UNKNOWN } from '../stream.ts'
import { isOwn, isUrl, runsProject } from './project.ts'
import type { ProgramContext, Program, EffectDraft } from './program.ts'
import { standsIn } from './stand-ins.ts'

/**
 * What an option's value or an operand is. Most programs are a row of such roles; only programs with a language of
 * their own (find, git, tar …) need code.
 */
export type Role =
  /** An option without a value. */
  | 'flag'
  /** Text that names nothing on the machine: a pattern, a number, a format. */
  | 'text'
  /** The same, only when attached: `--color=auto`, `-i.bak`. */
  | 'attached'
  | 'read'
  | 'read-tree'
  | 'names'
  | 'write'
  | 'append'
  | 'edit'
  | 'directory'
  | 'delete'
  | 'delete-tree'
  /** A URL or host that is read from. */
  | 'fetch'
  /** A URL or host that is sent to. */
  | 'send'
  | 'lookup'
  /** A file, or a URL that is read from. */
  | 'source'
  /** A file, or a URL that is sent to. */
  | 'sink'
  /** One word that is a shell command. */
  | 'shell'
  /** One word that is a program to start. */
  | 'program'
  /** A program for paging; `never` and `cat` are none. */
  | 'pager'
  /** This word and all that follow are a command. */
  | 'command'
  /** A script file in the program's language. */
  | 'script'
  /** Settings that may hold code: the project's own are read, any other is executed. */
  | 'config'
  /** One word of code in a language nobody here reads. */
  | 'code'
  /** A directory whose code is run when it lies outside the project. */
  | 'elsewhere'
  /** It changes what the program does in a way we do not follow. */
  | 'opaque'

export interface Row {
  readonly names: readonly string[]
  /** Options that matter. Spellings of one option share a key: `-o, --output`. Unlisted options are flags. */
  readonly options?: Readonly<Record<string, Role>>
  /** Roles of the operands in order; the last one repeats. Default: `text`. */
  readonly operands?: Role | readonly Role[]
  /** The last operand has this role instead (cp, mv, ln, install). */
  readonly lastOperand?: Role
  /** Deeds of every invocation. */
  readonly does?: readonly EffectDraft[]
  /** Options that take two values, with the role of the second: jq's `--arg name value`. */
  readonly pairs?: Readonly<Record<string, Role>>
  /** With one of these options the operands that are read are edited in place: `--fix`, `-i`. */
  readonly inPlace?: string
  /** What it works on when there is no operand. */
  readonly otherwise?: string
  /** It runs the code of the project; these of its files are executed. See `runsProject`. */
  readonly project?: readonly string[]
  /** The language of `project` files and of scripts. */
  readonly language?: Language
  /** Extra deeds when one of these options is present. */
  readonly when?: Readonly<Record<string, readonly EffectDraft[]>>
  /** Subcommands, by one or two words (`remote add`). With `subcommands`, an unlisted one is opaque. */
  readonly subcommands?: Readonly<Record<string, Omit<Row, 'names'>>>
  /** Reads standard input and passes on what it read, changed or not: filters. */
  readonly filter?: boolean
  readonly style?: 'gnu' | 'single-dash'
  readonly stopAtOperand?: boolean
  /** What it prints; default: what it read for filters, else unknown. */
  readonly puts?: Stream
}

/** One role for many spellings: `...are('text', '-n --lines -c')`. */
export function are(role: Role, names: string): Readonly<Record<string, Role>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, role]))
}

/** Waits for a person at a terminal, where anything can be typed. */
export const INTERACTIVE: EffectDraft = { does: 'something-opaque', text: 'waits for a person', because: 'interactive' }

/** Programs of one row each, by their names in one string. */
export function rows(table: Readonly<Record<string, Omit<Row, 'names'>>>): readonly Program[] {
  return Object.entries(table).map(([names, row]) => tabled({ names: names.split(' '), ...row }))
}

/** A program from its row. */
export function tabled(row: Row): Program {
  return { names: row.names, means: (context) => walk(context, row, context.invocation.args) }
}

/** Tells the deeds of a row. Exported so that a program with code of its own can use rows for its ordinary parts. */
export function walk(context: ProgramContext, row: Omit<Row, 'names'>, args: readonly Word[]): void {
  const roles = rolesOf(row)
  const read = readOptions(context, withoutPairs(context, row, args), {
    arity: arityOf(roles),
    style: row.style ?? 'gnu',
    ...(row.stopAtOperand || row.subcommands ? { stopAtOperand: true } : {}),
  })
  recordOptions(context, row, roles, read)
  if (row.subcommands) {
    walkSubcommand(context, row.subcommands, read)
    return
  }
  for (const recorded of row.does ?? []) context.record(recorded)
  if (row.project) runsProject(context, row.project, row.language)
  const edits = row.inPlace !== undefined && read.has(...spellings(row.inPlace))
  const operandRoles = typeof row.operands === 'string' ? [row.operands] : (row.operands ?? ['text'])
  const sources: Word[] = []
  const operands = read.operands.length === 0 && row.otherwise !== undefined ? [literal(row.otherwise)] : read.operands
  for (const [index, word] of operands.entries()) {
    const last = index === operands.length - 1
    const role =
      last && index > 0 && row.lastOperand ? row.lastOperand : operandRoles[Math.min(index, operandRoles.length - 1)]!
    if (role === 'command') {
      context.runs(operands.slice(index), { via: context.invocation.program })
      break
    }
    if (role === 'read') sources.push(word)
    recordRole(context, role, word)
    if (edits && (role === 'read' || role === 'read-tree')) recordRole(context, 'edit', word)
  }
  if (row.puts) context.puts(row.puts)
  else if (row.filter)
    context.puts(
      sources.length > 0
        ? { kind: 'file', places: sources.map((word) => context.place(word)) }
        : passedOn(context.invocation.stdin),
    )
}

/** A filter's output comes from its input, but is no longer the same text. */
function passedOn(stdin: Stream): Stream {
  return stdin.kind === 'text' ? UNKNOWN : stdin
}

/** Takes out the options with two values, which getopt does not know, and tells what their second value is. */
function withoutPairs(context: ProgramContext, row: Omit<Row, 'names'>, args: readonly Word[]): readonly Word[] {
  const pairs = Object.entries(row.pairs ?? {})
  if (pairs.length === 0) return args
  const left: Word[] = []
  for (let index = 0; index < args.length; index++) {
    const text = textOf(args[index])
    const role = pairs.find(([names]) => text !== undefined && spellings(names).includes(text))?.[1]
    if (!role) left.push(args[index]!)
    else {
      const value = args[index + 2]
      if (value) recordRole(context, role, value)
      index += 2
    }
  }
  return left
}

function walkSubcommand(
  context: ProgramContext,
  subcommands: NonNullable<Row['subcommands']>,
  read: ReadArguments,
): void {
  const [first, second] = read.operands.map((word) => textOf(word) ?? '')
  if (first === undefined) {
    context.puts(NOTHING)
    return
  }
  const pair = second === undefined ? undefined : subcommands[`${first} ${second}`]
  const row = pair ?? subcommands[first]
  if (!row) context.opaque('unknown-subcommand', `${context.invocation.program} ${show(read.operands[0]!)}`)
  else walk(context, row, read.operands.slice(pair ? 2 : 1))
}

function recordOptions(
  context: ProgramContext,
  row: Omit<Row, 'names'>,
  roles: ReadonlyMap<string, Role>,
  read: ReadArguments,
): void {
  for (const option of read.given) {
    const role = roles.get(option.name)
    if (role && option.value) recordRole(context, role, option.value)
    else if (role === 'opaque') context.opaque('unknown-option', `${context.invocation.program} ${option.name}`)
    for (const [names, tolds] of Object.entries(row.when ?? {})) {
      if (spellings(names).includes(option.name)) for (const recorded of tolds) context.record(recorded)
    }
  }
}

/** Tells what one word amounts to in its role. */
export function recordRole(context: ProgramContext, role: Role, word: Word): void {
  const { program } = context.invocation
  const dash = textOf(word) === '-'
  switch (role) {
    case 'flag':
    case 'text':
    case 'attached':
      return
    case 'read':
      if (!dash) context.reads(word)
      return
    case 'read-tree':
      if (!dash) context.reads(word, 'content', { recursive: true })
      return
    case 'names':
      context.reads(word, 'names')
      return
    case 'write':
      if (!dash) context.writes(word, 'overwrite')
      return
    case 'append':
      if (!dash) context.writes(word, 'append')
      return
    case 'edit':
      context.writes(word, 'edit')
      return
    case 'directory':
      context.writes(word, 'directory')
      return
    case 'delete':
      context.deletes(word)
      return
    case 'delete-tree':
      context.deletes(word, { recursive: true })
      return
    case 'fetch':
      context.contacts(word, 'fetch')
      return
    case 'send':
      // A database in a file is no host.
      if (!/^(?:sqlite3?|duckdb|file):/i.test(knownPrefix(word))) context.contacts(word, 'upload', 'data')
      return
    case 'lookup':
      context.contacts(word, 'lookup')
      return
    case 'source':
      if (isUrl(word)) context.contacts(word, 'fetch')
      else if (!dash) context.reads(word)
      return
    case 'sink':
      if (isUrl(word)) context.contacts(word, 'upload', 'data')
      else if (!dash) context.writes(word, 'overwrite')
      return
    case 'shell':
      context.code('shell', word, { via: program })
      return
    case 'pager':
      if (!/^(never|cat|less)?$/.test(textOf(word) ?? '?')) standsIn(context, word, `${program} pager`)
      return
    case 'program':
      context.runs([word], { via: program })
      return
    case 'command':
      context.runs([word], { via: program, moreArguments: true })
      return
    case 'script':
      context.file(word)
      return
    case 'config':
      if (isUrl(word)) context.file(word, 'other')
      else if (isOwn(context, context.place(word)) && !context.written(context.place(word))) context.reads(word)
      else context.file(word, 'other')
      return
    case 'elsewhere':
      if (/^[/~]/.test(knownPrefix(word)) && !isOwn(context, context.place(word)))
        runsProject(context, [], 'other', context.place(word))
      return
    case 'code':
      context.code('other', word, { via: program })
      return
    case 'opaque':
      context.opaque('unknown-option', `${program} ${knownPrefix(word)}`)
      return
  }
}

const compiled = new WeakMap<object, ReadonlyMap<string, Role>>()

function rolesOf(row: Omit<Row, 'names'>): ReadonlyMap<string, Role> {
  const known = compiled.get(row)
  if (known) return known
  const roles = new Map<string, Role>()
  for (const [names, role] of Object.entries(row.options ?? {}))
    for (const name of spellings(names)) roles.set(name, role)
  for (const names of Object.keys(row.when ?? {}))
    for (const name of spellings(names)) if (!roles.has(name)) roles.set(name, 'flag')
  compiled.set(row, roles)
  return roles
}

const arities = new WeakMap<ReadonlyMap<string, Role>, ReadonlyMap<string, Arity>>()

function arityOf(roles: ReadonlyMap<string, Role>): ReadonlyMap<string, Arity> {
  const known = arities.get(roles)
  if (known) return known
  const arity = new Map<string, Arity>()
  for (const [name, role] of roles)
    arity.set(name, role === 'flag' || role === 'opaque' ? 'flag' : role === 'attached' ? 'optional' : 'value')
  arities.set(roles, arity)
  return arity
}

function spellings(names: string): readonly string[] {
  return names.split(', ')
}
