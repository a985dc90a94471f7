/** What a reply in a chat can mean. */
export type ReplyMeaning = 'yes' | 'no' | 'always' | 'show'

export const REPLY_MEANINGS: readonly ReplyMeaning[] = ['yes', 'no', 'always', 'show']

/** Further words for each meaning, as the settings give them. */
export type ReplyWords = { readonly [Meaning in ReplyMeaning]?: readonly string[] | undefined }

const BUILT_IN: Readonly<Record<ReplyMeaning, readonly string[]>> = {
  yes: ['y', 'yes', 'approve', 'ok', '确认', 'はい'],
  no: ['n', 'no', 'deny', 'cancel', '拒绝', 'いいえ'],
  always: ['always', 'always allow', '始终允许', '常に許可'],
  show: ['show', 'show all', '显示', '表示'],
}

/**
 * A text as it is compared: without mentions (`<@123>`, `<@!123>`, `<@&123>` of Discord, `<@U123|name>` of Slack,
 * `@name` of Telegram), channel names, formatting and quotation marks; wide letters as plain ones.
 */
export function plainReply(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/<[@#][!&]?[A-Za-z0-9]{1,32}(?:\|[^<>]{0,80})?>/g, ' ')
    .replaceAll(/(^|\s)@[A-Za-z0-9_.]{1,64}(?=\s|$)/g, ' ')
    .replaceAll(/[*_~`"]+/g, '')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
}

/** Letters of any script, with spaces, hyphens and apostrophes between them: no digits, so that none is an id. */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:[ '’-][\p{L}\p{M}]+)*$/u

/** Every word with what it means: ours, and those of the settings. Never one word with two meanings. */
export function replyMeanings(more: ReplyWords = {}): ReadonlyMap<string, ReplyMeaning> {
  const meanings = new Map<string, ReplyMeaning>()
  for (const words of [BUILT_IN, more])
    for (const meaning of REPLY_MEANINGS)
      for (const word of words[meaning] ?? []) {
        const written = plainReply(word).toLowerCase()
        if (!meanings.has(written)) meanings.set(written, meaning)
      }
  return meanings
}

/** What is wrong with the words of the settings, in words; undefined when nothing is. */
export function unsoundWord(more: ReplyWords): string | undefined {
  const known = replyMeanings()
  const given = new Map<string, ReplyMeaning>()
  for (const meaning of REPLY_MEANINGS)
    for (const word of more[meaning] ?? []) {
      const written = plainReply(word).toLowerCase()
      if (!WORD.test(written)) return `"${word}" is no word: letters, with single spaces between them`
      const other = known.get(written) ?? given.get(written)
      if (other !== undefined && other !== meaning) return `"${word}" cannot mean ${meaning}: it means ${other}`
      given.set(written, meaning)
    }
  return undefined
}
