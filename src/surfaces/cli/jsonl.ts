import { jsonText } from '../../journal/export.ts'
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { readCallValue } from '../../call/read-call.ts'
import { isJsonObject, readJson } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { type Gate, judge } from '../../gate.ts'
import { newSession, type Session } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import { composeGate } from '../compose.ts'
import { readLines } from './lines.ts'
import { gateOptions, type JudgingOptions, readMode, termsOf } from './options.ts'
import { progressOn } from './progress.ts'
import { storedState } from './stored-state.ts'
import { unreadableVerdict } from '../unreadable.ts'

/** How many sessions of one run are remembered at a time; the longest unused is forgotten first. */
const MOST_SESSIONS = 10_000

/**
 * Judges rows in order. Every line in gives exactly one line out, whatever is in it. Rows that name a session share it
 * and are judged as if each allowed call had run; a row without one stands alone.
 */
export async function judgeLines(input: Readable, output: Writable, options: JudgingOptions): Promise<void> {
  readMode(options.mode)
  const stored = await storedState(options.state)
  const gate = await composeGate(gateOptions(options, stored))
  const sessions = new Map<string, Session>()
  const progress = progressOn(process.stderr, 'judged')
  let count = 0
  for await (const line of readLines(input)) {
    if (line.kind === 'line' && line.text.trim() === '') continue
    const row = line.kind === 'line' ? readRow(line.text) : { id: idIn(line.start), problem: line.problem }
    const answer = await judgeRow(gate, row, sessions, options)
    progress.step(++count)
    if (!output.write(`${jsonText(answer)}\n`)) await new Promise((ready) => output.once('drain', ready))
  }
  progress.end()
  await stored?.close()
}

interface Row {
  readonly id: JsonValue
  readonly value?: JsonObject
  readonly problem?: string
}

interface Answer {
  readonly id: JsonValue
  readonly decision: Verdict['decision']
  readonly code: string
  readonly reason: string
  readonly category: string | null
  readonly layer: string
  readonly micros: number
  /** What would clear the first reason; null when nothing does. */
  readonly clearedBy: string | null
}

function readRow(text: string): Row {
  const parsed = readJson(text)
  if ('unreadable' in parsed) return { id: idIn(text), problem: parsed.unreadable.sentence }
  const value = parsed.ok
  if (!isJsonObject(value)) return { id: null, problem: 'a row must be a JSON object' }
  return { id: value['id'] ?? null, value }
}

/** A row that cannot be parsed may still show its id, so that the answer can be matched to it. */
function idIn(text: string): string | number | null {
  const found = /^\s*\{\s*"id"\s*:\s*(?:"([^"\\\ufffd]{1,200})"|(-?\d{1,15})(?=\s*[,}]))/.exec(text.slice(0, 500))
  return found?.[1] ?? (found?.[2] === undefined ? null : Number(found[2]))
}

async function judgeRow(
  gate: Gate,
  row: Row,
  sessions: Map<string, Session>,
  options: JudgingOptions,
): Promise<Answer> {
  const started = gate.clock()
  const verdict = await judgeValue(gate, row, sessions, options)
  const [first] = verdict.because
  return {
    id: row.id,
    decision: verdict.decision,
    code: first?.code ?? 'gate.silent',
    reason: verdict.because.map((reason) => reason.sentence).join('; '),
    category: verdict.because.find((reason) => reason.severity !== undefined)?.code ?? null,
    layer: verdict.layer,
    micros: Math.round(gate.clock() - started),
    clearedBy: first?.clearedBy ?? null,
  }
}

async function judgeValue(
  gate: Gate,
  row: Row,
  sessions: Map<string, Session>,
  options: JudgingOptions,
): Promise<Verdict> {
  const unreadable = (sentence: string): Verdict => unreadableVerdict({ code: 'call.unreadable', sentence })
  if (!row.value) return unreadable(row.problem ?? 'the row is not JSON')
  const { cwd, user, mode, session: named } = row.value
  for (const [key, value] of Object.entries({ cwd, user, mode, session: named })) {
    if (value !== undefined && typeof value !== 'string') return unreadable(`\`${key}\` must be a string`)
  }
  const directory = resolve((cwd as string | undefined) ?? options.cwd ?? process.cwd())
  let session: Session
  try {
    session = sessionFor(
      gate,
      directory,
      named as string | undefined,
      readMode((mode as string | undefined) ?? options.mode),
      sessions,
    )
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error))
  }
  const request = (user as string | undefined) ?? options.user
  if (request !== undefined) session.turns.push({ kind: 'user', text: request })
  const read = readCallValue(
    { tool: row.value['tool'], input: row.value['input'] },
    { id: 'row', cwd: directory, session: session.id, agent: 'cli' },
  )
  return 'unreadable' in read ? unreadableVerdict(read.unreadable) : judge(gate, read.ok, session, termsOf(options))
}

function sessionFor(
  gate: Gate,
  cwd: string,
  id: string | undefined,
  mode: Session['mode'] | undefined,
  sessions: Map<string, Session>,
): Session {
  const known = id === undefined ? undefined : sessions.get(id)
  const session =
    known ?? newSession(id ?? 'alone', { mode: mode ?? gate.policyFor(cwd).defaultMode, interactive: true })
  if (known && mode) known.mode = mode
  if (id !== undefined) {
    sessions.delete(id)
    sessions.set(id, session)
    const [oldest] = sessions.keys()
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest)
  }
  return session
}
