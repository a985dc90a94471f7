import { plainReply, type ReplyMeaning, replyMeanings } from '../policy/reply-words.ts'
import { SHORT_ID } from './short-id.ts'

/** What somebody wrote in a chat, when it is an answer. */
export interface Reply {
  readonly says: ReplyMeaning
  /** The question it names. Without, it answers only when there is exactly one. */
  readonly id?: string
  /** For a no: what the agent is told. */
  readonly reason?: string
}

const OURS = replyMeanings()

/** What may stand between a no and its reason. */
const BECAUSE = /^(?:because\b|since\b|因为|なぜなら|[:：–—-])\s*/i
const LONGEST = 2000
const LONGEST_REASON = 500

/**
 * Reads a reply: a word that means something (ours, unless others are given), a short id before or after it, and for a no a reason. Mentions and formatting do not
 * count, nor does case. Everything else, also a yes with something more, is no answer: undefined.
 */
export function parseReply(text: string, meanings: ReadonlyMap<string, ReplyMeaning> = OURS): Reply | undefined {
  if (text.length > LONGEST) return undefined
  let rest = plainReply(text)
  const [first, afterFirst] = splitWord(rest)
  let id = idOf(first)
  if (id !== undefined) rest = afterFirst
  const found = wordAt(rest, meanings)
  if (found === undefined) return undefined
  rest = found.rest
  if (id === undefined) {
    const [next, afterNext] = splitWord(rest)
    id = idOf(next)
    if (id !== undefined) rest = afterNext
  }
  const named = id === undefined ? {} : { id }
  if (rest === '' || /^[.!。！]+$/.test(rest)) return { says: found.says, ...named }
  if (found.says !== 'no') return undefined
  // With an id it is a no to that question, whatever follows; without, it may be talk: `no idea`.
  const because = BECAUSE.exec(rest) ?? (id === undefined ? null : [''])
  if (because === null) return undefined
  const reason = rest.slice(because[0].length).trim().slice(0, LONGEST_REASON)
  return { says: 'no', ...named, ...(reason === '' ? {} : { reason }) }
}

/** The longest word of the table that the text begins with, as a whole word. */
function wordAt(
  text: string,
  meanings: ReadonlyMap<string, ReplyMeaning>,
): { readonly says: ReplyMeaning; readonly rest: string } | undefined {
  const lower = text.toLowerCase()
  let best: { says: ReplyMeaning; word: string } | undefined
  for (const [word, says] of meanings) {
    if (!lower.startsWith(word) || word.length <= (best?.word.length ?? 0)) continue
    const next = lower.slice(word.length)
    if (next === '' || /^[\s.!。！:：–—-]/.test(next)) best = { says, word }
  }
  return best === undefined ? undefined : { says: best.says, rest: text.slice(best.word.length).trim() }
}

function splitWord(text: string): readonly [string, string] {
  const found = /^(\S+)\s*(.*)$/s.exec(text)
  return found === null ? ['', ''] : [found[1]!, found[2]!]
}

/** Written as it was shown: `#a34cde`, `[a34cde]`, `a34cde:`. */
function idOf(word: string): string | undefined {
  const bare = word.toLowerCase().replaceAll(/^[#([]+|[)\]:,.]+$/g, '')
  return SHORT_ID.test(bare) ? bare : undefined
}
