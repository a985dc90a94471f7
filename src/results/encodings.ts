import { styledLetters } from './styled-letters.ts'
import { turned } from './vocabulary.ts'

/** What a piece of a text says when it is decoded. */
export interface Decoded {
  readonly how: string
  readonly text: string
  readonly start: number
  readonly end: number
  /** Nobody writes ordinary text so: what is found in it weighs more. */
  readonly adds: number
}

/** Every decoder reads a text once and gives back no more than it read. None throws. */
export function decodedPieces(text: string): readonly Decoded[] {
  return [
    ...base64(text),
    ...runs(text),
    ...addresses(text),
    ...invisible(text),
    ...zeroWidthBits(text),
    ...turnedAround(text),
    ...brokenLines(text),
    ...joinedStrings(text),
    ...styledLetters(text),
  ]
}

const BASE64 = new Uint8Array(128)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') BASE64[char.charCodeAt(0)] = 1
const FEWEST_BASE64 = 20

/** Runs of the alphabet, over the ends of lines: found by hand, because a pattern for it is not linear. */
function base64(text: string): readonly Decoded[] {
  const found: Decoded[] = []
  let at = 0
  while (at < text.length) {
    if (!isBase64(text.charCodeAt(at))) {
      at++
      continue
    }
    const start = at
    let end = runEnd(text, at)
    const firstLine = end
    let lineLength = end - at
    // A line that is full goes on in the next.
    while (lineLength >= 40) {
      const next = text.charCodeAt(end) === 13 ? end + 2 : end + 1
      if (text.charCodeAt(next - 1) !== 10 || !isBase64(text.charCodeAt(next))) break
      const nextEnd = runEnd(text, next)
      lineLength = nextEnd - next
      if (lineLength < 4 && text.charCodeAt(nextEnd) !== 61) break
      end = nextEnd
    }
    at = end
    if (end - start < FEWEST_BASE64 || !readable(bytesOf(text.slice(start, start + 32), 'base64'))) continue
    // The next line may be none of it: then the first is read by itself.
    for (const until of new Set([end, firstLine])) {
      const said = readable(bytesOf(text.slice(start, until), 'base64'))
      if (!said) continue
      found.push({ how: 'base64', text: said, start, end: until, adds: 0.6 })
      break
    }
  }
  return found
}

function isBase64(code: number): boolean {
  return code < 128 && BASE64[code] === 1
}

function runEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && isBase64(text.charCodeAt(at))) at++
  return at
}

/** Written-out bytes and characters. Each repeats one thing of fixed shape. */
const RUNS: readonly {
  readonly how: string
  readonly pattern: RegExp
  readonly adds: number
  readonly read: (run: string) => string | false
}[] = [
  {
    how: 'hexadecimal',
    pattern: /(?:[0-9a-f]{2}[ :]?){12,}/gi,
    adds: 0.6,
    read: (run) => readable(bytesOf(run.replaceAll(/[ :]/g, ''), 'hex')),
  },
  {
    how: 'escapes',
    pattern: /(?:\\x[0-9a-f]{2}){6,}/gi,
    adds: 0.5,
    read: (run) => readable(bytesOf(run.replaceAll('\\x', ''), 'hex')),
  },
  {
    how: 'escapes',
    pattern: /(?:\\u[0-9a-f]{4}){6,}/gi,
    adds: 0.4,
    read: (run) => fromUnits(run.split('\\u').slice(1), 16),
  },
  { how: 'HTML entities', pattern: /(?:&#(?:x[0-9a-f]{1,6}|[0-9]{1,7}); ?){6,}/gi, adds: 0.4, read: readEntities },
  {
    how: 'bits',
    pattern: /(?:[01]{8}[ ,]?){8,}/g,
    adds: 0.6,
    read: (run) => readable(Buffer.from(run.match(/[01]{8}/g)!.map((bits) => Number.parseInt(bits, 2)))),
  },
]

function* runs(text: string): Iterable<Decoded> {
  for (const { how, pattern, adds, read } of RUNS)
    for (const match of text.matchAll(pattern)) {
      const said = read(match[0])
      if (said) yield { how, text: said, start: match.index, end: match.index + match[0].length, adds }
    }
}

/** Percent signs, up to the next blank: addresses have them too, so what is found weighs no more. */
function* addresses(text: string): Iterable<Decoded> {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at)) {
    let start = at
    while (start > 0 && !isBlank(text.charCodeAt(start - 1)) && at - start < 200) start--
    let end = at
    while (end < text.length && !isBlank(text.charCodeAt(end))) end++
    const run = text.slice(start, end)
    const signs = run.match(/%[0-9a-f]{2}/gi)?.length ?? 0
    if (signs >= 3) {
      const said = fromPercent(run)
      if (said) yield { how: 'percent signs', text: said, start, end, adds: signs * 3 > run.length * 0.9 ? 0.5 : 0 }
    }
    at = end
  }
}

