/**
 * The grammar refuses some valid PowerShell: lists of bare words, `1MB`, `$HOME\x` as an argument, digits in parameter
 * names, `--`, `--x="y"`, `1>`, `??=`, `a ? b : c`, a switch or a function on one line, typographic quotes and dashes. This rewrites
 * such tokens to equivalent ones before parsing.
 * A rewrite may only turn text the grammar cannot read into text that means the same to PowerShell.
 */
export interface Prepared {
  readonly text: string
  /** The text as it was written, for a range of the prepared text. */
  original(start: number, end: number): string
}

interface Edit {
  /** Position in the prepared text after which `shift` holds. */
  readonly at: number
  readonly shift: number
}

const DASHES = /[\u2013\u2014\u2015]/
const DOUBLE = /[\u201c\u201d\u201e]/
const SINGLE = /[\u2018\u2019\u201a\u201b]/

export function prepare(source: string): Prepared {
  const straight = source.replace(/[\u2013-\u2015\u201c-\u201e\u2018-\u201b]/g, (char) =>
    DASHES.test(char) ? '-' : DOUBLE.test(char) ? '"' : SINGLE.test(char) ? "'" : char,
  )
  let out = ''
  let at = 0
  const edits: Edit[] = []
  const brackets: string[] = []
  /** How many `?` of `a ? b : c` wait for their colon. */
  let choices = 0
  /** Nothing but the start of a statement stands before this point: `&` here calls, elsewhere it sends to the background. */
  let statementStart = true

  const put = (text: string, length: number): void => {
    out += text
    at += length
    if (text.length !== length) edits.push({ at: out.length, shift: (edits.at(-1)?.shift ?? 0) + text.length - length })
  }

  while (at < straight.length) {
    const char = straight[at]!
    const opaque = opaqueLength(straight, at, char)
    if (opaque > 0) {
      put(straight.slice(at, at + opaque), opaque)
      statementStart = false
      continue
    }
    if (char === '\t' || char === '\u00a0') put(' ', 1)
    else if (char === '`' && /^`\r?\n/.test(straight.slice(at, at + 3))) {
      const length = straight[at + 1] === '\r' ? 3 : 2
      put(' '.repeat(length), length)
    } else if (char === '&' && straight[at + 1] !== '&' && straight[at - 1] !== '&' && straight[at - 1] !== '>') {
      put(statementStart ? '&' : ';', 1)
      statementStart = true
    } else if (char === '&' && straight[at + 1] === '&') {
      put('&&', 2)
      statementStart = true
    } else if ('([{'.includes(char)) {
      const context = straight.slice(Math.max(0, at - 400), at)
      const special = char === '{' && SWITCH_BODY.test(context) ? SWITCH : undefined
      brackets.push(special ?? (char === '(' && PARAMETERS_AHEAD.test(context) ? PARAMETERS : char))
      put(char, 1)
      statementStart = true
    } else if (')]}'.includes(char)) {
      const closed = brackets.pop()
      // Clauses of a switch on one line.
      if (char === '}' && brackets.at(-1) === SWITCH && /^\}[ \t]+[^\s};#]/.test(straight.slice(at, at + 60)))
        put('};', 2)
      // A body on the line of its parameters.
      else if (closed === PARAMETERS && /^\)[ \t]+[^\s};#]/.test(straight.slice(at, at + 60))) put(');', 2)
      else put(char, 1)
      statementStart = char === '}' || closed === PARAMETERS
    } else if (';|\n='.includes(char)) {
      put(char, 1)
      statementStart = true
    } else if (char === '?' && straight.startsWith('??=', at)) put(' +=', 3)
    else if (char === '?' && straight.startsWith('??', at)) put('* ', 2)
    else if (char === '?' && !statementStart && CHOICE.test(straight.slice(at - 1, at + 300))) {
      // As with `??`: both sides are looked at, and the value is not known.
      put('*', 1)
      choices++
    } else if (char === ':' && choices > 0 && /^\s:\s/.test(straight.slice(at - 1, at + 2))) {
      put('*', 1)
      choices--
    } else if (char === ' ' || char === '\r') put(char, 1)
    else {
      const token = statementStart
        ? (commandAt(straight, at) ?? tokenAt(straight, at, brackets))
        : (optionAt(straight, at) ?? tokenAt(straight, at, brackets))
      put(token.text, token.length)
      statementStart = false
    }
  }
  return { text: out, original: (start, end) => source.slice(before(edits, start), before(edits, end)) }
}

const SWITCH = 'switch'
const PARAMETERS = 'param'
const PARAMETERS_AHEAD = /(?:^|[\s{;\]])param\s*$/i
const SWITCH_BODY = /\bswitch\b[^{};]*\)\s*$/i
const CHOICE = /^\s\?\s[^\n;|{}]*\s:\s/

/** `--` alone, `-x=y` and `--x="y z"`: words of a program's own, which go to it as they are. */
function optionAt(text: string, at: number): { text: string; length: number } | undefined {
  if (text[at] !== '-' || !/\s/.test(text[at - 1]!)) return undefined
  const rest = text.slice(at, at + 400)
  if (/^--(?=\s|$)/.test(rest)) return { text: "'--'", length: 2 }
  const name = /^--?[A-Za-z][\w.-]*=/.exec(rest)?.[0]
  if (name === undefined) return undefined
  const start = at + name.length
  const quote = text[start]
  const quoted = quote === '"' || quote === "'" ? opaqueLength(text, start, quote) : 0
  const bare = /^[^\s"'`;|&(){},]*/.exec(text.slice(start, start + 400))![0]
  const length = quoted > 0 ? quoted : bare.length
  if (!/^(?:[\s;|)}]|$)/.test(text.slice(start + length, start + length + 1))) return undefined
  return quoted > 0
    ? { text: `${quote}${name}${text.slice(start + 1, start + length)}`, length: name.length + length }
    : { text: `"${name}${bare}"`, length: name.length + length }
}

