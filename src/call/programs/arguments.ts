import { rest } from '../shell/options.ts'
import { knownPrefix, literal, show, textOf, type Word } from '../word.ts'
import type { Option, Options } from './compile.ts'

export interface Given {
  /** As it is spelled in the entry. */
  readonly name: string
  readonly option: Option
  readonly values: readonly Word[]
}

export interface Arguments {
  readonly given: readonly Given[]
  readonly operands: readonly Word[]
  /** What is not written down, as it was typed. */
  readonly unknown: readonly string[]
  has(...names: readonly string[]): boolean
  /** The last value given for any of these names. */
  value(...names: readonly string[]): Word | undefined
  values(...names: readonly string[]): readonly Word[]
}

export interface Reading {
  readonly options: Options
  readonly style: 'gnu' | 'single-dash'
  readonly abbreviations: boolean
  readonly stopAtOperand: boolean
}

/** Splits arguments into options and operands as the program would, and says which options it does not know. */
export function readClosed(args: readonly Word[], reading: Reading): Arguments {
  const { options } = reading
  const given: Given[] = []
  const operands: Word[] = []
  const unknown: string[] = []
  let index = 0

  /** Takes the values of an option: the first may be attached to its name. */
  const take = (name: string, option: Option, attached?: Word): void => {
    const values: Word[] = attached ? [attached] : []
    const { slots } = option
    if (attached && slots.length === 0) {
      unknown.push(`${name}=${show(attached)}`)
      return
    }
    for (const slot of slots.slice(values.length)) {
      if (slot.optional) break
      const value = args[index]
      if (value === undefined) break
      values.push(value)
      index++
    }
    if (slots.at(-1)?.repeats && values.length === slots.length)
      while (args[index] !== undefined && !knownPrefix(args[index]!).startsWith('-')) values.push(args[index++]!)
    given.push({ name, option, values })
  }

  const readLong = (word: Word, start: string): boolean => {
    const equals = start.indexOf('=')
    const whole = equals < 0 ? (textOf(word) ?? undefined) : undefined
    const typed = equals < 0 ? whole : start.slice(0, equals)
    const name = typed === undefined ? undefined : completed(typed, reading)
    const option = name === undefined ? undefined : options.exact.get(name)
    if (option === undefined) return false
    if (equals < 0) take(name!, option)
    else take(name!, option, rest(word, equals + 1))
    return true
  }

  const readLetters = (word: Word, start: string): void => {
    for (let at = 1; at < start.length; at++) {
      const name = `${start[0]}${start[at]}`
      const option = options.exact.get(name)
      const more = at + 1 < start.length || word.kind !== 'literal'
      if (option === undefined) {
        unknown.push(at === 1 && !/^[-+]\w*$/.test(start) ? show(word) : name)
        return
      }
      if (option.slots.length === 0) {
        take(name, option)
        if (at + 1 === start.length && word.kind !== 'literal') unknown.push(show(word))
        continue
      }
      if (more) take(name, option, rest(word, at + 1))
      else take(name, option)
      return
    }
  }

  while (index < args.length) {
    const word = args[index++]!
    const start = knownPrefix(word)
    const beginning = options.beginnings.find(([text]) => start.startsWith(text))
    if (textOf(word) === '--' && !options.exact.has('--')) {
      operands.push(...args.slice(index))
      break
    }
    const dashed = (start.startsWith('-') && start !== '-') || (options.plus && /^\+./.test(start))
    if (!dashed && !beginning && !options.exact.has(textOf(word) ?? '')) {
      operands.push(word)
      if (reading.stopAtOperand) {
        operands.push(...args.slice(index))
        break
      }
      continue
    }
    if (readLong(word, start)) continue
    if (options.number && /^-\d+$/.test(textOf(word) ?? '')) take('-#', options.number, literal(start.slice(1)))
    else if (beginning) take(`${beginning[0]}*`, beginning[1], rest(word, beginning[0].length))
    else if (start.startsWith('--') || reading.style === 'single-dash') unknown.push(optionOf(show(word)))
    else readLetters(word, start)
  }

  return {
    given,
    operands,
    unknown,
    has: (...names) => given.some(({ name }) => names.includes(name)),
    value: (...names) => given.findLast(({ name, values }) => names.includes(name) && values.length > 0)?.values.at(-1),
    values: (...names) => given.flatMap(({ name, values }) => (names.includes(name) ? values : [])),
  }
}

/** Without the value, which may be a secret or long. */
function optionOf(typed: string): string {
  const equals = typed.indexOf('=')
  return equals < 0 ? typed : typed.slice(0, equals)
}

/** getopt accepts any beginning of a long option that no other shares: `--compress-prog` is `--compress-program`. */
function completed(typed: string, { options, style, abbreviations }: Reading): string | undefined {
  if (options.exact.has(typed)) return typed
  // Parsers that know names of more than one letter after one dash take two as well.
  if (style === 'single-dash' && typed.startsWith('--') && options.exact.has(typed.slice(1))) return typed.slice(1)
  if (!abbreviations || !typed.startsWith('--') || typed.length < 3) return undefined
  const names = [...options.exact.keys()].filter((name) => name.startsWith(typed))
  return new Set(names.map((name) => options.exact.get(name))).size === 1 ? names[0] : undefined
}
