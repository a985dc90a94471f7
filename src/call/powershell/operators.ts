import { format } from './strings.ts'
import { derived, itemsOf, joined, knownText, NONE, text, type Value } from './values.ts'

const MOST_ITEMS = 2000

/** An operator on values: constants are computed, anything else is unknown and keeps where it came from. */
export function operate(operator: string, left: Value, right: Value | undefined, source: string): Value {
  const parts = right ? [left, right] : [left]
  switch (operator) {
    case '-':
      return subtract(left, right, source)
    case '+':
      return add(left, right ?? NONE, source)
    case '-f': {
      const pattern = knownText(left)
      const filled =
        pattern === undefined
          ? undefined
          : format(
              pattern,
              itemsOf(right ?? NONE).map((item) => knownText(item)),
            )
      return filled === undefined ? derived(source, parts) : text(filled)
    }
    case '-join': {
      const separator = right ? knownText(right) : ''
      const items = itemsOf(left).map((item) => knownText(item))
      return separator !== undefined && items.every((item) => item !== undefined)
        ? text(items.join(separator))
        : derived(source, parts)
    }
    case '-replace':
    case '-ireplace':
    case '-creplace':
      return replace(left, right, operator === '-creplace' ? 'g' : 'gi', source)
    case '-split':
    case '-isplit':
    case '-csplit':
      return split(left, right, source)
    case '..':
      return range(left, right, source)
    case '*': {
      const unit = knownText(left)
      const count = Number(knownText(right))
      return unit !== undefined && !/^\d/.test(unit) && count >= 0 && unit.length * count < 1000
        ? text(unit.repeat(count))
        : derived(source, parts)
    }
    case '[':
      return element(left, right, source)
    case ',':
      return { kind: 'list', items: [left] }
    case '-bxor':
    case '-band':
    case '-bor':
      return bits(operator, left, right, source)
    default:
      return derived(source, parts)
  }
}

function subtract(left: Value, right: Value | undefined, source: string): Value {
  const [first, second] = [knownText(left), right ? knownText(right) : undefined]
  const whole = first !== undefined && /^-?\d+$/.test(first)
  if (whole && !right) return text(String(-Number(first)))
  return whole && second !== undefined && /^-?\d+$/.test(second)
    ? text(String(Number(first) - Number(second)))
    : derived(source, right ? [left, right] : [left])
}

function add(left: Value, right: Value, source: string): Value {
  if (left.kind === 'list') {
    const items = [...left.items, ...itemsOf(right)]
    return items.length > MOST_ITEMS ? derived(source, [left, right]) : { kind: 'list', items }
  }
  const [first, second] = [knownText(left), knownText(right)]
  if (first !== undefined && second !== undefined && /^-?\d+$/.test(first) && /^-?\d+$/.test(second))
    return text(String(Number(first) + Number(second)))
  return joined([left, right], source)
}

function replace(left: Value, right: Value | undefined, flags: string, source: string): Value {
  const [pattern, by] = itemsOf(right ?? NONE).map((item) => knownText(item))
  const subject = knownText(left)
  if (subject === undefined || pattern === undefined || subject.length > 20_000 || /[+*{]/.test(pattern))
    return derived(source, right ? [left, right] : [left])
  try {
    return text(subject.replace(new RegExp(pattern, flags), (by ?? '').replace(/\$(?!\d|&|\$)/g, '$$$$')))
  } catch {
    return derived(source, [left])
  }
}

function split(left: Value, right: Value | undefined, source: string): Value {
  const subject = knownText(left)
  const pattern = right ? knownText(itemsOf(right)[0]) : '\\s+'
  if (subject === undefined || pattern === undefined || /[+*{]/.test(pattern.replace('\\s+', '')))
    return derived(source, right ? [left, right] : [left])
  try {
    return {
      kind: 'list',
      items: subject
        .split(new RegExp(pattern, 'i'))
        .slice(0, 500)
        .map((part) => text(part)),
    }
  } catch {
    return derived(source, [left])
  }
}

function range(left: Value, right: Value | undefined, source: string): Value {
  const [from, to] = [Number(knownText(left)), Number(knownText(right))]
  if (!Number.isInteger(from) || !Number.isInteger(to) || Math.abs(to - from) > 300) return derived(source, [left])
  const step = from <= to ? 1 : -1
  return {
    kind: 'list',
    items: Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => text(String(from + index * step))),
  }
}

function element(left: Value, right: Value | undefined, source: string): Value {
  const keys = itemsOf(right ?? NONE).map((item) => knownText(item))
  if (left.kind === 'table') {
    const found = left.entries.get((keys[0] ?? '').toLowerCase())
    return found ?? derived(source, [left])
  }
  const items =
    left.kind === 'list' ? left.items : left.kind === 'text' ? [...left.text].map((char) => text(char)) : undefined
  if (!items || !keys.every((key) => key !== undefined && /^-?\d+$/.test(key)))
    return derived(source, right ? [left, right] : [left])
  const picked = keys.map((key) => items.at(Number(key))).filter((item) => item !== undefined)
  return picked.length === 1 ? picked[0]! : { kind: 'list', items: picked }
}

function bits(operator: string, left: Value, right: Value | undefined, source: string): Value {
  const [first, second] = [Number(knownText(left)), Number(knownText(right))]
  if (!Number.isInteger(first) || !Number.isInteger(second)) return derived(source, right ? [left, right] : [left])
  return text(String(operator === '-bxor' ? first ^ second : operator === '-band' ? first & second : first | second))
}
