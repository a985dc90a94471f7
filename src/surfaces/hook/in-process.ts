import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { HookAnswer } from '../../agents/agent.ts'
import { refusal } from '../../agents/answers.ts'
import { readJson } from '../../call/strict-json.ts'
import type { Approver } from '../../humans/approver.ts'
import type { SessionStore } from '../../journal/sessions.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { composeGate } from '../compose.ts'
import { containingIn } from '../containing.ts'
import { journalFor } from '../journal-places.ts'
import { keptAdmission } from '../kept-admission.ts'
import { SessionHost } from '../session-host.ts'
import { type OneCallTeam, teamForOneCall } from '../team/one-call.ts'
import { answerHook, hookJudge } from './answer-hook.ts'
import { storedSessions } from './stored-sessions.ts'
import { catchUpOnce, isHeadless } from './transcript.ts'

export interface InProcessOptions {
  readonly state: string
  /** Besides the user's and the project's. */
  readonly settings?: string
  /** The agent will be told nothing: `--observe`. */
  readonly observed?: boolean
  /** An allow that is not ready within so many milliseconds is not given. Nobody else waits: its record may take as long. */
  readonly deadlineMs?: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/** Judges one hook event in this process, with the same store and the same settings as the daemon. Never rejects. */
export async function answerInProcess(
  agent: string,
  input: Uint8Array,
  options: InProcessOptions,
): Promise<HookAnswer> {
  const { signal, deadlineMs: milliseconds } = options
  const deadline = milliseconds === undefined ? undefined : { arrived: performance.now(), milliseconds }
  const read = readJson(input)
  if ('unreadable' in read) return refusal(`${read.unreadable.code}: ${read.unreadable.sentence}`)
  try {
    const patience = milliseconds === undefined ? {} : { deadlineMs: milliseconds }
    const journal = openSqliteJournal({ ...journalFor(options.state), ...patience, thread: 'caller' })
    const { database } = statePaths(options.state)
    const sessions = new SqliteSessions(journal, database)
    const kept = keptAdmission(journal, database, 'one call')
    const team = teamForOneCall(options.state)
    try {
      const audit = new AuditLogger(journal)
      const gate = await composeGate({
        journal,
        audit,
        team,
        users: kept.users,
        limits: kept.limits,
        environment: process.env,
        state: options.state,
        grammars: 'when needed',
        walls: containingIn({ state: options.state, environment: process.env }),
        ...(options.settings === undefined ? {} : { settings: options.settings }),
      })
      const host = new SessionHost({
        gate: () => ({ ...gate, approver: nobodyHere(sessions, team, deadline) }),
        sessions: storedSessions(sessions),
        transcripts: {
          heard: () => undefined,
          catchUp: (session, name, path) => catchUpOnce(session, name, path, homedir()),
          isHeadless: (name, path) => isHeadless(name, path, homedir()) === true,
        },
        audit,
      })
      const judge = hookJudge(host, (call, manner) => host.judge(call, { ...manner, deadline, signal }))
      const manner = options.observed === true ? 'observed' : 'answered'
      return (await answerHook(agent, read.ok, judge, manner)) ?? refusal(`no agent is known as \`${agent}\``)
    } finally {
      team?.close()
      sessions.close()
      await kept.close().catch(() => undefined)
      await journal.close()
    }
  } catch (error) {
    return refusal(`judging without the daemon failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Nobody can be asked from here, only by the agent itself or at the team's gate. What was approved before is spent all
 * the same.
 */
function nobodyHere(
  sessions: SessionStore,
  team: OneCallTeam | undefined,
  deadline: { readonly arrived: number; readonly milliseconds: number } | undefined,
): Approver {
  const refuse = (): Promise<never> => Promise.reject(new Error('nobody can be asked without the daemon'))
  const left = (): number =>
    deadline === undefined ? 0 : deadline.arrived + deadline.milliseconds - performance.now() - TO_ANSWER
  return {
    who: ({ interactive }, policy) =>
      team?.answers(policy) === true && left() > 0 ? 'person' : interactive ? 'agent' : 'nobody',
    times: () => ({ now: Date.now(), timeoutMs: Math.max(0, Math.floor(left())) }),
    ask: (question, signal) => team?.ask(question, signal) ?? refuse(),
    keep: async (grant) => {
      const kept = { ...grant, id: randomUUID(), at: Date.now() }
      await sessions.addGrant(kept)
      return kept
    },
    save: refuse,
    spend: (grant) => sessions.spendGrant(grant.id, Date.now()),
  }
}

/** Of the time the agent waits, what it takes to write an answer down and give it. */
const TO_ANSWER = 3_000

/** Where the parts of the hook lie: beside this file in the sources, beside the bundle when published. */
export function hookFile(name: 'hook.sh' | 'hook.cjs'): string {
  return join(import.meta.dirname, name)
}
