import { joined, namesProduction, shown } from '../shell/programs/facts.ts'
import { optionsAreRead } from '../shell/programs/read-options.ts'
import { runsProject, textAt } from '../shell/programs/project.ts'
import type { ProgramContext, Program, Started } from '../shell/programs/program.ts'
import { rest } from '../shell/options.ts'
import { NOTHING, UNKNOWN } from '../shell/stream.ts'
import { knownPrefix, literal, show, textOf, type Word } from '../word.ts'
import { type Arguments, readClosed } from './arguments.ts'
import { inheritedOptions, merged, optionsOf } from './compile.ts'
import { statedEffect } from './effects.ts'
import { installNamed, type InstallScope } from './install-named.ts'
import { type Entries, type Entry, slotsOf, spellingsOf, type Value } from './entry.ts'
import type { Role } from './roles.ts'
import { based, recordRole, recordValue, type EntryRun } from './record-role.ts'

/** The programs of a family. `like` names another entry of it, or one that `others` finds. */
export function family(entries: Entries, others: (name: string) => Entry | undefined = () => undefined): Program[] {
  return Object.entries(entries).map(([names, entry]) => {
    let whole: Entry | undefined
    return {
      names: names.split(' '),
      means: (context) => {
        whole ??= withLike(entry, entries, others)
        walk(context, whole, context.invocation.args)
      },
      entry,
    }
  })
}

/** The entry with what it takes over. An entry that is like itself, or like nothing, is a mistake of its author. */
export function withLike(
  entry: Entry,
  entries: Entries,
  others: (name: string) => Entry | undefined = () => undefined,
  depth = 0,
): Entry {
  if (entry.like === undefined) return entry
  const { like, ...own } = entry
  const found = Object.entries(entries).find(([names]) => names.split(' ').includes(like))?.[1] ?? others(like)
  if (found === undefined || depth > 8) throw new Error(`an entry is like ${like}, which is not known`)
  return merged(own, withLike(found, entries, others, depth + 1))
}

/** Tells the effects of an invocation of the program that the entry describes. */
export function walk(
  context: ProgramContext,
  entry: Entry,
  args: readonly Word[],
  program = context.invocation.program,
): void {
  const entryRun: EntryRun = { context, program, language: entry.language }
  const read = closed(context, entry, args, program)
  const form = Object.entries(entry.forms ?? {}).find(([key]) => read.has(...spellingsOf(key)))?.[1]
  if (form) recordEntry(entryRun, { ...form, ...inheritedOptions(form, entry) }, read)
  else if (read.operands.length === 0 && entry.bare)
    recordEntry(entryRun, { ...entry.bare, ...inheritedOptions(entry.bare, entry) }, read)
  else if (entry.subcommands && (entry.operands === undefined || subcommandOf(entry, textOf(read.operands[0])))) {
    recordOptions(entryRun, entry, read)
    walkSubcommand(entryRun, entry, read)
  } else recordEntry(entryRun, entry, read)
}

/**
 * Reads arguments by the options of an entry, and says of each that is not written down that it is not understood. For
 * programs with a language of their own, which have code beside the same entry.
 */
export function closed(
  context: ProgramContext,
  entry: Entry,
  args: readonly Word[],
  program = context.invocation.program,
): Arguments {
  const read = readBy(context, entry, args)
  for (const option of read.unknown) unknownOption(context, option, program)
  return read
}

function readBy(context: ProgramContext, entry: Entry, args: readonly Word[]): Arguments {
  optionsAreRead(context)
  return readClosed(entry.responseFiles ? withResponses(context, args) : args, {
    options: optionsOf(entry),
    style: entry.style ?? 'gnu',
    abbreviations: entry.abbreviations ?? false,
    stopAtOperand:
      entry.stopAtOperand ??
      (entry.rest !== undefined || (entry.subcommands !== undefined && entry.operands === undefined)),
  })
}

/**
 * The same, and records what the options given do: for programs whose operands need code. `handed on`: what is not
 * written down goes to what it starts, as with `npm test --watch`.
 */
export function followed(
  context: ProgramContext,
  entry: Entry,
  args: readonly Word[],
  program = context.invocation.program,
  unknown: 'not understood' | 'handed on' = 'not understood',
): Arguments {
  const read = unknown === 'handed on' ? readBy(context, entry, args) : closed(context, entry, args, program)
  const entryRun: EntryRun = { context, program, language: entry.language }
  recordOptions(entryRun, entry, read)
  recordVariables(entryRun, entry)
  return read
}

export function unknownOption(context: ProgramContext, option: string, program = context.invocation.program): void {
  context.opaque('unknown-option', `unknown option \`${option}\` of ${program}`)
}

