import { randomUUID } from 'node:crypto'
import { ApprovalQueue } from '../../humans/queue/approval-queue.ts'
import type { Approver } from '../../humans/approver.ts'
import { askAtTerminal, type TerminalStreams } from '../../humans/channels/terminal.ts'
import type { Bindings } from '../../humans/bindings.ts'
import { LeftQuestions } from '../../humans/queue/left-questions.ts'
import {
  type Answer,
  type Answered,
  type AnswerRefusal,
  type Choice,
  type Question,
  QUESTION_TIMEOUT_MS,
} from '../../humans/questions/question.ts'
import type { NotAsked, QueueEvent } from '../../humans/queue/queue.ts'
import { WhoMayAnswer } from '../../humans/who-may-answer.ts'
import { type ApprovalStore, MemoryApprovals } from '../../journal/approvals.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { Draft } from '../../journal/records.ts'
import type { SessionStore } from '../../journal/sessions.ts'
import { NO_PEOPLE, type People } from '../../policy/people.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Grant, Mode, Session } from '../../session.ts'
import { digestNow } from '../daemon/approvals.ts'
import type { LibraryChats } from './library-chats.ts'
import { saveRule } from '../save-rule.ts'

/**
 * Puts a question before a person: show all of `question.text`, `deeds` and `why`, and say what they chose. Rejecting,
 * or no answer before `question.expiresAt`, denies the call. The signal says that nobody waits for the answer any more.
 */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<Choice | PersonalAnswer>

/** With who chose it. Left out of it: the whole was shown, and the channel is the program. */
export type PersonalAnswer = Pick<Answer, 'choice' | 'by'> & Partial<Pick<Answer, 'shown' | 'channel'>>

export interface LibraryApproverOptions {
  /** Left out: only whoever makes a call can put its question to a person. */
  readonly ask: AskPerson | undefined
  /** Chats in which every question is shown, too. */
  readonly chats: LibraryChats | undefined
  readonly session: Session
  readonly policyFor: (cwd: string) => Policy
  readonly home: string
  /** Makes the record of an answer durable. */
  readonly record: (draft: Draft) => Promise<void>
  readonly audit: AuditLogger
  /** Where grants outlive the process. Left out: they end with it. */
  readonly store?: SessionStore
  /** Where questions that a framework shows outlive the process. Left out: they end with it. */
  readonly left?: ApprovalStore
  readonly onEvent: (event: QueueEvent) => void
  /** Everybody who is known. */
  readonly people: ((policy: Policy) => People) | undefined
  /** Whose process it is. */
  readonly login: string
}

/** Who makes a call, as far as its questions are concerned. */
export interface CallerOfOne {
  /** Whoever calls shows an `ask` to a person. Left out: as the session is. */
  readonly interactive: boolean | undefined
  /** They bring the answer under this id. */
  readonly id: string | undefined
}

/** People, as a program that embeds the gate reaches them: by a function of its own, or by the framework it uses. */
export interface LibraryApprover {
  readonly forCall: (call: CallerOfOne) => Approver
  /** A framework brings an answer: it is recorded, or refused. */
  readonly answer: LeftQuestions['answer']
  readonly close: () => void
}

const NOBODY_THERE =
  '`approver` in the options of openGate (`promptInTerminal()` asks at the terminal), `channels` (chats), `interactive: true` when your program shows an ask to a person and settles it, or a rule that allows it'

