import type { ChainEnds, ChainReader } from '../../journal/chain-reader.ts'
import type { StoredRecord } from '../../journal/records.ts'
import type { SiemTarget } from '../../policy/observe-settings.ts'
import type { Environment } from '../compose-reviewer.ts'
import type { Log } from '../daemon/log.ts'
import { messageOf } from './message.ts'
import { type Acknowledged, readPositions, writePositions } from './position-file.ts'
import { acknowledgedBy, addressOf, send } from './sender.ts'
import { NotTaken } from './sending.ts'

export interface ForwarderOptions {
  readonly target: SiemTarget
  readonly reader: ChainReader
  /** The file that holds how far it has come. */
  readonly file: string
  readonly environment: Environment
  readonly version: string
  readonly log: Log
  /** Milliseconds: the first pause after a failure, which doubles, and the longest. */
  readonly pace?: { readonly first: number; readonly longest: number } | undefined
}

/** How a target is, for metrics and for people. */
export interface TargetState {
  readonly name: string
  readonly type: SiemTarget['type']
  readonly format: SiemTarget['format']
  readonly address: string
  readonly acknowledgedBy: string
  readonly chains: readonly { readonly writer: string; readonly acknowledged: number; readonly last: number }[]
  readonly backlog: number
  /** How old the oldest record is that waits, in seconds; 0: none does. */
  readonly lagSeconds: number
  readonly delivered: number
  readonly failures: number
  /** Records that retention removed before they could be sent. */
  readonly removed: number
  readonly lastDeliveredAt?: number
  readonly trouble?: { readonly message: string; readonly at: number }
}

const BATCH = 200
const PATIENCE = 10_000
const PACE = { first: 1_000, longest: 60_000 } as const
/** How long the batch that is on its way may still take when the daemon stops. */
const LAST_PATIENCE = 1_000

/**
 * Sends the log to one target, at least once and in the order of each chain. It keeps no queue: it reads the log from
 * where the target's acknowledgements end. That place is written only after an acknowledgement, and is durable before the
 * next batch leaves. Nothing is ever skipped: a target that takes nothing gets the same batch again.
 */
export class Forwarder {
  readonly #options: ForwarderOptions
  readonly #stop = new AbortController()
  readonly #positions = new Map<string, Acknowledged>()
  #chains: readonly ChainEnds[] = []
  #batch: number
  #oldest: number | undefined
  /** The record behind the last gap that was told. */
  #goneBefore: number | undefined
  #counts = { delivered: 0, failures: 0, removed: 0 }
  #lastDeliveredAt: number | undefined
  #trouble: { readonly message: string; readonly at: number } | undefined
  #wake: (() => void) | undefined
  #stopping = false
  readonly #done: Promise<void>

  constructor(options: ForwarderOptions) {
    this.#options = options
    this.#batch = options.target.batch ?? BATCH
    this.#done = this.#run()
  }

