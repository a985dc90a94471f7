import { homedir } from 'node:os'
import { join } from 'node:path'
import type { HookAnswer } from '../../agents/agent.ts'
import { refusal } from '../../agents/answers.ts'
import type { BroughtBack } from '../../classifier/returned.ts'
import { readJson } from '../../call/strict-json.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import { type Gate, judge } from '../../gate.ts'
import type { Approver } from '../../humans/approver.ts'
import type { SessionStore } from '../../journal/sessions.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { newSession, type Session, type SubagentNews, type Turn } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import { composeGate } from '../compose.ts'
import { noteBefore } from '../handoffs.ts'
import { journalFor } from '../journal-places.ts'
import { answerHook, type HookJudge, type HookManner } from './answer-hook.ts'
import { catchUpOnce } from './transcript.ts'

/** Judges one hook event in this process, with the same store and the same settings as the daemon. Never rejects. */
export async function answerInProcess(
  agent: string,
  input: Uint8Array,
  options: { readonly state: string; readonly settings?: string },
): Promise<HookAnswer> {
  const read = readJson(input)
  if ('unreadable' in read) return refusal(`${read.unreadable.code}: ${read.unreadable.sentence}`)
  try {
    const journal = openSqliteJournal({ ...journalFor(options.state), thread: 'caller' })
    const sessions = new SqliteSessions(journal, statePaths(options.state).database)
    try {
      const audit = new AuditLogger(journal)
      const gate = await composeGate({
        journal,
        audit,
        environment: process.env,
        ...(options.settings === undefined ? {} : { settings: options.settings }),
      })
      const judge = new StoredJudge({ ...gate, approver: nobodyHere(sessions) }, sessions, audit)
      return (await answerHook(agent, read.ok, judge)) ?? refusal(`no agent is known as \`${agent}\``)
    } finally {
      sessions.close()
      await journal.close()
    }
  } catch (error) {
    return refusal(`judging without the daemon failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Nobody can be asked from here, only by the agent itself. What was approved before is spent all the same. */
function nobodyHere(sessions: SessionStore): Approver {
  const refuse = (): Promise<never> => Promise.reject(new Error('nobody can be asked without the daemon'))
  return {
    who: ({ interactive }) => (interactive ? 'agent' : 'nobody'),
    times: () => ({ now: Date.now(), timeoutMs: 0 }),
    ask: refuse,
    keep: refuse,
    save: refuse,
    spend: (grant) => sessions.spendGrant(grant.id, Date.now()),
  }
}

/** Other hooks of the same session may have written in between: then everything is looked at again. */
const MOST_TRIES = 4

/** Sessions are read before and written after every event: the next event is another process. */
export class StoredJudge implements HookJudge {
  readonly #gate: Gate
  readonly #sessions: SessionStore
  readonly #audit: Pick<AuditLogger, 'note'> | undefined

  constructor(gate: Gate, sessions: SessionStore, audit?: Pick<AuditLogger, 'note'>) {
    this.#gate = gate
    this.#sessions = sessions
    this.#audit = audit
  }

  judge(call: ToolCall, manner: HookManner): Promise<Verdict> {
    return this.#with(call.session, async (session) => {
      session.mode = manner.planning ? 'plan' : this.#gate.policyFor(call.cwd).defaultMode
      session.interactive = manner.interactive
      if (this.#gate.world.user !== '') session.user = this.#gate.world.user
      if (manner.transcript !== undefined) catchUpOnce(session, call.agent, manner.transcript, homedir())
      return judge(this.#gate, call, session)
    })
  }

  async said(id: string, text: string): Promise<void> {
    await this.#with(id, (session) => Promise.resolve(void session.turns.push({ kind: 'user', text })))
  }

  async adopt(child: string, parent: string): Promise<void> {
    const known = (await this.#sessions.load(parent))?.turns ?? []
    const told = known.filter((turn) => turn.kind === 'user')
    await this.#with(child, (session) => Promise.resolve(void session.turns.unshift(...told)))
  }

  async subagent(id: string, subagent: string, what: SubagentNews): Promise<void> {
    await this.#with(id, (session) =>
      Promise.resolve(void session.turns.push({ kind: 'subagent', id: subagent, what })),
    )
  }

  /** The review is made once; what is remembered of it is written again when another hook wrote in between. */
  async noteBefore(id: string, result: BroughtBack): Promise<string> {
    if (this.#gate.reviewer === undefined) return ''
    const known = await this.#sessions.load(id)
    if (known === undefined) return ''
    const before = known.turns.length
    const turnsOf = async (session: string): Promise<readonly Turn[] | undefined> =>
      (await this.#sessions.load(session))?.turns
    const note = await noteBefore(this.#gate, known, result, { turnsOf, audit: this.#audit })
    const learnt = known.turns.slice(before)
    if (learnt.length > 0) await this.#with(id, (session) => Promise.resolve(void session.turns.push(...learnt)))
    return note
  }

  async #with<T>(id: string, act: (session: Session) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const session = (await this.#sessions.load(id)) ?? newSession(id)
      const outcome = await act(session)
      try {
        await this.#sessions.save(session)
        return outcome
      } catch (error) {
        if (tries === MOST_TRIES) throw error
      }
    }
  }
}

/** Where the parts of the hook lie: beside this file in the sources, beside the bundle when published. */
export function hookFile(name: 'hook.sh' | 'hook.cjs'): string {
  return join(import.meta.dirname, name)
}
