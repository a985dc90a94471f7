/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

interface Counter {
  readonly help: string
  readonly label: string
  readonly values: Map<string, number>
}

export interface Gauge {
  readonly name: string
  readonly help: string
  readonly value: () => number
}

/** Counts what the daemon does. Labels come from our own tables, never from a request: their number is bounded. */
export class Metrics {
  readonly #counters = {
    decisions: counter('Decisions that left the gate.', 'decision'),
    refusals: counter('Requests refused at the door.', 'code'),
    answers: counter('Requests answered, by route.', 'route'),
  }
  readonly #buckets: number[] = BUCKETS.map(() => 0)
  readonly #gauges: Gauge[] = []
  #count = 0
  #sum = 0

  count(what: 'decisions' | 'refusals' | 'answers', label: string): void {
    const { values } = this.#counters[what]
    values.set(label, (values.get(label) ?? 0) + 1)
  }

  /** How long one judgement took, durable record included. */
  time(milliseconds: number): void {
    const seconds = milliseconds / 1000
    this.#count++
    this.#sum += seconds
    const index = BUCKETS.findIndex((bound) => seconds <= bound)
    if (index >= 0) this.#buckets[index]!++
  }

  addGauge(gauge: Gauge): void {
    this.#gauges.push(gauge)
  }

  /** Prometheus text format 0.0.4. */
  text(): string {
    const lines: string[] = []
    for (const [name, { help, label, values }] of Object.entries(this.#counters)) {
      lines.push(`# HELP portcullis_${name}_total ${help}`, `# TYPE portcullis_${name}_total counter`)
      for (const [value, count] of values) lines.push(`portcullis_${name}_total{${label}="${escaped(value)}"} ${count}`)
    }
    lines.push('# HELP portcullis_judgement_seconds Time from request to durable answer.')
    lines.push('# TYPE portcullis_judgement_seconds histogram')
    let below = 0
    for (const [index, bound] of BUCKETS.entries()) {
      below += this.#buckets[index]!
      lines.push(`portcullis_judgement_seconds_bucket{le="${bound}"} ${below}`)
    }
    lines.push(
      `portcullis_judgement_seconds_bucket{le="+Inf"} ${this.#count}`,
      `portcullis_judgement_seconds_sum ${this.#sum}`,
      `portcullis_judgement_seconds_count ${this.#count}`,
    )
    for (const { name, help, value } of this.#gauges)
      lines.push(
        `# HELP portcullis_${name} ${help}`,
        `# TYPE portcullis_${name} gauge`,
        `portcullis_${name} ${value()}`,
      )
    return `${lines.join('\n')}\n`
  }
}

function counter(help: string, label: string): Counter {
  return { help, label, values: new Map() }
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))
}
