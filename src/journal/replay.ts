import { toToolCall } from '../call/read-call.ts'
import type { ToolCall } from '../call/tool-call.ts'
import { shorten } from '../call/visible.ts'
import { type Mode, newSession, type Session } from '../session.ts'
import { type Decision, DECISIONS, type Verdict } from '../verdict.ts'
import { parseBody } from './export.ts'
import { canonical } from '../call/canonical-json.ts'
import { idOf, type StoredRecord } from './records.ts'
import { redact } from './redact.ts'
import { asFields, asInput, asText, type TranscriptEvent } from './transcripts/transcript.ts'

/** What became of a call when it was made; `unknown`: the record does not say. */
export type Before = Decision | 'unknown'

/** The past, in order. */
export type ReplayEvent =
  | { readonly kind: 'user'; readonly session: string; readonly text: string }
  | {
      readonly kind: 'call'
      readonly call: ToolCall
      readonly before: Before
      readonly at?: number
      readonly code?: string
      /** The input was masked when it was recorded. */
      readonly masked?: true
    }
  /** `where` names the line: `file:line`, or the id of a record. */
  | { readonly kind: 'unreadable'; readonly where: string; readonly because: string }

export type Judge = (call: ToolCall, session: Session) => Promise<Verdict>

export interface ReplayOptions {
  readonly mode: Mode
  /** Called after every call with the number of calls so far. */
  readonly onProgress?: (calls: number) => void
}

export interface ReplayExample {
  readonly agent: string
  readonly session: string
  readonly tool: string
  /** Shortened, without secrets. */
  readonly input: string
  readonly cwd: string
  readonly at?: number
  readonly before: Before
  readonly after: Decision
  readonly code: string
  readonly reason: string
}

export interface ReplayReport {
  readonly calls: number
  /** `before → after`, with how often; most frequent first. */
  readonly changes: readonly { readonly before: Before; readonly after: Decision; readonly count: number }[]
  /** The codes that would decide, for calls whose outcome would change. */
  readonly codes: readonly { readonly code: string; readonly after: Decision; readonly count: number }[]
  readonly tools: readonly {
    readonly tool: string
    readonly allow: number
    readonly contain: number
    readonly ask: number
    readonly deny: number
  }[]
  readonly examples: readonly ReplayExample[]
  readonly unreadable: {
    readonly count: number
    readonly named: readonly { readonly where: string; readonly because: string }[]
  }
  /** Calls whose input was masked when it was recorded: what was judged is not exactly what was asked. */
  readonly masked: number
}

/** Bounds, so that millions of calls need no more memory than a few. */
const MOST = { sessions: 1000, turns: 200, examplesPerChange: 20, codes: 1000, tools: 1000, named: 100 } as const

/**
 * Judges the past again. Calls of one session share a session, as they did; each is judged on its own merits: limits on
 * denials are not replayed, because the agent went on. Never throws for what it reads.
 */
export async function replay(
  events: AsyncIterable<ReplayEvent> | Iterable<ReplayEvent>,
  judge: Judge,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const sessions = new Map<string, Session>()
  const tally = new Tally()
  for await (const event of events) {
    switch (event.kind) {
      case 'unreadable':
        tally.unreadable(event.where, event.because)
        break
      case 'user':
        remember(sessionOf(sessions, event.session, options.mode), event.text)
        break
      case 'call': {
        const session = sessionOf(sessions, event.call.session, options.mode)
        session.denials.consecutive = 0
        session.denials.total = 0
        const verdict = await judge(event.call, session)
        if (session.turns.length > MOST.turns) session.turns.splice(0, session.turns.length - MOST.turns)
        tally.judged(event, verdict)
        options.onProgress?.(tally.calls)
      }
    }
  }
  return tally.report()
}

/**
 * The same past with another `before`: what a second judge says, under the settings of today. So a replay shows what a change
 * of the settings does, and nothing that has changed since the calls were recorded.
 */
