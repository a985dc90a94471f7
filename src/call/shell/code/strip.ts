import type { Language } from '../../action.ts'

/**
 * The code of a script without the insides of its strings, patterns and comments, so that the names left in it are names
 * that act. Code inside strings (`#{…}`) stays. Undefined when its quoting cannot be followed or hides code.
 */
export function stripLiterals(language: Language, text: string): string | undefined {
  const out: string[] = []
  let before = ''
  let at = 0
  while (at < text.length) {
    const quoted = readQuoted(language, text, at, before)
    if (quoted === 'unreadable') return undefined
    const code = quoted ? quoted.code : text[at]!
    out.push(code)
    before = endOf(before, code)
    at = quoted ? quoted.end : at + 1
  }
  return out.join('')
}

const LONGEST_END = 80

/** As much of the end as tells whether a pattern may start: of a run of blanks two, so that a word stays in sight. */
function endOf(before: string, added: string): string {
  if (added.length === 1 && /\s/.test(added) && /\s\s/.test(before.slice(-2))) return before
  const end = before + added
  if (end.length <= 2 * LONGEST_END) return end
  return end.replaceAll(/(\s\s)\s+/g, '$1').slice(-LONGEST_END)
}

interface Quoted {
  readonly end: number
  readonly code: string
}
type Found = Quoted | 'unreadable' | undefined

const PLACE = ' "" '

function readQuoted(language: Language, text: string, at: number, before: string): Found {
  const char = text[at]!
  if (startsComment(language, text, at, before)) {
    const end = text.indexOf('\n', at)
    return { end: end < 0 ? text.length : end, code: ' ' }
  }
  if (language === 'lua' && /^\[=*\[/.test(text.slice(at, at + 6))) {
    const opening = /^\[(=*)\[/.exec(text.slice(at))!
    return until(text, at + opening[0].length, `]${opening[1]}]`)
  }
  if (char === '"' || char === "'" || (char === '`' && language !== 'lua')) return simpleString(language, text, at)
  if (startsHeredoc(language, text, at)) return 'unreadable'
  if (language === 'perl' && 'qtmsy/'.includes(char)) return quoteLike(language, text, at, before)
  if (language === 'awk' && char === '/' && patternMayStart(before)) return pattern(language, text, at, '/')
  return undefined
}

function until(text: string, from: number, mark: string): Found {
  const end = text.indexOf(mark, from)
  return end < 0 ? 'unreadable' : { end: end + mark.length, code: PLACE }
}

function startsComment(language: Language, text: string, at: number, before: string): boolean {
  if (language === 'lua' || language === 'applescript') return text.startsWith('--', at)
  return text[at] === '#' && (before === '' || /[\s;{}]/.test(before.slice(-1)))
}

function startsHeredoc(language: Language, text: string, at: number): boolean {
  if (language !== 'perl') return false
  return /^<<[~-]?["'A-Z_]/.test(text.slice(at, at + 5))
}

function simpleString(language: Language, text: string, at: number): Found {
  const closing = closeOf(text, at + 1, text[at]!)
  if (closing === undefined) return 'unreadable'
  const inside = text.slice(at + 1, closing)
  const code = text[at] === "'" ? PLACE : codeInside(language, inside)
  return code === undefined ? 'unreadable' : { end: closing + 1, code }
}

/** Code that runs when the string is built. */
function codeInside(language: Language, inside: string): string | undefined {
  if (language === 'perl') return /[@$]\{\s*[[\\(]|\(\?\??\{/.test(inside) ? undefined : PLACE
  return PLACE
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** The index of the closing delimiter, counting nested pairs. */
function closeOf(text: string, from: number, opening: string): number | undefined {
  const closing = PAIRS[opening] ?? opening
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === closing && --depth === 0) return at
    else if (char === opening && closing !== opening) depth++
  }
  return undefined
}

const PERL_QUOTES = /^(qq|qw|qr|tr|q|m|s|y)(\s*)([^\w\s,;)=]|=(?!>|=|~))/

function quoteLike(language: Language, text: string, at: number, before: string): Found {
  if (!/[\w$@%&>:-]/.test(before.slice(-1))) {
    const found = PERL_QUOTES.exec(text.slice(at, at + 12))
    // `{s}` and `s =>` are names, not quotes; a `#` after a space is a comment.
    if (found && !(found[3] === '}' || (found[3] === '#' && found[2] !== ''))) {
      const name = found[1]!
      const parts = name === 's' || name === 'tr' || name === 'y' ? 2 : 1
      return delimited(language, text, at + found[0].length - 1, parts, name === 'q' || name === 'qw' || name === 'tr')
    }
  }
  if (text[at] === '/' && patternMayStart(before)) return pattern(language, text, at, '/')
  return undefined
}

/** Reads `parts` delimited parts from the first delimiter on, and the flags after them. */
function delimited(language: Language, text: string, from: number, parts: number, plain: boolean): Found {
  const opening = text[from]!
  let closing = closeOf(text, from + 1, opening)
  if (closing === undefined) return 'unreadable'
  let code = plain ? PLACE : codeInside(language, text.slice(from + 1, closing))
  if (code === undefined) return 'unreadable'
  if (parts === 2) {
    let start = closing + 1
    if (PAIRS[opening] !== undefined) {
      while (/\s/.test(text[start] ?? '')) start++
      if (PAIRS[text[start] ?? ''] === undefined) return 'unreadable'
      start++
    }
    const second = closeOf(text, start, PAIRS[opening] === undefined ? opening : text[start - 1]!)
    if (second === undefined) return 'unreadable'
    const more = plain ? PLACE : codeInside(language, text.slice(start, second))
    if (more === undefined) return 'unreadable'
    code += more
    closing = second
  }
  const flags = /^[a-z]*/.exec(text.slice(closing + 1))![0]
  // `s/…/…/e` runs its replacement as code.
  if (parts === 2 && !plain && flags.includes('e')) return 'unreadable'
  return { end: closing + 1 + flags.length, code }
}

function patternMayStart(before: string): boolean {
  const left = before.trimEnd()
  return (
    left === '' ||
    /[(,=~!&|;{}?:[<>+*%-]$|(?:^|\W)(?:split|grep|map|and|or|not|if|unless|while|return|when|puts|print)$/.test(left)
  )
}

function pattern(language: Language, text: string, at: number, mark: string): Found {
  let inClass = false
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end++) {
    const char = text[end]
    if (char === '\\') end++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === mark && !(inClass && language === 'awk')) {
      const code = codeInside(language, text.slice(at + 1, end))
      const flags = /^[a-z]*/.exec(text.slice(end + 1))![0]
      // In awk a name may follow at once: `/x/in`.
      return code === undefined ? 'unreadable' : { end: end + 1 + (language === 'awk' ? 0 : flags.length), code }
    }
  }
  return 'unreadable'
}
