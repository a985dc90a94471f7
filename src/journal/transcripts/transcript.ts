import type { JsonObject } from '../../call/tool-call.ts'

/** What an agent's own transcript says, in the order it happened. */
export type TranscriptEvent =
  | {
      readonly kind: 'user'
      readonly session: string
      readonly text: string
      /** Typed while the agent was at work: no prompt event tells of it. */
      readonly queued?: true
    }
  | {
      readonly kind: 'call'
      readonly id: string
      readonly session: string
      readonly tool: string
      readonly input: JsonObject
      readonly cwd: string
      /** Milliseconds since 1970, when the line says so. */
      readonly at?: number
      readonly subagent?: { readonly id: string; readonly type: string }
    }
  /** The model that the main loop runs on from here on. */
  | { readonly kind: 'model'; readonly session: string; readonly model: string }
  /** What became of a call: it ran, or somebody refused it. */
  | { readonly kind: 'outcome'; readonly id: string; readonly outcome: 'ran' | 'refused' }

/** The reader of one file: fed line by line, keeps only what it needs to understand the next line. */
export interface TranscriptReader {
  /** Throws an `Unreadable` when the line is not what the format promises. */
  read(line: string): readonly TranscriptEvent[]
}

export interface TranscriptFormat {
  /** As `--from` takes it; also the calls' agent. */
  readonly agent: string
  readonly title: string
  /** Where the agent keeps its transcripts, below the home directory; the directory is searched to any depth. */
  readonly directory: string
  /** Which files there are transcripts. */
  readonly isTranscript: (path: string) => boolean
  /** `whole`: the file is one JSON document, handed over as one line. */
  readonly shape: (path: string) => 'lines' | 'whole'
  /** `name` is the file's name without its directory. */
  readonly open: (name: string) => TranscriptReader
}

/** A line that cannot be read, and why. Counted and named, never fatal. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Parses a line that must be a JSON object. */
export function parseObject(line: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Unreadable('not JSON')
  }
  const fields = asFields(value)
  if (fields === undefined) throw new Unreadable('not a JSON object')
  return fields
}

/** A JSON object from a file of strangers: every field is unknown until looked at. */
export type Fields = Readonly<Record<string, unknown>>

export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Everything `JSON.parse` makes is a JSON value; only the outermost kind needs to be checked. */
export function asInput(value: unknown): JsonObject | undefined {
  return asFields(value) as JsonObject | undefined
}

/** The model that a line names. Names in angle brackets are the program's own: nobody answered. */
export function modelOn(value: unknown, session: string): readonly TranscriptEvent[] {
  const model = asText(value)
  return model === undefined || !/^[\w][^\s<>]{0,199}$/.test(model) ? [] : [{ kind: 'model', session, model }]
}

/** A call with what its line says about it in the words of Claude Code and its kin. */
export function callOn(
  line: Fields,
  call: { readonly id: string; readonly session: string; readonly tool: string; readonly input: JsonObject },
): TranscriptEvent {
  const at = asTime(line['timestamp'])
  const agent = asText(line['agentId'])
  return {
    kind: 'call',
    ...call,
    cwd: asText(line['cwd']) ?? '/',
    ...(at === undefined ? {} : { at }),
    ...(agent === undefined ? {} : { subagent: { id: agent, type: asText(line['agentName']) ?? 'subagent' } }),
  }
}

export function asTime(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? time : undefined
}
