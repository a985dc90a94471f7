import type { JsonObject } from '../call/tool-call.ts'
import { type ContainedEnd, CONTAINED_ENDS } from '../session.ts'
import { type Decision, DECISIONS } from '../verdict.ts'
import { parseBody } from './export.ts'
import { idOf, type StoredRecord } from './records.ts'
import { asFields, asInput, asList, asText } from './transcripts/transcript.ts'

type Counts = Record<Decision, number>

/** What the log shows about a span of time. Everything is bounded, whatever is in the log. */
export interface Insights {
  readonly from: number
  readonly to: number
  readonly records: number
  /** There were more records than are looked at: the oldest are left out. */
  readonly cut: boolean
  readonly bucketMs: number
  readonly buckets: readonly { readonly at: number; readonly byLayer: Readonly<Record<string, Counts>> }[]
  readonly reasons: readonly { readonly code: string; readonly count: number; readonly example: Example }[]
  /** What the gate held up and a person let through: alarms that may be false. Most frequent first. */
  readonly overridden: readonly {
    readonly code: string
    readonly tool: string
    readonly summary: string
    readonly count: number
    readonly records: readonly string[]
  }[]
  /** Microseconds; `upTo` null: longer than all others. */
  readonly latency: Readonly<Record<string, readonly { readonly upTo: number | null; readonly count: number }[]>>
  readonly model: {
    readonly reviews: number
    readonly tokens: {
      readonly input: number
      readonly cached: number
      readonly written: number
      readonly output: number
    }
    /** Of all that was sent, from 0 to 1. */
    readonly cacheShare: number
    readonly cost: number
    /** Requests to models whose price is not known: the cost is more than is said. */
    readonly unpriced: number
  }
  /** How runs behind walls ended; `saved`: those that ended without a question to anybody. */
  readonly contained: Readonly<Record<ContainedEnd, number>> & { readonly runs: number; readonly saved: number }
  readonly agents: readonly (Counts & { readonly agent: string; readonly cost: number })[]
}

interface Example {
  readonly record: string
  readonly tool: string
  readonly summary: string
}

const MINUTE = 60_000
const BUCKETS = [1, 5, 15, 60, 6 * 60, 24 * 60, 7 * 24 * 60].map((minutes) => minutes * MINUTE)
const MOST = {
  buckets: 120,
  reasons: 50,
  overridden: 100,
  records: 20,
  agents: 100,
  layers: 20,
  open: 10_000,
  keys: 5_000,
}
/** Upper bounds in microseconds. */
const LATENCIES = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 10_000_000]

export interface InsightsOptions {
  readonly from: number
  readonly to: number
  readonly cut: boolean
  /** One line about an input, without secrets. */
  readonly summary: (input: JsonObject) => string
  /** Decisions that are no part of the picture: what the gate itself tried, to see whether it holds. */
  readonly leaveOut?: (record: StoredRecord, input: JsonObject) => boolean
}

/** Goes over the records once, oldest first. */
export function insightsOf(records: Iterable<StoredRecord>, options: InsightsOptions): Insights {
  const tally = new InsightTally(options)
  for (const record of records) tally.add(record)
  return tally.result()
}

/** The same for a store that is read across a network. */
export async function insightsFrom(
  records: Iterable<StoredRecord> | AsyncIterable<StoredRecord>,
  options: InsightsOptions,
): Promise<Insights> {
  const tally = new InsightTally(options)
  for await (const record of records) tally.add(record)
  return tally.result()
}

