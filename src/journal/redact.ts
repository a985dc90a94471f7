import type { JsonObject, JsonValue } from '../call/tool-call.ts'
import { isList, MASK } from './mask-known.ts'
import { SECRET_PROGRAMS, secretParts } from './secret-options.ts'
import { ANY_PLACE, PLACES } from './secret-places.ts'
import { SECRET_SHAPES } from './secret-shapes.ts'

/**
 * Secrets masked before anything is written, shown or sent. What goes is replaced by `[redacted <what>]`; nothing of the
 * value stays, not even its length. Time is linear in the text. Masking masked text changes nothing.
 *
 * What it knows: tokens with a maker's shape, JWTs, private keys, credentials in URLs, values given to names that tell
 * (assignments, JSON and YAML keys, flags, headers), passwords in the places well-known programs take them, and
 * random-looking values next to a telling name. What it cannot know: a secret that looks like a word, alone.
 */
export function redact(text: string): string {
  if (text.length < SHORTEST || clean.has(text)) return text
  let result = redactShapes(text)
  if (result.includes('://')) result = redactUrls(result)
  result = redactPlaces(redactNamed(redactCommands(result)))
  if (result === text && text.length <= REMEMBERED_LENGTH) rememberClean(text)
  return result
}

/** What was masked while something is being masked for a record; undefined at all other times. */
let collected: Set<string> | undefined

/** Masks a value and says what was masked in it, so that the same secrets can be masked elsewhere. */
export function redactNoting(value: JsonObject): {
  readonly masked: JsonObject
  readonly secrets: ReadonlySet<string>
} {
  const secrets = new Set<string>()
  collected = secrets
  try {
    return { masked: redactJson(value), secrets }
  } finally {
    collected = undefined
  }
}