function fromPercent(run: string): string | false {
  const given = Buffer.from(run)
  const bytes = Buffer.alloc(given.length)
  let length = 0
  for (let at = 0; at < given.length; at++) {
    const high = given[at] === 37 ? digit(given[at + 1]) : -1
    const low = high < 0 ? -1 : digit(given[at + 2])
    bytes[length++] = low < 0 ? given[at]! : high * 16 + low
    if (low >= 0) at += 2
  }
  return readable(bytes.subarray(0, length))
}

/** The value of a hexadecimal digit; -1 for anything else. */
function digit(code: number | undefined): number {
  if (code === undefined) return -1
  if (code >= 48 && code <= 57) return code - 48
  const small = code | 32
  return small >= 97 && small <= 102 ? small - 87 : -1
}

/** Tags and variation selectors: nobody sees them. */
function* invisible(text: string): Iterable<Decoded> {
  for (const { index, 0: run } of text.matchAll(/(?:\udb40[\udc20-\udc7e]){3,}/g)) {
    // A flag of a region is a black flag and a few tags; it says nothing.
    if (text.codePointAt(index - 2) === 0x1f3f4 && run.length <= 12) continue
    const said = Array.from(run, (char) => String.fromCharCode(char.codePointAt(0)! - 0xe0000)).join('')
    yield { how: 'tag characters', text: said, start: index, end: index + run.length, adds: 1 }
  }
  for (const { index, 0: run } of text.matchAll(/(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){4,}/g)) {
    const bytes = Array.from(run, (char) => {
      const code = char.codePointAt(0)!
      return code < 0xfe10 ? code - 0xfe00 : code - 0xe0100 + 16
    })
    const said = readable(Buffer.from(bytes))
    if (said) yield { how: 'variation selectors', text: said, start: index, end: index + run.length, adds: 1 }
  }
}

/** Two kinds of marks that nobody sees, in a row: the bits of a text, whichever of them is the one. */
function* zeroWidthBits(text: string): Iterable<Decoded> {
  for (const { index, 0: run } of text.matchAll(/[\u200b-\u200d\u2060\u2062-\u2064\ufeff]{48,}/g)) {
    const kinds = [...new Set(run)]
    if (kinds.length !== 2) continue
    for (const one of kinds) {
      const bytes = Array.from({ length: Math.floor(run.length / 8) }, (_, byte) =>
        Array.from({ length: 8 }, (__, bit) => (run[byte * 8 + bit] === one ? 1 << (7 - bit) : 0)).reduce(
          (sum, value) => sum + value,
          0,
        ),
      )
      const said = readable(Buffer.from(bytes))
      if (said) yield { how: 'zero-width bits', text: said, start: index, end: index + run.length, adds: 1 }
    }
  }
}

/** `"one" + "two"`: strings that are put together. */
function* joinedStrings(text: string): Iterable<Decoded> {
  if (!text.includes('+')) return
  for (const { index, 0: run } of text.matchAll(/"[^"\n]{1,80}"(?:\s{0,3}\+\s{0,3}"[^"\n]{1,80}"){1,40}/g)) {
    const said = run.slice(1, -1).replaceAll(/"\s{0,3}\+\s{0,3}"/g, '')
    yield { how: 'joined strings', text: said, start: index, end: index + run.length, adds: 0.2 }
  }
}

/** What stands between a mark that turns the direction and the one that ends it, as a reader sees it. */
function* turnedAround(text: string): Iterable<Decoded> {
  for (const { index, 0: run } of text.matchAll(/\u202e[^\u202c\n]{8,2000}/g))
    yield {
      how: 'a turned direction',
      text: [...run].reverse().join(''),
      start: index,
      end: index + run.length,
      adds: 0.6,
    }
}

/** The piece around a place that is in a turned alphabet (`by` letters) or, for 0, backwards. */
export function turnedPiece(text: string, at: number, by: number): Decoded {
  const start = Math.max(0, at - 400)
  const end = Math.min(text.length, at + 600)
  const piece = text.slice(start, end)
  return by === 0
    ? { how: 'letters backwards', text: [...piece].reverse().join(''), start, end, adds: 0.6 }
    : { how: by === 13 ? 'rot13' : 'a turned alphabet', text: turned(piece, 26 - by), start, end, adds: 0.6 }
}

