import { createHash, randomUUID } from 'node:crypto'
import { rulesInForce } from '../../checks/modes.ts'
import { recover } from '../../containment/commit.node.ts'
import { planChanged, thisMachine } from '../../containment/tickets.node.ts'
import { networkFor } from '../../containment/network.ts'
import type { Tools } from '../../containment/runs.node.ts'
import type { Gate } from '../../gate.ts'
import type { Queue, QueueEvent } from '../../humans/queue/queue.ts'
import type { Question } from '../../humans/questions/question.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { TicketStore } from '../../journal/tickets.ts'
import type { ContainedEnd, Grant } from '../../session.ts'
import { commitAndForget, containmentTools, discardHeld, handOver, heldRun, runAt, ticketRun } from '../contained.ts'
import { heldQuestion } from '../held-question.ts'
import type { Policies } from '../policies.ts'
import type { SessionHost } from '../session-host.ts'
import { type HeldQuestion, rememberContained, type Settled, settleContained, settleTurn } from '../settle-contained.ts'
import { triedWalls } from '../try-walls.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'

export interface ContainedRunsOptions {
  readonly gate: Gate
  readonly host: SessionHost
  readonly audit: AuditLogger
  readonly state: string
  readonly home: string
  readonly queue: Queue
  readonly events: Events
  readonly policies: Pick<Policies, 'policyFor'>
  readonly log: Log
  readonly tickets: TicketStore
  /** What the runner believes. */
  readonly hookKey: Uint8Array
  /** Resolves when the grant is durable. */
  readonly grant: (grant: Grant) => Promise<void>
}

/** A run waits a day for its answer; after that `portcullis run --decide` still knows it. */
const ASKED_FOR = 86_400_000

/**
 * Runs behind walls, as the daemon settles them: what they did is judged with what the session knows, and a person who
 * answers the question about a held one decides what becomes of it.
 */
export class ContainedRuns {
  readonly #options: ContainedRunsOptions
  /** Each run is settled once, whoever asks. */
  readonly #settling = new Set<string>()

  constructor(options: ContainedRunsOptions) {
    this.#options = options
    options.queue.listen((event) => {
      if (event.what === 'settled' && event.question.contained !== undefined && event.elsewhere !== true)
        void this.#answered(event)
    })
  }

