import { markdownTable, percentile } from './tables.ts'

/** What one decision costs, as `npm run bench:scale` measures it. */
export interface Figures {
  /** Processor milliseconds of a daemon per decision. */
  readonly daemonMs: number
  /** Processor milliseconds of the database: for each commit, and for each record in it. */
  readonly commitMs: number
  readonly recordMs: number
  /** What a commit waits for the disk and the network, without using a processor. */
  readonly syncMs: number
  /** Of the database, with indexes and the share of sessions. */
  readonly bytesPerRecord: number
}

/** What developers and their agents do. All of it is an assumption: replace it by your own. */
export interface Habits {
  readonly callsPerDeveloperHour: number
  readonly hoursPerMonth: number
  /** The busiest minute, against the mean of working hours. */
  readonly peakFactor: number
  /** Of all calls. */
  readonly shareToModel: number
  readonly shareToPerson: number
  readonly modelMs: number
  readonly retentionMonths: number
}

export interface Site {
  readonly daemons: number
  /** Of one primary. */
  readonly databaseCores: number
  /** Each with a database of its own: a team is on one of them. */
  readonly primaries: number
}

/** Largest group that a daemon commits at once. */
const GROUP = 256
/** Of a processor, at the peak: what is left is for what nobody planned. */
const BUSY = 0.5
/** More cores than this one primary is not given here. */
const MOST_CORES = 16

export function peakRate(developers: number, habits: Habits): number {
  return ((developers * habits.callsPerDeveloperHour) / 3600) * habits.peakFactor
}

/** Enough of everything to be half busy at the peak, and one daemon more, so that any one can go. */
export function sizeFor(developers: number, figures: Figures, habits: Habits): Site {
  const rate = peakRate(developers, habits)
  // The dearest case: every record in a commit of its own.
  const databaseCores = (rate * (figures.commitMs + figures.recordMs)) / 1000 / BUSY
  const primaries = Math.max(1, Math.ceil(databaseCores / MOST_CORES))
  return {
    daemons: Math.max(primaries * 2, Math.ceil((rate * figures.daemonMs) / 1000 / BUSY) + primaries),
    databaseCores: Math.max(2, Math.ceil(databaseCores / primaries)),
    primaries,
  }
}

export function storageGigabytes(developers: number, figures: Figures, habits: Habits): number {
  const records = developers * habits.callsPerDeveloperHour * habits.hoursPerMonth
  return (records * figures.bytesPerRecord) / 1e9
}

export interface Simulated {
  readonly p50: number
  readonly p99: number
  readonly daemonBusy: number
  readonly databaseBusy: number
  readonly perSecond: number
}

interface Daemon {
  freeAt: number
  waiting: number[]
  committing: boolean
}

/** A generator of numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return (state + 1) / 4_294_967_297
  }
}

/**
 * Calls arrive at random at the daemons of one primary. Each daemon has one processor, which it gives to one call after
 * the other, and one transaction under way, in which everything that waits goes along; the primary gives each commit one
 * of its processors, first come first served. What is simulated is the gate's own time: no model, no person.
 */
export function simulate(rate: number, site: Site, figures: Figures, calls: number = 20_000): Simulated {
  const random = seeded(7)
  const spread = (mean: number): number => -Math.log(random()) * mean
  const count = Math.max(1, Math.floor(site.daemons / site.primaries))
  const daemons: Daemon[] = Array.from({ length: count }, () => ({ freeAt: 0, waiting: [], committing: false }))
  const cores = Array.from({ length: site.databaseCores }, () => 0)
  const events = new Agenda()
  const times: number[] = []
  let [daemonWork, databaseWork, end] = [0, 0, 0]
  const commit = (daemon: Daemon, now: number): void => {
    if (daemon.committing || daemon.waiting.length === 0) return
    daemon.committing = true
    const group = daemon.waiting.splice(0, GROUP)
    const work = spread(figures.commitMs) + group.length * figures.recordMs
    databaseWork += work
    const core = cores.indexOf(Math.min(...cores))
    const done = Math.max(now, cores[core]!) + work
    cores[core] = done
    events.add(done + figures.syncMs, (at) => {
      for (const arrived of group) times.push(at - arrived)
      daemon.committing = false
      end = at
      commit(daemon, at)
    })
  }
  const arrive =
    (left: number) =>
    (now: number): void => {
      const daemon = daemons[Math.floor(random() * daemons.length)]!
      const work = spread(figures.daemonMs)
      daemonWork += work
      daemon.freeAt = Math.max(now, daemon.freeAt) + work
      events.add(daemon.freeAt, (at) => {
        daemon.waiting.push(now)
        commit(daemon, at)
      })
      if (left > 1) events.add(now + spread((1000 * site.primaries) / rate), arrive(left - 1))
    }
  events.add(0, arrive(calls))
  events.run()
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    daemonBusy: daemonWork / (end * count),
    databaseBusy: databaseWork / (end * site.databaseCores),
    perSecond: (times.length / end) * 1000 * site.primaries,
  }
}