export async function* rejudged(
  events: AsyncIterable<ReplayEvent> | Iterable<ReplayEvent>,
  judge: Judge,
  { mode }: Pick<ReplayOptions, 'mode'>,
): AsyncGenerator<ReplayEvent> {
  const sessions = new Map<string, Session>()
  for await (const event of events) {
    if (event.kind === 'user') remember(sessionOf(sessions, event.session, mode), event.text)
    if (event.kind !== 'call') {
      yield event
      continue
    }
    const session = sessionOf(sessions, event.call.session, mode)
    session.denials.consecutive = 0
    session.denials.total = 0
    const { decision } = await judge(event.call, session)
    if (session.turns.length > MOST.turns) session.turns.splice(0, session.turns.length - MOST.turns)
    yield { ...event, before: decision }
  }
}

/** Where records are read from, in order: whatever store the log is in. */
export interface RecordSource {
  records(): Iterable<StoredRecord> | AsyncIterable<StoredRecord>
}

/** The calls of a log as the past. */
export async function* recordedEvents(
  source: RecordSource,
  onRecord: (record: StoredRecord) => void = () => undefined,
): AsyncGenerator<ReplayEvent> {
  for await (const record of source.records()) {
    const event = fromRecord(record, idOf(record))
    onRecord(record)
    if (event !== undefined) yield event
  }
}

/** The session, most recently used last; the longest unused is forgotten first. */
function sessionOf(sessions: Map<string, Session>, id: string, mode: Mode): Session {
  const session = sessions.get(id) ?? newSession(id, { mode, interactive: true })
  sessions.delete(id)
  sessions.set(id, session)
  const [oldest] = sessions.keys()
  if (sessions.size > MOST.sessions && oldest !== undefined) sessions.delete(oldest)
  return session
}

function remember(session: Session, text: string): void {
  session.turns.push({ kind: 'user', text })
}

class Tally {
  calls = 0
  #masked = 0
  #unreadable = 0
  readonly #named: { where: string; because: string }[] = []
  readonly #changes = new Map<string, { before: Before; after: Decision; count: number; examples: ReplayExample[] }>()
  readonly #codes = new Map<string, { code: string; after: Decision; count: number }>()
  readonly #tools = new Map<string, { tool: string; allow: number; contain: number; ask: number; deny: number }>()

  unreadable(where: string, because: string): void {
    this.#unreadable++
    if (this.#named.length < MOST.named) this.#named.push({ where, because })
  }

  judged(event: Extract<ReplayEvent, { kind: 'call' }>, verdict: Verdict): void {
    const { call, before } = event
    const after = verdict.decision
    this.calls++
    const input = canonicalOrShown(call)
    if (event.masked === true || input.includes('[redacted ')) this.#masked++
    const change = upsert(this.#changes, `${before} ${after}`, Infinity, () => ({
      before,
      after,
      count: 0,
      examples: [],
    }))
    change.count++
    if (before !== after && change.examples.length < MOST.examplesPerChange)
      change.examples.push(example(event, verdict, input))
    if (before !== after) {
      const code = verdict.because[0]?.code ?? ''
      upsert(this.#codes, `${code} ${after}`, MOST.codes, () => ({ code, after, count: 0 })).count++
    }
    upsert(this.#tools, call.tool, MOST.tools, () => ({ tool: call.tool, allow: 0, contain: 0, ask: 0, deny: 0 }))[
      after
    ]++
  }

