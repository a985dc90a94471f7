import { inheritedOptions, optionsOf, type Option } from '../../src/call/programs/compile.ts'
import type { Entry } from '../../src/call/programs/entry.ts'
import type { Facts } from './facts.ts'

/** Where an entry and the facts about its program differ, by spelling. */
export interface Difference {
  /** `docker`, `docker run`. */
  readonly words: string
  readonly told: number
  /** Not in the entry: such a call is not understood. */
  readonly leftOut: readonly string[]
  /** A flag in the entry, and it takes a value: the value would be read as an operand. */
  readonly valuedThere: readonly string[]
  /** It takes a value in the entry, and is a flag: an operand would be read as its value. */
  readonly flagThere: readonly string[]
}

/** One difference per entry, and per subcommand of it that is told about. */
export function differences(words: string, entry: Entry, facts: Facts): readonly Difference[] {
  const inner = Object.entries(entry.subcommands ?? {}).flatMap(([key, subcommand]) =>
    typeof subcommand === 'string'
      ? []
      : key.split(/, */).flatMap((name) => {
          const told = name.split(' ').reduce<Facts | undefined>((at, word) => at?.subcommands?.[word], facts)
          const whole = { ...subcommand, ...inheritedOptions(subcommand, entry) }
          return told === undefined ? [] : differences(`${words} ${name}`, whole, told)
        }),
  )
  return [difference(words, entry, facts), ...inner]
}

function difference(words: string, entry: Entry, facts: Facts): Difference {
  const { exact, beginnings, number } = optionsOf(entry)
  const find = (spelling: string): Option | undefined =>
    exact.get(spelling) ??
    (/^[-+]\d+$/.test(spelling) ? number : undefined) ??
    beginnings.find(([beginning]) => spelling.startsWith(beginning))?.[1] ??
    combined(spelling, exact)
  const disputed = new Set(facts.disputed)
  const optional = new Set(facts.optionalValue)
  const told = [...new Set([...facts.flags, ...Object.keys(facts.valued)])].filter((name) => !isFromProse(name))
  const accepts = (option: Option): boolean => option.slots.some((slot) => slot.optional || slot.repeats)
  return {
    words,
    told: told.length,
    leftOut: told.filter((spelling) => find(spelling) === undefined),
    valuedThere: told.filter((spelling) => {
      const option = find(spelling)
      return option?.slots.length === 0 && facts.valued[spelling] !== undefined && !disputed.has(spelling)
    }),
    flagThere: told.filter((spelling) => {
      const option = exact.get(spelling)
      if (option === undefined || option.slots.length === 0 || accepts(option)) return false
      return facts.valued[spelling] === undefined && !disputed.has(spelling) && !optional.has(spelling)
    }),
  }
}

/** `-ff` of a program with `-f`. */
function combined(spelling: string, exact: ReadonlyMap<string, Option>): Option | undefined {
  const letter = /^-(\w)\1+$/.exec(spelling)?.[1]
  return letter === undefined ? undefined : exact.get(`-${letter}`)
}

/** Numbers and placeholders that a text happens to show like an option. */
function isFromProse(spelling: string): boolean {
  return /^-\d|^-[A-Z]{3,}$|^--?$|^-[r-][w-][x-]/.test(spelling)
}
