import { hash } from 'node:crypto'
import { canonical } from '../../call/canonical-json.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import type { Approval, ApprovalStore } from '../../journal/approvals.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { Mode } from '../../session.ts'
import { draftSettlement, draftUnreadable, refusalEvent } from './approval-record.ts'
import type { Approver } from '../approver.ts'
import { type Bindings, deadlineOf, lapsed } from '../bindings.ts'
import { shownOf } from '../questions/make-question.ts'
import type { Answer, AnswerRefusal, Question, Settlement } from '../questions/question.ts'
import { alreadySettled, takenByAnother, UNKNOWN } from '../questions/settlements.ts'
import { questionFromStore, settlementFromStore } from '../questions/stored-question.ts'
import type { WhoMayAnswer } from '../who-may-answer.ts'

/** Gives the answer that was brought to the question it was for, under the rules it was for, and to no other. */
export function settlingApprover(base: Approver, asked: Question, settlement: Settlement): Approver {
  const other = { how: 'withdrawn', because: 'the rules or the mode have changed since it was asked' } as const
  return {
    ...base,
    who: () => 'person',
    ask: (question) =>
      Promise.resolve(
        question.fingerprint === asked.fingerprint && question.policyDigest === asked.policyDigest
          ? settlement
          : { ...other, at: settlement.at },
      ),
  }
}

/** A framework may bring an answer after a night. */
const LIFETIME = 24 * 60 * 60 * 1000

/** A question is left under a name that follows from the call alone: another process finds it. */
const PREFIX = 'left-'

export function isLeft({ id }: Pick<Approval, 'id'>): boolean {
  return id.startsWith(PREFIX)
}

export interface LeftOptions extends Bindings {
  readonly store: ApprovalStore
  readonly audit?: Pick<AuditLogger, 'note'>
  /** Whose answer counts. Left out: whoever brings one. */
  readonly whoMayAnswer?: Pick<WhoMayAnswer, 'check'>
}

/** The call a question was about: what an answer has to name. */
export type AskedCall = Pick<ToolCall, 'id' | 'session' | 'fingerprint' | 'agent' | 'tool' | 'subagent'>

export type Brought =
  | { readonly question: Question; readonly settlement: Settlement & { readonly how: 'answered' } }
  | { readonly refused: AnswerRefusal }

/**
 * Questions that whoever asked shows to a person itself, and brings the answer to later, perhaps from another process.
 * One call id with one input is asked about once, ever: a framework that replays the call with a stored answer gets no
 * second approval out of it.
 */
export class LeftQuestions {
  readonly #options: LeftOptions
  #swept = false

  constructor(options: LeftOptions) {
    this.#options = options
  }

  /** Durable when it resolves. Says why nobody may be asked about this call any more, if so. */
  async leave(asked: Question, mode: Mode): Promise<AnswerRefusal | undefined> {
    const { store } = this.#options
    this.#sweepOnce()
    const question = asLeft(asked, mode)
    const { id, key, session, askedAt, expiresAt } = question
    const row = { id, key, session, question: JSON.stringify(question), asked: askedAt, expires: expiresAt }
    if (await store.add(row)) return undefined
    const found = await this.#find(id, mode)
    if ('refused' in found) return found.refused
    return found.question.policyDigest === question.policyDigest ? undefined : CHANGED
  }

  /**
   * Takes an answer if it is the first, in time, to exactly this call, and in the mode in which it was asked. It is on
   * record when it resolves.
   */
  async answer(call: AskedCall, mode: Mode, answer: Omit<Answer, 'shown'>): Promise<Brought> {
    const brought = await this.#answer(call, mode, answer)
    if ('refused' in brought) {
      const { session, agent, tool, fingerprint } = call
      const event = refusalEvent(call.id, undefined, { ...answer, shown: '' }, brought.refused)
      void this.#options.audit?.note({ ...event, session, agent, tool, fingerprint })
    }
    return brought
  }

