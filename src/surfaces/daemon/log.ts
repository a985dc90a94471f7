import { visible } from '../../call/visible.ts'
import { redact } from '../../journal/redact.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** What a line is about, besides its sentence. Names of ours, and ids; never what is in a call. */
export interface LogFields {
  /** A stable code; `daemon.note` where nobody gave one. */
  readonly event?: string
  readonly session?: string
  readonly call?: string
  readonly agent?: string
  readonly decision?: string
  readonly code?: string
}

/** Lines for the person who runs the daemon. Never a token, never a call's input. */
export type Log = (level: LogLevel, sentence: string, fields?: LogFields) => void

export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/**
 * Text from files and clients is written out, so that it cannot steer a terminal or forge a line, and what looks like a
 * secret is masked as in the journal. `format` is asked for every line: settings may change it.
 */
export function logTo(
  stream: { write(text: string): unknown },
  now: () => Date = () => new Date(),
  format: () => LogFormat = () => 'text',
): Log {
  return (level, sentence, fields = {}) => {
    const message = visible(redact(sentence.toWellFormed()))
    const time = now().toISOString()
    if (format() === 'text') {
      stream.write(`${time} ${level} ${message}\n`)
      return
    }
    stream.write(
      `${JSON.stringify({ time, level, event: fields.event ?? 'daemon.note', message, ...shown(fields) })}\n`,
    )
  }
}

const NAMES = ['session', 'call', 'agent', 'decision', 'code'] as const
const LONGEST = 512

function shown(fields: LogFields): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = fields[name]
      return value === undefined || value === ''
        ? []
        : [[name, visible(redact(value.toWellFormed())).slice(0, LONGEST)]]
    }),
  )
}
