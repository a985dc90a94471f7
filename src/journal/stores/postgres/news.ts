import type pg from 'pg'
import { connect, cut } from './connect.ts'
import type { Transaction } from './transaction.ts'

/** The one channel of notifications; each begins with what it is about. */
const CHANNEL = 'portcullis'

export const APPROVALS = 'approval'

/** Part of the transaction: others hear of it when it stands, and never before. */
export async function tellOthers(tx: Transaction, about: string, what: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [CHANNEL, `${about} ${what}`])
}

const LONGEST_PAUSE = 2_000

/** Hears what other daemons committed. A notification may be lost: whoever depends on one also looks by itself. */
export class News {
  readonly #url: string
  readonly #listeners = new Set<{ readonly about: string; readonly hear: (what: string | undefined) => void }>()
  readonly #whenConnected: (client: pg.Client) => Promise<void>
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #pause = 50
  #closed = false

  /** `whenConnected`: what a daemon holds for as long as it is there. */
  constructor(url: string, whenConnected: (client: pg.Client) => Promise<void> = () => Promise.resolve()) {
    this.#url = url
    this.#whenConnected = whenConnected
  }

  /** `hear` is called without anything after a time without a connection: whatever happened was missed. */
  listen(about: string, hear: (what: string | undefined) => void): () => void {
    const listener = { about, hear }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Rejects when the first connection cannot be used for a reason that does not pass. */
  async start(): Promise<void> {
    const client = await connect(this.#url)
    try {
      await this.#whenConnected(client)
      client.on('notification', ({ payload = '' }) => this.#hear(payload))
      client.once('end', () => this.#lost(client))
      client.once('error', () => this.#lost(client))
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      cut(client)
      throw error
    }
    this.#client = client
    this.#pause = 50
    if (this.#closed) this.close()
    for (const { hear } of this.#listeners) hear(undefined)
  }

  /** From now on, tries until there is a connection again. */
  keepTrying(): void {
    if (this.#closed || this.#timer !== undefined) return
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.start().catch(() => this.keepTrying())
    }, this.#pause).unref()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    if (this.#client !== undefined) cut(this.#client)
    this.#client = undefined
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.keepTrying()
  }

  #hear(payload: string): void {
    const [about = '', ...rest] = payload.split(' ')
    for (const listener of this.#listeners) if (listener.about === about) listener.hear(rest.join(' '))
  }
}