  report(): ReplayReport {
    const changes = [...this.#changes.values()].sort(byCount)
    return {
      calls: this.calls,
      changes: changes.map(({ before, after, count }) => ({ before, after, count })),
      codes: [...this.#codes.values()].sort(byCount),
      tools: [...this.#tools.values()].sort((a, b) => callsOf(b) - callsOf(a)),
      examples: changes.flatMap(({ examples }) => examples),
      unreadable: { count: this.#unreadable, named: this.#named },
      masked: this.#masked,
    }
  }
}

function callsOf(tool: ReplayReport['tools'][number]): number {
  return tool.allow + tool.contain + tool.ask + tool.deny
}

function byCount(a: { readonly count: number }, b: { readonly count: number }): number {
  return b.count - a.count
}

/** The entry of a key; when the map is full, new keys share one entry that stands for all others. */
function upsert<T>(map: Map<string, T>, key: string, most: number, make: () => T): T {
  const name = map.has(key) || map.size < most ? key : 'other'
  const found = map.get(name)
  if (found !== undefined) return found
  const made = make()
  map.set(name, made)
  return made
}

function canonicalOrShown(call: ToolCall): string {
  try {
    return canonical(call.input)
  } catch {
    return JSON.stringify(call.input)
  }
}

function example(event: Extract<ReplayEvent, { kind: 'call' }>, verdict: Verdict, input: string): ReplayExample {
  const { call, before, at } = event
  const [first] = verdict.because
  return {
    agent: call.agent,
    session: call.session,
    tool: call.tool,
    input: shorten(redact(input), 2000),
    cwd: call.cwd,
    ...(at === undefined ? {} : { at }),
    before,
    after: verdict.decision,
    code: first?.code ?? '',
    reason: redact(first?.sentence ?? ''),
  }
}

/** A record of the log as the past; undefined for events that are not calls. */
export function fromRecord(record: StoredRecord, where: string): ReplayEvent | undefined {
  const before = asDecision(record.decision)
  if (before === undefined) return undefined
  const plain = record.body.replaceAll(MASK, (_mask, what: string) => `redacted-${what.replaceAll(' ', '-')}`)
  const body = asFields(parseBody(plain))
  const input = asInput(body?.['input'])
  if (body === undefined || input === undefined)
    return { kind: 'unreadable', where, because: 'the record has no input' }
  const read = toToolCall(
    {
      tool: record.tool,
      input,
      cwd: asText(body['cwd']),
      id: asText(body['call']),
      session: record.session,
      agent: record.agent,
    },
    { session: 'replay', agent: 'replay', cwd: '/' },
  )
  if ('unreadable' in read) return { kind: 'unreadable', where, because: read.unreadable.sentence }
  const masked = plain === record.body ? {} : { masked: true as const }
  return { kind: 'call', call: read.ok, before, at: record.at, code: record.code, ...masked }
}

/** A secret was one word. Its mask is two, in brackets: judged as it stands, it would be another command. */
const MASK = /\[redacted ([\w -]{1,60})\]/g

function asDecision(text: string): Decision | undefined {
  return DECISIONS.find((decision) => decision === text)
}

/** Calls wait for their outcome, but not for ever: a transcript may end, or never say. */
const MOST_WAITING = 256

/** Joins a transcript's calls with what became of them, which it says later. */
export class TranscriptJoiner {
  readonly #agent: string
  readonly #waiting = new Map<string, Extract<TranscriptEvent, { kind: 'call' }>>()

  constructor(agent: string) {
    this.#agent = agent
  }

  *add(event: TranscriptEvent, where: string): IterableIterator<ReplayEvent> {
    switch (event.kind) {
      case 'user':
        // What the user said comes before the calls it led to, and after those that are still waiting.
        yield* this.end(where)
        yield event
        return
      case 'call': {
        const [oldest] = this.#waiting.values()
        if (this.#waiting.size >= MOST_WAITING && oldest !== undefined) yield this.#settle(oldest, 'unknown', where)
        this.#waiting.set(event.id, event)
        return
      }
      case 'outcome': {
        const call = this.#waiting.get(event.id)
        if (call !== undefined) yield this.#settle(call, event.outcome === 'ran' ? 'allow' : 'deny', where)
        return
      }
      case 'model':
    }
  }

  *end(where: string): IterableIterator<ReplayEvent> {
    for (const call of this.#waiting.values()) yield this.#settle(call, 'unknown', where)
  }

  #settle(event: Extract<TranscriptEvent, { kind: 'call' }>, before: Before, where: string): ReplayEvent {
    this.#waiting.delete(event.id)
    const { tool, input, cwd, id, session, subagent, at } = event
    const read = toToolCall(
      { tool, input, cwd, id, session, agent: this.#agent, ...(subagent === undefined ? {} : { subagent }) },
      { session: 'replay', agent: this.#agent, cwd: '/' },
    )
    if ('unreadable' in read) return { kind: 'unreadable', where, because: read.unreadable.sentence }
    return { kind: 'call', call: read.ok, before, ...(at === undefined ? {} : { at }) }
  }
}
