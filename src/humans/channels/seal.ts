import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Question } from '../questions/question.ts'

/** What a button stands for. */
export type Pressed = 'once' | 'session' | 'deny' | 'all'

const LETTERS: Readonly<Record<Pressed, string>> = { once: 'o', session: 's', deny: 'd', all: 'a' }
const VERSION = 'p1'
/** 128 bits in base64url. */
const MAC_LENGTH = 22
const DATA = /^p1\.([osda])\.([a-z0-9]{4,8})\.([A-Za-z0-9_-]{22})$/

/**
 * Makes what buttons carry, and tells whether we made it. A client that is not the official one may send any data with
 * any message: without the secret it can neither make up a question, nor turn a deny into an allow, nor press a button
 * that was never shown. 64 bytes are enough.
 */
export class Seal {
  readonly #key: Buffer
  readonly #channel: string

  constructor(secret: string, channel: string) {
    this.#key = createHmac('sha256', secret).update('portcullis buttons').digest()
    this.#channel = channel
  }

  dataFor(pressed: Pressed, question: Pick<Question, 'id' | 'shown'>): string {
    return `${VERSION}.${LETTERS[pressed]}.${question.id}.${this.#mac(pressed, question)}`
  }

  /** What the data claims to be. Nothing is proven yet: `isOurs` needs the question. */
  read(data: string): { readonly pressed: Pressed; readonly id: string; readonly mac: string } | undefined {
    const [, letter, id, mac] = DATA.exec(data) ?? []
    const pressed = (Object.keys(LETTERS) as Pressed[]).find((name) => LETTERS[name] === letter)
    return pressed === undefined || id === undefined || mac === undefined ? undefined : { pressed, id, mac }
  }

  isOurs(
    claim: { readonly pressed: Pressed; readonly mac: string },
    question: Pick<Question, 'id' | 'shown'>,
  ): boolean {
    return timingSafeEqual(Buffer.from(claim.mac), Buffer.from(this.#mac(claim.pressed, question)))
  }

  #mac(pressed: Pressed, { id, shown }: Pick<Question, 'id' | 'shown'>): string {
    const text = JSON.stringify([this.#channel, pressed, id, shown])
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, MAC_LENGTH)
  }
}
