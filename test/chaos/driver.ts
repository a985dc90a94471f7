import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosTeam, Member } from './members.ts'
import { unhurried } from '../until.ts'

/** One call that was sent, and what came back. */
export interface Sent {
  readonly id: string
  readonly session: string
  readonly kind: Kind
  readonly daemon: Member
  /** Empty: no answer came. */
  decision: string
  code: string
}

export type Kind = 'own' | 'shared' | 'denied' | 'limited' | 'reviewed' | 'asked' | 'probe'

/** An answer to a question, as it was taken or not. */
export interface Answered {
  readonly question: string
  readonly session: string
  readonly says: string
  readonly status: number
}

/** Calls of one session before the next begins: fewer than its rate limit, so that only `limited` ones meet it. */
const CALLS_OF_A_SESSION: Readonly<Record<Kind, number>> = {
  own: 6,
  shared: 8,
  denied: 8,
  limited: 60,
  reviewed: 2,
  asked: 1,
  probe: 8,
}

/** What a worker sends, in turn. */
const TURNS: readonly Kind[] = ['own', 'shared', 'denied', 'own', 'limited', 'shared', 'reviewed', 'limited']

const COMMANDS: Readonly<Record<Kind, (id: string) => string>> = {
  own: (id) => `ls -la ${id}`,
  shared: (id) => `ls -la ${id}`,
  denied: (id) => `cat ~/.ssh/id_rsa-${id}`,
  limited: (id) => `ls -la ${id}`,
  reviewed: (id) => `some-unknown-program --refuse ${id}`,
  asked: (id) => `deploy-it ${id}`,
  probe: (id) => `ls -la ${id}`,
}

export const PATIENCE = 25_000

/** Sends calls to every daemon, bounded in rate, and remembers every answer: what it was told must be true afterwards. */
export class Driver {
  readonly team: ChaosTeam
  readonly sent: Sent[] = []
  readonly answers: Answered[] = []
  readonly #counts = new Map<Kind, number>()
  #stopping = new AbortController()
  #workers: Promise<unknown> = Promise.resolve()

  constructor(team: ChaosTeam) {
    this.team = team
  }

  start(workersEach: number = 3, pause: number = 40): void {
    this.#stopping = new AbortController()
    const { signal } = this.#stopping
    this.#workers = Promise.all(
      this.team.members.flatMap((member) =>
        Array.from({ length: workersEach }, (_, worker) => this.#work(member, worker, pause, signal)),
      ),
    )
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#workers
  }

  async #work(member: Member, worker: number, pause: number, stopping: AbortSignal): Promise<void> {
    for (let turn = worker; !stopping.aborted; turn++) {
      const { decision } = await this.send(member, TURNS[turn % TURNS.length]!)
      await sleep(decision === '' ? 100 : pause)
    }
  }

  /** The next call of a kind, or the same command again in a session that is named. */
  async send(
    member: Member,
    kind: Kind,
    like: {
      readonly id?: string
      readonly session?: string
      readonly command?: string
      readonly patience?: number
    } = {},
  ): Promise<Sent> {
    const number = this.#counts.get(kind) ?? 0
    this.#counts.set(kind, number + 1)
    const id = like.id ?? `${kind}-${number}`
    const session =
      like.session ?? `${kind === 'denied' ? 'shared' : kind}-${Math.floor(number / CALLS_OF_A_SESSION[kind])}`
    const sent: Sent = { id, session, kind, daemon: member, decision: '', code: '' }
    this.sent.push(sent)
    const body = {
      tool: 'Bash',
      input: { command: like.command ?? COMMANDS[kind](id) },
      cwd: this.team.project,
      session,
      id,
      interactive: false,
    }
    const headers = like.patience === undefined ? {} : { 'x-portcullis-patience': String(like.patience) }
    const answer = await request(member, 'POST', '/v1/judge', body, member.agent, headers)
    const { decision = '', because = [] } = answer.body as { decision?: string; because?: { code: string }[] }
    // Whoever looks only at the status must not be misled either.
    sent.decision = decision === 'allow' && answer.status !== 200 ? 'allow with a wrong status' : decision
    sent.code = because[0]?.code ?? ''
    return sent
  }

  async answer(
    member: Member,
    question: { readonly id: string; readonly session: string; readonly shown?: string },
    says: 'once' | 'deny',
  ): Promise<Answered> {
    const shown = question.shown === undefined ? {} : { shown: question.shown }
    const { status } = await request(
      member,
      'POST',
      `/v1/approvals/${question.id}/answer`,
      { choice: { says }, ...shown },
      member.operator,
    )
    const answered = { question: question.id, session: question.session, says, status }
    this.answers.push(answered)
    return answered
  }
}

/** Status 0: no answer came. */
export async function request(
  member: Member,
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const answer = await fetch(`http://127.0.0.1:${member.port}${path}`, {
      method,
      // A connection of its own: one that was kept may be closed by the daemon just as it is used again.
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        connection: 'close',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(Math.ceil(unhurried(PATIENCE))),
    })
    return { status: answer.status, body: await answer.json() }
  } catch (error) {
    return { status: 0, body: { why: `${String(error)}: ${String((error as Error).cause)}` } }
  }
}