/** Breaks this near belong together, and so many of them are no accident of setting. */
const BREAKS_NEAR = 60
const FEWEST_BREAKS = 4

/** Words that hyphens break over the ends of lines, joined again. */
function* brokenLines(text: string): Iterable<Decoded> {
  if (!text.includes('-\n')) return
  let start = 0
  let last = Number.NEGATIVE_INFINITY
  let breaks = 0
  const piece = (): Decoded | undefined => {
    const end = Math.min(text.length, last + BREAKS_NEAR)
    const said = text.slice(start, end).replaceAll(/(?<=[\p{L}:])-\r?\n(?=[\p{L}:])/gu, '')
    return breaks < FEWEST_BREAKS ? undefined : { how: 'words broken over lines', text: said, start, end, adds: 0 }
  }
  for (const { index } of text.matchAll(/(?<=[\p{L}:])-\r?\n(?=[\p{L}:])/gu)) {
    if (index - last > BREAKS_NEAR) {
      const whole = piece()
      if (whole !== undefined) yield whole
      breaks = 0
      start = Math.max(0, index - BREAKS_NEAR)
    }
    breaks++
    last = index
  }
  const whole = piece()
  if (whole !== undefined) yield whole
}

const SEPARATORS = ' ._*|/\n'

/** Letters that were pulled apart: what stands between most of them is nothing, anything else is a blank. */
export function joinedPiece(text: string, start: number, end: number): Decoded {
  const between = text[start + 1] ?? ' '
  let said = ''
  for (let at = start; at < end;) {
    said += text[at++]!
    const separator = at
    while (at < end && SEPARATORS.includes(text[at]!)) at++
    if (at - separator > 1 || (at - separator === 1 && text[separator] !== between)) said += ' '
  }
  return { how: 'letters pulled apart', text: said, start, end, adds: 0.4 }
}

const APART_NEAR = 60
const LONG_RUN = 60

/**
 * Some words of a sentence pulled apart, others not: the sentence with all of them joined. Every place of a text is in at
 * most two of these.
 */
export function* joinedSentences(
  text: string,
  apart: readonly { readonly start: number; readonly end: number }[],
): Iterable<Decoded> {
  for (let index = 0; index < apart.length;) {
    const startedAt = index
    const first = apart[index]!
    let at = Math.max(first.start - APART_NEAR, apart[index - 1]?.end ?? 0)
    let said = ''
    let end = first.start
    for (; index < apart.length && apart[index]!.start - end <= APART_NEAR; index++) {
      const run = apart[index]!
      said += text.slice(at, run.start) + joinedPiece(text, run.start, run.end).text
      if (/\s/.test(text[run.end - 1]!)) said += ' '
      at = end = run.end
    }
    // One long run says it all by itself.
    if (index === startedAt + 1 && first.end - first.start > LONG_RUN) continue
    said += text.slice(at, at + APART_NEAR)
    yield { how: 'letters pulled apart in a sentence', text: said, start: first.start, end, adds: 0.4 }
  }
}

function bytesOf(text: string, encoding: 'base64' | 'hex'): Buffer {
  return Buffer.from(text, encoding)
}

function fromUnits(units: readonly string[], base: number): string | false {
  return readable(Buffer.from(units.map((unit) => String.fromCharCode(Number.parseInt(unit, base))).join('')))
}

function readEntities(run: string): string | false {
  let said = ''
  for (const [, hexadecimal, decimal, blank] of run.matchAll(/&#(?:x([0-9a-f]+)|([0-9]+));( ?)/gi)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    if (code > 0x10ffff) return false
    said += String.fromCodePoint(code) + blank!
  }
  return readable(Buffer.from(said))
}

/** Text that somebody could read; false for bytes of anything else. */
function readable(bytes: Buffer): string | false {
  const head = bytes.subarray(0, 48).toString('latin1')
  // eslint-disable-next-line no-control-regex
  if (bytes.length < 6 || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(head)) return false
  const text = bytes.toString('utf8')
  // A piece that was cut in the middle of a character ends in a replacement.
  const replaced = text.slice(0, -2).indexOf('\ufffd')
  return replaced >= 0 ? false : text
}

function isBlank(code: number): boolean {
  return code <= 32 || code === 34 || code === 39 || code === 60 || code === 62 || code === 0x3000
}
