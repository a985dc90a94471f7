import type { ChatService, Heard, Message, Posted } from '../../src/humans/channels/chat-service.ts'

export interface OwnService extends ChatService {
  /** Messages as they stand now, oldest first. */
  readonly messages: readonly (Message & { readonly id: string })[]
  readonly said: readonly string[]
  /** Somebody presses the button with this label, on the latest message that has it. */
  press(sender: string, label: string): Promise<string>
  /** Somebody writes something. */
  write(sender: string, text: string): Promise<void>
}

/** A chat service as a program of one's own would bring it: everything in memory. `broken`: it knows nobody. */
export function ownService(name: string = 'office', broken?: 'broken'): OwnService {
  const messages: (Message & { readonly id: string })[] = []
  const said: string[] = []
  let heard: Heard | undefined
  let events = 0
  const at = (): Posted => ({ chat: 'room', message: String(1_000 + ++events) })
  return {
    name,
    chat: 'room',
    mostBody: 2_000,
    messages,
    said,
    literal: (text) => text,
    connect: async (given) => {
      if (broken) throw new Error('wrong password')
      heard = given
    },
    post: async (message) => {
      const posted = at()
      messages.push({ ...message, id: posted.message })
      return posted
    },
    edit: async (posted, message) => {
      const place = messages.findIndex(({ id }) => id === posted.message)
      messages[place] = { ...message, id: posted.message }
    },
    say: async (text) => void said.push(text),
    isAfter: (one, other) => Number(one.message) > Number(other.message),
    troubleOf: (error) => ({ try: 'never', message: error instanceof Error ? error.message : String(error) }),
    disconnect: async () => void (heard = undefined),
    press: async (sender, label) => {
      const message = messages.findLast(({ buttons }) => buttons.some((button) => button.label === label))
      const button = message?.buttons.find((each) => each.label === label)
      if (message === undefined || button === undefined) throw new Error(`nobody sees a button ${label}`)
      const on = { chat: 'room', message: message.id }
      return heard!.pressed({ event: `press-${++events}`, sender, data: button.data, on })
    },
    write: async (sender, text) => heard!.said({ event: `say-${++events}`, sender, text, at: at() }),
  }
}