function note(secret: string): void {
  if (collected === undefined) return
  // As written, without its quotes, and as the shell reads it: sentences quote words, not source.
  for (const form of [
    secret,
    unquoted(secret),
    secret.replace(/["'\\]/g, ''),
    secret.replace(/^pass:|@[\w.:-]+$/g, ''),
  ])
    if (form.length >= SHORTEST_REPEATED && !form.includes('[redacted ')) collected.add(form)
}

/** Shorter values stand in ordinary words, and masking them there would hide more than a secret. */
const SHORTEST_REPEATED = 3
/** Short texts known to hold no secret: names, codes and phrases come again and again. Never holds a secret. */
const clean = new Set<string>()
const REMEMBERED_LENGTH = 100
const REMEMBERED_TEXTS = 4096

function rememberClean(text: string): void {
  if (clean.size >= REMEMBERED_TEXTS) clean.clear()
  clean.add(text)
}

/** A shape with a literal prefix is an unbroken run of at least this many characters. */
const LONG_RUN = /[A-Za-z0-9_.:/+=%~-]{14}|PRIVATE KEY|PuTTY/
const ANY_TRIGGER = new RegExp(
  SECRET_SHAPES.flatMap((shape) => shape.triggers)
    .map((trigger) => trigger.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .toSorted()
    .join('|'),
)

function redactShapes(text: string): string {
  if (!LONG_RUN.test(text)) return text
  let result = text.replace(DISCORD_TOKEN, (secret) => {
    note(secret)
    return '[redacted discord-token]'
  })
  if (!ANY_TRIGGER.test(result)) return result
  for (const shape of SECRET_SHAPES) {
    if (shape.triggers.some((trigger) => result.includes(trigger))) {
      result = result.replace(shape.pattern, (secret: string) => {
        note(secret)
        return `[redacted ${shape.name}]`
      })
    }
  }
  return result
}

/** The one well-known shape without a literal piece. */
const DISCORD_TOKEN = /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g

function redactPlaces(text: string): string {
  if (!ANY_PLACE.test(text)) return text
  const lower = text.toLowerCase()
  let result = text
  for (const place of PLACES) {
    if (place.triggers.some((trigger) => lower.includes(trigger))) result = result.replace(place.pattern, maskPlace)
  }
  return result
}

/** `redact` over every text of a JSON value, keys included. A value under a telling key goes whatever it looks like. */
export function redactJson(value: JsonObject): JsonObject
export function redactJson(value: JsonValue): JsonValue
export function redactJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return redactList(value)
  const result: Record<string, JsonValue> = {}
  for (const [key, item] of Object.entries(value)) {
    const masked = HINT.test(key) && isTelling(key) ? maskUnder(item) : redactJson(item)
    // By definition, not assignment, where the name is special: a key called `__proto__` is a key like any other.
    if (key === '__proto__')
      Object.defineProperty(result, key, { value: masked, enumerable: true, configurable: true, writable: true })
    else result[redact(key)] = masked
  }
  return result
}

/** In a list of arguments the value of a flag is the next item: `["--password", "x"]`. */
function redactList(list: readonly JsonValue[]): JsonValue {
  let flag = false
  return maskArguments(list).map((item) => {
    const masked = flag && typeof item === 'string' ? maskValue(item) : redactJson(item)
    flag = typeof item === 'string' && /^--?[A-Za-z]/.test(item) && isTelling(item.replace(/^-+/, ''))
    return masked
  })
}

/** A list that is a command: a program of the table and its words. */
function maskArguments(list: readonly JsonValue[]): readonly JsonValue[] {
  const [first] = list
  if (typeof first !== 'string' || !SECRET_PROGRAMS.has(programName(first))) return list
  const words = list.map((item) => (typeof item === 'string' ? item : ''))
  const result = [...list]
  for (const { index, from } of secretParts([programName(first), ...words.slice(1)])) {
    const word = words[index]!
    if (typeof list[index] === 'string') result[index] = word.slice(0, from) + maskValue(word.slice(from))
  }
  return result
}

function programName(word: string): string {
  const name = word.includes('/') || word.includes('\\') ? (word.split(/[\\/]/).at(-1) ?? '') : word
  return /\.exe$/i.test(name) ? name.slice(0, -4) : name
}

/** A word that could be a program: looked up, because a pattern with all names in it would be tried at every character. */
const PROGRAM_WORD = /(?<![\w.-])[A-Za-z7][\w.-]{0,23}(?=[ \t])/g

/** One word of a command: quoted from its first character on, or up to a blank or the end of the command. */
const WORD = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'|(?:[^\s"'`|&;<>()\\]|\\[^\n])+(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')?/y
const GAP = /[ \t]+(?:\\\n[ \t]*)?/y
const MOST_WORDS = 64

/**
 * What well-known programs take as a secret, word by word, up to the end of the command. Inside a quoted script its
 * closing quote is the end: what stands behind it is code and stays in sight.
 */
function redactCommands(text: string): string {
  let result = ''
  let done = 0
  let quotes: QuoteReader | undefined
  PROGRAM_WORD.lastIndex = 0
  for (let match = PROGRAM_WORD.exec(text); match !== null; match = PROGRAM_WORD.exec(text)) {
    if (match.index < done || !SECRET_PROGRAMS.has(programName(match[0]))) continue
    quotes ??= new QuoteReader(text)
    const { words, places } = wordsFrom(text, match.index, quotes.at(match.index))
    for (const { index, from } of secretParts([programName(words[0] ?? ''), ...words.slice(1)])) {
      const place = places[index]!
      // `$(…)` is code and ends the word.
      const word = text.charAt(place + words[index]!.length) === '(' ? words[index]!.replace(/\$$/, '') : words[index]!
      const start = place + from
      if (start < done || word.length <= from) continue
      const masked = maskValue(word.slice(from))
      if (masked === word.slice(from)) continue
      result += text.slice(done, start) + masked
      done = place + word.length
    }
  }
  return done === 0 ? text : result + text.slice(done)
}

function wordsFrom(
  text: string,
  start: number,
  inside: string,
): { readonly words: readonly string[]; readonly places: readonly number[] } {
  const words: string[] = []
  const places: number[] = []
  for (let position = start; words.length < MOST_WORDS;) {
    if (text.charAt(position) === inside) break
    let word = at(WORD, text, position)
    if (word === undefined) break
    // Inside a quoted script its quote ends the script and not a word.
    if (inside !== '') word = word.split(inside)[0]!
    if (word === '') break
    words.push(word)
    places.push(position)
    position += word.length
    const gap = at(GAP, text, position)
    if (gap === undefined) break
    position += gap.length
  }
  return { words, places }
}

/** Which quote is open at a place, reading from left to right once. */
class QuoteReader {
  readonly #text: string
  #position = 0
  #open = ''

  constructor(text: string) {
    this.#text = text
  }

  at(position: number): string {
    for (; this.#position < position; this.#position++) {
      const character = this.#text.charAt(this.#position)
      if (character === '\\' && this.#open !== "'") this.#position++
      else if (this.#open !== '') this.#open = character === this.#open ? '' : this.#open
      else if (character === '"' || character === "'") this.#open = character
    }
    return this.#open
  }
}

function maskUnder(value: JsonValue): JsonValue {
  if (typeof value === 'string') return maskValue(value)
  if (typeof value === 'number') return MASK
  if (typeof value !== 'object' || value === null) return value
  return isList(value) ? value.map(maskUnder) : redactJson(value)
}

/** Shorter than `pw=x`: nothing to find. */
const SHORTEST = 4

/** Names whose value is a secret, by their last words: `DB_PASSWORD`, `clientSecret`, `api-key`, `pgpassword`. */
const TELLING =
  /(?:(?:passwords?|passwd|passwort|passphrase|secrets?|token|apikeys?|accesskeys?|secretkeys?|privatekeys?|credentials?|sessid|jsessionid)|(?:^| )(?:passcode|pass|pwd|pw|(?:api|access|secret|private|signing|encryption|master|account|license|storage|ssh|auth|shared|subscription|service) keys?|access key id|secret id|creds?|auth|authorization|bearer|cookie|connection ?string|dsn|otp|pin|pat|sas|seed phrase|mnemonic))(?: (?:value|b64|base64|hash|text|plain|prod|production|dev|staging|test|live|new|old|\d+))?$/

/** Names that make a random-looking value suspicious, though a plain one is nothing. */
const HINTING = /(?:^| )(?:keys?|tokens?|secrets?|hmac|nonce|salt|seed|signature|passwords?)$/

/** Every telling or hinting name contains one of these. */
const HINT =
  /pass|pwd|pw|secret|token|key|cred|auth|bearer|cookie|connection|dsn|otp|pin|pat|sas|mnemonic|sessi|seed|hmac|nonce|salt|signature/i
const HINTS = new RegExp(HINT, 'gi')

/** The words of an identifier in lower case: `clientSecret` and `client-secret` are `client secret`. */
function wordsOf(name: string): string {
  return name
    .slice(-LONGEST_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

const LONGEST_NAME = 80

function isTelling(name: string): boolean {
  return TELLING.test(wordsOf(name))
}

/**
 * What may stand between a name and its value, then the value. Quotes may carry backslashes, for JSON inside strings;
 * a quote that never closes takes the rest. All are sticky: tried at one place, never searched.
 */
const BETWEEN = /(?:\\{0,4}["'`])?\]?[ \t]{0,8}(?::=|=>|\?=|:|=)[ \t]{0,8}(?:[|>][-+]?[ \t]{0,8}\r?\n[ \t]{1,64})?/y
const LISTED = /\\{0,4}["'],[ \t\r\n]{0,8}/y
const BLANK = /[ \t]{1,8}/y
const ELEMENT = />(?=[^<]{1,4096}<\/)/y
const SCHEME = /(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate)[ \t]{1,8}/iy
/** `password: string = 'x'`: the type is not the value. Only types: `TOKEN=abc=def` is one value. */
const ANNOTATION = /(?:&?str|[sS]tring|SecretStr|bytes|[tT]ext|any|Buffer)(?:\[\]|\?)?[ \t]{0,8}=[ \t]{0,8}(?=["'`])/y
const VALUE_HERE =
  /\\{1,4}"(?:(?!\\{1,4}")[\s\S])*(?:\\{1,4}"|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|`[^`]*(?:`|$)|[^\s"'`;|&<>(),[\]{}][^\s"'`;|&<>()]*/y
const TEXT_HERE = /[^<]+/y

function at(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position
  return pattern.exec(text)?.[0]
}

/** Walks the names of a text once, left to right, and masks what is given to the telling ones. */
function redactNamed(text: string): string {
  let result = ''
  let done = 0
  HINTS.lastIndex = 0
  for (let hint = HINTS.exec(text); hint !== null; hint = HINTS.exec(text)) {
    const start = nameStart(text, hint.index, done)
    const end = nameEnd(text, hint.index + hint[0].length)
    HINTS.lastIndex = end
    const found = valueAfter(text, start, end)
    if (found === undefined) continue
    result += text.slice(done, found.start) + found.masked
    done = found.end
    HINTS.lastIndex = done
  }
  return done === 0 ? text : result + text.slice(done)
}

const NAME_CHARACTER = /[A-Za-z0-9_.-]/

function nameStart(text: string, from: number, least: number): number {
  let start = from
  while (start > least && from - start < LONGEST_NAME && NAME_CHARACTER.test(text.charAt(start - 1))) start--
  return start
}

function nameEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && end - from < LONGEST_NAME && NAME_CHARACTER.test(text.charAt(end))) end++
  while (end > from && /[.-]/.test(text.charAt(end - 1))) end--
  return end
}

interface Found {
  readonly start: number
  readonly end: number
  readonly masked: string
}

function valueAfter(text: string, start: number, end: number): Found | undefined {
  const name = text.slice(start, end)
  const words = wordsOf(name)
  const telling = TELLING.test(words)
  if (!telling && !HINTING.test(words)) return undefined
  const flag = name.startsWith('-')
  if (telling && text.charAt(start - 1) === '<' && at(ELEMENT, text, end) !== undefined) {
    const value = at(TEXT_HERE, text, end + 1)
    return value === undefined ? undefined : found(end + 1, value, telling)
  }
  const between = at(BETWEEN, text, end) ?? (flag ? at(LISTED, text, end) : undefined)
  const blank = between === undefined ? at(BLANK, text, end) : undefined
  if (between === undefined && blank === undefined) return undefined
  let position = end + (between ?? blank ?? '').length
  const scheme = at(SCHEME, text, position)
  position += scheme?.length ?? 0
  if (between !== undefined) position += at(ANNOTATION, text, position)?.length ?? 0
  const value = at(VALUE_HERE, text, position)
  if (value === undefined) return undefined
  // `token = readToken()`, `TOKEN=$(pass show x)`, `$token = Get-Token` are code, and nothing is given away by them.
  if (text.charAt(position + value.length) === '(' && /^[A-Za-z_]|\$$/.test(value)) return undefined
  if (text.charAt(start - 1) === '$' && /^[A-Z][A-Za-z]+-[A-Z][A-Za-z]+$/.test(value)) return undefined
  if (between === undefined && scheme === undefined) {
    if (flag && telling) return value.startsWith('-') ? undefined : found(position, value, true)
    return foundInProse(text, position)
  }
  return found(position, value, telling)
}

function found(position: number, value: string, telling: boolean): Found | undefined {
  if (!telling && !looksRandom(unquoted(value))) return undefined
  const masked = maskValue(value)
  return masked === value ? undefined : { start: position, end: position + value.length, masked }
}

/** "the token is 9f8a…": one of the next words looks random. */
function foundInProse(text: string, from: number): Found | undefined {
  let position = from
  for (let word = 0; word < 4; word++) {
    const value = at(VALUE_HERE, text, position)
    if (value === undefined) return undefined
    const bare = unquoted(value).replace(/[.,]+$/, '')
    if (looksRandom(bare)) {
      const start = position + value.indexOf(bare)
      note(bare)
      return { start, end: start + bare.length, masked: MASK }
    }
    position += value.length
    const blank = at(BLANK, text, position)
    if (blank === undefined) return undefined
    position += blank.length
  }
  return undefined
}

function unquoted(value: string): string {
  return value.replace(/^\\{0,4}["'`]/, '').replace(/\\{0,4}["'`]$/, '')
}

/** A reference to where a secret is kept is not the secret, and a reader needs to see it. Wholly one of these: */
const REFERENCE =
  /^(?:\$\{?(?:env:)?[A-Za-z_][A-Za-z0-9_.]*\}?|%[A-Za-z_][A-Za-z0-9_]*%|<[A-Za-z _-]{1,40}>|\{\{[^}]{0,80}\}\}|\$\{\{[^}]{0,80}\}\}|\*{3,}|(?:process\.env|os\.environ)[A-Za-z0-9_.]*|true|false|null|none|nil|undefined|string|str|secretstr)[,;]?$/i

