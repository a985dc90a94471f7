import { type Entry, slotsOf, spellingsOf, type Value } from './entry.ts'
import { isInert } from './roles.ts'

/** An entry with one thing taken out of it, which an example must notice. */
export interface Mutant {
  readonly without: string
  readonly entry: Entry
}

/** Every effect, role and rule of an entry, taken away one at a time: a role becomes text or a flag. */
export function mutantsOf(entry: Entry): readonly Mutant[] {
  return [
    ...optionMutants(entry),
    ...operandMutants(entry),
    ...Object.entries(entry.variables ?? {}).flatMap(([name, value]) =>
      weakened(value).map(({ without, value: weak }) => ({
        without: `variable ${name} ${without}`,
        entry: { ...entry, variables: { ...entry.variables, [name]: weak } },
      })),
    ),
    ...(entry.effects ?? []).map((effect) => ({
      without: `effect ${effect}`,
      entry: { ...entry, effects: entry.effects!.filter((one) => one !== effect) },
    })),
    ...Object.entries(entry.when ?? {}).flatMap(([key, effects]) =>
      effects.map((effect) => ({
        without: `${effect} with ${key}`,
        entry: { ...entry, when: { ...entry.when, [key]: effects.filter((one) => one !== effect) } },
      })),
    ),
    ...inPlaceMutants(entry),
    ...(['project', 'stdin', 'elevates', 'responseFiles'] as const).flatMap((field) =>
      entry[field] === undefined || entry[field] === 'data' ? [] : [{ without: field, entry: lacking(entry, field) }],
    ),
    ...nested(entry),
  ]
}

function lacking(entry: Entry, field: keyof Entry): Entry {
  const { [field]: _, ...others } = entry
  return others
}

/** Spellings that may be options of their own: an example of one says nothing about the others. */
function separately(key: string): readonly (readonly string[])[] {
  const all = spellingsOf(key)
  const long = all.filter((name) => name.startsWith('--'))
  const several = long.length > 0 ? long : all.filter((name) => name.length > 1)
  return several.length > 1 ? several.map((name) => [name]) : [all]
}

function optionMutants(entry: Entry): readonly Mutant[] {
  return Object.entries(entry.options ?? {}).flatMap(([key, value]) =>
    weakened(value).flatMap(({ without, value: weak }) =>
      separately(key).map((names) => {
        const { [key]: _, ...options } = entry.options!
        const left = spellingsOf(key).filter((name) => !names.includes(name))
        return {
          without: `${names.join(', ')} ${without}`,
          entry: {
            ...entry,
            options: { ...options, ...(left.length > 0 ? { [left.join(', ')]: value } : {}), [names.join(', ')]: weak },
          },
        }
      }),
    ),
  )
}

function operandMutants(entry: Entry): readonly Mutant[] {
  const { operands, last, rest } = entry
  const all: readonly Value[] = operands === undefined ? [] : Array.isArray(operands) ? operands : [operands as Value]
  return [
    ...all.flatMap((value, index) =>
      weakened(value).map(({ without, value: weak }) => ({
        without: `operand ${index + 1} ${without}`,
        entry: { ...entry, operands: Array.isArray(operands) ? all.toSpliced(index, 1, weak) : weak },
      })),
    ),
    ...(last === undefined
      ? []
      : weakened(last).map(({ without, value }) => ({
          without: `last operand ${without}`,
          entry: { ...entry, last: value },
        }))),
    ...(rest === 'command' || rest === 'shell'
      ? [{ without: `rest ${rest}`, entry: { ...entry, rest: 'text' as const } }]
      : []),
    ...(entry.default === undefined || all.every((value) => weakened(value).length === 0)
      ? []
      : [{ without: `default ${entry.default}`, entry: lacking(entry, 'default') }]),
  ]
}

function inPlaceMutants(entry: Entry): readonly Mutant[] {
  if (entry.inPlace === undefined) return []
  const all = spellingsOf(entry.inPlace)
  return separately(entry.inPlace).map((names) => ({
    without: `in place with ${names.join(', ')}`,
    entry: {
      ...entry,
      inPlace: all.filter((name) => !names.includes(name)).join(', '),
      flags: `${entry.flags ?? ''} ${names.join(' ')}`,
    },
  }))
}

function nested(entry: Entry): readonly Mutant[] {
  const inside = (field: 'subcommands' | 'forms'): readonly Mutant[] =>
    Object.entries(entry[field] ?? {}).flatMap(([names, inner]) =>
      mutantsOf(typeof inner === 'string' ? { effects: inner.split(', '), operands: 'text' } : inner).map(
        ({ without, entry: weak }) => ({
          without: `${names}: ${without}`,
          entry: { ...entry, [field]: { ...entry[field], [names]: weak } },
        }),
      ),
    )
  return [
    ...inside('subcommands'),
    ...inside('forms'),
    ...(entry.bare
      ? mutantsOf(entry.bare).map(({ without, entry: bare }) => ({
          without: `bare: ${without}`,
          entry: { ...entry, bare },
        }))
      : []),
  ]
}

/** The ways to take the effect out of a value. */
function weakened(value: Value): readonly { readonly without: string; readonly value: Value }[] {
  if (typeof value === 'string') return weakenedText(value)
  if ('list' in value)
    return weakened(value.list).map(({ without, value: list }) => ({ without, value: { ...value, list } }))
  const other =
    value.else === undefined
      ? []
      : weakened(value.else).map(({ without, value: weak }) => ({
          without: `else ${without}`,
          value: { ...value, else: weak },
        }))
  if ('words' in value) return other
  return [
    ...Object.entries(value.keys).flatMap(([key, inner]) =>
      weakened(inner).map(({ without, value: weak }) => ({
        without: `${key}=${without}`,
        value: { ...value, keys: { ...value.keys, [key]: weak } },
      })),
    ),
    ...other,
  ]
}

function weakenedText(value: string): readonly { readonly without: string; readonly value: string }[] {
  const words = slotsOf(value)
  return words.flatMap(({ roles, optional, repeats }, at) =>
    roles.flatMap((role, which) => {
      if (isInert(role)) return []
      const weak = roles.toSpliced(which, 1, 'text')
      const slot = `${weak.join(' | ')}${optional ? '?' : repeats ? '…' : ''}`
      const texts = value.split(/(?<!\|) (?!\|)/)
      return [{ without: role, value: texts.toSpliced(at, 1, slot).join(' ') }]
    }),
  )
}
