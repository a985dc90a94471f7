import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../call/tool-call.ts'
import { modeInForce, rulesInForce } from '../../checks/modes.ts'
import type { Approver, Decider } from '../../humans/approver.ts'
import type { LeftQuestions } from '../../humans/queue/left-questions.ts'
import { MAX_PENDING } from '../../humans/channel-gate.ts'
import type { Question, Settlement } from '../../humans/questions/question.ts'
import { QUESTION_TIMEOUT_MS } from '../../humans/questions/question.ts'
import type { NotAsked, Queue, QueueEvent } from '../../humans/queue/queue.ts'
import type { SessionStore } from '../../journal/sessions.ts'
import type { Policy } from '../../policy/policy.ts'
import { type Mode, MODES } from '../../session.ts'
import { saveRule, UnsavableRule } from '../save-rule.ts'
import type { Log } from './log.ts'

export interface ApprovalsOptions {
  readonly queue: Queue
  /** Questions that callers show themselves. */
  readonly left: LeftQuestions
  readonly store: SessionStore
  readonly home: string
  /** Somebody would see a question: a terminal or a console listens, or a channel is set up. */
  readonly isSomebodyThere: () => boolean
  /** Why one more question has no room where people would see it. */
  readonly noRoom: () => NotAsked | undefined
  /** A rule was written: the settings are to be read again before the next question is asked under the old ones. */
  readonly onSaved: () => void
  readonly log: Log
  /** People at the team's gate, where this machine joined one. */
  readonly team?: TeamPeople
}

/** People at the team's gate. */
export interface TeamPeople {
  /** The gate is there, and the settings leave questions to its people. */
  readonly answers: (policy: Policy) => boolean
  /** As `Queue.ask`. */
  readonly ask: (question: Question, signal?: AbortSignal) => Promise<Settlement | NotAsked>
}

/** One call that may have to wait for a person. */
export interface Waiting {
  /** How long whoever asked will wait, in milliseconds from now; undefined: as long as it takes. */
  readonly patience: () => number | undefined
  /** From here on it does not count as work. */
  readonly begins: () => void
  readonly ends: () => void
}

/** What became of a rule that a person wanted saved. */
export type Saved = { readonly file: string; readonly backup?: string } | { readonly problem: string }

/** Waiting costs a connection; beyond this many nobody is made to. */
const MOST_WAITING = 1_000
/** Between our deadline and that of whoever waits: the answer still has to be written down and sent. */
const MARGIN = 3_000
/** A question that could not be read in this time is not asked. */
const SHORTEST = 2_000
/** How long a person who saves a rule waits to hear how it went. */
const SAVE_PATIENCE = 3_000

/** With nobody at a terminal or the console, each chat holds only so many open questions. */
export function noRoomInChat(pending: number, most: number = MAX_PENDING): NotAsked | undefined {
  if (pending < most) return undefined
  return { code: 'approval.too-many', message: `${pending} questions already wait in the chat, and ${most} may` }
}

/** People, as the daemon reaches them: the queue, who is there, and what they allowed. */
export class Approvals {
  readonly #options: ApprovalsOptions
  /** By key of the question: calls that wait for it here. */
  readonly #attached = new Map<string, number>()
  readonly #saves = new Map<string, (saved: Saved) => void>()
  #waiting = 0

