import { dynamic, literal, type Piece, type Word } from '../word.ts'

/** A cmd line as words and operators. */
export type Token =
  | { readonly kind: 'word'; readonly word: Word; readonly raw: string; readonly quoted: boolean }
  | { readonly kind: 'operator'; readonly text: '&' | '&&' | '|' | '||' | '(' | ')' | '\n' }
  | { readonly kind: 'redirect'; readonly writes: boolean; readonly append: boolean; readonly handle: string }

/** Value of `%NAME%`; undefined when it is not known. */
export type Lookup = (name: string) => string | undefined

/** Splits cmd text. Total: an unclosed quote ends at the end of the line, as in cmd. */
export function tokenize(source: string, lookup: Lookup): readonly Token[] {
  const text = source.replace(/\^\r?\n[ \t]*/g, ' ')
  const tokens: Token[] = []
  let pieces: Piece[] = []
  let known = ''
  let raw = ''
  let quoted = false
  let started = false

  const piece = (next: Piece): void => {
    if (known !== '') pieces.push({ known })
    known = ''
    pieces.push(next)
  }
  const end = (): void => {
    if (!started) return
    if (known !== '') pieces.push({ known })
    const dynamicWord = pieces.some((item) => 'unknown' in item)
    const word: Word = dynamicWord
      ? { kind: 'dynamic', source: raw, pieces }
      : literal(pieces.map((item) => ('known' in item ? item.known : '')).join(''))
    tokens.push({ kind: 'word', word, raw, quoted })
    pieces = []
    known = ''
    raw = ''
    quoted = false
    started = false
  }

  let inQuotes = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === '\n' || char === '\r') {
      inQuotes = false
      end()
      if (char === '\n') tokens.push({ kind: 'operator', text: '\n' })
      continue
    }
    if (char === '"') {
      inQuotes = !inQuotes
      quoted = true
      started = true
      raw += char
      continue
    }
    if (char === '%' || (char === '!' && /^![A-Za-z_]\w*(?::[^!\n]*)?!/.test(text.slice(at, at + 80)))) {
      const variable = readVariable(text, at, lookup)
      if (variable) {
        started = true
        raw += variable.source
        if (variable.value === undefined) piece({ unknown: variable.source, from: 'variable' })
        else known += variable.value
        at += variable.source.length - 1
        continue
      }
    }
    if (inQuotes) {
      known += char
      raw += char
      started = true
      continue
    }
    if (char === '^') {
      at++
      known += text[at] ?? ''
      raw += `^${text[at] ?? ''}`
      started = true
      continue
    }
    if (char === ' ' || char === '\t' || (char === ',' && !started) || (char === ';' && !started)) {
      end()
      continue
    }
    if (char === '&' || char === '|') {
      end()
      const doubled = text[at + 1] === char
      tokens.push({ kind: 'operator', text: char === '&' ? (doubled ? '&&' : '&') : doubled ? '||' : '|' })
      if (doubled) at++
      continue
    }
    if (char === '(' && !started) {
      tokens.push({ kind: 'operator', text: '(' })
      continue
    }
    if (char === ')') {
      end()
      tokens.push({ kind: 'operator', text: ')' })
      continue
    }
    if (char === '<' || char === '>') {
      const handle = started && /^[0-9]$/.test(raw) ? raw : ''
      if (handle !== '') {
        known = ''
        raw = ''
        started = false
      } else end()
      const append = char === '>' && text[at + 1] === '>'
      if (append) at++
      if (text[at + 1] === '&') {
        at += 2
        continue
      }
      tokens.push({ kind: 'redirect', writes: char === '>', append, handle })
      continue
    }
    known += char
    raw += char
    started = true
  }
  end()
  return tokens
}

interface Variable {
  readonly source: string
  readonly value: string | undefined
}

/** `%NAME%`, `%NAME:~1,2%`, `%NAME:a=b%`, `%1`, `%~dp0`, `%%i`, `%i`. Anything cut out of an unknown value is unknown. */
function readVariable(text: string, at: number, lookup: Lookup): Variable | undefined {
  const rest = text.slice(at, at + 200)
  // `%f in (a b) do del %f`: two loop variables, not one variable with a long name.
  const loop = /^%[A-Za-z]\s+in\s*\(|^%[A-Za-z]\s*[)"'&|]/i.test(rest)
  const named = loop ? null : /^[%!]([A-Za-z_][\w()]*(?:[ .][\w()]+)*)(?::([^%!\n]*))?[%!]/.exec(rest)
  if (named) {
    const value = lookup(named[1]!)
    return { source: named[0], value: named[2] === undefined ? value : cut(value, named[2]) }
  }
  const argument = /^%%?~?[A-Za-z0-9*](?![\w%])|^%~[a-z$:]*[0-9A-Za-z]|^%%?[A-Za-z]\b|^%[0-9*]/.exec(rest)
  return argument ? { source: argument[0], value: undefined } : undefined
}

function cut(value: string | undefined, how: string): string | undefined {
  if (value === undefined) return undefined
  const range = /^~(-?\d+)(?:,(-?\d+))?$/.exec(how)
  if (range) {
    const start = Number(range[1])
    const from = start < 0 ? value.length + start : start
    const length = range[2] === undefined ? undefined : Number(range[2])
    return length === undefined
      ? value.slice(from)
      : length < 0
        ? value.slice(from, length)
        : value.slice(from, from + length)
  }
  const replaced = /^([^=*]+)=(.*)$/.exec(how)
  if (!replaced) return undefined
  return value.split(new RegExp(replaced[1]!.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'i')).join(replaced[2])
}

export const LOOP_VARIABLE = dynamic('%i', 'variable')
