import { once } from '../../call/once.ts'
import { folded } from '../alphabet.ts'
import { LEXICON } from '../lexicon/index.ts'
import { WORD_CLASSES } from '../lexicon/word-classes.ts'
import { CONCEPTS, MARKS } from './concepts.ts'

/** Columns of the table of characters below those of letters. */
export const BREAK = 0
export const SKIP = 1
export const UNKNOWN = 0xffff

const PRIME = 0x01000193
export const SEED = 0x811c9dc5

export function mix(hash: number, value: number): number {
  const one = Math.imul(hash ^ value, 0x85ebca6b)
  return (one ^ (one >>> 15)) | 0
}

/** One more letter of a word. */
export function grow(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, PRIME)
}

/** No more meanings of a word count: it keeps hostile texts as cheap as others. */
export const MOST_MEANINGS = 2
export const LONGEST_PHRASE = 6
export const SHORTEST_STEM = 3
export const LONGEST_STEM = 12

/** From the hash of a word, a beginning of one or a phrase to what it can mean. */
export class HashTable {
  readonly #filter = new Uint8Array(0x10000)
  readonly #keys: Int32Array
  readonly #values: readonly (readonly number[])[]
  readonly #slots: Int32Array
  readonly #mask: number

  constructor(entries: ReadonlyMap<number, readonly number[]>) {
    let size = 1024
    while (size < entries.size * 3) size *= 2
    this.#mask = size - 1
    this.#keys = new Int32Array(size)
    this.#slots = new Int32Array(size)
    const values: (readonly number[])[] = []
    for (const [hash, ids] of entries) {
      let slot = (hash >>> 9) & this.#mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#keys[slot] = hash
      values.push(ids.slice(0, MOST_MEANINGS))
      this.#slots[slot] = values.length
      this.#filter[hash & 0xffff] = 1
    }
    this.#values = values
  }

  get(hash: number): readonly number[] | undefined {
    if (this.#filter[hash & 0xffff] === 0) return undefined
    let slot = (hash >>> 9) & this.#mask
    for (let found = this.#slots[slot]!; found !== 0; found = this.#slots[slot]!) {
      if (this.#keys[slot] === hash) return this.#values[found - 1]
      slot = (slot + 1) & this.#mask
    }
    return undefined
  }
}

export interface ConceptTable {
  readonly words: HashTable
  readonly stems: HashTable
  /** By how many words they have: 2 to the longest. */
  readonly phrases: readonly HashTable[]
  readonly names: readonly string[]
}

const LETTER = /[\p{L}\p{N}]/u

/** The letter a character stands for; SKIP for what nobody sees, BREAK for what is part of no word. */
export function letterOf(code: number): number {
  const char = String.fromCharCode(code)
  const form = folded(char)
  if (form === '') return char === "'" || char === '’' || char === '`' || char === '‘' ? BREAK : SKIP
  return LETTER.test(form) ? form.charCodeAt(0) : BREAK
}

/** Written without blanks between words: every character is read for itself. */
export function standsAlone(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff)
  )
}

/** The hashes of the words of a phrase, as the reading sees them. */
export function hashesOf(text: string): number[] {
  const hashes: number[] = []
  let hash = SEED
  let open = false
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    const letter = at < text.length ? letterOf(code) : BREAK
    if (letter === SKIP) continue
    if (letter === BREAK || standsAlone(code)) {
      if (open) hashes.push(hash)
      open = false
      hash = SEED
      if (letter !== BREAK) hashes.push(grow(SEED, letter))
      continue
    }
    hash = grow(hash, letter)
    open = true
  }
  return hashes
}

export const conceptTable: () => ConceptTable = once(() => {
  const names = [...MARKS, ...Object.keys(CONCEPTS), ...WORD_CLASSES]
  const words = new Map<number, number[]>()
  const stems = new Map<number, number[]>()
  const phrases = Array.from({ length: LONGEST_PHRASE - 1 }, () => new Map<number, number[]>())
  const add = (table: Map<number, number[]>, hash: number, id: number): void => {
    const known = table.get(hash)
    if (known === undefined) table.set(hash, [id])
    else if (!known.includes(id)) known.push(id)
  }
  const enter = (entry: string, id: number): void => {
    const hashes = hashesOf(entry.replaceAll('_', ' ').replaceAll('*', ''))
    const [first] = hashes
    if (first === undefined || hashes.length > LONGEST_PHRASE) return
    if (hashes.length > 1) add(phrases[hashes.length - 2]!, hashes.slice(1).reduce(mix, first), id)
    else if (entry.length > SHORTEST_STEM && entry.endsWith('*')) add(stems, first, id)
    else add(words, first, id)
  }
  for (const [name, list] of Object.entries(CONCEPTS))
    for (const entry of list.split(/\s+/)) enter(entry, names.indexOf(name))
  for (const language of Object.values(LEXICON))
    for (const name of WORD_CLASSES)
      for (const entry of language[name]?.split('|') ?? []) enter(entry, names.indexOf(name))
  return {
    words: new HashTable(words),
    stems: new HashTable(stems),
    phrases: phrases.map((entries) => new HashTable(entries)),
    names,
  }
})
