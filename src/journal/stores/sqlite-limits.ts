import { z } from 'zod'
import { once } from '../../call/once.ts'
import type { SealKeys } from '../seal.ts'
import { FIRST_USERS } from './schema.ts'
import type { Passenger } from './group-commit.ts'
import type { SqliteJournal } from './sqlite.ts'
import { openUsed, type SqliteReader } from './sqlite-reader.ts'
import type { Statement } from './sqlite-writer.ts'

interface Limit {
  readonly burst: number
  readonly perSecond: number
}

interface Round {
  readonly what: string
  readonly tokens: number
  readonly at: number
}

interface Owed {
  readonly limit: Limit
  readonly taken: number
}

interface Counting {
  /** What other processes took should be looked at. Called off the path of any call. */
  reread(): void
  /** Gives back what was taken ahead. */
  close(): void
}

export interface SqliteLimitsOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** A process that judges one call and ends takes nothing ahead, and writes down the first call of a loop. */
  readonly process?: 'goes on' | 'one call'
}

/** At most so many are taken ahead of use, and never more than a twentieth of the whole. */
const MOST_AHEAD = 32
const AHEAD_PART = 20
/** A loop of fewer repetitions is forgotten by a restart. */
const WORTH = 8
const STALE_AFTER = 1_000
const CLEAR_EVERY = 60_000
const MOST_CLEARED = 500

/** Made when there is something to read: most processes judge one call, and find nothing. */
const rounds = once(() => z.array(z.strictObject({ what: z.string(), tokens: z.number(), at: z.number() })).max(16))

/**
 * Buckets of rate limits, in the journal's database. Nothing here waits: what was taken is written with the commit that
 * makes the record of the call durable. A call whose verdict has left is therefore counted whatever happens next.
 */
export class SqliteLimits implements Passenger<Statement> {
  readonly #journal: SqliteJournal
  readonly #path: string
  readonly #now: () => number
  readonly #oneCall: boolean
  #counting: Counting | undefined
  #reader: SqliteReader | undefined
  #owed = new Map<string, Owed>()
  #rounds = new Map<string, readonly Round[]>()
  #aboard: { readonly owed: Map<string, Owed>; readonly rounds: Map<string, readonly Round[]> } | undefined
  #lookedAt: number
  #clearedAt: number

  constructor(journal: SqliteJournal, database: string, options: SqliteLimitsOptions = {}) {
    this.#journal = journal
    this.#path = database
    this.#now = options.now ?? Date.now
    this.#oneCall = options.process === 'one call'
    this.#lookedAt = this.#now()
    this.#clearedAt = this.#now()
    journal.carry(this)
  }

  /** Who counts on it. */
  use(counting: Counting): void {
    this.#counting = counting
  }

  get worth(): number {
    return this.#oneCall ? 1 : WORTH
  }

  ahead({ burst }: Limit): number {
    return this.#oneCall ? 0 : Math.min(MOST_AHEAD, Math.floor(burst / AHEAD_PART))
  }

  left(key: string, { burst, perSecond }: Limit): number | undefined {
    const row = this.#row(key)
    if (row === undefined) return undefined
    const elapsed = Math.max(0, this.#now() - row.at) / 1_000
    const owed = (this.#owed.get(key)?.taken ?? 0) + (this.#aboard?.owed.get(key)?.taken ?? 0)
    return Math.min(burst, row.tokens / 1_000 + elapsed * perSecond) - owed
  }

  owe(key: string, limit: Limit, taken: number): void {
    this.#owed.set(key, { limit, taken: (this.#owed.get(key)?.taken ?? 0) + taken })
  }

  load(key: string): readonly Round[] {
    const text = this.#row(key)?.what ?? ''
    if (text === '') return []
    try {
      return rounds().parse(JSON.parse(text))
    } catch {
      return []
    }
  }

  keep(key: string, rounds: readonly Round[]): void {
    this.#rounds.set(key, rounds)
  }

  board(): readonly Statement[] {
    if (this.#owed.size + this.#rounds.size === 0) return []
    const now = this.#now()
    this.#aboard = { owed: this.#owed, rounds: this.#rounds }
    const list: Statement[] = []
    for (const [key, { limit, taken }] of this.#owed) list.push(takeStatement(key, limit, taken, now))
    for (const [key, rounds] of this.#rounds)
      list.push({ sql: KEEP_ROUNDS, parameters: [key, now, now + ROUNDS_LAST, JSON.stringify(rounds)] })
    if (now - this.#clearedAt >= CLEAR_EVERY) {
      this.#clearedAt = now
      list.push({ sql: CLEAR, parameters: [now, MOST_CLEARED] })
    }
    this.#owed = new Map()
    this.#rounds = new Map()
    return list
  }

  arrived(): void {
    this.#aboard = undefined
    const now = this.#now()
    if (now - this.#lookedAt < STALE_AFTER) return
    this.#lookedAt = now
    setImmediate(() => {
      try {
        this.#counting?.reread()
      } catch {
        // It is looked at again; whoever takes meanwhile counts on what is known here.
      }
    })
  }

  stranded(): void {
    const { owed, rounds } = this.#aboard ?? { owed: new Map<string, Owed>(), rounds: new Map<string, Round[]>() }
    this.#aboard = undefined
    for (const [key, { limit, taken }] of owed) this.owe(key, limit, taken)
    for (const [key, value] of rounds) if (!this.#rounds.has(key)) this.#rounds.set(key, value)
  }

  /** Gives back what was taken ahead and writes what is left to write; to be called when nothing is judged any more. */
  async flush(): Promise<void> {
    this.#counting?.close()
    if (this.#owed.size + this.#rounds.size > 0) await this.#journal.check()
  }

  close(): void {
    this.#reader?.close()
    this.#reader = undefined
  }

  #row(key: string): { readonly tokens: number; readonly at: number; readonly what: string } | undefined {
    const reader = (this.#reader ??= openUsed(this.#path, FIRST_USERS))
    if (reader === undefined) return undefined
    const keys: SealKeys = this.#journal.keys
    return reader.sealOf(keys, key) === '' ? undefined : reader.session(keys, key).rate_limit[0]
  }
}

/** A loop that nobody has gone on with for so long is over. */
const ROUNDS_LAST = 86_400_000

/**
 * What others took meanwhile stays taken: the row is brought up to now, and then this is taken from it. In debt at most
 * by one whole bucket.
 */
function takeStatement(key: string, { burst, perSecond }: Limit, taken: number, now: number): Statement {
  const most = Math.round(burst * 1_000)
  const cost = Math.ceil(taken * 1_000)
  const over = now + Math.ceil((2 * burst * 1_000) / perSecond)
  return {
    sql: TAKE,
    parameters: [key, most - cost, now, over, most, most, now, perSecond, cost, now, over],
  }
}

const TAKE =
  "insert into rate_limit (key, tokens, at, over, what) values (?, ?, ?, ?, '') on conflict (key) do update set " +
  'tokens = cast(max(-?, min(?, rate_limit.tokens + max(0, ? - rate_limit.at) * ?) - ?) as integer), at = ?, over = ?'
const KEEP_ROUNDS =
  'insert into rate_limit (key, tokens, at, over, what) values (?, 0, ?, ?, ?) on conflict (key) do update set ' +
  'at = excluded.at, over = excluded.over, what = excluded.what'
const CLEAR = 'delete from rate_limit where key in (select key from rate_limit where over < ? limit ?)'
