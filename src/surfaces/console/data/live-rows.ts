import { get } from './api.ts'
import { type Fields, fieldsOf, parsed, textOf } from './fields.ts'
import { type Row, rowOfEvent, rowOfRecord } from './records.ts'
import { Store } from './store.ts'
import type { Told } from './stream.ts'

/** More than anybody scrolls through; beyond it the oldest make room and are still in the log. */
const MOST_ROWS = 100_000
/** As many as the log gives at once. */
const AT_ONCE = 1000
/** An event and a record of one decision are not further apart than this. The same call may be asked about again. */
const SAME_DECISION = 5_000

/** Every decision the page knows, oldest first. */
export class LiveRows {
  /** Counts up with every change. */
  readonly version = new Store(0)
  /** Counts up when rows came anywhere but at the end. */
  reshaped = 0
  /** How many have come at the end, since the page was opened. */
  arrived = 0
  rows: Row[] = []
  /** Where the latest call was made from. */
  cwd = ''
  /** Nothing older is in the log. */
  complete = false
  loading = false
  failed = ''
  #keys = new Set<string>()
  /** When each decision was made, by what an event and a record of it have in common. */
  #decided = new Map<string, number>()
  /** Lines that were told, by the key they had then: the key of their record. */
  readonly #renamed = new Map<string, string>()
  #waiting: Row[] = []
  /** How runs behind walls ended, by session and call. */
  readonly #ends = new Map<string, string>()
  /** How far back the log was read. */
  #reached: number | undefined
  #frame: number | undefined

  /** Decisions as they are told: shown together in the next frame, however many there are. */
  hear(told: readonly Told[]): void {
    for (const { kind, data } of told) {
      if (kind === 'decision') this.#wait(data)
      if (kind === 'contained') this.#end(textOf(data['session']), textOf(data['call']), textOf(data['became']))
    }
    if (this.#waiting.length > 0) this.#frame ??= requestAnimationFrame(() => this.#show())
    // No frames come while the page is hidden; what is told then must not pile up.
    if (this.#waiting.length > AT_ONCE * 10) this.#show()
  }

  /** What became of a run behind walls is shown with the call it was for. */
  #end(session: string, call: string, became: string): void {
    this.#ends.set(runKey(session, call), became)
    const index = this.rows.findLastIndex(
      (row) => row.decision === 'contain' && row.session === session && row.call === call,
    )
    if (index < 0) return
    this.rows[index] = { ...this.rows[index]!, became }
    this.reshaped++
    this.#changed()
  }

  #ended(row: Row): Row {
    const became = row.decision === 'contain' ? this.#ends.get(runKey(row.session, row.call)) : undefined
    return became === undefined ? row : { ...row, became }
  }

  #wait(data: Fields): void {
    this.#waiting.push(rowOfEvent(data))
    if (data['demo'] !== true) this.cwd = textOf(data['cwd']) || this.cwd
  }

  /** The page before the oldest row that is known. */
  async loadOlder(): Promise<void> {
    if (this.loading || this.complete) return
    this.loading = true
    this.#changed()
    try {
      const { records } = await get('/v1/audit', {
        limit: AT_ONCE,
        // Several may share a millisecond: ask for it again and leave out what is known.
        ...(this.#reached === undefined ? {} : { until: this.#reached + 1 }),
      })
      const found = fieldsOf(records).map(rowOfRecord)
      this.cwd ||= textOf(parsed(fieldsOf(records).at(-1)?.['body'])['cwd'])
      this.#merge(found)
      const oldest = found[0]?.at
      this.complete = found.length < AT_ONCE || oldest === undefined || oldest === this.#reached
      this.#reached = oldest
      this.failed = ''
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error)
    } finally {
      this.loading = false
      this.#changed()
    }
  }

  /** After a broken line: what the log has that was not told. */
  async catchUp(): Promise<void> {
    const position = this.rows.reduce((most, row) => Math.max(most, row.position), 0)
    const latest = await get('/v1/audit', position === 0 ? { limit: AT_ONCE } : { limit: AT_ONCE, after: position })
    this.#merge(fieldsOf(latest['records']).map(rowOfRecord))
    this.#changed()
  }

  /** A line that was told gets its place in the log, and with it a name that stays when the page is loaded again. */
  learn(record: Fields): Row {
    const row = rowOfRecord(record)
    this.#merge([row])
    this.#changed()
    return row
  }

  /** The key by which a row is known now: its record may have come from the log after somebody opened it. */
  keyNow(key: string): string {
    return this.#renamed.get(key) ?? key
  }

  forgetDemo(): void {
    this.rows = this.rows.filter((row) => !row.demo)
    this.#keys = new Set()
    this.#decided = new Map()
    for (const row of this.rows) this.#note(row)
    this.reshaped++
    this.#changed()
  }

  #show(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
    for (const row of this.#waiting) {
      if (this.#isKnown(row)) continue
      this.#note(row)
      this.rows.push(this.#ended(row))
      this.arrived++
    }
    this.#waiting = []
    this.#cutBack()
    this.#changed()
  }

  /** Told already, or in the log already: after a broken line the log may be quicker than the stream. */
  #isKnown(row: Row): boolean {
    const decided = this.#decided.get(sameCall(row))
    return this.#keys.has(row.key) || (decided !== undefined && Math.abs(decided - row.at) < SAME_DECISION)
  }

  #note(row: Row): void {
    this.#keys.add(row.key)
    this.#decided.set(sameCall(row), row.at)
  }

  /** Adds records of the log in their place; a line that was told is replaced by its record. */
  #merge(found: readonly Row[]): void {
    const places = new Map<string, number[]>()
    this.rows.forEach((row, index) => {
      if (row.position > 0) return
      const indexes = places.get(sameCall(row))
      if (indexes === undefined) places.set(sameCall(row), [index])
      else indexes.push(index)
    })
    const fresh: Row[] = []
    // Oldest first: what is told later about a run is what became of it.
    for (const row of found) if (row.decision === '' && row.became !== '') this.#end(row.session, row.call, row.became)
    for (const told of found) {
      const row = this.#ended(told)
      // Other events of the log are in Audit.
      if (row.decision === '' || this.#keys.has(row.key)) continue
      const index = places
        .get(sameCall(row))
        ?.find((at) => this.rows[at]!.position === 0 && Math.abs(this.rows[at]!.at - row.at) < SAME_DECISION)
      this.#note(row)
      if (index === undefined) {
        fresh.push(row)
        continue
      }
      this.#keys.delete(this.rows[index]!.key)
      this.#renamed.set(this.rows[index]!.key, row.key)
      // The log does not say in words what was done; the event did.
      this.rows[index] = { ...row, deed: this.rows[index]!.deed || row.deed }
    }
    if (fresh.length > 0 || found.length > 0) {
      this.rows = [...fresh, ...this.rows].sort((one, other) => one.at - other.at)
      this.reshaped++
      this.#cutBack()
    }
  }

  #cutBack(): void {
    if (this.rows.length <= MOST_ROWS) return
    const gone = this.rows.splice(0, this.rows.length - MOST_ROWS)
    for (const row of gone) {
      this.#keys.delete(row.key)
      this.#decided.delete(sameCall(row))
    }
    this.complete = true
    this.reshaped++
  }

  #changed(): void {
    this.version.update((now) => now + 1)
  }
}

function runKey(session: string, call: string): string {
  return `${session}\n${call}`
}

function sameCall(row: Row): string {
  return [row.session, row.call, row.decision, row.code].join('\n')
}

export const liveRows = new LiveRows()
