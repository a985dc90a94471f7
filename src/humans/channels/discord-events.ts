import { z } from 'zod'
import type { Press, Saying } from './chat-service.ts'

const user = z.object({ id: z.string() })

/** A component was used. In a server the person stands in `member`, in a direct chat in `user`. */
const interaction = z.object({
  t: z.literal('INTERACTION_CREATE'),
  d: z.object({
    id: z.string(),
    token: z.string(),
    type: z.literal(3),
    channel_id: z.string(),
    message: z.object({ id: z.string() }),
    member: z.object({ user }).optional(),
    user: user.optional(),
    data: z.object({ custom_id: z.string() }),
  }),
})

const message = z.object({
  id: z.string(),
  channel_id: z.string(),
  /** 0 is a message, 19 a reply; everything else is written by Discord itself. */
  type: z.union([z.literal(0), z.literal(19)]),
  content: z.string(),
  author: z.object({ id: z.string(), bot: z.boolean().optional() }),
  /** Whoever has the address of a webhook can write under any name. */
  webhook_id: z.string().optional(),
  message_reference: z.object({ message_id: z.string().optional() }).optional(),
})

const created = z.object({ t: z.literal('MESSAGE_CREATE'), d: message })

export interface Interaction {
  readonly id: string
  readonly token: string
  readonly press: Press
}

export function interactionIn(payload: unknown): Interaction | undefined {
  const read = interaction.safeParse(payload)
  if (!read.success) return undefined
  const { id, token, channel_id: chat, message: on, member, user: alone, data } = read.data.d
  const sender = member?.user.id ?? alone?.id
  if (sender === undefined) return undefined
  return {
    id,
    token,
    press: { event: `press ${id}`, sender, data: data.custom_id, on: { chat, message: on.id } },
  }
}

export function saidIn(payload: unknown, me: string, chat: string): Saying | undefined {
  const read = created.safeParse(payload)
  return read.success ? messageFrom(read.data.d, me, chat) : undefined
}

/** What a person wrote. A thread has the id of the message it was opened under. */
export function messageFrom(value: unknown, me: string, chat: string): Saying | undefined {
  const read = message.safeParse(value)
  if (!read.success) return undefined
  const { id, channel_id: at, content, author, webhook_id: webhook, message_reference: reference } = read.data
  if (author.bot === true || author.id === me || webhook !== undefined) return undefined
  const under = at === chat ? reference?.message_id : at
  return {
    event: `message ${id}`,
    sender: author.id,
    text: content,
    at: { chat: at, message: id },
    ...(under === undefined ? {} : { under: { chat, message: under } }),
  }
}
