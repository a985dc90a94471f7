import { ownCommand } from '../../call/own-command.ts'
import type { Subject } from '../../checks/subject.ts'
import type { Team, TeamAnswer } from '../../checks/team.ts'
import type { NotAsked } from '../../humans/queue/queue.ts'
import type { Question, Settlement } from '../../humans/questions/question.ts'
import { settlementSchema } from '../../humans/questions/stored-question.ts'
import { redactJson } from '../../journal/redact.ts'
import type { StatePaths } from '../../journal/stores/checkpoint-file.ts'
import type { Policy } from '../../policy/policy.ts'
import { GivenUp, type Reason, type Ruling } from '../../verdict.ts'
import { CannotStart } from '../daemon/cannot-start.ts'
import type { Log } from '../daemon/log.ts'
import { Delivery, type DeliveryStatus, type Pace } from './delivery.ts'
import { readTeam, type TeamFile, teamPath, teamStamp } from './team-file.ts'
import { field, problemIn, type Said, TeamLine } from './team-line.ts'

export interface FollowerOptions {
  readonly state: string
  readonly paths: StatePaths
  readonly log: Log
  /** False: its log is in a database with other gates'; then a team file is a mistake, and nothing is allowed. */
  readonly joins?: boolean
  readonly pace?: Partial<Pace>
  /** How long one call waits for what the team's gate says. */
  readonly consultMs?: number
}

const CONSULT_PATIENCE = 1_500
/** How long one request waits for a person; then it is asked again. */
const QUESTION_PATIENCE = 30_000
const ASK_AGAIN_AFTER = 1_000

interface Joined {
  readonly team: TeamFile
  readonly line: TeamLine
  readonly delivery: Delivery
}

/** Only a log in the state directory can be delivered: a daemon over a database is a gate, and follows none. */
export function refuseFollower(state: string): void {
  let joined = true
  try {
    joined = readTeam(state) !== undefined
  } catch {}
  if (joined) throw new CannotStart(isGate(state))
}

function isGate(state: string): string {
  return `this machine joined a team's gate (${teamPath(state)}), and a daemon with a database is a gate itself: run \`${ownCommand('leave')}\`, or start it without the database`
}

/** How the machine stands to its team, for `portcullis team`. */
export interface FollowerStatus {
  readonly url: string
  readonly state: TeamLine['state']
  readonly because: string
  readonly delivery: DeliveryStatus
}

/**
 * This machine as a member of a team: it judges by itself, asks the team's gate about what it does not deny, puts
 * questions to the team's people and delivers its log. A gate that is away is asked by nobody but the delivery, which
 * finds out by itself when it is back.
 */
export class Follower implements Team {
  readonly #options: FollowerOptions
  #stamp: string | undefined
  #joined: Joined | undefined
  #broken: string | undefined

  constructor(options: FollowerOptions) {
    this.#options = options
    this.look()
  }

  /** Takes over that this machine joined or left. To be called now and then. */
  look(): void {
    const { state, log } = this.#options
    let stamp: string
    try {
      stamp = teamStamp(state)
    } catch (error) {
      stamp = String(error)
    }
    if (stamp === this.#stamp) return
    this.#stamp = stamp
    this.#leave()
    try {
      const team = readTeam(state)
      if (team !== undefined && this.#options.joins === false) throw new Error(isGate(state))
      this.#broken = undefined
      if (team !== undefined) this.#join(team)
    } catch (error) {
      this.#broken = error instanceof Error ? error.message : String(error)
      log('error', `nothing is allowed: whether this machine belongs to a team cannot be told: ${this.#broken}`)
    }
  }

  #join(team: TeamFile): void {
    const { paths, log, pace } = this.#options
    const line = new TeamLine(team, (state, because) => {
      if (state === 'here') log('info', `the team's gate is there: ${team.url}`)
      else log('warn', `the team's gate ${state === 'away' ? 'is away' : 'refuses this machine'}: ${because}`)
    })
    const delivery = new Delivery({ line, paths, from: team.from, log, ...(pace === undefined ? {} : { pace }) })
    this.#joined = { team, line, delivery }
    delivery.start()
  }

  #leave(): void {
    const before = this.#joined
    this.#joined = undefined
    void before?.delivery.stop().then(() => before.line.close())
  }