/** Length of the string, here-string or comment that starts here: its inside is left alone. 0: none. */
function opaqueLength(text: string, at: number, char: string): number {
  if (
    char === '@' &&
    (text[at + 1] === '"' || text[at + 1] === "'") &&
    /^@["'][ \t]*\r?\n/.test(text.slice(at, at + 40))
  ) {
    const end = text.indexOf(`\n${text[at + 1]}@`, at)
    return end < 0 ? text.length - at : end + 3 - at
  }
  if (char === "'") {
    let end = at + 1
    for (;;) {
      end = text.indexOf("'", end)
      if (end < 0) return text.length - at
      if (text[end + 1] !== "'") return end + 1 - at
      end += 2
    }
  }
  if (char === '"') return expandableLength(text, at)
  if (char === '<' && text[at + 1] === '#') {
    const end = text.indexOf('#>', at)
    return end < 0 ? text.length - at : end + 2 - at
  }
  if (char === '#' && (at === 0 || /[\s;|(){},]/.test(text[at - 1]!))) {
    const end = text.indexOf('\n', at)
    return (end < 0 ? text.length : end) - at
  }
  return 0
}

/** A double-quoted string; `$( … )` inside may hold quotes of its own. */
function expandableLength(text: string, start: number): number {
  let depth = 0
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '`') at++
    else if (char === '$' && text[at + 1] === '(') {
      depth++
      at++
    } else if (depth > 0 && char === '(') depth++
    else if (depth > 0 && char === ')') depth--
    else if (char === '"' && depth === 0) {
      if (text[at + 1] === '"') at++
      else return at + 1 - start
    }
  }
  return text.length - start
}

const KEYWORDS =
  /^(?:if|elseif|else|foreach|for|while|switch|until|do|param|catch|trap|try|finally|return|throw|exit|function|filter|class|enum|in|process|begin|end|data|using|workflow|parallel|sequence|inlinescript|default)$/i

