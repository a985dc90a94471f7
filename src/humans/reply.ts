import { SHORT_ID } from './short-id.ts'

/** What somebody wrote in a chat, when it is an answer. */
export interface Reply {
  readonly says: 'yes' | 'no' | 'always' | 'show'
  /** The question it names. Without, it answers only when there is exactly one. */
  readonly id?: string
  /** For a no: what the agent is told. */
  readonly reason?: string
}

const WORDS: Readonly<Record<Reply['says'], readonly string[]>> = {
  yes: ['y', 'yes', 'approve', 'ok', '确认', 'はい'],
  no: ['n', 'no', 'deny', 'cancel', '拒绝', 'いいえ'],
  always: ['always', 'always allow', '始终允许', '常に許可'],
  show: ['show', 'show all', '显示', '表示'],
}

const MEANINGS: ReadonlyMap<string, Reply['says']> = new Map(
  (['yes', 'no', 'always', 'show'] as const).flatMap((says) => WORDS[says].map((word) => [word, says] as const)),
)

/** What may stand between a no and its reason. */
const BECAUSE = /^(?:because\b|since\b|因为|なぜなら|[:：–—-])\s*/i
const LONGEST = 2000
const LONGEST_REASON = 500

/**
 * Reads a reply: a word of the table, a short id before or after it, and for a no a reason. Mentions and formatting do not
 * count, nor does case. Everything else, also a yes with something more, is no answer: undefined.
 */
export function parseReply(text: string): Reply | undefined {
  if (text.length > LONGEST) return undefined
  let rest = plain(text)
  const [first, afterFirst] = splitWord(rest)
  let id = idOf(first)
  if (id !== undefined) rest = afterFirst
  const found = wordAt(rest)
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
function wordAt(text: string): { readonly says: Reply['says']; readonly rest: string } | undefined {
  const lower = text.toLowerCase()
  let best: { says: Reply['says']; word: string } | undefined
  for (const [word, says] of MEANINGS) {
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

/**
 * Without mentions (`<@123>`, `<@!123>`, `<@&123>` of Discord, `<@U123|name>` of Slack, `@name` of Telegram), channel
 * names, formatting and quotation marks; wide letters as plain ones.
 */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/<[@#][!&]?[A-Za-z0-9]{1,32}(?:\|[^<>]{0,80})?>/g, ' ')
    .replaceAll(/(^|\s)@[A-Za-z0-9_.]{1,64}(?=\s|$)/g, ' ')
    .replaceAll(/[*_~`"]+/g, '')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
}
