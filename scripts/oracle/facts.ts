import type { ValueKind } from '../../src/call/programs/help-text.ts'

/** What others tell about a program's options: facts only, none of their words. */
export interface Facts {
  readonly name: string
  readonly sources: readonly string[]
  readonly flags: readonly string[]
  readonly valued: Readonly<Record<string, ValueKind>>
  /** A value only when it is attached, or none at all. They stand in `flags` too. */
  readonly optionalValue: readonly string[]
  readonly subcommands?: Readonly<Record<string, Facts>>
  /** Spellings that one source calls a flag and another one valued: look it up. */
  readonly disputed?: readonly string[]
}

export const nothing = (name: string): Facts => ({ name, sources: [], flags: [], valued: {}, optionalValue: [] })

/** What two sources tell, taken together: whoever saw a value is believed, and the dispute is noted. */
export function together(one: Facts, other: Facts): Facts {
  const valued: Record<string, ValueKind> = { ...one.valued }
  for (const [spelling, kind] of Object.entries(other.valued))
    if (valued[spelling] === undefined || valued[spelling] === 'value') valued[spelling] = kind
  const flags = [...new Set([...one.flags, ...other.flags])]
  const optional = new Set([...one.optionalValue, ...other.optionalValue])
  const disputed = new Set([
    ...(one.disputed ?? []),
    ...(other.disputed ?? []),
    ...flags.filter((flag) => valued[flag] !== undefined && !optional.has(flag)),
  ])
  const words = new Set([...Object.keys(one.subcommands ?? {}), ...Object.keys(other.subcommands ?? {})])
  const subcommands = Object.fromEntries(
    [...words].toSorted().map((word) => {
      const mine = one.subcommands?.[word]
      const theirs = other.subcommands?.[word]
      return [word, mine && theirs ? together(mine, theirs) : (mine ?? theirs ?? nothing(word))]
    }),
  )
  return {
    name: one.name,
    sources: [...new Set([...one.sources, ...other.sources])],
    flags: flags.filter((flag) => valued[flag] === undefined || optional.has(flag)).toSorted(),
    valued: sorted(Object.fromEntries(Object.entries(valued).filter(([name]) => !optional.has(name)))),
    optionalValue: [...optional].toSorted(),
    ...(words.size > 0 ? { subcommands } : {}),
    ...(disputed.size > 0 ? { disputed: [...disputed].toSorted() } : {}),
  }
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
