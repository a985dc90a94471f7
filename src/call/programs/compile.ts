import { type Entry, type Slot, slotsOf, spellingsOf, type Value } from './entry.ts'

/** One option as it is looked up. */
export interface Option {
  /** The key it is written under. */
  readonly key: string
  readonly value: Value
  /** None: a flag. */
  readonly slots: readonly Slot[]
}

/** The options of an entry, by how they are spelled. */
export interface Options {
  readonly exact: ReadonlyMap<string, Option>
  /** `-Xmx*`, the longest first. */
  readonly beginnings: readonly (readonly [string, Option])[]
  /** `-#`. */
  readonly number: Option | undefined
  /** It has options that begin with `+`. */
  readonly plus: boolean
}

/** Asked for by every program, and answered with text: no program is known that does anything else with them. */
const EVERYWHERE = '--help --version'

const ONE: Slot = { roles: ['text'], optional: false, repeats: false }

export function slotsOfValue(value: Value): readonly Slot[] {
  if (typeof value !== 'string') return 'words' in value && value.optional ? [{ ...ONE, optional: true }] : [ONE]
  return value === 'flag' ? [] : slotsOf(value)
}

const compiled = new WeakMap<Entry, Options>()

export function optionsOf(entry: Entry): Options {
  const known = compiled.get(entry)
  if (known) return known
  const exact = new Map<string, Option>()
  const beginnings = new Map<string, Option>()
  let number: Option | undefined
  const put = (key: string, value: Value): void => {
    const option: Option = { key, value, slots: slotsOfValue(value) }
    for (const name of spellingsOf(key)) {
      if (name === '-#') number = option
      else if (name.endsWith('*')) beginnings.set(name.slice(0, -1), option)
      else exact.set(name, option)
    }
  }
  for (const flag of EVERYWHERE.split(' ')) put(flag, 'flag')
  for (const flag of spellingsOf(entry.flags ?? '')) put(flag, 'flag')
  for (const key of [...Object.keys(entry.when ?? {}), ...Object.keys(entry.forms ?? {})]) put(key, 'flag')
  if (entry.inPlace !== undefined) put(entry.inPlace, 'flag')
  for (const [key, value] of Object.entries(entry.options ?? {})) put(key, value)
  const options: Options = {
    exact,
    beginnings: [...beginnings].toSorted(([one], [other]) => other.length - one.length),
    number,
    plus: [...exact.keys(), ...beginnings.keys()].some((name) => name.startsWith('+')),
  }
  compiled.set(entry, options)
  return options
}

/** What an entry takes over from the one it is like: single options and flags, and whatever else it does not say itself. */
export function merged(entry: Entry, base: Entry): Entry {
  const { examples: _, ...inherited } = base
  return {
    ...inherited,
    ...entry,
    ...inheritedOptions(entry, base),
  }
}

/** A subcommand and a form accept the options of what they belong to. */
export function inheritedOptions(entry: Entry, base: Entry): Pick<Entry, 'options' | 'flags' | 'when'> {
  const written = new Set([...Object.keys(entry.options ?? {}).flatMap(spellingsOf), ...spellingsOf(entry.flags ?? '')])
  const options: Record<string, Value> = {}
  for (const [key, value] of Object.entries(base.options ?? {})) {
    const left = spellingsOf(key).filter((name) => !written.has(name))
    if (left.length > 0) options[left.join(', ')] = value
  }
  const flags = spellingsOf(base.flags ?? '').filter((name) => !written.has(name))
  return {
    options: { ...options, ...entry.options },
    flags: [...flags, ...spellingsOf(entry.flags ?? '')].join(' '),
    ...(base.when || entry.when ? { when: { ...base.when, ...entry.when } } : {}),
  }
}
