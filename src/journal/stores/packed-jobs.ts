import type { Draft } from '../records.ts'
import type { Job, Statement } from './sqlite-writer.ts'

/**
 * A group of jobs as one flat list, for the way to the thread that writes it: copying objects from thread to thread costs
 * more than what is in them, and the same few statements come with every call.
 */
export interface PackedJobs {
  /** Each statement's text once. */
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
}

export function packJobs(jobs: readonly Job[]): PackedJobs {
  const texts: string[] = []
  const places = new Map<string, number>()
  const values: unknown[] = []
  for (const job of jobs) {
    values.push(job.does)
    if (job.does !== 'append') packStatements(job.statements, values, texts, places)
    if (job.does !== 'run') for (const column of COLUMNS) values.push(job.draft[column])
  }
  return { texts, values }
}

function packStatements(
  statements: readonly Statement[],
  values: unknown[],
  texts: string[],
  places: Map<string, number>,
): void {
  values.push(statements.length)
  for (const { sql, parameters } of statements) {
    let place = places.get(sql)
    if (place === undefined) {
      place = texts.push(sql) - 1
      places.set(sql, place)
    }
    values.push(place, parameters.length)
    for (const parameter of parameters) values.push(parameter)
  }
}

/** What `packJobs` was given. Throws where it is anything else. */
export function unpackJobs({ texts, values }: PackedJobs): readonly Job[] {
  const jobs: Job[] = []
  let at = 0
  const count = (): number => {
    const value = values[at++]
    if (typeof value !== 'number') throw new TypeError('these are no packed jobs')
    return value
  }
  const statements = (): readonly Statement[] =>
    Array.from({ length: count() }, () => {
      const sql = texts[count()]
      const length = count()
      if (sql === undefined || at + length > values.length) throw new TypeError('these are no packed jobs')
      const parameters = values.slice(at, at + length)
      at += length
      return { sql, parameters }
    })
  const draft = (): Draft => {
    if (at + COLUMNS.length > values.length) throw new TypeError('these are no packed jobs')
    const read: Partial<Record<keyof Draft, unknown>> = {}
    for (const column of COLUMNS) read[column] = values[at++]
    return read as Draft
  }
  while (at < values.length) {
    const does = values[at++]
    switch (does) {
      case 'append':
        jobs.push({ does, draft: draft() })
        break
      case 'run':
        jobs.push({ does, statements: statements() })
        break
      case 'change':
        jobs.push({ does, statements: statements(), draft: draft() })
        break
      default:
        throw new TypeError('these are no packed jobs')
    }
  }
  return jobs
}

/** Every column of a draft: one that is missing here does not compile. */
const COLUMNS = Object.keys({
  at: 0,
  event: 0,
  severity: 0,
  session: 0,
  agent: 0,
  tool: 0,
  decision: 0,
  code: 0,
  user: 0,
  fingerprint: 0,
  policy: 0,
  body: 0,
} satisfies Record<keyof Draft, 0>) as readonly (keyof Draft)[]
