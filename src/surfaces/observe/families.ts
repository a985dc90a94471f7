/** A metric with all its series, as Prometheus' text format 0.0.4 writes it. */
export interface Family {
  readonly name: string
  lines(): readonly string[]
}

/**
 * Labels come from our own tables wherever they can; where they do not (a model's name, a reason code of somebody's own
 * rule), a family that has grown this large counts the rest as `other`, so that nobody can fill the memory by names.
 */
const MOST_SERIES = 400

/** Upper bounds in seconds. */
export const FAST: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** For what may wait for a model or a person. */
export const SLOW: readonly number[] = [...FAST, 10, 30, 60, 300]

export class Counter<Label extends string = never> implements Family {
  readonly name: string
  readonly #help: string
  readonly #labels: readonly Label[]
  readonly #values = new Map<string, number>()

  constructor(name: string, help: string, ...labels: readonly Label[]) {
    this.name = name
    this.#help = help
    this.#labels = labels
    if (labels.length === 0) this.#values.set('', 0)
  }

  add(labels: Readonly<Record<Label, string>>, amount: number = 1): void {
    const key = seriesOf(this.#labels, labels, this.#values)
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount)
  }

  lines(): readonly string[] {
    return [
      ...header(this.name, 'counter', this.#help),
      ...[...this.#values].map(([key, value]) => `${this.name}${braced(key)} ${value}`),
    ]
  }
}

interface Series {
  readonly counts: number[]
  count: number
  sum: number
}

export class Histogram<Label extends string = never> implements Family {
  readonly name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #labels: readonly Label[]
  readonly #series = new Map<string, Series>()

  constructor(name: string, help: string, bounds: readonly number[], ...labels: readonly Label[]) {
    this.name = name
    this.#help = help
    this.#bounds = bounds
    this.#labels = labels
    if (labels.length === 0) this.#series.set('', this.#empty())
  }

  observe(seconds: number, labels: Readonly<Record<Label, string>>): void {
    const key = seriesOf(this.#labels, labels, this.#series)
    let series = this.#series.get(key)
    if (series === undefined) this.#series.set(key, (series = this.#empty()))
    series.count++
    series.sum += seconds
    const index = this.#bounds.findIndex((bound) => seconds <= bound)
    if (index >= 0) series.counts[index]!++
  }

  lines(): readonly string[] {
    const lines = [...header(this.name, 'histogram', this.#help)]
    for (const [key, { counts, count, sum }] of this.#series) {
      const more = key === '' ? '' : `${key},`
      let below = 0
      for (const [index, bound] of this.#bounds.entries()) {
        below += counts[index]!
        lines.push(`${this.name}_bucket{${more}le="${bound}"} ${below}`)
      }
      lines.push(`${this.name}_bucket{${more}le="+Inf"} ${count}`)
      lines.push(`${this.name}_sum${braced(key)} ${sum}`, `${this.name}_count${braced(key)} ${count}`)
    }
    return lines
  }

  #empty(): Series {
    return { counts: this.#bounds.map(() => 0), count: 0, sum: 0 }
  }
}

/** What is so at the moment of the scrape: a number, or one for each value of a label. */
export class GaugeFamily implements Family {
  readonly name: string
  readonly #help: string
  readonly #values: () => number | ReadonlyMap<string, number>
  readonly #label: string
  readonly #type: 'gauge' | 'counter'

  constructor(
    name: string,
    help: string,
    values: () => number | ReadonlyMap<string, number>,
    more: { readonly label?: string; readonly type?: 'gauge' | 'counter' } = {},
  ) {
    this.name = name
    this.#help = help
    this.#values = values
    this.#label = more.label ?? 'name'
    this.#type = more.type ?? 'gauge'
  }

  lines(): readonly string[] {
    const values = this.#values()
    return [
      ...header(this.name, this.#type, this.#help),
      ...(typeof values === 'number'
        ? [`${this.name} ${values}`]
        : [...values].map(([value, number]) => `${this.name}{${this.#label}="${escaped(value)}"} ${number}`)),
    ]
  }
}

function seriesOf<Label extends string>(
  names: readonly Label[],
  labels: Readonly<Record<Label, string>>,
  known: ReadonlyMap<string, unknown>,
): string {
  const key = names.map((name) => `${name}="${escaped(labels[name])}"`).join(',')
  if (known.has(key) || known.size < MOST_SERIES) return key
  return names.map((name) => `${name}="other"`).join(',')
}

function header(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`, `# TYPE ${name} ${type}`]
}

function braced(key: string): string {
  return key === '' ? '' : `{${key}}`
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))
}
