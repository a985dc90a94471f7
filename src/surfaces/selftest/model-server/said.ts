import { type ChatReply, startChatServer } from './chat.ts'
import { type MessagesReply, startMessagesServer } from './messages.ts'
import type { Fault, LocalServer, Seen, Travel } from './server.ts'

export type Format = 'messages' | 'chat'

/** What a model says, in the words of neither format. */
export interface Said extends Travel {
  readonly text: string
  readonly stop?: 'end' | 'stop-sequence' | 'max-tokens' | 'refusal' | 'nothing'
  /** Besides the text: a second text, a wish to call a tool. */
  readonly also?: 'text' | 'tool'
  /** No content at all, not even an empty one. */
  readonly empty?: true
  readonly model?: string
  /** The stream breaks with an error of this type. */
  readonly error?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The stream ends without its last events. */
  readonly unfinished?: true
}

export type Behaviour = Said | Fault

export async function startModelServer(
  format: Format,
  script: (seen: Seen) => Behaviour | Promise<Behaviour>,
): Promise<LocalServer> {
  if (format === 'messages')
    return startMessagesServer(async (seen) => {
      const said = await script(seen)
      return 'fault' in said ? said : asMessages(said)
    })
  return startChatServer(async (seen) => {
    const said = await script(seen)
    return 'fault' in said ? said : asChat(said)
  })
}

const STOP_REASONS = {
  end: 'end_turn',
  'stop-sequence': 'stop_sequence',
  'max-tokens': 'max_tokens',
  refusal: 'refusal',
  nothing: null,
} as const

export function asMessages(said: Said): MessagesReply {
  const { text, stop = 'end', also, empty, error, unfinished, ...rest } = said
  const first = { type: 'text', text } as const
  return {
    ...rest,
    blocks: empty
      ? []
      : also === 'text'
        ? [first, first]
        : also === 'tool'
          ? [first, { type: 'tool_use', id: 'toolu_1', name: 'answer', input: { block: 'no' } }]
          : [first],
    stopReason: also === 'tool' && stop === 'end' ? 'tool_use' : STOP_REASONS[stop],
    stopSequence: stop === 'stop-sequence' ? '</block>' : null,
    ...(error === undefined ? {} : { errorEvent: { type: error, message: 'it broke' } }),
    ...(unfinished ? { without: ['message_delta', 'message_stop'] as const } : {}),
  }
}

const FINISH_REASONS = {
  end: 'stop',
  'stop-sequence': 'stop',
  'max-tokens': 'length',
  refusal: 'content_filter',
  nothing: null,
} as const

export function asChat(said: Said): ChatReply {
  const { text, stop = 'end', also, empty, error, unfinished, ...rest } = said
  return {
    ...rest,
    text: empty ? null : text,
    finishReason: also === 'tool' && stop === 'end' ? 'tool_calls' : FINISH_REASONS[stop],
    ...(also === 'text' ? { choices: [text, text] } : {}),
    ...(also === 'tool' ? { toolCalls: [{ name: 'answer', arguments: '{"block":"no"}' }] } : {}),
    ...(error === undefined ? {} : { errorEvent: { type: error, message: 'it broke' } }),
    ...(unfinished ? { without: ['finish', 'done'] as const } : {}),
  }
}
