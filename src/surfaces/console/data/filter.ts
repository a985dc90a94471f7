import type { LiveRows } from './live-rows.ts'
import type { Row } from './records.ts'

/** What is looked for. It lives in the address of the page. */
export interface Filter {
  readonly decision: string
  readonly agent: string
  readonly tool: string
  readonly layer: string
  readonly session: string
  readonly q: string
}

export const FILTER_KEYS = ['decision', 'agent', 'tool', 'layer', 'session', 'q'] as const

export function filterOf(query: URLSearchParams): Filter {
  const of = (key: string): string => query.get(key) ?? ''
  return {
    decision: of('decision'),
    agent: of('agent'),
    tool: of('tool'),
    layer: of('layer'),
    session: of('session'),
    q: of('q'),
  }
}

export function isEmpty(filter: Filter): boolean {
  return FILTER_KEYS.every((key) => filter[key] === '')
}

/** Every word of a search must be somewhere in the row. */
export function fits(filter: Filter): (row: Row) => boolean {
  const words = filter.q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const decisions = filter.decision === '' ? undefined : new Set(filter.decision.split(','))
  return (row) =>
    (decisions === undefined || decisions.has(row.decision)) &&
    (filter.agent === '' || row.agent === filter.agent) &&
    (filter.tool === '' || row.tool === filter.tool) &&
    (filter.layer === '' || row.layer === filter.layer) &&
    (filter.session === '' || row.session === filter.session) &&
    words.every((word) => row.hay.includes(word))
}

/** The rows that fit, kept up to date by looking only at those that are new. */
export class Fitting {
  readonly #live: LiveRows
  #filter = ''
  #reshaped = -1
  #seen = 0
  #rows: Row[] = []

  constructor(live: LiveRows) {
    this.#live = live
  }

  look(filter: Filter): readonly Row[] {
    const key = JSON.stringify(filter)
    const { rows, reshaped } = this.#live
    if (key !== this.#filter || reshaped !== this.#reshaped) {
      this.#filter = key
      this.#reshaped = reshaped
      this.#seen = 0
      this.#rows = []
    }
    if (this.#seen < rows.length) {
      const fit = fits(filter)
      for (; this.#seen < rows.length; this.#seen++) if (fit(rows[this.#seen]!)) this.#rows.push(rows[this.#seen]!)
    }
    return this.#rows
  }
}
