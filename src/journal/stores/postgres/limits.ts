import type pg from 'pg'
import { z } from 'zod'
import { once } from '../../../call/once.ts'
import type { Passenger } from '../group-commit.ts'
import type { Step } from './committer.ts'
import { storable } from './connect.ts'
import { failureOf } from './failures.ts'
import type { PostgresJournal } from './journal.ts'
import { readNamed } from './rows.ts'
import { Overtaken, type Transaction } from './transaction.ts'

interface Limit {
  readonly burst: number
  readonly perSecond: number
}

interface Wanted {
  readonly key: string
  readonly limit: Limit
}

interface Round {
  readonly what: string
  readonly tokens: number
  readonly at: number
}

/** What this daemon has taken from a bucket of the database and not used yet. */
interface Lease {
  tokens: number
  /** Calls that were promised one of them. */
  promised: number
  /** On the monotonic clock: before then the bucket is known to be empty. */
  emptyUntil: number
  taking: Promise<void> | undefined
}

/** At most so many are taken ahead of use, and never more than a twentieth of the whole. */
const MOST_AHEAD = 128
const AHEAD_PART = 20
const MOST_LEASES = 20_000
const WORTH = 8
const ROUNDS_LAST = 86_400_000
const CLEAR_EVERY = 60_000
const MOST_CLEARED = 200

const rounds = once(() => z.array(z.strictObject({ what: z.string(), tokens: z.number(), at: z.number() })).max(16))

/**
 * Rate limits that several daemons share. Tokens are taken from the database before they are used, by its own clock, and
 * each belongs to one daemon: together they never admit more than one could. A daemon that dies loses what it had taken
 * ahead: the limit gets stricter by that, never wider.
 */
export class PostgresLimits implements Passenger<Step> {
  readonly #journal: PostgresJournal
  readonly #pool: pg.Pool
  readonly #name: string
  readonly #now: () => number
  readonly #leases = new Map<string, Lease>()
  readonly #loops = new Map<string, readonly Round[]>()
  #rounds = new Map<string, readonly Round[]>()
  #aboard = new Map<string, readonly Round[]>()
  #clearedAt: number
  readonly worth = WORTH

  constructor(journal: PostgresJournal, pool: pg.Pool, name: string, now: () => number = Date.now) {
    this.#journal = journal
    this.#pool = pool
    this.#name = name
    this.#now = now
    this.#clearedAt = now()
    journal.carry(this)
  }

