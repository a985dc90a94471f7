import type { World } from '../../call/world.ts'
import type { Gate } from '../../gate.ts'
import { ApprovalQueue } from '../../humans/queue/approval-queue.ts'
import type { Bindings } from '../../humans/bindings.ts'
import type { Pace } from '../../humans/channels/chat-service.ts'
import { LeftQuestions } from '../../humans/queue/left-questions.ts'
import { WhoMayAnswer } from '../../humans/who-may-answer.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import { JournalFailure } from '../../journal/journal.ts'
import type { ApprovalStore } from '../../journal/approvals.ts'
import type { SessionStore } from '../../journal/sessions.ts'
import type { Environment } from '../compose-reviewer.ts'
import type { Policies } from '../policies.ts'
import { approvalEvent, Approvals, digestNow, noRoomInChat, type TeamPeople } from './approvals.ts'
import { Channels } from './channels.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'
import { Notices } from './notices.ts'
import type { OpenSessions } from './open-sessions.ts'
import { passes } from './sound-journal.ts'

export interface PeopleOptions {
  readonly gate: Gate
  readonly world: World
  readonly policies: Policies
  readonly sessions: OpenSessions
  readonly store: SessionStore
  readonly questions: ApprovalStore
  readonly recorder: AuditLogger
  readonly events: Events
  readonly stateDirectory: string
  readonly home: string
  readonly environment: Environment
  readonly log: Log
  /** People at the team's gate. */
  readonly team?: TeamPeople
  /** Times between tries to reach a chat service. */
  readonly pace?: Pace
  /** What has to be ended when the daemon cannot start after all. */
  readonly undo: (() => unknown)[]
}

/** The people a daemon can ask: the queue of their questions, and the ways to them. */
export interface People {
  readonly approvals: Approvals
  readonly channels: Channels
  readonly queue: ApprovalQueue
  /** Takes over whom the settings name now. */
  followSettings(): void
}

const LOAD_AGAIN_AFTER = 1000

export async function reachPeople(options: PeopleOptions): Promise<People> {
  const { gate, policies, sessions, store, questions, recorder, events, environment, home, log, undo } = options
  const bindings: Bindings = {
    now: Date.now,
    monotonic: () => performance.now(),
    policyDigest: (question) => digestNow(question, policies.policyNow(question.cwd)),
    sessionOpen: (question) => sessions.isOpen(question.session),
  }
  const whoMayAnswer = new WhoMayAnswer({
    people: (cwd) => gate.people!(policies.policyFor(cwd)),
    policyFor: (cwd) => policies.policyFor(cwd),
    login: options.world.user,
    userOf: (session) => sessions.user(session),
    store: questions,
    now: Date.now,
  })
  const left = new LeftQuestions({ ...bindings, store: questions, audit: recorder, whoMayAnswer })
  const queue = new ApprovalQueue({
    ...bindings,
    whoMayAnswer,
    store: questions,
    audit: recorder,
    mostPerSession: () => policies.policyFor(home).approvals?.mostPerSession,
  })
  undo.push(() => queue.close())
  await loadQuestions(queue, log)
  queue.listen((event) => events.tell('approval', approvalEvent(event)))
  const channels = new Channels({
    queue,
    audit: recorder,
    environment,
    stateDirectory: options.stateDirectory,
    log,
    ...(options.pace === undefined ? {} : { pace: options.pace }),
  })
  undo.push(() => channels.stop())
  const notices = new Notices({ environment, terminal: process.stderr, log })
  events.overhear((event) => notices.hear(event))
  const followSettings = (): void => {
    const policy = policies.policyFor(home)
    // Settings that cannot be read do not name nobody: people still hear that they are broken.
    if (policy.problems.length > 0) return
    channels.use(policy.channels, policy.approvals)
    notices.use(policy.notify)
  }
  const isSomebodyThere = (): boolean => events.listeners > 0 || channels.hasAny
  const approvals = new Approvals({
    queue,
    left,
    store,
    home,
    log,
    isSomebodyThere,
    noRoom: () => {
      if (events.listeners > 0 || !channels.hasAny) return undefined
      return noRoomInChat(channels.fewestWaiting, policies.policyFor(home).approvals?.mostPerChannel)
    },
    onSaved: () => policies.lookAround(),
    ...(options.team === undefined ? {} : { team: options.team }),
  })
  return { approvals, channels, queue, followSettings }
}

/** Questions that were open when the last daemon stopped. While the journal cannot be used, nobody can be asked anyway. */
async function loadQuestions(queue: ApprovalQueue, log: Log): Promise<void> {
  try {
    await queue.load()
  } catch (error) {
    if (!(error instanceof JournalFailure) || !passes(error)) throw error
    log('error', `open questions cannot be read yet (${error.code}): ${error.message}`)
    setTimeout(() => void loadQuestions(queue, log).catch(() => undefined), LOAD_AGAIN_AFTER).unref()
  }
}
