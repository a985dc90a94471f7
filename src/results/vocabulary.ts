import { once } from '../call/once.ts'
import { Alphabet, foldedWord, OTHER_LETTER } from './alphabet.ts'
import { LEXICON } from './lexicon/index.ts'
import { WORD_CLASSES, type WordClass } from './lexicon/word-classes.ts'
import { ORDER_RULES, type OrderRule } from './order-rules.ts'

/** One order of a rule's steps: what a scan walks along. */
export interface Sequence {
  readonly rule: OrderRule
  readonly steps: readonly WordClass[]
}

/** A word or phrase of the lexicon. */
export interface Entry {
  /** One bit per language. */
  readonly languages: number
  /** Pairs of sequence and step, the later steps first: no word counts for two steps of one sequence. */
  readonly moves: readonly Move[]
  readonly classes: ReadonlySet<WordClass>
  /** A phrase that names a thing: its later words count for themselves, too. */
  readonly opens: boolean
  /** For words in a turned alphabet: how far it is turned; 0 for words that are written backwards. */
  readonly turned?: number
}

export interface Move {
  readonly sequence: number
  readonly step: number
  readonly languages: number
}

/** All words of the lexicon as one table of transitions. */
export interface Vocabulary {
  readonly alphabet: Alphabet
  readonly next: Transitions
  /** What ends exactly at a node, and what may go on in any way. */
  readonly exact: readonly (Entry | undefined)[]
  readonly stem: readonly (Entry | undefined)[]
  readonly sequences: readonly Sequence[]
  /** For what is no word: addresses, and an AI that is called. */
  readonly outside: Entry
  readonly called: Entry
}

/** From a node by a column to a node; 0: nowhere. The first node has a row of its own, all others share one table. */
export class Transitions {
  readonly first: Int32Array
  readonly #width: number
  readonly #keys: Int32Array
  readonly #nodes: Int32Array
  readonly #mask: number

  constructor(children: readonly ReadonlyMap<number, number>[], width: number) {
    this.#width = width
    this.first = new Int32Array(width)
    for (const [column, child] of children[0]!) this.first[column] = child
    let size = 1024
    while (size < children.length * 3) size *= 2
    this.#mask = size - 1
    this.#keys = new Int32Array(size)
    this.#nodes = new Int32Array(size)
    for (let node = 1; node < children.length; node++)
      for (const [column, child] of children[node]!) {
        const key = node * width + column
        let slot = (Math.imul(key, SPREAD) >>> 7) & this.#mask
        while (this.#keys[slot] !== 0) slot = (slot + 1) & this.#mask
        this.#keys[slot] = key
        this.#nodes[slot] = child
      }
  }

  from(node: number, column: number): number {
    if (node === 0) return this.first[column]!
    const key = node * this.#width + column
    let slot = (Math.imul(key, SPREAD) >>> 7) & this.#mask
    for (let found = this.#keys[slot]!; found !== 0; found = this.#keys[slot]!) {
      if (found === key) return this.#nodes[slot]!
      slot = (slot + 1) & this.#mask
    }
    return 0
  }
}

const SPREAD = 0x9e3779b1

export const EVERY_LANGUAGE = 0x7fffffff

export const vocabulary: () => Vocabulary = once(() => new Builder().vocabulary())

interface Draft {
  readonly classes: Map<WordClass, number>
  turned?: number
}

class Builder {
  readonly #alphabet = new Alphabet()
  readonly #children: Map<number, number>[] = [new Map()]
  readonly #exact: (Draft | undefined)[] = []
  readonly #stem: (Draft | undefined)[] = []
  readonly #sequences: readonly Sequence[] = ORDER_RULES.flatMap((rule) =>
    (rule.order === 'any' ? permutations(rule.steps) : [rule.steps]).map((steps) => ({ rule, steps })),
  )
  readonly #moves = new Map<WordClass, { sequence: number; step: number }[]>(WORD_CLASSES.map((one) => [one, []]))