/** A command's name: `iex(…)` gets a space, `./x` and `/bin/x` get backslashes. */
function commandAt(text: string, at: number): { text: string; length: number } | undefined {
  const rest = text.slice(at, at + 400)
  const called = /^[A-Za-z][\w-]*(?=\()/.exec(rest)?.[0]
  if (called !== undefined && !KEYWORDS.test(called)) return { text: `${called} `, length: called.length }
  const path = /^(?:\.{0,2}\/)[^\s"'`$;|&(){},]+/.exec(rest)?.[0]
  return path === undefined ? undefined : { text: path.replaceAll('/', '\\'), length: path.length }
}

const BARE = /[^\s,;|&(){}'"`$@<>#]/
const WORD_START = /[A-Za-z_*.\\~/?0-9%]/

function tokenAt(text: string, at: number, brackets: readonly string[]): { text: string; length: number } {
  const char = text[at]!
  const previous = at === 0 ? ' ' : text[at - 1]!
  if (char === '$') {
    // `$HOME\x` and `$env:TEMP\x` as an argument: one word, as in double quotes.
    const path = /^\$(?:\w+:)?\w+\\[^\s"'`;|(){},]*/.exec(text.slice(at, at + 1000))
    const next = path ? (text[at + path[0].length] ?? ' ') : ''
    if (path && /[\s,(=:]/.test(previous) && /[\s,;|)}]/.test(next))
      return { text: `"${path[0]}"`, length: path[0].length }
    const name = /^\$(?:\w+:)?\w*/.exec(text.slice(at, at + 300))![0]
    return { text: name.length > 1 ? name : '$', length: Math.max(1, name.length) }
  }
  if (char === '1' && text[at + 1] === '>' && /\s/.test(previous)) return { text: ' ', length: 1 }
  const number = /^\d+(?:\.\d+)?[lLdD]?(?:[kKmMgGtTpP][bB])?(?![\w.])/.exec(text.slice(at, at + 40))
  const divides =
    /[bB]$/.test(number?.[0] ?? '') &&
    /(?:\$[\w:.]+|\)|(?:^|[^\w./\\])\d+)\/$/.test(text.slice(Math.max(0, at - 80), at))
  if (number && (divides || !/[\w.\\/:]/.test(previous)))
    return { text: number[0].toLowerCase(), length: number[0].length }
  if (char === '-' && /\s/.test(previous)) {
    const parameter = /^-[A-Za-z][\w]*/.exec(text.slice(at, at + 100))
    if (parameter && /\d/.test(parameter[0]))
      return { text: parameter[0].replace(/\d/g, '_'), length: parameter[0].length }
  }
  if (char === '!' && /\s-at[a-z]*\s+$/i.test(text.slice(Math.max(0, at - 40), at))) {
    const attributes = /^[!A-Za-z+,]+(?=[\s;|)}]|$)/.exec(text.slice(at, at + 200))?.[0]
    if (attributes !== undefined) return { text: `'${attributes}'`, length: attributes.length }
  }
  if (WORD_START.test(char) && (/\s/.test(previous) || previous === ',') && !brackets.includes('[')) {
    let end = at
    while (end < text.length && BARE.test(text[end]!)) end++
    const word = text.slice(at, end)
    const listed = previous === ',' || /,\s*$/.test(text.slice(Math.max(0, at - 40), at)) || text[end] === ','
    if (listed && end > at && !/^[\d.]+$/.test(word) && !/[[\]]/.test(word))
      return { text: `'${word}'`, length: word.length }
    if (end > at) return { text: word, length: word.length }
  }
  return { text: char, length: 1 }
}

function before(edits: readonly Edit[], position: number): number {
  let low = 0
  let high = edits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (edits[middle]!.at <= position) low = middle + 1
    else high = middle
  }
  return position - (low === 0 ? 0 : edits[low - 1]!.shift)
}
