import type { Journal } from '../../journal/journal.ts'
import { JournalFailure } from '../../journal/journal.ts'
import type { ReviewUsage, Step, Verdict } from '../../verdict.ts'
import { Counter, type Family, FAST, GaugeFamily, Histogram, SLOW } from '../observe/families.ts'
import type { DaemonEvent } from './events.ts'

export interface Gauge {
  /** Without `portcullis_`. */
  readonly name: string
  readonly help: string
  readonly value: () => number
}

/** Counts what the daemon does. What is in a call never becomes a label. */
export class Metrics {
  readonly #counters = {
    decisions: new Counter('portcullis_decisions_total', 'Decisions that left the gate.', 'decision'),
    refusals: new Counter('portcullis_refusals_total', 'Requests refused at the door.', 'code'),
    answers: new Counter('portcullis_answers_total', 'Requests answered, by route.', 'route'),
  }
  readonly #reasons = new Counter(
    'portcullis_decision_reasons_total',
    'Decisions by the layer that made them and the first part of the first reason code.',
    'decision',
    'layer',
    'reason',
  )
  readonly #judgement = new Histogram('portcullis_judgement_seconds', 'Time from request to durable answer.', SLOW)
  readonly #work = new Histogram(
    'portcullis_work_seconds',
    'The same without the time in which a person was asked.',
    SLOW,
  )
  readonly #layers = new Histogram('portcullis_layer_seconds', 'Time a call spent in a layer.', SLOW, 'layer')
  readonly #commit = new Histogram('portcullis_journal_commit_seconds', 'Time until a record was durable.', FAST)
  readonly #commitFailures = new Counter(
    'portcullis_journal_failures_total',
    'Records that were not known to be durable.',
    'code',
  )
  readonly #stopped = new Counter('portcullis_agents_stopped_total', 'Agents told to stop after too many denials.')
  readonly #limits = new Counter('portcullis_denial_limits_total', 'Calls at which a denial limit was reached.')
  readonly #outcomes = new Counter(
    'portcullis_review_outcomes_total',
    'What the review and the guardian said.',
    'layer',
    'outcome',
  )
  readonly #unavailable = new Counter(
    'portcullis_review_failures_total',
    'Reviews without a verdict, by reason code.',
    'code',
  )
  readonly #reviews = new Histogram(
    'portcullis_review_seconds',
    'Time of one request to a reviewing model.',
    SLOW,
    'stage',
    'model',
  )
  readonly #tokens = new Counter('portcullis_review_tokens_total', 'Tokens of reviews.', 'stage', 'kind')
  readonly #cost = new Counter('portcullis_review_cost_dollars_total', 'US dollars for reviews.', 'stage')
  readonly #contained = new Counter('portcullis_contained_runs_total', 'What became of contained runs.', 'outcome')
  readonly #questions = new Counter('portcullis_questions_total', 'Questions to people, and how they ended.', 'how')
  readonly #families: Family[] = [
    ...Object.values(this.#counters),
    this.#reasons,
    this.#judgement,
    this.#work,
    this.#layers,
    this.#commit,
    this.#commitFailures,
    this.#stopped,
    this.#limits,
    this.#outcomes,
    this.#unavailable,
    this.#reviews,
    this.#tokens,
    this.#cost,
    this.#contained,
    this.#questions,
  ]
  /** When the last record became durable, and when the last head was signed; seconds since 1970. */
  readonly #last = { commit: 0, signed: 0 }
  readonly #commits = new WeakMap<Verdict, number>()

  constructor() {
    this.add(
      new GaugeFamily(
        'portcullis_journal_commit_timestamp_seconds',
        'When the last record of a call became durable; 0: none since the start.',
        () => this.#last.commit,
      ),
      new GaugeFamily(
        'portcullis_journal_head_timestamp_seconds',
        'When the head of the log was signed last; 0: not since the start.',
        () => this.#last.signed,
      ),
    )
  }

  count(what: 'refusals' | 'answers', label: string): void {
    if (what === 'refusals') this.#counters.refusals.add({ code: label })
    else this.#counters.answers.add({ route: label })
  }

  /** A verdict that leaves, so many milliseconds after its request came. */
  judged(verdict: Verdict, milliseconds: number): void {
    const { decision, layer, because, trace } = verdict
    this.#counters.decisions.add({ decision })
    this.#reasons.add({ decision, layer, reason: groupOf(because[0]?.code) })
    const seconds = milliseconds / 1000
    const byLayer = secondsByLayer(trace)
    this.#judgement.observe(seconds, {})
    this.#work.observe(Math.max(0, seconds - (byLayer.get('humans') ?? 0)), {})
    for (const [name, spent] of byLayer) this.#layers.observe(spent, { layer: name })
    if (verdict.stopAgent === true) this.#stopped.add({})
    if (trace.some((step) => step.layer === 'denials' && step.said !== 'passed')) this.#limits.add({})
    for (const step of trace) this.#review(step)
    for (const usage of verdict.usage ?? []) this.#used(usage)
  }

  /** The journal, with the time of every record counted. */
  timed(journal: Journal): Journal {
    return {
      remember: async (record) => {
        const began = performance.now()
        try {
          await journal.remember(record)
        } catch (error) {
          this.#commitFailures.add({ code: error instanceof JournalFailure ? error.code : 'journal.failed' })
          throw error
        }
        const took = performance.now() - began
        this.#commit.observe(took / 1000, {})
        this.#commits.set(record.verdict, took)
        this.#last.commit = Date.now() / 1000
      },
    }
  }

  /** How many milliseconds the record of this verdict took; undefined: it is not durable. */
  commitOf(verdict: Verdict): number | undefined {
    return this.#commits.get(verdict)
  }

  signed(at: number): void {
    this.#last.signed = at / 1000
  }

  hear({ kind, data }: DaemonEvent): void {
    if (kind === 'contained') this.#contained.add({ outcome: wordOf(data['became']) })
    if (kind === 'approval') this.#questions.add({ how: wordOf(data['how'] ?? data['what']) })
  }

  add(...families: readonly Family[]): void {
    this.#families.push(...families)
  }

  addGauge({ name, help, value }: Gauge): void {
    this.add(new GaugeFamily(`portcullis_${name}`, help, value))
  }

  /** Prometheus text format 0.0.4. */
  text(): string {
    return `${this.#families.flatMap((family) => family.lines()).join('\n')}\n`
  }

  #review({ layer, said, reasons }: Step): void {
    if (layer !== 'review' && layer !== 'guardian') return
    this.#outcomes.add({ layer, outcome: said })
    for (const { code } of reasons)
      if (/\.unavailable|\.unreadable/.test(code)) this.#unavailable.add({ code: code.slice(0, 64) })
  }

  #used({ stage, model, tokens, price, latencyMs }: ReviewUsage): void {
    this.#reviews.observe(latencyMs / 1000, { stage, model: model.slice(0, 64) })
    for (const [kind, count] of Object.entries(tokens)) this.#tokens.add({ stage, kind }, count)
    if (price !== undefined) this.#cost.add({ stage }, price)
  }
}

function secondsByLayer(trace: readonly Step[]): ReadonlyMap<string, number> {
  const spent = new Map<string, number>()
  for (const { layer, micros } of trace) spent.set(layer, (spent.get(layer) ?? 0) + micros / 1e6)
  return spent
}

/** `git` of `git.force-push`: few enough to be a label. */
function groupOf(code: string | undefined): string {
  return /^([a-z][a-z-]{0,30})(?:\.|$)/.exec(code ?? '')?.[1] ?? 'other'
}

function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[a-z][a-z -]{0,30}$/.test(value) ? value : 'other'
}
