import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { visible } from '../../call/visible.ts'
import type { Answered, Choice, Question, Settlement } from '../questions/question.ts'
import type { Channel, Desk } from './channel.ts'
import type { Pace, Trouble } from './chat-service.ts'
import { Outbox } from './outbox.ts'

export interface WebhookOptions {
  readonly url: string
  /** Shared with the receiver. Signs what goes out and what comes back. */
  readonly secret: string
  /** For whom the receiver may answer. */
  readonly approvers: readonly string[]
  readonly pace: Pace
  readonly onTrouble: (message: string) => void
  readonly now?: () => number
}

/** An answer as it came in, with the headers that prove where it is from. */
export interface SignedAnswer {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
  /** The bytes as they were sent: what is signed is never what somebody made of it. */
  readonly body: Uint8Array
  readonly answer: { readonly id: string; readonly shown: string; readonly choice: Choice; readonly by: string }
}

export interface WebhookRefusal {
  readonly code: 'channel.signature' | 'channel.replayed' | 'approval.stranger'
  readonly message: string
}

/** Seconds that the two clocks may differ, and that a message may take. */
const FRESH_SECONDS = 300
const MOST_NONCES = 10_000
const NONCE = /^[A-Za-z0-9_-]{16,64}$/

/** Says every question to an address of one's own choice, and takes signed answers. */
export class Webhook implements Channel {
  readonly name = 'webhook'
  readonly #options: WebhookOptions
  readonly #outbox: Outbox
  readonly #now: () => number
  readonly #nonces = new Map<string, number>()
  readonly #open = new Set<string>()
  #desk: Desk | undefined
  #trouble: string | undefined

  constructor(options: WebhookOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#outbox = new Outbox({ pace: options.pace, troubleOf, onTrouble: (message) => this.#tell(message) })
  }

  get trouble(): string | undefined {
    return this.#trouble
  }

  get waiting(): number {
    return this.#open.size
  }

  async start(desk: Desk): Promise<void> {
    this.#desk = desk
    this.#outbox.open()
  }

  show(question: Question): void {
    this.#open.add(question.id)
    this.#outbox.add({
      isWanted: () => this.#open.has(question.id) && this.#now() < question.expiresAt,
      run: () => this.#post({ type: 'question', question }),
    })
  }

  settle({ id, shown }: Question, settlement: Settlement): void {
    // What was settled before we ever said it needs no telling.
    if (!this.#open.delete(id)) return
    this.#outbox.add({ run: () => this.#post({ type: 'settled', question: { id, shown }, settlement }) })
  }

  async stop(): Promise<void> {
    await this.#outbox.close()
  }

  /** Takes a signed answer, once. Whatever is wrong with it is on record. */
  async take(signed: SignedAnswer): Promise<Answered | { readonly refused: WebhookRefusal }> {
    const { answer } = signed
    const desk = this.#desk
    const refuse = (code: WebhookRefusal['code'], message: string): { readonly refused: WebhookRefusal } => {
      const sender = visible(answer.by)
      desk?.note({ channel: this.name, sender, code, message, question: visible(answer.id) })
      return { refused: { code, message } }
    }
    if (desk === undefined || !this.#isSigned(signed)) return refuse('channel.signature', 'the signature is not right')
    const at = Number(signed.timestamp) * 1000
    if (Math.abs(this.#now() - at) > FRESH_SECONDS * 1000)
      return refuse('channel.signature', 'the signature is too old, or a clock is wrong')
    if (!this.#isNew(signed.nonce)) return refuse('channel.replayed', 'this answer has been given already')
    if (!this.#options.approvers.includes(answer.by))
      return refuse('approval.stranger', `${visible(answer.by)} is not one of those who may answer here`)
    const { id, choice, shown } = answer
    return desk.answer(id, { choice, shown, by: `webhook:${answer.by}`, channel: this.name })
  }

  #isSigned({ timestamp, nonce, signature, body }: SignedAnswer): boolean {
    if (!/^\d{1,12}$/.test(timestamp) || !NONCE.test(nonce)) return false
    const wanted = Buffer.from(this.#sign('answer', timestamp, nonce, body))
    const given = Buffer.from(signature)
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  }

  /** Old ones are forgotten only when their signatures are too old as well. With no room left, nothing is new. */
  #isNew(nonce: string): boolean {
    const now = this.#now()
    for (const [known, at] of this.#nonces) {
      if (now - at <= FRESH_SECONDS * 2000) break
      this.#nonces.delete(known)
    }
    if (this.#nonces.has(nonce) || this.#nonces.size >= MOST_NONCES) return false
    this.#nonces.set(nonce, now)
    return true
  }

  /** The direction is signed too: what we sent cannot be sent back as an answer. */
  #sign(direction: 'question' | 'answer', timestamp: string, nonce: string, body: Uint8Array): string {
    const mac = createHmac('sha256', this.#options.secret).update(`${direction}.${timestamp}.${nonce}.`).update(body)
    return `v1=${mac.digest('hex')}`
  }

  async #post(message: object): Promise<void> {
    const { url, pace } = this.#options
    const body = Buffer.from(JSON.stringify({ version: 1, ...message }))
    const timestamp = String(Math.floor(this.#now() / 1000))
    const nonce = randomBytes(16).toString('base64url')
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(new Error('no answer in time')), pace.request)
    try {
      const response = await fetch(url, {
        method: 'POST',
        // Elsewhere nobody is waiting for it, and a signature is not for strangers.
        redirect: 'error',
        signal: ending.signal,
        body,
        headers: {
          'content-type': 'application/json',
          'portcullis-timestamp': timestamp,
          'portcullis-nonce': nonce,
          'portcullis-signature': this.#sign('question', timestamp, nonce, body),
        },
      })
      await response.body?.cancel()
      if (!response.ok) throw new RefusedBy(response.status, Number(response.headers.get('retry-after') ?? Number.NaN))
    } finally {
      clearTimeout(timer)
    }
  }

  #tell(message: string | undefined): void {
    if (message !== undefined && message !== this.#trouble) this.#options.onTrouble(`${this.name}: ${message}`)
    this.#trouble = message
  }
}

class RefusedBy extends Error {
  override readonly name = 'RefusedBy'
  readonly status: number
  readonly retryAfter: number

  constructor(status: number, retryAfter: number) {
    super(`status ${status}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

function troubleOf(error: unknown): Trouble {
  const message = error instanceof Error ? error.message : 'the request failed'
  if (!(error instanceof RefusedBy)) return { try: 'later', message }
  const { status, retryAfter } = error
  if (status === 410) return { try: 'done' }
  if (status !== 429 && status < 500) return { try: 'never', message: `${message}: is \`url\` right?` }
  return { try: 'later', message, ...(retryAfter >= 0 ? { afterMs: retryAfter * 1000 } : {}) }
}
