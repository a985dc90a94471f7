import { randomUUID } from 'node:crypto'
import { ApprovalQueue } from '../../humans/approval-queue.ts'
import type { Approver } from '../../humans/approver.ts'
import { askAtTerminal, type TerminalStreams } from '../../humans/channels/terminal.ts'
import { type Answer, type Choice, type Question, QUESTION_TIMEOUT_MS } from '../../humans/question.ts'
import { MemoryApprovals } from '../../journal/approvals.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { Draft } from '../../journal/records.ts'
import type { SessionStore } from '../../journal/sessions.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Grant, Session } from '../../session.ts'
import { digestNow } from '../daemon/approvals.ts'
import { saveRule } from '../save-rule.ts'

/**
 * Puts a question before a person: show all of `question.text`, `deeds` and `why`, and say what they chose. Rejecting,
 * or no answer before `question.expiresAt`, denies the call. The signal says that nobody waits for the answer any more.
 */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<Choice | PersonalAnswer>

/** With who chose it. Left out of it: the whole was shown, and the channel is the program. */
export type PersonalAnswer = Pick<Answer, 'choice' | 'by'> & Partial<Pick<Answer, 'shown' | 'channel'>>

export interface LibraryApproverOptions {
  readonly ask: AskPerson
  readonly session: Session
  readonly policyFor: (cwd: string) => Policy
  readonly home: string
  /** Makes the record of an answer durable. */
  readonly record: (draft: Draft) => Promise<void>
  readonly audit: AuditLogger
  /** Where grants outlive the process. Left out: they end with it. */
  readonly store?: SessionStore
}

/** People, as a program that embeds the gate reaches them: by a function of its own. */
export function libraryApprover(options: LibraryApproverOptions): Approver & { readonly close: () => void } {
  const { session, policyFor, store } = options
  const asking = new Map<string, AbortController>()
  const spent = new Set<string>()
  const queue = new ApprovalQueue({
    store: new MemoryApprovals(options.record),
    now: Date.now,
    monotonic: () => performance.now(),
    policyDigest: (question) => digestNow(question, policyFor(question.cwd)),
    sessionOpen: () => session.ended !== true && session.stopped !== true,
    audit: options.audit,
  })
  queue.listen((event) => {
    const { id } = event.question
    if (event.what === 'settled') {
      asking.get(id)?.abort()
      asking.delete(id)
      return
    }
    const given = new AbortController()
    asking.set(id, given)
    void putQuestion(options, queue, event.question, given.signal)
  })
  return {
    who: () => 'person',
    times: (policy) => ({
      now: Date.now(),
      timeoutMs: (policy.approvals?.timeoutSeconds ?? QUESTION_TIMEOUT_MS / 1000) * 1000,
    }),
    ask: (question, signal) => queue.ask(question, signal),
    keep: async (grant) => {
      const kept: Grant = { ...grant, id: randomUUID(), at: Date.now() }
      await store?.addGrant(kept)
      return kept
    },
    spend: async (grant) => {
      if (store) return store.spendGrant(grant.id, Date.now())
      if (spent.has(grant.id)) return false
      spent.add(grant.id)
      return true
    },
    save: (_question, rule) => Promise.resolve(void saveRule(options.home, rule, Date.now())),
    close: () => queue.close(),
  }
}

/** A function that fails has not said yes: the question is withdrawn. */
async function putQuestion(
  { ask, session }: LibraryApproverOptions,
  queue: ApprovalQueue,
  question: Question,
  signal: AbortSignal,
): Promise<void> {
  try {
    const said = await ask(question, signal)
    const answer = 'says' in said ? { choice: said, by: session.user ?? 'person' } : said
    const answered = await queue.answer(question.id, { shown: question.shown, channel: 'library', ...answer })
    if ('ok' in answered || signal.aborted) return
    await queue.withdrawSession(session.id, answered.refused.message)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await queue.withdrawSession(session.id, `asking failed: ${message}`).catch(() => undefined)
  }
}

/** Asks at the terminal of this process, one question after the other. An input that ends has not said yes. */
export function promptInTerminal(
  streams: TerminalStreams = { input: process.stdin, output: process.stderr },
): AskPerson {
  let turn: Promise<unknown> = Promise.resolve()
  return (question, signal) => {
    const asked = turn.then(async () => {
      const answer = await askAtTerminal(question, streams, signal)
      if (answer === undefined) throw new Error('nobody answered at the terminal')
      return answer
    })
    turn = asked.catch(() => undefined)
    return asked
  }
}