  get status(): FollowerStatus | undefined {
    if (this.#joined === undefined) return undefined
    const { team, line, delivery } = this.#joined
    return { url: team.url, state: line.state, because: line.because, delivery: delivery.status }
  }

  /** Something older than this is not at the team's gate yet, and so is not removed here. */
  holdsBefore(time: number): boolean {
    const holds = this.#broken !== undefined || this.#joined?.delivery.holdsBefore(time) === true
    if (holds) this.#options.log('warn', "old records stay: the team's gate does not have all of them")
    return holds
  }

  async consult(subject: Subject, own: Ruling, signal?: AbortSignal): Promise<TeamAnswer> {
    if (this.#broken !== undefined) return { says: 'refuses', because: this.#broken }
    if (this.#joined === undefined) return { says: 'nothing' }
    const { line, delivery } = this.#joined
    // Nobody waits for a gate that is known to be away; the delivery finds out when it is back.
    if (line.state === 'away') return { says: 'away', because: line.because }
    if (line.state === 'refuses') return { says: 'refuses', because: line.because }
    const patience = this.#options.consultMs ?? CONSULT_PATIENCE
    const body = consultBody(subject, own)
    if (isTooLarge(body)) return TOO_LARGE
    const answer = answerIn(await line.post('/v1/team/consult', body, patience, signal))
    delivery.wake()
    return answer
  }

  answers(policy: Policy): boolean {
    return this.#joined?.line.state === 'here' && (policy.team?.approvals ?? 'team') === 'team'
  }

  async ask(question: Question, signal?: AbortSignal): Promise<Settlement | NotAsked> {
    const line = this.#joined?.line
    if (line === undefined) return { code: 'team.away', message: 'this machine left its team while a person was asked' }
    return askAtTeam(line, question, signal)
  }

  async stop(): Promise<void> {
    const before = this.#joined
    this.#joined = undefined
    await before?.delivery.stop()
    before?.line.close()
  }
}

/** What the gate is told of a call: secrets masked, and what this machine says about it. */
/** The gate hangs up on a larger request, which could not be told from a gate that is away. */
export function isTooLarge(body: object): boolean {
  return Buffer.byteLength(JSON.stringify(body)) > MOST_CONSULT_BYTES
}

const MOST_CONSULT_BYTES = 1024 * 1024

export const TOO_LARGE: TeamAnswer = { says: 'deny', because: [unjudged('it is too large')] }

export function consultBody({ call, world }: Subject, own: Ruling): object {
  const { id, session, agent, tool, input, cwd, subagent } = call
  return {
    call: {
      id,
      session,
      agent,
      tool,
      input: redactJson(input),
      cwd,
      ...(subagent === undefined ? {} : { subagent: { ...subagent } }),
    },
    home: world.home,
    platform: world.platform,
    own: { decision: own.says, codes: own.because.map(({ code }) => code).slice(0, 20) },
  }
}

export function answerIn(said: Said): TeamAnswer {
  if ('away' in said) return { says: 'away', because: said.away }
  if ('refuses' in said) return { says: 'refuses', because: said.refuses }
  // It is there and does not take this call. Otherwise a call that is made too large for it would pass it by.
  if (said.status !== 200) return { says: 'deny', because: [unjudged(problemIn(said.value) ?? String(said.status))] }
  const says = field(said.value, 'says')
  if (says === 'nothing') return { says }
  const [first, ...more] = reasonsIn(field(said.value, 'because'))
  if ((says === 'ask' || says === 'deny') && first !== undefined) return { says, because: [first, ...more] }
  return { says: 'away', because: 'its answer makes no sense' }
}

function unjudged(why: string): Reason {
  return {
    code: 'team.refused',
    sentence: `the team's gate cannot be asked about this call: ${why}`,
    clearedBy: 'a smaller call',
  }
}

function reasonsIn(value: unknown): readonly Reason[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, 20).flatMap((each: unknown) => {
    const [code, sentence, clearedBy] = [field(each, 'code'), field(each, 'sentence'), field(each, 'clearedBy')]
    if (typeof code !== 'string' || typeof sentence !== 'string' || !/^[a-z][a-z0-9.-]{0,99}$/.test(code)) return []
    return [
      {
        code,
        sentence: `the team's gate: ${sentence.slice(0, 2_000)}`,
        ...(typeof clearedBy === 'string' ? { clearedBy: clearedBy.slice(0, 500) } : {}),
      },
    ]
  })
}

/**
 * Puts a question to the team's people and waits. A connection that is cut is made again, for as long as the question may
 * be answered; the gate gives an answer once.
 */
export async function askAtTeam(
  line: TeamLine,
  question: Question,
  signal?: AbortSignal,
): Promise<Settlement | NotAsked> {
  const until = performance.now() + (question.expiresAt - question.askedAt)
  const {
    id: _id,
    key: _key,
    shown: _shown,
    askedAt: _asked,
    expiresAt: _expires,
    offers: _offers,
    ...asked
  } = question
  for (;;) {
    const left = until - performance.now()
    if (left <= 0) return { how: 'expired', at: question.expiresAt }
    const body = { question: asked, lifetimeMs: Math.ceil(left) }
    const said = await line.post('/v1/team/question', body, Math.min(QUESTION_PATIENCE, left + 1_000), signal)
    if (signal?.aborted) throw new GivenUp('the question was abandoned')
    if ('refuses' in said) return { code: 'team.refused', message: `the team's gate refuses it: ${said.refuses}` }
    if ('away' in said) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(ASK_AGAIN_AFTER, Math.max(1, left))))
      continue
    }
    if (said.status === 202) continue
    const settled = settlementSchema().safeParse(field(said.value, 'settlement'))
    if (said.status !== 200 || !settled.success) {
      const code = field(field(said.value, 'error'), 'code') === 'team.nobody' ? 'team.nobody' : 'team.away'
      return { code, message: problemIn(said.value) ?? `the team's gate answered ${said.status}` }
    }
    return here(settled.data)
  }
}

/** What the team's people may say about a call of this machine: yes or no to exactly this input. */
function here(settlement: Settlement): Settlement {
  if (settlement.how !== 'answered') return settlement
  const { says } = settlement.choice
  if (says === 'once' || says === 'session' || says === 'deny')
    return { ...settlement, channel: `team, ${settlement.channel}` }
  return { how: 'withdrawn', because: "the answer is none that the team's gate can give", at: settlement.at }
}