  constructor(options: ApprovalsOptions) {
    this.#options = options
    options.queue.listen((event) => {
      if (event.what !== 'settled' || event.settlement.how !== 'answered' || event.elsewhere === true) return
      const { choice } = event.settlement
      // Somebody who waits writes it once the answer has been found to hold; else nobody would.
      if (choice.says === 'save' && !this.#attached.has(event.question.key)) this.#save(event.question, choice.rule)
    })
  }

  get waiting(): number {
    return this.#waiting
  }

  get queue(): Queue {
    return this.#options.queue
  }

  get left(): LeftQuestions {
    return this.#options.left
  }

  /** People, for one call. With `brings` its caller shows an ask itself and brings the answer. */
  approverFor(call: Waiting, brings?: 'brings the answer'): Approver {
    const { store, left, team } = this.#options
    let atTeam = false
    return {
      who: (asked, policy) => {
        atTeam = team?.answers(policy) === true && isPatient(call.patience())
        return atTeam ? 'person' : this.#who(asked.interactive, policy, call.patience())
      },
      times: (policy) => {
        const most = (policy.approvals?.timeoutSeconds ?? QUESTION_TIMEOUT_MS / 1000) * 1000
        return {
          now: Date.now(),
          timeoutMs: Math.floor(Math.min(most, (call.patience() ?? Number.POSITIVE_INFINITY) - MARGIN)),
        }
      },
      ask: (question, signal) =>
        atTeam && team !== undefined
          ? this.#elsewhere(call, () => team.ask(question, signal))
          : this.#ask(question, call, signal),
      keep: async (grant) => {
        const kept = { ...grant, id: randomUUID(), at: Date.now() }
        await store.addGrant(kept)
        return kept
      },
      ...(brings === undefined ? {} : { leave: (question, mode) => left.leave(question, mode) }),
      spend: (grant) => store.spendGrant(grant.id, Date.now()),
      save: (question, rule) => Promise.resolve(this.#save(question, rule)),
    }
  }

  /** How saving the rule of this question ended, for the person who chose it. To be called before the answer is given. */
  savingOf(question: Question): { readonly saved: Promise<Saved>; readonly forget: () => void } {
    const { promise, resolve } = Promise.withResolvers<Saved>()
    const end = (saved: Saved): void => {
      clearTimeout(timer)
      this.#saves.delete(question.key)
      resolve(saved)
    }
    const timer = setTimeout(() => end({ problem: 'the call did not go on, so the rule was not saved' }), SAVE_PATIENCE)
    this.#saves.set(question.key, end)
    return { saved: promise, forget: () => end({ problem: 'the answer was not taken' }) }
  }

  /** Questions that were asked under other rules can no longer be approved: whoever waits for one is told now. */
  async withdrawOutdated(policyFor: (cwd: string) => Policy): Promise<void> {
    const { queue } = this.#options
    const outdated = queue
      .pending()
      .filter((each) => queue.isElsewhere?.(each.id) !== true)
      .filter((each) => digestNow(each, policyFor(each.cwd)) !== each.policyDigest)
    for (const session of new Set(outdated.map((each) => each.session)))
      await queue.withdrawSession(session, 'the rules have changed since it was asked')
  }

  #who(interactive: boolean, policy: Policy, patience: number | undefined): Decider {
    const { prefer = 'agent', wait = 'auto' } = policy.approvals ?? {}
    const otherwise = interactive ? 'agent' : 'nobody'
    if (prefer === 'agent' && interactive) return 'agent'
    if (wait === 'never' || !isPatient(patience)) return otherwise
    return wait === 'always' || this.#options.isSomebodyThere() ? 'person' : otherwise
  }

  async #ask(question: Question, call: Waiting, signal: AbortSignal | undefined): Promise<Settlement | NotAsked> {
    if (this.#waiting >= MOST_WAITING)
      return { code: 'approval.too-many', message: `${this.#waiting} calls already wait for a person` }
    const { queue, noRoom } = this.#options
    const refused = queue.pending().some(({ key }) => key === question.key) ? undefined : noRoom()
    if (refused) return refused
    this.#waiting++
    this.#attached.set(question.key, (this.#attached.get(question.key) ?? 0) + 1)
    call.begins()
    try {
      return await queue.ask(question, signal)
    } finally {
      call.ends()
      this.#waiting--
      const left = (this.#attached.get(question.key) ?? 1) - 1
      if (left > 0) this.#attached.set(question.key, left)
      else this.#attached.delete(question.key)
    }
  }

  /** Waits for people who are not here; the call does not count as work meanwhile. */
  async #elsewhere<T>(call: Waiting, ask: () => Promise<T>): Promise<T> {
    call.begins()
    this.#waiting++
    try {
      return await ask()
    } finally {
      this.#waiting--
      call.ends()
    }
  }

  /** A question of another machine's agent, which waits there: asked here, where this gate's people are. */
  async askForMachine(question: Question, policy: Policy, signal: AbortSignal): Promise<Settlement | NotAsked> {
    const { queue } = this.#options
    if (queue.pending().some(({ key }) => key === question.key)) return queue.ask(question, signal)
    if (this.#who(false, policy, undefined) !== 'person')
      return { code: 'team.nobody', message: "nobody is there to answer at the team's gate" }
    return this.#options.noRoom() ?? queue.ask(question, signal)
  }

  /** The call goes on whatever becomes of the file; the person is told. */
  #save(question: Question, rule: string): void {
    const { home, log, onSaved } = this.#options
    let saved: Saved
    try {
      const { file, backup } = saveRule(home, rule, Date.now())
      saved = { file, ...(backup === undefined ? {} : { backup }) }
      log('info', `a person saved the rule ${rule} in ${file}`)
      setImmediate(onSaved)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      saved = { problem: error instanceof UnsavableRule ? message : `the rule could not be written: ${message}` }
      log('error', `the rule ${rule} was approved and could not be saved: ${message}`)
    }
    this.#saves.get(question.key)?.(saved)
  }
}

/** What happens to a question, for whoever watches: nothing of what it says. */
export function approvalEvent(event: QueueEvent): JsonObject {
  const { id, session, agent, tool } = event.question
  const about = { what: event.what, id, session, agent, tool }
  if (event.what === 'asked') return about
  const { settlement } = event
  return settlement.how === 'answered'
    ? { ...about, how: settlement.how, by: settlement.by, says: settlement.choice.says }
    : { ...about, how: settlement.how }
}

/** What begins the digest of a question of another machine: its rules are there, and it looks at them itself. */
export const MACHINE_DIGEST = 'machine:'

function isPatient(patience: number | undefined): boolean {
  return patience === undefined || patience >= MARGIN + SHORTEST
}

/** The digest a question was asked under if it is still that of the rules in force, in whichever mode. */
export function digestNow(question: Question, policy: Policy): string {
  if (question.policyDigest.startsWith(MACHINE_DIGEST)) return question.policyDigest
  const digests = MODES.map((mode: Mode) => rulesInForce(policy, modeInForce(mode, policy)).digest)
  return policy.problems.length === 0 && digests.includes(question.policyDigest) ? question.policyDigest : 'another'
}