function recordEntry(entryRun: EntryRun, entry: Entry, read: Arguments): void {
  const { context } = entryRun
  const directory = directoryOf(read)
  const inner: EntryRun = directory === undefined ? entryRun : { ...entryRun, base: directory }
  recordOptions(inner, entry, read)
  recordVariables(inner, entry)
  for (const line of entry.effects ?? []) recordEffect(inner, line, read)
  if (entry.project)
    runsProject(
      context,
      entry.project,
      entry.language,
      directory === undefined ? context.invocation.cwd : context.place(directory),
    )
  const sources = recordOperands(inner, entry, read)
  if (entry.stdin === 'code' && read.operands.length === 0) {
    if (context.invocation.stdin.kind === 'nothing') context.opaque('interactive')
    else context.stdinAsCode(entry.language ?? 'other')
  }
  if (entry.prints === 'nothing') context.puts(NOTHING)
  else if (entry.prints === 'network') context.puts({ kind: 'network', host: '' })
  else if (entry.prints === 'input')
    context.puts(
      sources.length > 0
        ? { kind: 'file', places: sources.map((word) => context.place(word)) }
        : context.invocation.stdin.kind === 'text'
          ? UNKNOWN
          : context.invocation.stdin,
    )
}

function walkSubcommand(entryRun: EntryRun, entry: Entry, read: Arguments): void {
  const { context, program } = entryRun
  const [first, second] = read.operands.map((word) => textOf(word))
  // It prints its usage.
  if (read.operands.length === 0) return
  const found = subcommandOf(entry, `${first} ${second}`) ?? subcommandOf(entry, first)
  if (found === undefined || first === undefined) {
    const typed = show(read.operands[0]!)
    context.opaque('unknown-subcommand', `unknown subcommand \`${typed}\` of ${program}`)
    return
  }
  const { name, entry: inner } = found
  const whole = { ...inner, ...inheritedOptions(inner, entry), ...(entry.style ? { style: entry.style } : {}) }
  walk(context, inherited(whole, entry), read.operands.slice(name.split(' ').length), `${program} ${name}`)
}

const subcommands = new WeakMap<Entry, ReadonlyMap<string, Entry>>()

function subcommandOf(
  entry: Entry,
  name: string | undefined,
): { readonly name: string; readonly entry: Entry } | undefined {
  let known = subcommands.get(entry)
  if (known === undefined) {
    known = new Map(
      Object.entries(entry.subcommands ?? {}).flatMap(([names, inner]) => {
        const one: Entry = typeof inner === 'string' ? { effects: inner.split(', '), operands: 'text' } : inner
        return names.split(', ').map((each) => [each, one] as const)
      }),
    )
    subcommands.set(entry, known)
  }
  const found = name === undefined ? undefined : known.get(name)
  return found === undefined ? undefined : { name: name!, entry: found }
}

/** What a subcommand shares with its program unless it says otherwise. */
function inherited(inner: Entry, outer: Entry): Entry {
  return {
    ...(outer.language ? { language: outer.language } : {}),
    ...(outer.abbreviations ? { abbreviations: true } : {}),
    ...(outer.responseFiles ? { responseFiles: true } : {}),
    ...(outer.variables ? { variables: outer.variables } : {}),
    ...inner,
  }
}

function directoryOf(read: Arguments): Word | undefined {
  const given = read.given.findLast(({ option }) => option.value === 'change-directory')
  return given?.values[0]
}

function recordOptions(entryRun: EntryRun, entry: Entry, read: Arguments): void {
  for (const { name, option, values } of read.given) {
    if (option.slots.some(({ roles }) => roles.includes('opaque')))
      unknownOption(entryRun.context, name, entryRun.program)
    for (const [index, word] of values.entries()) {
      const slot = option.slots[Math.min(index, option.slots.length - 1)]
      const value = typeof option.value === 'string' && slot ? slot.roles.join(' | ') : option.value
      if (value !== 'opaque')
        recordValue(value === 'change-directory' ? withoutBase(entryRun) : entryRun, value, word, `\`${name}\``)
    }
    for (const [key, lines] of Object.entries(entry.when ?? {}))
      if (spellingsOf(key).includes(name)) for (const line of lines) recordEffect(entryRun, line, read)
  }
}

function withoutBase({ context, program, language }: EntryRun): EntryRun {
  return { context, program, language }
}

function recordVariables(entryRun: EntryRun, entry: Entry): void {
  for (const [name, value] of Object.entries(entry.variables ?? {})) {
    const word = entryRun.context.invocation.environment.get(name)
    if (word) recordValue(entryRun, value, word, `\`${name}\``)
  }
}

