import { z } from 'zod'
import { CHAT_PHRASES, CHAT_WORDING, type ChatPhrase, unsoundWording } from './chat-wording.ts'
import { REPLY_MEANINGS, type ReplyMeaning, unsoundWord } from './reply-words.ts'

const EXAMPLES: Readonly<Record<ReplyMeaning, string>> = {
  yes: 'Allows once, as `yes` does.',
  no: 'Denies, as `no` does.',
  always: 'Allows exactly this call for the session, as `always` does.',
  show: 'Shows all of it, as `show` does.',
}

/** Words that answer in chats. One word never has two meanings, and none takes the meaning of ours. */
export const replyWords = () => {
  const words = z.array(z.string().min(1).max(40)).max(50).optional()
  const shape = Object.fromEntries(REPLY_MEANINGS.map((meaning) => [meaning, words.describe(EXAMPLES[meaning])]))
  return z
    .strictObject(shape as Record<ReplyMeaning, typeof words>)
    .superRefine((given, context) => addProblem(context, unsoundWord(given)))
}

/** What is said in chats. Whatever `{…}` ours has, another wording has too. */
export const chatWording = () => {
  const text = z
    .string()
    .min(1)
    .max(300)
    // Our words steer no terminal and no chat: one line, and nothing that cannot be seen.
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'must be one line of text that can be seen')
    .optional()
  const shape = Object.fromEntries(
    CHAT_PHRASES.map((phrase) => [phrase, text.describe(`Instead of "${CHAT_WORDING[phrase]}"`)]),
  )
  return z.strictObject(shape as Record<ChatPhrase, typeof text>).superRefine((given, context) => {
    for (const phrase of CHAT_PHRASES) {
      const said = given[phrase]
      if (said !== undefined) addProblem(context, unsoundWording(phrase, said))
    }
  })
}

function addProblem(context: z.RefinementCtx, message: string | undefined): void {
  if (message !== undefined) context.addIssue({ code: 'custom', message })
}