/**
 * The value masked, its quotes kept. A substitution is code, not a secret: it stays in sight, or text that pretends to
 * be a password could hide `"$(…)"` from the people and models who read what was masked.
 */
function maskValue(value: string): string {
  const opening = /^\\{0,4}["'`]/.exec(value)?.[0] ?? ''
  const inner = value.slice(opening.length)
  const closing = opening !== '' && inner.endsWith(opening) ? opening : ''
  const bare = inner.slice(0, inner.length - closing.length)
  if (bare === '' || bare.includes('[redacted ') || value.startsWith('[redacted') || REFERENCE.test(bare)) return value
  const code = /\$\(|`|<\(|\$\{/.exec(bare)
  note(code === null || opening === '`' ? bare : bare.slice(0, code.index))
  if (code === null || opening === '`') return `${opening}${MASK}${closing}`
  return `${opening}${code.index === 0 ? '' : MASK}${bare.slice(code.index)}${closing}`
}

/** At least 16 characters of an encoding alphabet with more than 3 bits each, not a path, a file name or words. */
function looksRandom(text: string): boolean {
  if (text.length < 16 || text.length > 4096 || !/^[A-Za-z0-9+/_.~][A-Za-z0-9+/_.~-]+={0,2}$/.test(text)) return false
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  if (/^[./~]|\.[a-z][a-z0-9]{0,4}$/.test(text)) return false
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits > 3
}

/** The password of `scheme://user:password@host`, up to the last `@` of the authority; a lone long user is a token. */
function redactUrls(text: string): string {
  return text.replace(
    /:\/\/([^\s/?#@:"'`<>]{0,256})(:?)([^\s/?#"'`<>]{0,1024})@/g,
    (whole, user: string, colon: string, password: string) => {
      if (colon === '') {
        if (user.length < 16 || !looksRandom(user)) return whole
        note(user)
        return `://${MASK}@`
      }
      if (password !== '' && !REFERENCE.test(password)) note(password)
      return `://${user}:${password === '' || REFERENCE.test(password) ? password : '[redacted password]'}@`
    },
  )
}

function maskPlace(_whole: string, before: string, value: string, after: string): string {
  return before + maskValue(value) + after
}
