import { existsSync } from 'node:fs'
import { GENESIS, type Head } from '../../journal/chain.ts'
import type { SigningKey } from '../../journal/checkpoints.ts'
import { type DeliveredRecord, signBatch } from '../../journal/machines.ts'
import type { StatePaths } from '../../journal/stores/checkpoint-file.ts'
import { loadKey } from '../../journal/stores/checkpoint-file.ts'
import { AUDIT_COLUMNS } from '../../journal/stores/schema.ts'
import { openReader, type SqliteReader } from '../../journal/stores/sqlite-reader.ts'
import type { Log } from '../daemon/log.ts'
import type { TeamFile } from './team-file.ts'
import { field, problemIn, type TeamLine } from './team-line.ts'

export interface DeliveryOptions {
  readonly line: TeamLine
  /** Where this machine's journal is. */
  readonly paths: StatePaths
  /** Where delivery begins: the head when the machine joined. A log that was begun since is delivered whole. */
  readonly from: TeamFile['from']
  readonly log: Log
  readonly pace?: Partial<Pace>
}

/** Times in milliseconds. */
export interface Pace {
  /** How long new records wait for company. */
  readonly gather: number
  /** After a failure, doubled each time up to `most`. */
  readonly first: number
  readonly most: number
  /** After a refusal that only a person can clear. */
  readonly refused: number
  readonly patience: number
}

const PACE: Pace = { gather: 1_000, first: 500, most: 15_000, refused: 30_000, patience: 10_000 }
const MOST_RECORDS = 500
/** Of a batch, in characters; a larger record goes alone. */
const MOST_CHARACTERS = 2_000_000

export interface DeliveryStatus {
  /** The last record that the gate is known to have; undefined: it has not said yet. */
  readonly delivered: number | undefined
  /** The last record of this machine's log. */
  readonly last: number
  /** Why the gate does not take what follows. */
  readonly problem: string | undefined
}

