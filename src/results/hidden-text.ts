/** Text that a person does not see and a model reads, and text that was written so as not to be recognised. */
export interface Unhidden {
  /** The text as a model reads it: hidden characters gone, lookalike forms folded. */
  readonly text: string
  /** Messages found in tag characters and in encoded runs. */
  readonly messages: readonly string[]
  readonly signs: readonly { readonly name: string; readonly weight: number }[]
}

const TAGS = /[\u{e0020}-\u{e007e}]{3,}/gu
const REGION_FLAGS = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{3,6}\u{e007f}/gu
const ZERO_WIDTH = /[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]/g
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g
const SELECTORS = /[\u{e0100}-\u{e01ef}]{4,}/gu
const BASE64 = /\b[A-Za-z0-9+/]{24,4096}={0,2}/g
const HEX = /\b(?:[0-9a-fA-F]{2}){12,2048}\b/g
/** How many encoded runs of one text are looked at. */
const MOST_RUNS = 50

export function unhide(raw: string): Unhidden {
  const messages: string[] = []
  const signs: { name: string; weight: number }[] = []
  // A flag of a region is a black flag and a few tags; it says nothing.
  for (const run of raw.replaceAll(REGION_FLAGS, '').match(TAGS) ?? []) {
    messages.push(String.fromCodePoint(...Array.from(run.slice(0, 4000), (char) => char.codePointAt(0)! - 0xe0000)))
    signs.push({ name: 'hides text in tag characters', weight: 1 })
  }
  if (SELECTORS.test(raw)) signs.push({ name: 'hides data in variation selectors', weight: 1 })
  SELECTORS.lastIndex = 0
  const invisible = (raw.match(ZERO_WIDTH) ?? []).length
  if (invisible > 8 && /[a-z][\u200b-\u200d\u2060\ufeff]+[a-z]/i.test(raw))
    signs.push({ name: 'breaks words with invisible characters', weight: 0.6 })
  if (BIDI.test(raw)) signs.push({ name: 'turns the direction of text', weight: 0.4 })
  BIDI.lastIndex = 0
  if (floods(raw)) signs.push({ name: 'floods with one word', weight: 1 })
  const text = raw
    .replaceAll(/[\u{e0000}-\u{e0fff}]/gu, '')
    .replaceAll(ZERO_WIDTH, '')
    .replaceAll(BIDI, '')
    .normalize('NFKC')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
  for (const run of [...(text.match(HEX) ?? []), ...(text.match(BASE64) ?? [])].slice(0, MOST_RUNS)) {
    const decoded = decode(run)
    if (decoded !== undefined) messages.push(decoded)
  }
  for (const run of text.match(BITS) ?? []) {
    const decoded = String.fromCharCode(...run.split(/\s+/).map((bits) => Number.parseInt(bits, 2)))
    if (WORDS.test(decoded)) messages.push(decoded)
  }
  // A shifted alphabet shows itself: no English text is full of `wkh` or `gur`.
  for (const [sign, shift] of SHIFTS) if (sign.test(text)) messages.push(shifted(text.slice(0, 20_000), shift))
  return { text, messages, signs }
}

/** The same word forty times in a row. */
function floods(text: string): boolean {
  let times = 1
  let last = ''
  for (const word of text.slice(0, 20_000).split(/\s+/)) {
    times = word === last ? times + 1 : 1
    last = word
    if (times >= 40 && word.length > 2) return true
  }
  return false
}

const BITS = /\b[01]{8}(?:\s[01]{8}){15,1000}\b/g
const WORDS = /^[\t\n\r\u0020-\u007e]+$/

/** `the` in a shifted alphabet, and how far to shift back. */
const SHIFTS: readonly (readonly [RegExp, number])[] = Array.from({ length: 25 }, (_, index) => {
  const by = index + 1
  return [
    new RegExp(
      `\\b${shifted('the', by)}\\b[^\\n]*\\b${shifted('and', by)}\\b|\\b${shifted('instructions', by)}\\b`,
      'i',
    ),
    26 - by,
  ] as const
})

function shifted(text: string, by: number): string {
  return text.replaceAll(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + by) % 26) + base)
  })
}

/** What an encoded run says, when it says something in words. */
function decode(run: string): string | undefined {
  const bytes =
    /^[0-9a-fA-F]+$/.test(run) && run.length % 2 === 0 ? Buffer.from(run, 'hex') : Buffer.from(run, 'base64')
  const text = bytes.toString('utf8')
  return /^[\t\n\r\u0020-\u007e]+$/.test(text) && /[a-z]{2,} [a-z]{2,}/i.test(text) ? text : undefined
}
