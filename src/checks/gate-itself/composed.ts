import { isInside } from '../../call/paths.ts'
import type { Subject } from '../subject.ts'

/**
 * The gate's own directories by what stands behind the home directory: `.portcullis/state`. Whatever code calls the home
 * directory, and however it climbs there, this is what it has to write behind it. Names too short to say anything are left out.
 */
export function tailsOf(paths: readonly string[], { surroundings }: Subject): readonly string[] {
  const { home } = surroundings
  return [...new Set(paths)].flatMap((path) => {
    const tail = isInside(path, home) ? path.slice(home.length + 1) : ''
    return /^\.[\w-]{6,}|^\.local\/state\/[\w-]{6,}/.test(tail) ? [tail] : []
  })
}

/** The first of these tails that stands in a text, not behind the name of another place. */
export function tailIn(text: string, tails: readonly string[], home: string): string | undefined {
  return tails.find((tail) => {
    for (let at = text.indexOf(tail); at >= 0; at = text.indexOf(tail, at + 1)) {
      const after = text.charAt(at + tail.length)
      const before = /[^\s"'`<>|;:,()={}[\]]*$/.exec(text.slice(Math.max(0, at - 200), at))![0]
      if (/[\w-]/.test(after) || /[\w-]$/.test(before)) continue
      // What climbs or holds something unknown may lead home.
      if (before.endsWith(`${home}/`) || /\.\.|\$/.test(before) || !ELSEWHERE.test(before)) return true
    }
    return false
  })
}

/** An absolute path to somewhere that is not a home directory. */
const ELSEWHERE = /^\/(?!(?:home|Users|root|u)\b)[\w.-]+\//

/** Longest text that is taken to pieces, and how many of its words and texts in quotes are decoded. */
const LONGEST = 16 * 1024
const MOST = 60

/**
 * What could be made of the texts in code or in a command: numbers as characters, texts turned round, shifted or encoded, and
 * pieces one behind the other. Only letters, digits and dots are left, because what joins them is the code's own business.
 */
function formsOf(text: string): readonly string[] {
  const plain = unescaped(text)
  const quoted = [/"((?:[^"\n\\]|\\.){2,2000})"/g, /'([^'\n]{2,2000})'/g, /`([^`\n]{2,2000})`/g].map((pattern) =>
    [...plain.matchAll(pattern)].slice(0, MOST).map((found) => found[1]!),
  )
  const encoded = [...plain.matchAll(/[\w+/-]{12,}={0,2}/g)].slice(0, MOST).map(([word]) => decoded(word))
  return [
    plain,
    turned(plain),
    shifted(plain),
    ...quoted.map((literals) => literals.join('')),
    ...quoted.map((literals) => turned(literals.toReversed().join(''))),
    ...encoded,
    encoded.join(''),
  ].map(bare)
}

function bare(text: string): string {
  return text.replaceAll(/[^a-z0-9.]/gi, '').toLowerCase()
}

/** Escapes and numbers of characters: `\x2e`, `chr(46)`, `[46, 112].pack('C*')`, `fromCharCode(46, 112)`. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\\x\{?([\da-f]{2})\}?|\\u\{?00([\da-f]{2})\}?/gi, (_, one?: string, other?: string) =>
      String.fromCharCode(Number.parseInt(one ?? other!, 16)),
    )
    .replaceAll(/\\0?([01]\d\d)/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replaceAll(/\b(?:chr|char)\s*\(\s*(\d{2,3})\s*\)|\b(\d{2,3})\s*\.chr\b|%c\s*(\d{2,3})\b/gi, (_, ...found) =>
      character(found.find((one: unknown) => typeof one === 'string') as string),
    )
    .replaceAll(/(?<!\d)(?:(?:0x[\da-f]{2}|\d{2,3})\s*[, ]\s*){2,400}(?:0x[\da-f]{2}|\d{2,3})(?!\d)/gi, (list) =>
      list
        .split(/[, \s]+/)
        .map(character)
        .join(''),
    )
}

function character(number: string): string {
  const code = Number(number)
  return code >= 32 && code < 127 ? String.fromCharCode(code) : ' '
}

function turned(text: string): string {
  return [...text].toReversed().join('')
}

/** By thirteen letters, which every language has a function or a one-liner for. */
function shifted(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function decoded(literal: string): string {
  if (/^(?:[\da-f]{2}){4,}$/i.test(literal)) return Buffer.from(literal, 'hex').toString('latin1')
  return /^[\w+/-]{8,}={0,2}$/.test(literal) ? Buffer.from(literal, 'base64').toString('latin1') : literal
}

/** Code that is not read to the end, and whose pieces make the gate's name and the name of something it keeps. */
export function composesGate(text: string): boolean {
  if (text.length > LONGEST) return false
  const forms = formsOf(text)
  return forms.some((form) => form.includes(NAME)) && forms.some((form) => KEPT.test(form))
}

/** The gate's name is not there to be read, and comes out when the text is decoded: nobody does that without a reason. */
export function hidesGate(text: string): boolean {
  return text.length <= LONGEST && !bare(text).includes(NAME) && formsOf(text).some((form) => form.includes(NAME))
}

const NAME = 'portcullis'
const KEPT = /operator|token|journal|sock|hook|anchor|state|settings/
