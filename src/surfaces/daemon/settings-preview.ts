import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Gate } from '../../gate.ts'
import { judge } from '../../gate.ts'
import { idOf, type StoredRecord } from '../../journal/records.ts'
import { fromRecord } from '../../journal/replay.ts'
import { parseBody } from '../../journal/export.ts'
import { asFields, asText } from '../../journal/transcripts/transcript.ts'
import type { Policy } from '../../policy/policy.ts'
import { MODES, type Mode, newSession, type Session } from '../../session.ts'
import type { Decision } from '../../verdict.ts'
import { memoizedWorld } from '../memoized-world.ts'
import { summaryLine } from './one-line.ts'
import { dryGate } from './dry-gate.ts'

/** A call of the past that other settings would end differently. */
export interface ChangedDecision {
  readonly record: string
  readonly tool: string
  readonly agent: string
  readonly summary: string
  /** Under the settings of today, without a model and with nobody to ask: only what the edit changes shows. */
  readonly before: Decision
  readonly after: Decision
  /** Why it would be decided so. */
  readonly code: string
  readonly sentence: string
  /** What was decided then. */
  readonly recorded: string
}

export interface SettingsReplay {
  readonly looked: number
  readonly unreadable: number
  readonly changed: readonly ChangedDecision[]
  /** More changed than are listed. */
  readonly more: number
}

const MOST_LISTED = 200

/**
 * Judges recent calls twice, under the settings in force and under the new ones, and tells the difference. Other calls
 * are let through between any two.
 */
export async function replaySettings(
  gate: Gate,
  records: readonly StoredRecord[],
  policyWith: (cwd: string) => Policy,
): Promise<SettingsReplay> {
  const world = memoizedWorld(gate.world)
  const now = dryGate(gate, { world, policyFor: once(gate.policyFor) })
  const edited = dryGate(gate, { world, policyFor: once(policyWith) })
  const sessions = { now: new Map<string, Session>(), edited: new Map<string, Session>() }
  const changed: ChangedDecision[] = []
  let [looked, unreadable, more] = [0, 0, 0]
  for (const record of records) {
    const event = fromRecord(record, idOf(record))
    if (event === undefined || event.kind === 'user') continue
    if (event.kind === 'unreadable') {
      unreadable++
      continue
    }
    looked++
    const { call } = event
    const mode = modeOf(record)
    const before = await judge(
      now,
      call,
      sessionOf(sessions.now, call.session, mode ?? now.policyFor(call.cwd).defaultMode),
    )
    const after = await judge(
      edited,
      call,
      sessionOf(sessions.edited, call.session, mode ?? edited.policyFor(call.cwd).defaultMode),
    )
    await nextTurn()
    if (before.decision === after.decision) continue
    if (changed.length >= MOST_LISTED) {
      more++
      continue
    }
    const [reason] = after.because
    changed.push({
      record: idOf(record),
      tool: call.tool,
      agent: call.agent,
      summary: summaryLine(call.input),
      before: before.decision,
      after: after.decision,
      code: reason?.code ?? '',
      sentence: reason?.sentence ?? '',
      recorded: record.decision,
    })
  }
  return { looked, unreadable, changed, more }
}

/** A limit on denials is not replayed: the agent went on. */
function sessionOf(sessions: Map<string, Session>, id: string, mode: Mode): Session {
  const session = sessions.get(id) ?? newSession(id, { interactive: true })
  sessions.set(id, session)
  session.mode = mode
  session.denials.consecutive = 0
  session.denials.total = 0
  return session
}

function modeOf(record: StoredRecord): Mode | undefined {
  const mode = asText(asFields(parseBody(record.body))?.['mode'])
  return MODES.find((known) => known === mode)
}

/** One reading of the settings for the whole replay. */
function once(policyFor: (cwd: string) => Policy): (cwd: string) => Policy {
  const known = new Map<string, Policy>()
  return (cwd) => {
    const found = known.get(cwd) ?? policyFor(cwd)
    known.set(cwd, found)
    return found
  }
}