  /** What crashes left behind is completed, undone or removed; then it is found out whether walls can be built. */
  async begin(): Promise<void> {
    const { state, home, log } = this.#options
    try {
      const tools = containmentTools(home)
      if (!('missing' in tools))
        for (const { id, did, workspace } of recover(state, tools))
          log('info', `contained run ${id}: ${did} (${workspace})`)
      const { works, says } = await triedWalls(state, home)
      log(
        'info',
        works ? 'what is not understood can run behind walls here' : `nothing runs behind walls here: ${says}`,
      )
    } catch (error) {
      log('error', `containment could not be tried: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /**
   * Uses a ticket, whichever daemon of this machine gave it: exactly one caller of all that ever try may run its command.
   * Says why not.
   */
  async spend(id: string, hashOfDirectory: string): Promise<string | undefined> {
    const { tickets, state, home, hookKey } = this.#options
    const now = Date.now()
    const ticket = await tickets.unspent(id, now)
    if (ticket === undefined) return 'this ticket was used already, is too old, or was never given'
    if (ticket.machine !== thisMachine()) return 'this ticket was given on another machine'
    if (createHash('sha256').update(ticket.cwd).digest('hex') !== hashOfDirectory)
      return `the ticket counts in ${ticket.cwd}, and this is another directory`
    const changed = planChanged(ticket)
    if (changed !== undefined) return changed
    const judged = runAt(ticket.place, this.#tools())
    if (typeof judged === 'string') return judged
    const { fingerprint, session } = judged.call
    if (fingerprint !== ticket.fingerprint || session !== ticket.session)
      return 'the call is not the one that the ticket was given for'
    if (!(await tickets.spend(ticket, now))) return 'this ticket was used already'
    handOver(ticket, state, home, hookKey)
    return undefined
  }

  /** Whether the session of this run may still reach the hosts of its ticket. Of a session that nobody knows: no. */
  async network(run: string): Promise<boolean> {
    const found = ticketRun(run, this.#options.state, this.#tools())
    if (typeof found === 'string') return false
    const { containmentNetwork } = this.#options.policies.policyFor(found.call.cwd)
    const session = await this.#options.host.known(found.call.session)
    return session !== undefined && networkFor(containmentNetwork, session).length > 0
  }

  /** Rejects when it cannot be judged: then nothing of it was written. */
  async settle(run: string, exit: number): Promise<Settled> {
    if (this.#settling.has(run)) throw new Error('it is being settled already')
    this.#settling.add(run)
    try {
      const { gate, host, audit, state, events } = this.#options
      return await settleContained(
        {
          gate,
          host,
          audit,
          state,
          tools: this.#tools(),
          ask: (held) => this.#ask(held),
          tell: (about) => events.tell('contained', about),
        },
        run,
        exit,
      )
    } finally {
      this.#settling.delete(run)
    }
  }

  #tools(): Tools {
    const tools = containmentTools(this.#options.home)
    if ('missing' in tools) throw new Error(tools.missing)
    return tools
  }

  /** Nobody waits for the answer here: it counts when it comes. */
  #ask(held: HeldQuestion): void {
    const { queue, policies, host, log } = this.#options
    const asking = async (): Promise<void> => {
      const { mode } = await host.look(held.call.session)
      const { digest } = rulesInForce(policies.policyFor(held.call.cwd), mode)
      await queue.ask(heldQuestion(held, digest, Date.now(), ASKED_FOR))
    }
    asking().catch((error: unknown) =>
      log(
        'error',
        `nobody could be asked about run ${held.run.id}: ${error instanceof Error ? error.message : String(error)}`,
      ),
    )
  }

  async #answered({ question, settlement }: Extract<QueueEvent, { what: 'settled' }>): Promise<void> {
    const { log, events } = this.#options
    const { contained } = question
    if (contained === undefined || settlement.how !== 'answered') return
    const { choice, by } = settlement
    try {
      const became =
        choice.says === 'once' ? await this.#commit(question, contained) : await this.#discard(question, contained.run)
      if (choice.says === 'uncontained') await this.#letRun(question, by)
      events.tell('contained', { run: contained.run, session: question.session, call: question.call, became, by })
    } catch (error) {
      log(
        'error',
        `run ${contained.run} was answered and nothing was done: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  /** Exactly what was shown, or nothing. */
  async #commit(question: Question, { run: id, hash }: NonNullable<Question['contained']>): Promise<ContainedEnd> {
    const { state } = this.#options
    const held = heldRun(id, state, this.#tools())
    if (typeof held === 'string') throw new Error(held)
    if (held.hash !== hash) throw new Error('what it would change is no longer what was shown')
    await this.#record(question, id, 'committed')
    const done = commitAndForget(held.run, held.did)
    const became = done.ended === 'committed' ? 'committed' : 'conflict'
    if (became === 'conflict') await this.#record(question, id, became)
    await this.#learn(question, id, became, (session) => {
      if (became === 'committed') rememberContained(session, held.run.workspace, held.did)
    })
    return became
  }

  async #discard(question: Question, id: string): Promise<ContainedEnd> {
    await this.#record(question, id, 'discarded')
    discardHeld(id, this.#options.state, this.#tools())
    await this.#learn(question, id, 'discarded')
    return 'discarded'
  }

  async #learn(
    question: Question,
    id: string,
    became: ContainedEnd,
    more: (session: Parameters<typeof rememberContained>[0]) => void = () => undefined,
  ): Promise<void> {
    await this.#options.host.change(question.session, (open) => {
      settleTurn(open, id, question, became)
      more(open)
    })
  }

  /** Exactly this call, once, where a person would be asked about it. */
  async #letRun({ session, fingerprint }: Question, by: string): Promise<void> {
    await this.#options.grant({ id: randomUUID(), session, scope: 'once', fingerprint, rule: '', by, at: Date.now() })
  }

  async #record(question: Question, run: string, became: ContainedEnd): Promise<void> {
    const { session, agent, tool, fingerprint, call } = question
    await this.#options.audit.log({
      type: 'contained_run',
      severity: 'info',
      session,
      agent,
      tool,
      fingerprint,
      code: `contain.${became}`,
      details: { run, call, session, became, question: question.id },
    })
  }
}
