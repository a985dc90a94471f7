import { Buffer } from 'node:buffer'
import { isSecretSetting } from '../call/secret-values.ts'
import type { Deeds } from './category.ts'
import { oncePerCall } from './seek.ts'
import { liveSecret } from './text-secrets.ts'

/** More of a text than any address, header or message needs; beyond it nothing more is decoded. */
const LONGEST_TEXT = 8 * 1024
const MOST_READINGS = 256
const LONGEST_LINE = 4 * 1024
const MOST_LETTERS = 96 * 1024
const DEEPEST = 3

/**
 * The secret that a text carries, in words: by its issuer's marks, or because the project's own files of secrets hold
 * it. Encodings are undone first; what is written to be read by somebody else can be read here too.
 */
export function carriedSecret(text: string, deeds: Deeds): string | undefined {
  if (text.length < 8) return undefined
  const marked = text.length > LONGEST_TEXT ? liveSecret(text) : undefined
  if (marked !== undefined) return marked
  const values = ownSecrets(deeds)
  for (const reading of readingsOf(text.slice(0, LONGEST_TEXT))) {
    const what = liveSecret(reading)
    if (what !== undefined) return what
    if (PACKED.test(reading)) return 'packed data'
    const plain = plainLetters(reading)
    const own = values.find(({ value, letters }) => reading.includes(value) || plain.includes(letters))
    if (own !== undefined) return `the value of \`${own.name}\``
  }
  return undefined
}

/** The name of a secret of the project whose very value stands in a text. */
export function ownSecretIn(text: string, deeds: Deeds): string | undefined {
  return ownSecrets(deeds).find(({ value }) => text.includes(value))?.name
}

/** How archives and compressed data begin, in base64 and in hexadecimal: what is in them cannot be told. */
const PACKED =
  /(?:H4sI[A-Za-z0-9+/_-]{20,}|QlpoO[A-Za-z0-9+/_-]{20,}|\/Td6WFoA[A-Za-z0-9+/_-]{10,}|KLUv[/_][A-Za-z0-9+/_-]{20,}|UEsDB[A-Za-z0-9+/_-]{20,}|1f8b08[0-9a-f]{24,})/i

interface OwnSecret {
  readonly name: string
  readonly value: string
  /** Without case and signs: how it stands in a host name or between other signs. */
  readonly letters: string
}

/** Files in which projects keep the secrets they run with. */
const FILES = ['.env', '.env.local', '.env.development', '.env.production', '.env.test.local', '.npmrc', '.netrc']