/**
 * Delivers this machine's log to the team's gate: every record after `from`, in order. The gate remembers what it has,
 * this side remembers nothing: after any crash or cut it asks, and goes on behind the last record the gate has.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #pace: Pace
  #key: SigningKey | undefined
  #reader: SqliteReader | undefined
  #has: Head | undefined
  #problem: string | undefined
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#pace = { ...PACE, ...options.pace }
  }

  start(): void {
    this.#later(0)
  }

  /** The gate was found to be away, or a record was written. */
  wake(): void {
    if (this.#failures === 0 && this.#problem === undefined) this.#later(this.#pace.gather)
  }

  get status(): DeliveryStatus {
    const delivered = this.#has?.seq
    try {
      return { delivered, last: this.#last().seq, problem: this.#problem }
    } catch (error) {
      return { delivered, last: 0, problem: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Nothing may be removed from the log before the gate has it. Where that cannot be told, nothing is. */
  holdsBefore(time: number): boolean {
    try {
      const row = this.#open()
        ?.connection.prepare('select 1 from main.audit_log where writer = ? and seq > ? and at < ? limit 1')
        .get(this.#signingKey().writer, this.#has?.seq ?? this.#from().seq, time)
      return row !== undefined
    } catch {
      return true
    }
  }

  /** One round: everything that is there now. Says why when not all of it was taken. */
  async deliverAll(): Promise<string | undefined> {
    for (;;) {
      const outcome = await this.#deliver()
      if (outcome === 'delivered') return undefined
      if (outcome !== 'more') return this.#problem ?? this.#options.line.because
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
    this.#reader?.close()
    this.#reader = undefined
  }

  #later(milliseconds: number): void {
    if (this.#stopped || this.#running !== undefined) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#running = this.#round().then((wait) => {
        this.#running = undefined
        this.#later(wait)
      })
    }, milliseconds)
    this.#timer.unref()
  }

  async #round(): Promise<number> {
    const { gather, first, most, refused } = this.#pace
    let outcome: Outcome
    try {
      do outcome = await this.#deliver()
      while (outcome === 'more' && !this.#stopped)
    } catch (error) {
      this.#report(`the log cannot be read for delivery: ${error instanceof Error ? error.message : String(error)}`)
      outcome = 'refused'
    }
    if (outcome === 'refused') return refused
    if (outcome !== 'away') {
      this.#failures = 0
      return gather
    }
    const wait = Math.min(most, first * 2 ** Math.min(this.#failures++, 10))
    // Not all machines of a team at once.
    return wait * (0.75 + Math.random() / 2)
  }

  async #deliver(): Promise<Outcome> {
    const { line } = this.#options
    const from = this.#from()
    const last = this.#last()
    const has = this.#has
    if (has !== undefined && line.state === 'here' && last.seq === has.seq) return 'delivered'
    // Nothing to send, or nobody knows from where on: where this log stands, and what has the gate?
    const records = has === undefined ? [] : this.#after(has.seq)
    const after = records.length === 0 ? last : has!
    const batch = signBatch(this.#signingKey(), { from, after, records }, Date.now())
    const said = await line.post('/v1/team/records', batch, this.#pace.patience)
    if ('away' in said || 'refuses' in said) return 'away'
    const gate = headIn(field(said.value, 'has'))
    if (said.status === 200 && gate !== undefined) return this.#taken(gate, last)
    if (field(field(said.value, 'error'), 'code') === 'machine.gap' && gate !== undefined)
      return this.#taken(gate, last)
    this.#report(problemIn(said.value) ?? `the team's gate answered ${said.status}`)
    return 'refused'
  }

  /** Behind what the gate has there must be the very record it has; else it hears of both, and raises the alarm. */
  #taken(gate: Head, last: Head): Outcome {
    const own = this.#hashAt(gate.seq)
    if (gate.seq > last.seq) {
      this.#report(`the team's gate has record ${gate.seq} of this log, which ends with ${last.seq}: it was put back`)
      this.#has = undefined
      return 'refused'
    }
    this.#has = { seq: gate.seq, hash: own ?? gate.hash }
    if (this.#problem !== undefined) this.#options.log('info', "the team's gate takes records of this machine again")
    this.#problem = undefined
    return gate.seq === last.seq ? 'delivered' : 'more'
  }

  #report(problem: string): void {
    if (problem !== this.#problem) this.#options.log('error', `records are not delivered to the team: ${problem}`)
    this.#problem = problem
  }

  #signingKey(): SigningKey {
    return (this.#key ??= loadKey(this.#options.paths))
  }

  #from(): Head {
    const { writer, seq, hash } = this.#options.from
    return this.#signingKey().writer === writer ? { seq, hash } : { seq: 0, hash: GENESIS }
  }

  #open(): SqliteReader | undefined {
    const { database } = this.#options.paths
    if (this.#reader === undefined && existsSync(database)) this.#reader = openReader(database)
    return this.#reader
  }

  /** The end of this machine's log. Where there is none, that of the time when it joined. */
  #last(): Head {
    const from = this.#from()
    const row = this.#open()
      ?.connection.prepare('select seq, hash from main.audit_log where writer = ? order by seq desc limit 1')
      .get(this.#signingKey().writer)
    return row === undefined ? from : { seq: Number(row['seq']), hash: String(row['hash']) }
  }

  #hashAt(seq: number): string | undefined {
    if (seq === 0) return GENESIS
    if (seq === this.#from().seq) return this.#from().hash
    const row = this.#open()
      ?.connection.prepare('select hash from main.audit_log where writer = ? and seq = ?')
      .get(this.#signingKey().writer, seq)
    return row === undefined ? undefined : String(row['hash'])
  }

  #after(seq: number): readonly DeliveredRecord[] {
    const records: DeliveredRecord[] = []
    let characters = 0
    const rows = this.#open()
      ?.connection.prepare(
        `select ${COLUMNS} from main.audit_log where writer = ? and seq > ? order by seq limit ${MOST_RECORDS}`,
      )
      .iterate(this.#signingKey().writer, seq)
    for (const row of rows ?? []) {
      // STRICT tables hold every column to its type.
      const record = row as unknown as DeliveredRecord
      characters += record.body.length
      if (records.length > 0 && characters > MOST_CHARACTERS) break
      records.push({ ...record })
    }
    return records
  }
}

type Outcome = 'delivered' | 'more' | 'away' | 'refused'

const COLUMNS = AUDIT_COLUMNS.map((column) => `"${column}"`).join(', ')

function headIn(value: unknown): Head | undefined {
  const [seq, hash] = [field(value, 'seq'), field(value, 'hash')]
  return typeof seq === 'number' && Number.isSafeInteger(seq) && typeof hash === 'string' ? { seq, hash } : undefined
}