function recordEffect(entryRun: EntryRun, line: string, read: Arguments): void {
  const { operands } = read
  const { context, program } = entryRun
  const { args } = context.invocation
  const installed = /^install (\S+) named(?: (project|user|system))?$/.exec(line)
  if (installed) {
    installNamed(context, installed[1]!, operands, (installed[2] ?? 'project') as InstallScope, registryOf(read))
    return
  }
  const target = operands.length > 0 ? shown(operands) : shown(args)
  const effect = statedEffect(line, { target: target === '' ? program : target, production: namesProduction(args) })
  if ('problem' in effect) throw new Error(`${program}: ${line}: ${effect.problem}`)
  if ('recorded' in effect) context.record(effect.recorded)
  else recordRole(entryRun, effect.role as Role, literal(effect.path))
}

/** The registry that an option names in the place of the usual one. */
function registryOf(read: Arguments): Word | undefined {
  return read.given.find(({ option }) => option.slots.some(({ roles }) => roles.includes('registry')))?.values[0]
}

/** Tells what the operands are; the words that were read. */
function recordOperands(entryRun: EntryRun, entry: Entry, read: Arguments): readonly Word[] {
  const { context, program } = entryRun
  const operands = read.operands.length === 0 && entry.default !== undefined ? [literal(entry.default)] : read.operands
  const edits = entry.inPlace !== undefined && read.has(...spellingsOf(entry.inPlace))
  const written = operandValues(entry)
  const sources: Word[] = []
  for (const [index, word] of operands.entries()) {
    if (entry.rest !== undefined && index >= written.length) {
      recordRest(entryRun, entry, operands.slice(index), read)
      return sources
    }
    const value = index > 0 && index === operands.length - 1 && entry.last ? entry.last : valueAt(written, index)
    if (value === undefined) {
      context.opaque('unknown-option', `unknown operand \`${show(word)}\` of ${program}`)
      continue
    }
    if (value === 'command') {
      context.runs(operands.slice(index), started(entryRun, entry, read))
      return sources
    }
    recordValue(entryRun, value, word, 'an operand')
    if (value === 'read') sources.push(based(entryRun, word))
    if (edits && /^read(?:-tree)?$/.test(String(value))) recordRole(entryRun, 'edit', word)
  }
  return sources
}

function recordRest(entryRun: EntryRun, entry: Entry, words: readonly Word[], read: Arguments): void {
  if (entry.rest === 'command') entryRun.context.runs(words, started(entryRun, entry, read))
  else if (entry.rest === 'shell') entryRun.context.code('shell', joined(words), started(entryRun, entry, read))
}

function started({ context, program, base }: EntryRun, entry: Entry, read: Arguments): Started {
  const environment = variablesFrom(read)
  return {
    via: program,
    ...(environment.size > 0 ? { environment } : {}),
    ...(entry.elevates ? { elevated: true } : {}),
    ...(base === undefined ? {} : { cwd: context.place(base) }),
  }
}

/** `-E LD_PRELOAD=x`: what it starts gets it. */
function variablesFrom(read: Arguments): ReadonlyMap<string, Word> {
  const found = new Map<string, Word>()
  for (const { option, values } of read.given) {
    if (option.value !== 'variable') continue
    for (const word of values) {
      const name = /^([A-Za-z_]\w*)=/.exec(knownPrefix(word))
      if (name) found.set(name[1]!, rest(word, name[0].length))
    }
  }
  return found
}

/** The operands of an entry, each with its value; the one that repeats is the last and ends in `…`. */
function operandValues(entry: Entry): readonly Value[] {
  const { operands } = entry
  if (operands === undefined) return []
  if (Array.isArray(operands)) return operands as readonly Value[]
  return [typeof operands === 'string' ? `${operands.replace(/…$/, '')}…` : (operands as Value)]
}

function valueAt(values: readonly Value[], index: number): Value | undefined {
  const value = values[Math.min(index, values.length - 1)]
  if (typeof value !== 'string') return index < values.length || typeof values.at(-1) === 'object' ? value : undefined
  const slot = slotsOf(value)[0]!
  return index < values.length || slot.repeats ? slot.roles.join(' | ') : undefined
}

/** `@file` stands for the words in it. One that cannot be read now may hold any option. */
function withResponses(context: ProgramContext, args: readonly Word[]): readonly Word[] {
  return args.flatMap((word) => {
    const text = textOf(word)
    if (text === undefined || !/^@./.test(text)) return [word]
    const file = literal(text.slice(1))
    context.reads(file)
    const content = textAt(context, context.place(file))
    if (content === undefined || /["'\\]/.test(content)) {
      context.opaque('unknown-option', `unknown options in \`${text}\` of ${context.invocation.program}`)
      return []
    }
    return content
      .split(/\s+/)
      .filter(Boolean)
      .map((each) => literal(each))
  })
}