class InsightTally {
  readonly #options: InsightsOptions
  readonly #bucketMs: number
  readonly #buckets = new Map<number, Map<string, Counts>>()
  readonly #reasons = new Map<string, { code: string; count: number; example: Example }>()
  readonly #overridden = new Map<
    string,
    { code: string; tool: string; summary: string; count: number; records: string[] }
  >()
  readonly #latency = new Map<string, number[]>()
  readonly #agents = new Map<string, Counts & { agent: string; cost: number }>()
  /** Why a call was asked about, until somebody approves exactly it; in two halves, of which the older is forgotten. */
  #asked = new Map<string, string>()
  #askedBefore = new Map<string, string>()
  /** How each run ended at last, and whether a person had to be asked on the way. */
  readonly #runs = new Map<string, { became: ContainedEnd; held: boolean }>()
  readonly #tokens = { input: 0, cached: 0, written: 0, output: 0 }
  #records = 0
  #reviews = 0
  #cost = 0
  #unpriced = 0

  constructor(options: InsightsOptions) {
    this.#options = options
    const span = Math.max(1, options.to - options.from)
    this.#bucketMs = BUCKETS.find((size) => span / size <= MOST.buckets) ?? Math.ceil(span / MOST.buckets)
  }

  add(record: StoredRecord): void {
    if (record.event === 'contained_run') {
      this.#addRun(record)
      return
    }
    const decision = DECISIONS.find((known) => known === record.decision)
    if (decision === undefined) return
    const body = asInput(parseBody(record.body))
    if (body === undefined) return
    if (this.#options.leaveOut?.(record, asInput(body['input']) ?? {}) === true) return
    this.#records++
    const layer = asText(body['layer']) ?? 'gate'
    const cost = this.#addUsage(asList(body['usage']))
    const at = Math.floor(record.at / this.#bucketMs) * this.#bucketMs
    const byLayer = entry(this.#buckets, at, MOST.buckets + 2, () => new Map<string, Counts>())
    if (byLayer) count(entry(byLayer, layer, MOST.layers, noCounts), decision)
    const agent = entry(this.#agents, record.agent, MOST.agents, () => ({
      agent: record.agent,
      ...noCounts(),
      cost: 0,
    }))
    count(agent, decision)
    if (agent) agent.cost += cost
    for (const step of asList(body['trace'])) this.#addStep(asInput(step))
    if (decision === 'allow') this.#addOverride(record, body)
    else if (decision !== 'contain') this.#addReason(record, body)
  }

  result(): Insights {
    const { from, to, cut } = this.#options
    const { input, cached, written } = this.#tokens
    const sent = input + cached + written
    return {
      from,
      to,
      records: this.#records,
      cut,
      bucketMs: this.#bucketMs,
      buckets: [...this.#buckets]
        .toSorted(([one], [other]) => one - other)
        .map(([at, byLayer]) => ({ at, byLayer: Object.fromEntries(byLayer) })),
      reasons: [...this.#reasons.values()].toSorted(byCount).slice(0, MOST.reasons),
      overridden: [...this.#overridden.values()].toSorted(byCount).slice(0, MOST.overridden),
      latency: Object.fromEntries(
        [...this.#latency].map(([layer, counts]) => [
          layer,
          counts.map((times, index) => ({ upTo: LATENCIES[index] ?? null, count: times })),
        ]),
      ),
      model: {
        reviews: this.#reviews,
        tokens: { ...this.#tokens },
        cacheShare: sent === 0 ? 0 : cached / sent,
        cost: this.#cost,
        unpriced: this.#unpriced,
      },
      contained: this.#containedSums(),
      agents: [...this.#agents.values()].toSorted((one, other) => total(other) - total(one)),
    }
  }

  #addRun(record: StoredRecord): void {
    const body = asInput(parseBody(record.body))
    const run = asText(body?.['run'])
    const became = CONTAINED_ENDS.find((end) => end === body?.['became'])
    if (run === undefined || became === undefined) return
    const known = entry(this.#runs, run, MOST.open, () => ({ became, held: false }))
    if (known === undefined) return
    known.became = became
    known.held ||= became === 'held'
  }

  #containedSums(): Insights['contained'] {
    const runs = [...this.#runs.values()]
    const sums = Object.fromEntries(CONTAINED_ENDS.map((end) => [end, 0])) as Record<ContainedEnd, number>
    for (const { became } of runs) sums[became]++
    const saved = runs.filter(({ became, held }) => !held && (became === 'committed' || became === 'unchanged'))
    return { ...sums, runs: runs.length, saved: saved.length }
  }

  #addReason(record: StoredRecord, body: JsonObject): void {
    const code = record.code
    const known = entry(this.#reasons, code, MOST.keys, () => ({
      code,
      count: 0,
      example: this.#example(record, body),
    }))
    if (known) known.count++
    if (record.decision !== 'ask') return
    if (this.#asked.size >= MOST.open) {
      this.#askedBefore = this.#asked
      this.#asked = new Map()
    }
    this.#asked.set(`${record.session}\0${record.fingerprint}`, code)
  }

  /** Approved by a person: by what the record itself tells of who asked, else by the question before it. */
  #addOverride(record: StoredRecord, body: JsonObject): void {
    if (record.code !== 'person.approved' && asText(body['approver']) === undefined) return
    const key = `${record.session}\0${record.fingerprint}`
    const code = askedBecause(body) ?? this.#asked.get(key) ?? this.#askedBefore.get(key)
    if (code === undefined) return
    const { record: id, tool, summary } = this.#example(record, body)
    const known = entry(this.#overridden, `${code}\0${tool}\0${summary}`, MOST.keys, () => ({
      code,
      tool,
      summary,
      count: 0,
      records: [],
    }))
    if (known === undefined) return
    known.count++
    if (known.records.length < MOST.records) known.records.push(id)
  }

  #addStep(step: JsonObject | undefined): void {
    const layer = asText(step?.['layer'])
    const micros = step?.['micros']
    if (layer === undefined || typeof micros !== 'number') return
    const counts = entry(this.#latency, layer, MOST.layers, () => [...LATENCIES, 0].map(() => 0))
    if (counts === undefined) return
    const index = LATENCIES.findIndex((bound) => micros <= bound)
    const slot = index < 0 ? LATENCIES.length : index
    counts[slot] = (counts[slot] ?? 0) + 1
  }

  #addUsage(usage: readonly unknown[]): number {
    let cost = 0
    for (const each of usage) {
      const fields = asFields(each)
      const tokens = asFields(fields?.['tokens'])
      for (const kind of ['input', 'cached', 'written', 'output'] as const) {
        const value = tokens?.[kind]
        if (typeof value === 'number' && Number.isFinite(value)) this.#tokens[kind] += value
      }
      const price = fields?.['price']
      if (typeof price === 'number' && Number.isFinite(price)) cost += price
      else this.#unpriced++
    }
    if (usage.length > 0) this.#reviews++
    this.#cost += cost
    return cost
  }

  #example(record: StoredRecord, body: JsonObject): Example {
    return { record: idOf(record), tool: record.tool, summary: this.#options.summary(asInput(body['input']) ?? {}) }
  }
}

/** The first step that wanted a person names why. */
function askedBecause(body: JsonObject): string | undefined {
  for (const step of asList(body['trace'])) {
    const fields = asFields(step)
    if (fields?.['said'] !== 'ask') continue
    const [reason] = asList(fields['reasons'])
    const code = asText(asFields(reason)?.['code'])
    if (code !== undefined) return code
  }
  return undefined
}

/** The entry of a key; undefined when the table is full and the key is new. */
function entry<K, V>(map: Map<K, V>, key: K, most: number, make: () => V): V | undefined {
  const found = map.get(key)
  if (found !== undefined || map.size >= most) return found
  const made = make()
  map.set(key, made)
  return made
}

function noCounts(): Counts {
  return { allow: 0, contain: 0, ask: 0, deny: 0 }
}

function count(counts: Counts | undefined, decision: keyof Counts): void {
  if (counts) counts[decision]++
}

function total(counts: Counts): number {
  return DECISIONS.reduce((sum, decision) => sum + counts[decision], 0)
}

function byCount(one: { readonly count: number }, other: { readonly count: number }): number {
  return other.count - one.count
}