  constructor() {
    for (const [sequence, { steps }] of this.#sequences.entries())
      for (const [step, word] of steps.entries()) this.#moves.get(word)!.push({ sequence, step })
    for (const [index, words] of Object.values(LEXICON).entries())
      for (const name of WORD_CLASSES)
        for (const word of words[name]?.split('|') ?? []) {
          this.#add(word, name, languagesOf(word, index))
          // The longest phrase wins: `the user` must not hide one that starts with `user`.
          if (word.startsWith('user ')) this.#add(`the ${word}`, name, languagesOf(word, index))
        }
    for (const word of MARKERS) {
      for (let by = 1; by < 26; by++) this.#turned(turned(word, by), by)
      this.#turned([...word].reverse().join(''), 0)
    }
  }

  vocabulary(): Vocabulary {
    const entries = (drafts: readonly (Draft | undefined)[]): readonly (Entry | undefined)[] =>
      Array.from(this.#children, (_, node) => drafts[node] && this.#entry(drafts[node]))
    return {
      alphabet: this.#alphabet,
      next: new Transitions(this.#children, this.#alphabet.size),
      exact: entries(this.#exact),
      stem: entries(this.#stem),
      sequences: this.#sequences,
      outside: this.#entry({ classes: new Map([['outside', EVERY_LANGUAGE]]) }),
      called: this.#entry({ classes: new Map([['called', EVERY_LANGUAGE]]) }),
    }
  }

  #add(word: string, name: WordClass, languages: number): void {
    const isStem = word.length > 1 && word.endsWith('*')
    const node = this.#nodeOf(isStem ? word.slice(0, -1) : word)
    const drafts = isStem || isTogether(word) ? this.#stem : this.#exact
    const draft = (drafts[node] ??= { classes: new Map() })
    draft.classes.set(name, (draft.classes.get(name) ?? 0) | languages)
  }

  #turned(word: string, by: number): void {
    const node = this.#nodeOf(word)
    // What is a word of its own is no sign of anything.
    if (this.#exact[node] === undefined && !ORDINARY_WORDS.has(word))
      this.#exact[node] = { classes: new Map(), turned: by }
  }

  #nodeOf(word: string): number {
    let node = 0
    for (const letter of foldedWord(word)) {
      const column = this.#alphabet.columnOf(letter)
      if (column === OTHER_LETTER) throw new Error(`no column for ${letter} of ${word}`)
      const known = this.#children[node]!.get(column)
      if (known === undefined) {
        this.#children[node]!.set(column, this.#children.length)
        node = this.#children.length
        this.#children.push(new Map())
      } else node = known
    }
    return node
  }

  #entry({ classes, turned: by }: Draft): Entry {
    const moves = [...classes].flatMap(([name, languages]) =>
      this.#moves.get(name)!.map((move) => ({ ...move, languages })),
    )
    return {
      languages: [...classes.values()].reduce((all, one) => all | one, 0),
      moves: moves.sort((one, other) => other.step - one.step),
      classes: new Set(classes.keys()),
      opens: classes.size > 0 && [...classes.keys()].every((name) => THINGS.has(name)),
      ...(by === undefined ? {} : { turned: by }),
    }
  }
}

/** Classes of names, not of verbs: `do not tell` must not count as `tell`. */
const THINGS: ReadonlySet<WordClass> = new Set<WordClass>([
  'own prompt',
  'prompt',
  'secret',
  'personal',
  'instructions',
  'earlier',
  'stop',
])

/** Names of files and programs are the same in every language. */
function languagesOf(word: string, index: number): number {
  return /[._*~]|^(?:ai|llm|llms|api key|token|prompt|chatgpt|gpt|claude|copilot|gemini)$/.test(
    word.replace(/(?<=\w)\*$/, ''),
  )
    ? EVERY_LANGUAGE
    : 1 << index
}

function isTogether(word: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/.test(word)
}

function permutations<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length <= 1) return [list]
  return list.flatMap((one, index) => permutations(list.toSpliced(index, 1)).map((rest) => [one, ...rest]))
}

/** Frequent words of English orders: two of them in one turned alphabet are no accident. */
const MARKERS = [
  'the',
  'and',
  'you',
  'your',
  'all',
  'ignore',
  'previous',
  'instructions',
  'system',
  'with',
  'this',
  'assistant',
  'now',
  'are',
  'that',
  'for',
  'not',
  'user',
  'content',
  'please',
  'every',
  'send',
  'password',
  'conversation',
  'delete',
  'reveal',
  'given',
]
const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  [
    'dna',
    'era',
    'won',
    'rof',
    'ton',
    'resu',
    'lla',
    'uoy',
    'ohg',
    'aol',
    'ant',
    'tar',
    'tbl',
    'bee',
    'nag',
    'sgd',
    'fin',
    'irk',
    'max',
    'lex',
    'nod',
    'pah',
    'ref',
    'url',
    'usb',
    'xml',
    'ssl',
    'tab',
    'net',
    'bst',
    'est',
    'pmt',
    'cpu',
    'hex',
    'gur',
    'the',
    'and',
  ].filter((word) => word !== 'gur'),
)

export function turned(text: string, by: number): string {
  return text.replaceAll(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + by) % 26) + base)
  })
}
