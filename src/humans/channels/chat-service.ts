/** One message of ours, as the chat service names it. Plain data: it is kept across restarts. */
export interface Posted {
  readonly chat: string
  readonly message: string
}

export interface Button {
  readonly label: string
  readonly kind: 'allow' | 'deny' | 'other'
  /** Comes back when it is pressed. At most 64 bytes, which is what the smallest service takes. */
  readonly data: string
}

/** What is to stand in the chat. `title` and `status` are our own words; `body` is text from elsewhere, never markup. */
export interface Message {
  readonly title: string
  readonly body: string
  readonly status: string
  readonly buttons: readonly Button[]
}

/** Somebody pressed a button. `sender` is whom the service authenticated, never a name that people choose. */
export interface Press {
  /** Of this delivery: the same again is the same press. */
  readonly event: string
  readonly sender: string
  readonly data: string
  readonly on: Posted
}

/** Somebody wrote something. */
export interface Saying {
  readonly event: string
  readonly sender: string
  readonly text: string
  readonly at: Posted
  /** The message it answers: a quoted one, or the head of its thread. */
  readonly under?: Posted
}

/** What a service reports. Neither of the first two rejects; when they resolve, the answer is durable. */
export interface Heard {
  /** What the sender is told, and nobody else where the service can do that. */
  pressed(press: Press): Promise<string>
  said(saying: Saying): Promise<void>
  /** Where to look for what was said while nobody listened. Undefined: nothing waits for an answer. */
  missed(): { readonly after: Posted; readonly open: readonly Posted[] } | undefined
  /** The connection is gone, for this reason, and is being mended; or, without a reason, is back. */
  connection(trouble?: string): void
}

/**
 * What is to be done about a failed request.
 * - `later`: again, after the time the service asks for, or after a while.
 * - `done`: it is as it should be: the message says so already, or is gone.
 * - `never`: trying again is of no use; the message says what is wrong and what to do.
 */
export type Trouble =
  | { readonly try: 'later'; readonly afterMs?: number; readonly message: string }
  | { readonly try: 'done' }
  | { readonly try: 'never'; readonly message: string }

/** One chat service, spoken to through its own library. No decision is made here: only words are carried. */
export interface ChatService {
  readonly name: string
  /** Where questions are posted. What is said anywhere else answers nothing. */
  readonly chat: string
  /** So many characters of a body fit into one message. */
  readonly mostBody: number
  /** A body, written so that this service shows it as it is. */
  literal(text: string): string
  /** Resolves when the service knows us. Rejects once; the caller tries again. Later losses are mended here. */
  connect(heard: Heard): Promise<void>
  /** `key` is the same when the same message is posted again because nobody knows whether it arrived. */
  post(message: Message, key: string, under?: Posted): Promise<Posted>
  edit(posted: Posted, message: Message): Promise<void>
  say(text: string, under: Posted): Promise<void>
  /** Whether one message was written after another of the same chat. */
  isAfter(one: Posted, other: Posted): boolean
  troubleOf(error: unknown): Trouble
  disconnect(): Promise<void>
}

/** Times between tries, in milliseconds; for tests on a machine of their own they are small. */
export interface Pace {
  /** The first wait after a failure; each further one is twice as long. */
  readonly first: number
  readonly most: number
  /** How long one request may take. */
  readonly request: number
}

export const PACE: Pace = { first: 1000, most: 60_000, request: 20_000 }

/** Waits, or ends at once when it is told to stop. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}

export function backOff(pace: Pace, failures: number): number {
  return Math.min(pace.most, pace.first * 2 ** Math.min(failures, 16))
}

/** The service cannot be used as it is set up. The message says what to do. */
export class ChannelUnusable extends Error {
  override readonly name = 'ChannelUnusable'
}
