import type { ProgramContext, Program } from '../shell/programs/program.ts'
import { programNamed } from '../shell/programs/index.ts'
import { show } from '../word.ts'
import { merged } from './compile.ts'
import { type Entries, type Entry, slotsOf, type Value } from './entry.ts'
import { isInert, type Role } from './roles.ts'
import { walk, withLike } from './walk.ts'

/** Programs that settings describe. */
export interface DescribedPrograms {
  /** By owners and trusted workspaces: they add programs, and options of known ones. */
  readonly known?: Entries
  /** By projects that nobody called trusted: they only add effects. */
  readonly stricter?: readonly StricterEntries[]
}

export type StricterEntries = Readonly<Record<string, StricterEntry>>

/** A role that has an effect: a project that is not trusted cannot call anything text or a flag. */
type EffectfulRole = Exclude<Role, 'flag' | 'text' | 'number'>
export type StricterValue = EffectfulRole | `${EffectfulRole}?` | `${EffectfulRole}…`

/** What such a project may say about a program: nothing that makes less of it. */
export interface StricterEntry {
  readonly effects?: readonly string[]
  readonly when?: Readonly<Record<string, readonly string[]>>
  readonly options?: Readonly<Record<string, StricterValue>>
  readonly operands?: StricterValue
  readonly variables?: Readonly<Record<string, StricterValue>>
}

/** The part of an entry that only adds effects, and what of it was set aside. */
export function stricterPart(entry: Entry): { readonly part: StricterEntry; readonly aside: readonly string[] } {
  const aside: string[] = Object.keys(entry).filter(
    (key) => !['effects', 'when', 'options', 'operands', 'variables', 'examples'].includes(key),
  )
  const effectful = (values: Readonly<Record<string, Value>> | undefined, where: string) =>
    Object.fromEntries(
      Object.entries(values ?? {}).filter((pair): pair is [string, StricterValue] => {
        const isEffectful = isStricter(pair[1])
        if (!isEffectful) aside.push(`${where}.${pair[0]}`)
        return isEffectful
      }),
    )
  const operands = typeof entry.operands === 'string' ? entry.operands : undefined
  if (entry.operands !== undefined && (operands === undefined || !isStricter(operands))) aside.push('operands')
  return {
    part: {
      ...(entry.effects ? { effects: entry.effects } : {}),
      ...(entry.when ? { when: entry.when } : {}),
      options: effectful(entry.options, 'options'),
      variables: effectful(entry.variables, 'variables'),
      ...(operands !== undefined && isStricter(operands) ? { operands } : {}),
    },
    aside,
  }
}

function isStricter(value: Value): value is StricterValue {
  if (typeof value !== 'string') return false
  const slots = slotsOf(value)
  return slots.length === 1 && slots[0]!.roles.length === 1 && !isInert(slots[0]!.roles[0]!)
}

const made = new WeakMap<DescribedPrograms, ReadonlyMap<string, Program>>()

/** The programs that settings describe, by name. Made once per settings. */
export function programsFrom(described: DescribedPrograms): ReadonlyMap<string, Program> {
  const before = made.get(described)
  if (before) return before
  const programs = new Map<string, Program>()
  for (const [names, entry] of Object.entries(described.known ?? {}))
    for (const name of names.split(' ')) programs.set(name, knownProgram(name, entry, described.known!))
  for (const entries of described.stricter ?? [])
    for (const [names, entry] of Object.entries(entries))
      for (const name of names.split(' '))
        programs.set(name, stricterProgram(name, entry, programs.get(name) ?? programNamed(name)))
  made.set(described, programs)
  return programs
}

/** A program of its own, or a known one with what the settings add. To one that is code, effects are added. */
function knownProgram(name: string, entry: Entry, entries: Entries): Program {
  const builtIn = programNamed(name)
  if (builtIn !== undefined && builtIn.entry === undefined) return stricterProgram(name, entry, builtIn)
  if (entry.like !== undefined && likeProblem(name, entry.like, entries) !== undefined)
    return { names: [name], means: (context) => context.opaque('unknown-program', name) }
  const own = withLike(entry, withoutItself(entries, name), entryNamed)
  const whole = builtIn?.entry ? merged(own, withLike(builtIn.entry, {}, entryNamed)) : own
  return { names: [name], means: (context) => walk(context, whole, context.invocation.args), entry: whole }
}

/** Why an entry cannot be like another one. */
export function likeProblem(name: string, like: string, entries: Entries): string | undefined {
  const others = withoutItself(entries, name)
  const isGiven = Object.keys(others).some((names) => names.split(' ').includes(like))
  if (!isGiven && programNamed(like) === undefined) return `there is no program \`${like}\``
  if (!isGiven && entryNamed(like) === undefined)
    return `\`${like}\` has a language of its own, which no other program can take over`
  try {
    withLike({ like }, others, entryNamed)
    return undefined
  } catch {
    return `\`${like}\` is like ${name} itself`
  }
}

/** `like` of an entry's own name is the built-in one. */
function withoutItself(entries: Entries, name: string): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([names]) => !names.split(' ').includes(name)))
}

export function entryNamed(name: string): Entry | undefined {
  return programNamed(name)?.entry
}

/** What was known stays; the effects of the entry come on top. */
function stricterProgram(name: string, entry: Entry, before: Program | undefined): Program {
  return {
    names: [name],
    means: (context) => {
      if (before) before.means(context)
      else context.opaque('unknown-program', name)
      walk(onlyAdding(context), entry, context.invocation.args)
    },
    ...(before?.entry ? { entry: before.entry } : {}),
  }
}

/**
 * What the entry does not know was read by the program's own meaning. It only adds: what it claims is written or run is
 * told, and changes nothing that is remembered about files, so that no claim can hide what really stands in one.
 */
function onlyAdding(context: ProgramContext): ProgramContext {
  const unread = (text: string): void => context.opaque('unreadable-code', text)
  return {
    ...context,
    puts: () => {},
    writes: (word, how) =>
      context.record({ does: 'write-file', place: context.place(word), how, content: { kind: 'unknown' } }),
    runs: (words) => unread(words.map(show).join(' ')),
    code: (_, text) => unread(show(text)),
    file: (script, language = 'other') =>
      context.record({ does: 'run-code', language, origin: 'file', place: context.place(script), seenThrough: false }),
    project: () => unread('the code of a project'),
    stdinAsCode: () => unread('standard input'),
    opaque: (because, text) => {
      if (!/^unknown (?:option|operand|value|options) /.test(text ?? '')) context.opaque(because, text)
    },
  }
}
