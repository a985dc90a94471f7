import { knownPrefix, literal, textOf, type Word } from '../word.ts'

/** `flag` takes no value; `value` takes one; `optional` takes one only when attached (`--color=auto`, `-i.bak`). */
export type Arity = 'flag' | 'value' | 'optional'

export interface GivenOption {
  readonly name: string
  readonly value?: Word
  /** The word that it stands in. */
  readonly typed: Word
}

export interface ReadArguments {
  /** Every occurrence in order, under the name the table gives it. A flag has no value. */
  readonly given: readonly GivenOption[]
  readonly operands: readonly Word[]
  has(...names: string[]): boolean
  /** The last value given for any of these names. */
  value(...names: string[]): Word | undefined
  values(...names: string[]): readonly Word[]
}

export interface Grammar {
  /** Option name → arity, for the options whose arity or meaning matters. Others are taken as flags. */
  readonly arity: ReadonlyMap<string, Arity>
  /** `gnu`: `-abc` is three flags, `--long=value`, unique prefixes of long options count. `single-dash`: `-name value`, as in find, java, terraform. */
  readonly style: 'gnu' | 'single-dash'
  /** Options end at the first operand: sudo, env, xargs, ssh, docker run. */
  readonly stopAtOperand?: boolean
}

/** Splits arguments into options and operands as getopt would. A word whose start is unknown is an operand. */
export function readArguments(args: readonly Word[], grammar: Grammar): ReadArguments {
  const given: GivenOption[] = []
  const operands: Word[] = []
  let index = 0
  const next = (): Word | undefined => args[index++]

  while (index < args.length) {
    const word = next()!
    const start = knownPrefix(word)
    if (start === '--' && textOf(word) === '--') {
      operands.push(...args.slice(index))
      break
    }
    if (!start.startsWith('-') || start === '-') {
      operands.push(word)
      if (grammar.stopAtOperand) {
        operands.push(...args.slice(index))
        break
      }
      continue
    }
    if (grammar.style === 'single-dash' || start.startsWith('--') || (start.length > 2 && grammar.arity.has(start)))
      readLong(word, start)
    else readCluster(word, start)
  }

  function readLong(word: Word, start: string): void {
    const equals = start.indexOf('=')
    const typed = equals < 0 ? start : start.slice(0, equals)
    const { name, maybe } = complete(typed, grammar)
    // A prefix that ends where a word ends may be an option of its own or stand for the longer one: it counts as both.
    if (maybe !== undefined) {
      const value =
        equals >= 0 ? rest(word, equals + 1) : grammar.arity.get(maybe) === 'value' ? args[index] : undefined
      given.push(value ? { name: maybe, value, typed: word } : { name: maybe, typed: word })
    }
    if (equals >= 0) {
      given.push({ name, value: rest(word, equals + 1), typed: word })
      return
    }
    if (grammar.arity.get(name) === 'value') {
      const value = next()
      given.push(value ? { name, value, typed: word } : { name, typed: word })
    } else given.push({ name, typed: word })
  }

  function readCluster(word: Word, start: string): void {
    for (let at = 1; at < start.length; at++) {
      const name = `-${start[at]}`
      const arity = grammar.arity.get(name) ?? 'flag'
      if (arity === 'flag') {
        given.push({ name, typed: word })
        continue
      }
      const attached = at + 1 < start.length || word.kind !== 'literal'
      if (attached) given.push({ name, value: rest(word, at + 1), typed: word })
      else if (arity === 'value') {
        const value = next()
        given.push(value ? { name, value, typed: word } : { name, typed: word })
      } else given.push({ name, typed: word })
      return
    }
  }

  return {
    given,
    operands,
    has: (...names) => given.some((option) => names.includes(option.name)),
    value: (...names) => given.findLast((option) => names.includes(option.name) && option.value)?.value,
    values: (...names) =>
      given.flatMap((option) => (names.includes(option.name) && option.value ? [option.value] : [])),
  }
}

/** The word without its first `count` known characters. */
export function rest(word: Word, count: number): Word {
  switch (word.kind) {
    case 'literal':
      return literal(word.text.slice(count))
    case 'glob':
      return { kind: 'glob', pattern: word.pattern.slice(count) }
    case 'dynamic': {
      const pieces = [...word.pieces]
      let left = count
      while (left > 0 && pieces[0] && 'known' in pieces[0]) {
        const known = pieces[0].known
        if (known.length <= left) pieces.shift()
        else pieces[0] = { known: known.slice(left) }
        left -= Math.min(left, known.length)
      }
      return { kind: 'dynamic', source: word.source.slice(count), pieces }
    }
  }
}

/** GNU getopt accepts any unambiguous prefix of a long option: `--compress-prog` is `--compress-program`. */
function complete(typed: string, grammar: Grammar): { readonly name: string; readonly maybe?: string } {
  if (grammar.style !== 'gnu' || grammar.arity.has(typed) || !typed.startsWith('--') || typed.length < 4)
    return { name: typed }
  let found: string | undefined
  for (const name of grammar.arity.keys()) {
    if (!name.startsWith(typed)) continue
    if (found !== undefined) return { name: typed }
    found = name
  }
  if (found === undefined) return { name: typed }
  return found[typed.length] === '-' ? { name: typed, maybe: found } : { name: found }
}
