import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Exchange, TwoStageOptions } from '../classifier/two-stage.ts'

export const DUMP_VARIABLE = 'PORTCULLIS_DUMP_AUTO_MODE'

/** The newest so many diagnostics are kept. */
const MOST_DIAGNOSTICS = 100

export interface DumpOptions {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly redact: (text: string) => string
  readonly now: () => Date
}

/**
 * Writes what went to a model and came back, when the environment asks for it, and a short note about every failure.
 * Both pass through `redact`, and a note has nothing of the transcript in it.
 */
export function dumpExchanges(options: DumpOptions): (exchange: Exchange) => void {
  const directory = dumpDirectory(options)
  return (exchange) => {
    if (directory !== undefined) write(options, directory, exchange.stage, exchange)
    const { reply, request, session, stage, latencyMs } = exchange
    if (reply.outcome !== 'failed' || reply.failure.cause === 'aborted') return
    const blocks = [...request.system, ...request.messages.flatMap((message) => message.content)]
    const sizes = blocks.map((block) => block.text.length)
    note(options, stage, { session, stage, model: request.model, failure: reply.failure, latencyMs, sizes })
  }
}

/** Leaves a note about an answer that nobody could read: what came back, cut and masked, and how it ended. */
export function noteUnreadable(options: DumpOptions): NonNullable<TwoStageOptions['onUnreadable']> {
  return (session, why, diagnosis) => note(options, diagnosis.stage, { session, unreadable: why, ...diagnosis })
}

let number = 0

function write(options: DumpOptions, into: string, stage: string, value: object): void {
  mkdirSync(into, { recursive: true, mode: 0o700 })
  const when = options.now().toISOString().replaceAll(/[:.]/g, '-')
  const file = join(into, `${when}-${process.pid}-${number++}-${stage}.json`)
  writeFileSync(file, `${JSON.stringify(masked(value, options.redact), undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
}

function note(options: DumpOptions, stage: string, value: object): void {
  const into = notesIn(options.home)
  write(options, into, stage, value)
  prune(into)
}

/** Where the notes about failures lie. */
export function notesIn(home: string): string {
  return join(home, '.portcullis', 'tmp', 'auto-mode-errors')
}

/** The variable names a directory; anything else that is not a no means the usual place. */
function dumpDirectory({ home, environment }: DumpOptions): string | undefined {
  const asked = environment[DUMP_VARIABLE]?.trim() ?? ''
  if (asked === '' || asked === '0' || asked.toLowerCase() === 'false') return undefined
  return isAbsolute(asked) ? asked : join(home, '.portcullis', 'tmp', 'auto-mode')
}

/** Every text of a value, masked one by one: masking the JSON as a whole could break it, or miss what is escaped. */
export function masked(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((each) => masked(each, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, redact)]))
}

function prune(directory: string): void {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
  for (const name of names.slice(0, -MOST_DIAGNOSTICS)) rmSync(join(directory, name), { force: true })
}
