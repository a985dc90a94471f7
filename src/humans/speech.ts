import { CHAT_WORDING, type ChatPhrase, type ChatWording, fill } from '../policy/chat-wording.ts'
import { type ReplyWords, replyMeanings } from '../policy/reply-words.ts'
import { parseReply, type Reply } from './reply.ts'

/** The language of a chat: which words answer, and how things are said. */
export interface Speech {
  readonly read: (text: string) => Reply | undefined
  readonly say: (phrase: ChatPhrase, values?: Readonly<Record<string, string | number>>) => string
}

/** As the settings say it; what they leave out is said as we say it. Words of the settings are added to ours. */
export function speechOf(
  settings: {
    readonly replies?: ReplyWords | undefined
    readonly wording?: { readonly [Phrase in ChatPhrase]?: string | undefined } | undefined
  } = {},
): Speech {
  const meanings = replyMeanings(settings.replies)
  const given = Object.entries(settings.wording ?? {}).filter(([, text]) => text !== undefined)
  const wording: ChatWording = { ...CHAT_WORDING, ...(Object.fromEntries(given) as Partial<ChatWording>) }
  return {
    read: (text) => parseReply(text, meanings),
    say: (phrase, values = {}) => fill(wording[phrase], values),
  }
}

export const OUR_SPEECH: Speech = speechOf()