  async #answer(call: AskedCall, mode: Mode, answer: Omit<Answer, 'shown'>): Promise<Brought> {
    const { store, now } = this.#options
    const id = leftId(call)
    const found = await this.#find(id, mode)
    if ('refused' in found) {
      const other = found.refused === UNKNOWN && (await this.#isAskedWithOtherInput(call))
      return other ? { refused: OTHER_INPUT } : found
    }
    const { question } = found
    const given = { ...answer, shown: question.shown }
    const may = (await this.#options.whoMayAnswer?.check(question, given)) ?? { taken: answer }
    if ('refused' in may) return may
    const { choice, by, channel } = may.taken
    const settlement = { how: 'answered', choice, by, channel, at: now() } as const
    if (!(await this.#end(question, settlement))) {
      const row = await store.read(id)
      return { refused: row === undefined ? UNKNOWN : alreadySettled(settlementFromStore(row)) }
    }
    return (await store.deliver(id)) ? { question, settlement } : { refused: alreadySettled(takenByAnother(now())) }
  }

  /** The question that still waits under this id. What is found to be over is ended here. */
  async #find(id: string, mode?: Mode): Promise<{ readonly question: Question } | { readonly refused: AnswerRefusal }> {
    const { store, now } = this.#options
    const row = await store.read(id)
    if (row === undefined) return { refused: UNKNOWN }
    if (row.state !== 'pending') return { refused: alreadySettled(settlementFromStore(row)) }
    const question = questionFromStore(row.question)
    if (question === undefined || question.id !== id) {
      const end = { state: 'withdrawn', settlement: '', at: now() } as const
      await store.settle(id, end, draftUnreadable(id, now()))
      return { refused: UNKNOWN }
    }
    const moved = mode === undefined || question.key === keyOf(id, mode) ? undefined : CHANGED
    const lapse = lapsed({ question, deadline: deadlineOf(question, this.#options) }, this.#options) ?? moved
    if (lapse === undefined) return { question }
    const at = now()
    await this.#end(
      question,
      lapse.code === 'approval.expired' ? { how: 'expired', at } : { how: 'withdrawn', because: lapse.message, at },
    )
    return { refused: lapse }
  }

  #end(question: Question, settlement: Settlement): Promise<boolean> {
    const end = { state: settlement.how, settlement: JSON.stringify(settlement), at: settlement.at }
    return this.#options.store.settle(question.id, end, draftSettlement(question, settlement))
  }

  async #isAskedWithOtherInput(call: AskedCall): Promise<boolean> {
    const rows = await this.#options.store.open(this.#options.now())
    return rows.some(
      (row) => isLeft(row) && row.session === call.session && questionFromStore(row.question)?.call === call.id,
    )
  }

  /** Questions that nobody came back to end when somebody asks again. */
  #sweepOnce(): void {
    if (this.#swept) return
    this.#swept = true
    void this.#sweep().catch(() => {
      this.#swept = false
    })
  }

  async #sweep(): Promise<void> {
    const { store, now } = this.#options
    const time = now()
    for (const row of await store.open(time))
      if (isLeft(row) && row.state === 'pending' && row.expires <= time) await this.#find(row.id)
  }
}

const CHANGED: AnswerRefusal = {
  code: 'approval.policy-changed',
  message: 'the rules or the mode have changed since it was asked',
}

const OTHER_INPUT: AnswerRefusal = {
  code: 'approval.other-input',
  message: 'a person was asked about this call id with another input, and the answer is not for this one',
}

function leftId({ session, subagent, id, fingerprint }: AskedCall): string {
  return PREFIX + hash('sha256', canonical([session, subagent?.id ?? '', id, fingerprint])).slice(0, 40)
}

function keyOf(id: string, mode: Mode): string {
  return `${id} ${mode}`
}

function asLeft(asked: Question, mode: Mode): Question {
  const id = leftId({ ...asked, id: asked.call })
  const question = { ...asked, id, key: keyOf(id, mode), expiresAt: asked.askedAt + LIFETIME }
  return { ...question, shown: shownOf(question) }
}
