import { z } from 'zod'
import type { Press, Saying } from './chat-service.ts'

const blockActions = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string() }),
  container: z.object({ message_ts: z.string(), channel_id: z.string() }),
  actions: z.array(z.object({ value: z.string(), action_ts: z.string() })).length(1),
})

const message = z.object({
  type: z.literal('message'),
  /** Changed, deleted and joined are messages too, with a subtype: only what a person wrote has none. */
  subtype: z.undefined().optional(),
  bot_id: z.undefined().optional(),
  user: z.string(),
  text: z.string(),
  ts: z.string(),
  thread_ts: z.string().optional(),
  channel: z.string(),
})

export function pressIn(body: unknown): Press | undefined {
  const read = blockActions.safeParse(body)
  const [action] = read.data?.actions ?? []
  if (!read.success || action === undefined) return undefined
  const { user, container } = read.data
  return {
    event: `press ${user.id} ${container.message_ts} ${action.action_ts}`,
    sender: user.id,
    data: action.value,
    on: { chat: container.channel_id, message: container.message_ts },
  }
}

export function saidIn(body: unknown): Saying | undefined {
  const read = z.object({ event: message }).safeParse(body)
  return read.success ? messageFrom(read.data.event) : undefined
}

export function messageFrom(value: unknown): Saying | undefined {
  const read = message.safeParse(value)
  if (!read.success) return undefined
  const { user, text, ts, thread_ts: thread, channel } = read.data
  return {
    event: `message ${channel} ${ts}`,
    sender: user,
    text: unescape(text),
    at: { chat: channel, message: ts },
    ...(thread === undefined || thread === ts ? {} : { under: { chat: channel, message: thread } }),
  }
}

/** Slack writes these three as entities, and nothing else. */
function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