/** Values that stand in the project's files of secrets. Read anew for each call, and kept nowhere. */
const ownSecrets = oncePerCall(({ world, surroundings, session }: Deeds): readonly OwnSecret[] => {
  const found: OwnSecret[] = []
  for (const directory of new Set([surroundings.workspace, surroundings.cwd]))
    for (const file of FILES) {
      const path = `${directory}/${file}`
      const written = session.written.get(path)
      const text = written?.kind === 'text' ? written.text : world.read(path, 64 * 1024)
      for (const line of text?.split('\n') ?? []) {
        if (line.length > LONGEST_LINE) continue
        const [, name, given] = /^\s*(?:export\s+)?([\w/.:-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
        const value = given?.replace(/^(["'])(.*)\1$/, '$2')
        if (name === undefined || value === undefined || value.length < 8 || !isSecretSetting(name, value)) continue
        found.push({ name, value, letters: plainLetters(value) })
        const password = /:\/\/[^\s/:@]+:([^\s/@]{6,})@/.exec(value)?.[1]
        if (password !== undefined) found.push({ name, value: password, letters: plainLetters(password) })
      }
    }
  return found.filter(({ value }) => isUnlikely(value))
})

/** A password that is a word stands in addresses by chance: `developer`. */
function isUnlikely(value: string): boolean {
  const letters = plainLetters(value)
  return letters.length >= 8 && /\d/.test(letters) && /[a-z]/.test(letters)
}

function plainLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** The text and what it says when an encoding is undone, and another below it. */
export function readingsOf(text: string): readonly string[] {
  const readings = new Set([text])
  let latest = [text]
  let letters = 0
  for (let depth = 0; depth < DEEPEST && latest.length > 0; depth++) {
    const next: string[] = []
    for (const one of latest)
      for (const undo of [...DECODERS, ...MIRRORS])
        for (const reading of undo(one)) {
          if (readings.size >= MOST_READINGS || letters > MOST_LETTERS) return [...readings]
          if (reading.length < 6 || readings.has(reading)) continue
          letters += reading.length
          readings.add(reading)
          next.push(reading)
        }
    latest = next
  }
  return [...readings]
}

type Undo = (text: string) => readonly string[]

/** Other orders and alphabets of the same text. */
const MIRRORS: readonly Undo[] = [
  (text) => [[...text].reverse().join('')],
  (text) => [
    text.replaceAll(/[a-z]/gi, (letter) => {
      const base = letter <= 'Z' ? 65 : 97
      return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
    }),
  ],
  // Split over labels, paths or words: `sk.live.4eC3`, `c2tf/bGl2`.
  (text) =>
    text
      .split(/[^\w+=./ :,|-]+/)
      .filter((run) => /[./ :,|-]/.test(run.slice(1, -1)))
      .map((run) => run.replaceAll(/[./ :,|-]/g, '')),
]

const DECODERS: readonly Undo[] = [
  (text) => {
    if (!/%[0-9a-f]{2}/i.test(text)) return []
    return [
      text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')),
    ]
  },
  (text) => runs(text, /[A-Za-z0-9+/]{12,}={0,2}|[A-Za-z0-9_-]{12,}={0,2}/g, (run) => Buffer.from(run, 'base64'), 4),
  (text) => runs(text, /[0-9a-f]{16,}/gi, (run) => Buffer.from(run, 'hex'), 2),
  (text) =>
    runs(text, /(?:(?:\\x|0x|\\)?[0-9a-f]{2}[ :,-]?){8,}/gi, (run) =>
      Buffer.from(run.replaceAll(/\\x|0x|[^0-9a-f]/gi, ''), 'hex'),
    ),
  (text) => runs(text, /[A-Z2-7]{16,}=*/gi, fromBase32, 8),
  (text) =>
    runs(text, /(?:\d{2,3}[ ,.;|-]+){7,}\d{2,3}/g, (run) =>
      Buffer.from(run.split(/\D+/).map((number) => Math.min(Number(number), 255))),
    ),
  (text) =>
    runs(text, /(?:\\[0-3]?[0-7]{2}){8,}/g, (run) =>
      Buffer.from(
        run
          .slice(1)
          .split('\\')
          .map((number) => Number.parseInt(number, 8)),
      ),
    ),
  (text) => {
    const plain = text
      .replaceAll(/\\u\{?([0-9a-f]{2,6})\}?/gi, (_all, code: string) => fromCode(Number.parseInt(code, 16)))
      .replaceAll(/&#x([0-9a-f]{2,6});/gi, (_all, code: string) => fromCode(Number.parseInt(code, 16)))
      .replaceAll(/&#(\d{2,7});/g, (_all, code: string) => fromCode(Number(code)))
    return plain === text ? [] : [plain]
  },
]

function fromCode(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

const MOST_RUNS = 16

/**
 * Every run of this shape, decoded: those that turn out to be text. A letter that stands before it by chance (`v`, `/`)
 * moves all others, so that it is read from each of the first letters of a group.
 */
function runs(text: string, shape: RegExp, decode: (run: string) => Buffer, group: number = 1): readonly string[] {
  const found: string[] = []
  for (const [run] of text.matchAll(shape))
    for (let from = 0; from < group; from++) {
      if (found.length >= MOST_RUNS) return found
      const plain = printable(decode(run.slice(from)))
      if (plain !== undefined) found.push(plain)
    }
  return found
}

/** The longest stretch of plain text, where that is most of it: signs that belong to what stands around may hang on. */
function printable(bytes: Buffer): string | undefined {
  const [longest] = (bytes.toString('latin1').match(/[\t\n\r -~]{6,}/g) ?? []).toSorted((a, b) => b.length - a.length)
  return longest !== undefined && longest.length * 5 >= bytes.length * 3 ? longest : undefined
}

/** Letters, digits, signs and line ends: no picture, digest or archive. */
function isText(bytes: Buffer): boolean {
  if (bytes.length < 6) return false
  let odd = 0
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte > 126) odd++
  return odd * 50 <= bytes.length
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of text.toLowerCase()) {
    const value = BASE32.indexOf(letter)
    if (value < 0) break
    held = ((held << 5) | value) & 0xf_ff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

/**
 * A run of letters that is text in another alphabet: a part of a path or a label of a host name that nobody would
 * call that. Identifiers, digests and signatures are no text when they are decoded.
 */
export function isEncodedText(part: string): boolean {
  if (part.length < 20) return false
  const readings = [
    /^(?:[0-9a-f]{2}){10,}$/i.test(part) ? Buffer.from(part, 'hex') : undefined,
    /^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(part) && /[A-Z]/.test(part) && /[a-z]/.test(part) && /\d/.test(part)
      ? Buffer.from(part, 'base64')
      : undefined,
    /^[a-z2-7]{24,}=*$|^[A-Z2-7]{24,}=*$/.test(part) && /\d/.test(part) ? fromBase32(part) : undefined,
  ]
  return readings.some((bytes) => bytes !== undefined && bytes.length >= 10 && isText(bytes))
}