  /** How the log is now. */
  look(chains: readonly ChainEnds[]): void {
    this.#chains = chains
    const more = chains.some(({ writer, last }) => last > this.#after(writer))
    if (more && this.#trouble === undefined) this.#wake?.()
  }

  get state(): TargetState {
    const { target } = this.#options
    const chains = this.#chains.map(({ writer, last }) => ({ writer, acknowledged: this.#after(writer), last }))
    const backlog = this.#chains.reduce(
      (sum, { writer, first, last }) => sum + Math.max(0, last - Math.max(first - 1, this.#after(writer))),
      0,
    )
    return {
      name: target.name,
      type: target.type,
      format: target.format,
      address: addressOf(target),
      acknowledgedBy: acknowledgedBy(target),
      chains,
      backlog,
      lagSeconds: this.#oldest === undefined ? 0 : Math.max(0, (Date.now() - this.#oldest) / 1000),
      ...this.#counts,
      ...(this.#lastDeliveredAt === undefined ? {} : { lastDeliveredAt: this.#lastDeliveredAt }),
      ...(this.#trouble === undefined ? {} : { trouble: this.#trouble }),
    }
  }

  /** Resolves when nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake?.()
    const timer = setTimeout(() => this.#stop.abort(), LAST_PATIENCE)
    await this.#done
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    let begun = false
    let pause = 0
    while (!this.#stopping) {
      try {
        if (!begun) await this.#begin()
        begun = true
        const records = await this.#next()
        if (records.length === 0) await this.#pause(undefined)
        else await this.#deliver(records)
        pause = 0
      } catch (error) {
        if (this.#stopping) return
        pause = this.#failed(error, pause)
        await this.#pause(pause)
      }
    }
  }

  /** Where it left off. A log that was put back to an earlier state has other records there: then all is sent again. */
  async #begin(): Promise<void> {
    const { file, reader, target, log } = this.#options
    this.#positions.clear()
    let kept: ReadonlyMap<string, Acknowledged> | undefined
    try {
      kept = readPositions(file)
    } catch (error) {
      log('warn', `${file} cannot be read (${reasonOf(error)}), so ${target.name} is sent the whole log again`)
      kept = new Map()
    }
    if (kept === undefined && target.from === 'now') {
      for (const { writer, last } of await reader.chains()) {
        const [record] = await reader.after(writer, last - 1, 1)
        if (record !== undefined) this.#positions.set(writer, { seq: record.seq, hash: record.hash })
      }
      await writePositions(file, this.#positions)
      return
    }
    for (const [writer, position] of kept ?? []) {
      const [record] = await reader.after(writer, position.seq - 1, 1)
      if (record !== undefined && (record.seq > position.seq || record.hash === position.hash))
        this.#positions.set(writer, position)
      else
        log(
          'warn',
          `the log is not the one of which ${target.name} had ${writer.slice(0, 8)}-${position.seq}: it is sent again`,
        )
    }
  }

  /** The next records of the first chain that has some. */
  async #next(): Promise<readonly StoredRecord[]> {
    const { reader, target, log } = this.#options
    this.#chains = await reader.chains()
    for (const { writer, last } of this.#chains) {
      const after = this.#after(writer)
      if (last <= after) continue
      const records = await reader.after(writer, after, this.#batch)
      const [first] = records
      if (first === undefined) continue
      const gone = first.seq - after - 1
      if (gone > 0 && after > 0 && this.#goneBefore !== first.seq) {
        this.#goneBefore = first.seq
        this.#counts.removed += gone
        log('error', `retention removed ${gone} records before ${target.name} took them`)
      }
      this.#oldest = first.at
      return records
    }
    this.#oldest = undefined
    return []
  }

  async #deliver(records: readonly StoredRecord[]): Promise<void> {
    const { target, environment, version, file } = this.#options
    const messages = records.map((record) => messageOf(record, target, version))
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), (target.timeoutSeconds ?? PATIENCE / 1000) * 1000)
    try {
      const signal = AbortSignal.any([late.signal, this.#stop.signal])
      await send(target, messages, { environment, version, signal })
    } finally {
      clearTimeout(timer)
    }
    const { writer, seq, hash } = records.at(-1)!
    const positions = new Map(this.#positions).set(writer, { seq, hash })
    await writePositions(file, positions)
    this.#positions.set(writer, { seq, hash })
    this.#recovered(records.length)
  }

  #recovered(count: number): void {
    const { target, log } = this.#options
    if (this.#trouble !== undefined) log('info', `${target.name} takes records again`)
    this.#trouble = undefined
    this.#counts.delivered += count
    this.#lastDeliveredAt = Date.now()
    this.#batch = target.batch ?? BATCH
  }

  /** How long to wait before the next try. */
  #failed(error: unknown, before: number): number {
    const { target, log, pace = PACE } = this.#options
    const message = reasonOf(error)
    if (this.#trouble?.message !== message)
      log('error', `${target.name} (${addressOf(target)}) takes no records, they wait in the log: ${message}`)
    this.#trouble = { message, at: Date.now() }
    this.#counts.failures++
    const asked = error instanceof NotTaken ? error.after : undefined
    if (error instanceof NotTaken && error.tooLarge && this.#batch > 1) {
      this.#batch = Math.ceil(this.#batch / 2)
      return pace.first
    }
    return asked ?? Math.min(pace.longest, before === 0 ? pace.first : before * 2)
  }

  #after(writer: string): number {
    return this.#positions.get(writer)?.seq ?? 0
  }

  /** Until there may be more, or until the time is over. */
  async #pause(milliseconds: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
    this.#wake = resolve
    if (!this.#stopping) await promise
    clearTimeout(timer)
    this.#wake = undefined
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
