import { joined, text, type Value } from './values.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
}

export interface Expansion {
  variable(name: string): Value
  /** The value of the statements inside `$( … )`. */
  statements(code: string): Value
}

/** Expands `$x`, `${x}`, `$env:x`, `$( … )` and backticks, as in double quotes and bare words. */
export function expand(source: string, how: 'quoted' | 'bare', expansion: Expansion): Value {
  const parts: Value[] = []
  let known = ''
  const push = (value: Value): void => {
    if (known !== '') parts.push(text(known))
    known = ''
    parts.push(value)
  }
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!
    if (char === '`') {
      const next = source[++at] ?? ''
      // In Windows PowerShell `e is a plain e: names are read that way.
      known += how === 'bare' && next === 'e' ? next : (ESCAPES[next] ?? next)
    } else if (char === '"') {
      if (how === 'quoted') {
        known += '"'
        if (source[at + 1] === '"') at++
      }
    } else if (char === "'" && how === 'bare') continue
    else if (char === '$') {
      if (source[at + 1] === '(') {
        const end = closing(source, at + 1)
        push(expansion.statements(source.slice(at + 2, end)))
        at = end
        continue
      }
      const name = /^\$(?:\{([^}]+)\}|((?:\w+:)?\w+|[$?^_]))/.exec(source.slice(at, at + 200))
      if (!name) {
        known += char
        continue
      }
      push(expansion.variable((name[1] ?? name[2])!))
      at += name[0].length - 1
    } else known += char
  }
  if (parts.length === 0) return text(known)
  if (known !== '') parts.push(text(known))
  return joined(parts, source)
}

/** Index of the parenthesis that closes the one at `open`; the end of the text when there is none. */
function closing(source: string, open: number): number {
  let depth = 0
  let quote = ''
  for (let at = open; at < source.length; at++) {
    const char = source[at]!
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at
  }
  return source.length
}

/** `'{1}{0}' -f 'a','b'`. Undefined when a placeholder cannot be filled with constants. */
export function format(pattern: string, values: readonly (string | undefined)[]): string | undefined {
  let whole = true
  const out = pattern.replace(
    /\{\{|\}\}|\{(\d+)(?:,-?\d+)?(?::([^}]*))?\}/g,
    (match, index: string | undefined, how: string | undefined) => {
      if (match === '{{') return '{'
      if (match === '}}') return '}'
      const value = values[Number(index)]
      if (value === undefined || how !== undefined) whole = false
      return value ?? ''
    },
  )
  return whole ? out : undefined
}