export function libraryApprover(options: LibraryApproverOptions): LibraryApprover {
  const { session, policyFor, store, audit, chats } = options
  const bindings: Bindings = {
    now: Date.now,
    monotonic: () => performance.now(),
    policyDigest: (question) => digestNow(question, policyFor(question.cwd)),
    sessionOpen: () => session.ended !== true && session.stopped !== true,
  }
  const memory = new MemoryApprovals(options.record)
  const whoMayAnswer = new WhoMayAnswer({
    people: (cwd) => options.people?.(policyFor(cwd)) ?? NO_PEOPLE,
    policyFor,
    login: options.login,
    userOf: () => session.user,
    store: options.left ?? memory,
    now: Date.now,
  })
  const shared = { ...bindings, audit, whoMayAnswer }
  const queue = new ApprovalQueue({ ...shared, store: memory })
  const left = new LeftQuestions({ ...shared, store: options.left ?? memory })
  putQuestions(options, queue)
  const detach = chats?.attach(queue)
  /** With only chats to ask in, each holds so many open questions. */
  const noRoom = (question: Question): NotAsked | undefined =>
    options.ask === undefined && !queue.pending().some(({ key }) => key === question.key)
      ? chats?.noRoom(policyFor(question.cwd).approvals?.mostPerChannel)
      : undefined
  const spent = new Set<string>()
  const common = {
    times: (policy: Policy) => ({
      now: Date.now(),
      timeoutMs: (policy.approvals?.timeoutSeconds ?? QUESTION_TIMEOUT_MS / 1000) * 1000,
    }),
    ask: async (question: Question, signal?: AbortSignal) => noRoom(question) ?? queue.ask(question, signal),
    keep: async (grant: Omit<Grant, 'id' | 'at'>) => {
      const kept: Grant = { ...grant, id: randomUUID(), at: Date.now() }
      await store?.addGrant(kept)
      return kept
    },
    spend: async (grant: Grant) => {
      if (store) return store.spendGrant(grant.id, Date.now())
      if (spent.has(grant.id)) return false
      spent.add(grant.id)
      return true
    },
    save: (_question: Question, rule: string) => Promise.resolve(void saveRule(options.home, rule, Date.now())),
    nobodyThere: NOBODY_THERE,
  }
  const leave = async (question: Question, mode: Mode): Promise<AnswerRefusal | undefined> => {
    const refused = await left.leave(question, mode)
    if (refused === undefined) options.onEvent({ what: 'asked', question })
    return refused
  }
  return {
    forCall: ({ interactive, id }) => ({
      ...common,
      who: (asked) => {
        const someone = options.ask !== undefined || chats?.isSomebodyThere() === true
        if (someone && interactive !== true) return 'person'
        return asked.interactive ? 'agent' : 'nobody'
      },
      ...(id === undefined ? {} : { leave }),
    }),
    answer: async (call, mode, answer) => {
      const brought = await left.answer(call, mode, answer)
      if ('question' in brought) options.onEvent({ what: 'settled', ...brought })
      return brought
    },
    close: () => {
      detach?.()
      queue.close()
    },
  }
}

/** Every question of the queue goes to the program's function, where it has one. */
function putQuestions(options: LibraryApproverOptions, queue: ApprovalQueue): void {
  const asking = new Map<string, AbortController>()
  const { ask } = options
  queue.listen((event) => {
    const { id } = event.question
    options.onEvent(event)
    if (ask === undefined) return
    if (event.what === 'settled') {
      asking.get(id)?.abort()
      asking.delete(id)
      return
    }
    const given = new AbortController()
    asking.set(id, given)
    void putQuestion(ask, options.session, queue, event.question, given.signal)
  })
}

/** A function that fails has not said yes: the question is withdrawn. */
async function putQuestion(
  ask: AskPerson,
  session: Session,
  queue: ApprovalQueue,
  question: Question,
  signal: AbortSignal,
): Promise<void> {
  try {
    const put = async (): Promise<Answered> => {
      const said = await ask(question, signal)
      const answer = 'says' in said ? { choice: said, by: session.user ?? 'person' } : said
      return queue.answer(question.id, { shown: question.shown, channel: 'library', ...answer })
    }
    const first = await put()
    const answered = 'refused' in first && first.refused.code === 'approval.needs-second' ? await put() : first
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
      if (answer === undefined) throw new Error('no answer came at the terminal')
      return answer
    })
    turn = asked.catch(() => undefined)
    return asked
  }
}