/** What happens next, and when: a heap. */
class Agenda {
  readonly #heap: { readonly at: number; readonly act: (at: number) => void }[] = []

  add(at: number, act: (at: number) => void): void {
    const heap = this.#heap
    let place = heap.push({ at, act }) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (heap[parent]!.at <= heap[place]!.at) return
      ;[heap[parent], heap[place]] = [heap[place]!, heap[parent]!]
      place = parent
    }
  }

  run(): void {
    for (let next = this.#take(); next !== undefined; next = this.#take()) next.act(next.at)
  }

  #take(): { readonly at: number; readonly act: (at: number) => void } | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    heap[0] = last
    for (let place = 0; ;) {
      const [left, right] = [place * 2 + 1, place * 2 + 2]
      let least = place
      if (left < heap.length && heap[left]!.at < heap[least]!.at) least = left
      if (right < heap.length && heap[right]!.at < heap[least]!.at) least = right
      if (least === place) return first
      ;[heap[least], heap[place]] = [heap[place]!, heap[least]!]
      place = least
    }
  }
}

/** Two cores that were busy with other work (load 11 to 13), so on the safe side: docs/scale.md. */
export const FIGURES: Figures = { daemonMs: 0.49, commitMs: 1.25, recordMs: 0.3, syncMs: 1, bytesPerRecord: 2_500 }

/** The same two cores while they were idle: one daemon, its database and the load on them. */
export const MEASURED: { readonly site: Site; readonly perSecond: number } = {
  site: { daemons: 1, databaseCores: 1, primaries: 1 },
  perSecond: 3_075,
}

export const HABITS: Habits = {
  callsPerDeveloperHour: 120,
  hoursPerMonth: 160,
  peakFactor: 5,
  shareToModel: 0.05,
  shareToPerson: 0.005,
  modelMs: 2_000,
  retentionMonths: 12,
}

export function scaleTable(figures: Figures = FIGURES, habits: Habits = HABITS): string {
  const rows = [100, 1_000, 10_000, 100_000].map((developers) => {
    const rate = peakRate(developers, habits)
    const site = sizeFor(developers, figures, habits)
    const { p50, p99, daemonBusy, databaseBusy } = simulate(rate, site, figures)
    const storage = storageGigabytes(developers, figures, habits)
    return [
      developers.toLocaleString('en'),
      rate.toFixed(0),
      String(site.daemons),
      `${site.primaries} × ${site.databaseCores}`,
      `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
      `${(daemonBusy * 100).toFixed(0)} % / ${(databaseBusy * 100).toFixed(0)} %`,
      (rate * habits.shareToModel * (habits.modelMs / 1000)).toFixed(0),
      (rate * habits.shareToPerson * 60).toFixed(0),
      `${storage.toFixed(0)} / ${(storage * habits.retentionMonths).toFixed(0)}`,
    ]
  })
  const header = [
    'developers',
    'calls /s at the peak',
    'daemons (a core each)',
    'primaries × cores',
    'p50 / p99 ms',
    'busy: daemons / primaries',
    'reviews at once',
    'questions a minute',
    'GB a month / kept',
  ]
  return markdownTable(header, rows)
}

if (import.meta.main) process.stdout.write(`${JSON.stringify({ FIGURES, HABITS }, null, 2)}\n\n${scaleTable()}`)