  /** To be awaited before `take` and `load`: makes sure of one token for each. Rejects with a `JournalFailure`. */
  async ready(wanted: readonly Wanted[], loop: string): Promise<void> {
    const waits = wanted.map((one) => this.#promise(one))
    if (!this.#loops.has(loop)) waits.push(this.#loadLoop(loop))
    await Promise.all(waits)
  }

  take(key: string, limit: Limit): { admitted: true; left: number } | { admitted: false; retryAfterMillis: number } {
    const lease = this.#leases.get(key)
    if (lease !== undefined) lease.promised = Math.max(0, lease.promised - 1)
    if (lease === undefined || lease.tokens < 1) {
      const wait = (lease?.emptyUntil ?? 0) - performance.now()
      return { admitted: false, retryAfterMillis: Math.max(1, Math.ceil(wait > 0 ? wait : 1_000 / limit.perSecond)) }
    }
    lease.tokens -= 1
    return { admitted: true, left: Math.floor(lease.tokens) }
  }

  load(key: string): readonly Round[] {
    return this.#loops.get(key) ?? []
  }

  keep(key: string, kept: readonly Round[]): void {
    this.#loops.set(key, kept)
    this.#rounds.set(key, kept)
  }

  board(): readonly Step[] {
    const now = this.#now()
    const steps: Step[] = Array.from(this.#rounds, ([key, kept]) => keepRounds(storable(key), kept, now))
    this.#aboard = this.#rounds
    this.#rounds = new Map()
    return steps
  }

  arrived(): void {
    this.#aboard = new Map()
    if (this.#now() - this.#clearedAt < CLEAR_EVERY) return
    this.#clearedAt = this.#now()
    void this.#clear().catch(() => undefined)
  }

  stranded(): void {
    for (const [key, kept] of this.#aboard) if (!this.#rounds.has(key)) this.#rounds.set(key, kept)
    this.#aboard = new Map()
  }

  /** Gives back what was taken ahead. To be called when nothing is judged any more. */
  async flush(): Promise<void> {
    const steps = Array.from(this.#leases, ([key, lease]) => giveBack(key, Math.floor(lease.tokens))).filter(
      (step) => step !== undefined,
    )
    this.#leases.clear()
    if (steps.length + this.#rounds.size > 0) await this.#journal.run(steps)
  }

  async #promise({ key, limit }: Wanted): Promise<void> {
    const lease = this.#lease(key)
    lease.promised++
    for (let tries = 0; tries < 4; tries++) {
      if (lease.tokens >= lease.promised || performance.now() < lease.emptyUntil) return
      lease.taking ??= this.#takeFromStore(key, limit, lease).finally(() => {
        lease.taking = undefined
      })
      try {
        await lease.taking
      } catch (error) {
        // The call is refused and takes none: what it was promised must not be taken from the others later.
        lease.promised--
        throw error
      }
    }
  }

  #lease(key: string): Lease {
    const known = this.#leases.get(key)
    if (known !== undefined) return known
    if (this.#leases.size >= MOST_LEASES) this.#forgetSome()
    const made: Lease = { tokens: 0, promised: 0, emptyUntil: 0, taking: undefined }
    this.#leases.set(key, made)
    return made
  }

  /** The longest known; what they hold is lost to the bucket until it fills again. */
  #forgetSome(): void {
    for (const [key, lease] of this.#leases) {
      if (this.#leases.size < MOST_LEASES * 0.9) return
      if (lease.promised === 0 && lease.taking === undefined) this.#leases.delete(key)
    }
  }

  async #takeFromStore(key: string, limit: Limit, lease: Lease): Promise<void> {
    const name = storable(key)
    const ahead = Math.min(MOST_AHEAD, Math.floor(limit.burst / AHEAD_PART))
    const wanted = Math.max(1, Math.ceil(lease.promised - lease.tokens)) + ahead
    let left = 0
    const act = async (tx: Transaction): Promise<number> => {
      const taken = await takeTokens(tx, name, limit, wanted)
      left = taken.left
      return taken.tokens
    }
    const tokens = await this.#journal.run([{ does: 'act', names: [name], act }])
    lease.tokens += tokens
    // Nobody else need be asked before the next one can be there.
    if (tokens === 0) lease.emptyUntil = performance.now() + Math.min(1_000, (1_000 - left) / limit.perSecond)
  }

  async #loadLoop(key: string): Promise<void> {
    await this.#journal.check()
    let text = ''
    try {
      text = (await readNamed(this.#pool, this.#journal.keys, key)).rows.rate_limit[0]?.what ?? ''
    } catch (error) {
      throw failureOf(error, this.#name)
    }
    if (this.#loops.size >= MOST_LEASES) this.#loops.clear()
    this.#loops.set(key, text === '' ? [] : parsed(text))
  }

  /** Buckets that have long been full again. */
  async #clear(): Promise<void> {
    // By the database's own clock: one that is ahead would empty buckets that are still in use.
    const { rows } = await this.#pool.query(`select key from rate_limit where over < ${CLOCK} limit $1`, [MOST_CLEARED])
    const names = (rows as { key: string }[]).map(({ key }) => key)
    if (names.length === 0) return
    await this.#journal.run([
      {
        does: 'act',
        names,
        act: (tx) => tx.delete('rate_limit', `key = any ($1) and over < ${CLOCK}`, [names]),
      },
    ])
  }
}

const CLOCK = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint'
const NOW = `select ${CLOCK} as now`

/** By the database's own clock: a daemon whose clock is wrong gets no more than the others. */
async function takeTokens(
  tx: Transaction,
  key: string,
  { burst, perSecond }: Limit,
  wanted: number,
): Promise<{ readonly tokens: number; readonly left: number }> {
  const { rows } = await tx.query(`${NOW}, (select tokens || ' ' || at from rate_limit where key = $1) as row`, [key])
  const now = Number(rows[0]?.['now'])
  const [tokens, at] = String(rows[0]?.['row'] ?? '')
    .split(' ')
    .map(Number)
  const most = Math.round(burst * 1_000)
  const there =
    at === undefined || tokens === undefined
      ? most
      : Math.min(most, Math.floor(tokens + Math.max(0, now - at) * perSecond))
  const taken = Math.max(0, Math.min(wanted, Math.floor(there / 1_000)))
  if (taken === 0) return { tokens: 0, left: there }
  const over = now + Math.ceil((2 * burst * 1_000) / perSecond)
  const row = { key, tokens: there - taken * 1_000, at: now, over, what: '' }
  const kept =
    at === undefined
      ? await tx.insert('rate_limit', row)
      : await tx.update('rate_limit', 'tokens = $2, at = $3, over = $4', 'key = $1', [key, row.tokens, now, over])
  // A bucket that nobody has used yet has no row to lock: another daemon was first.
  if (kept === 0) throw new Overtaken(`another daemon began the rate limit ${key}`)
  return { tokens: taken, left: row.tokens }
}

/** The bucket is never fuller than it was: whoever takes next caps it at its burst. */
function giveBack(key: string, tokens: number): Step | undefined {
  if (tokens < 1) return undefined
  const name = storable(key)
  return {
    does: 'act',
    names: [name],
    act: (tx) => tx.update('rate_limit', 'tokens = tokens + $2', 'key = $1', [name, tokens * 1_000]),
  }
}

function keepRounds(key: string, kept: readonly Round[], now: number): Step {
  const what = storable(JSON.stringify(kept))
  return {
    does: 'act',
    names: [key],
    act: async (tx) => {
      const row = { key, tokens: 0, at: now, over: now + ROUNDS_LAST, what }
      if ((await tx.insert('rate_limit', row)) > 0) return 1
      return tx.update('rate_limit', 'at = $2, over = $3, what = $4', 'key = $1', [key, row.at, row.over, what])
    },
  }
}

function parsed(text: string): readonly Round[] {
  try {
    return rounds().parse(JSON.parse(text))
  } catch {
    return []
  }
}
