import { asItGrows } from '../call/as-it-grows.ts'
import type { Turn } from '../session.ts'
import {
  COURTESY_ALONE,
  COURTESY_BEFORE,
  COURTESY_BEHIND,
  FILLERS,
  LINKS,
  type Noun,
  NOUN_WORDS,
  TURNED,
  type Verb,
  VERB_WORDS,
  WORK,
} from './user-words-table.ts'

/** What a user asks for in one clause: a verb, of what kind the objects are, and their names as typed. */
export interface Order {
  /** One word may stand for several classes of deeds. */
  readonly verb: Verb
  readonly nouns: readonly Noun[]
  readonly names: readonly string[]
  /** The clause as it was typed. */
  readonly words: string
}

/** Longer than anybody types who asks for one thing. */
const LONGEST = 300

/**
 * The orders in a text that a person typed. Closed on both ends: a clause orders something only when every word of it is
 * known or is a name; a text with a clause that is not understood, or with a word that could turn a wish around, orders
 * nothing. A text of several lines, with
 * quoted sentences, code, tags or a command's name in front was not typed as an order.
 */
export function ordersIn(text: string): readonly Order[] {
  const line = text.trim().replaceAll(/[\u2018\u2019\u02bc]/g, "'")
  if (line.length > LONGEST || !isTyped(line) || TURNED.test(line)) return []
  const sentences = line.split(/[.!;]+(?:\s+|$)/).map(ordersOfSentence)
  return sentences.every((found) => found !== undefined) ? sentences.flat() : []
}

/** The orders of the user's last turn, and where it stands; none when anybody else has spoken since. */
export function ordersNow(
  turns: readonly Turn[],
): { readonly at: number; readonly orders: readonly Order[] } | undefined {
  const { at, orders } = lastSpoken(turns)
  return orders === undefined ? undefined : { at, orders }
}

/** Where somebody spoke last, and what was ordered there if it was the user. */
const lastSpoken = asItGrows<Turn, { at: number; orders: readonly Order[] | undefined }>(
  () => ({ at: -1, orders: undefined }),
  (spoken, turn, at) => {
    if (turn.kind !== 'user' && turn.kind !== 'delivery') return
    spoken.at = at
    spoken.orders = turn.kind === 'user' ? ordersIn(turn.text) : undefined
  },
)

function isTyped(line: string): boolean {
  return !/[\p{Cc}\p{Cf}<>[\]{}|$*"“”«»]|^[/!#>'-]|(?<![\w])'|`[^`]*\s[^`]*`|``/u.test(line)
}

/** Undefined: something in it is not understood, and may be about what is ordered beside it. */
function ordersOfSentence(sentence: string): readonly Order[] | undefined {
  const found: Order[] = []
  for (const clause of clausesOf(sentence)) {
    const order = orderOf(clause)
    if (order !== undefined) {
      found.push(order)
      continue
    }
    const last = found.at(-1)
    if (last !== undefined && last.names.length === 1 && isName(clause)) {
      found.push({ ...last, names: [bare(clause)], words: `${last.words} … ${clause}` })
      continue
    }
    if (!COURTESY_ALONE.test(clause) && !WORK.test(clause)) return undefined
  }
  return found
}

function clausesOf(sentence: string): readonly string[] {
  return sentence
    .replace(COURTESY_BEFORE, '')
    .split(/,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?|\s+then\s+/i)
    .map((clause) => clause.trim().replace(COURTESY_BEFORE, '').replace(COURTESY_BEHIND, '').trim())
    .filter((clause) => clause !== '')
}

/** One clause as an order, if it is nothing else. */
export function orderOf(clause: string): Order | undefined {
  const verb = VERBS.find(({ text }) => startsWithWords(clause, text))
  if (verb === undefined) return undefined
  const nouns: Noun[] = []
  const names: string[] = []
  let rest = clause.slice(verb.text.length).trim()
  while (rest !== '') {
    const noun = NOUNS.find(({ text }) => startsWithWords(rest, text))
    if (noun !== undefined) {
      nouns.push(noun.noun)
      rest = rest.slice(noun.text.length).trim()
      continue
    }
    const [word = ''] = rest.split(/\s+/, 1)
    rest = rest.slice(word.length).trim()
    const lower = word.toLowerCase()
    if (FILLERS.has(lower) || LINKS[verb.verb]?.includes(lower) === true) continue
    if (!isName(word)) return undefined
    names.push(bare(word))
  }
  return { verb: verb.verb, nouns, names, words: clause }
}

/** A word that can be the name of something: known letters, no spaces, perhaps in backticks. */
function isName(word: string): boolean {
  return /^`?[~#@\w./][\w@~./:#+-]*`?$/.test(word)
}

function bare(name: string): string {
  return name.replaceAll('`', '')
}

function startsWithWords(text: string, words: string): boolean {
  return (
    text.slice(0, words.length).toLowerCase() === words && (text.length === words.length || text[words.length] === ' ')
  )
}

const VERBS: readonly { readonly verb: Verb; readonly text: string }[] = entries(VERB_WORDS)
  .flatMap(([verb, words]) => words.map((text) => ({ verb, text })))
  .toSorted((one, other) => other.text.length - one.text.length)

const NOUNS: readonly { readonly noun: Noun; readonly text: string }[] = entries(NOUN_WORDS)
  .flatMap(([noun, words]) => words.map((text) => ({ noun, text })))
  .toSorted((one, other) => other.text.length - one.text.length)

function entries<K extends string, V>(table: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(table) as unknown as readonly (readonly [K, V])[]
}
