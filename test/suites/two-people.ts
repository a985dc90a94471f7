import { userInfo } from 'node:os'
import type { DaemonProduct, Running } from '../daemon/client.ts'
import { team } from '../postgres/team.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'
import { until } from '../until.ts'
import { userWith } from './user-roles.ts'

/** Two daemons that know the same users; a call that waits, and who may approve it. */
interface Stage {
  readonly one: Running
  readonly two: Running
  readonly ann: string
  readonly bob: string
  /** The call and its question, which both daemons know. */
  ask(name: string): Promise<{ readonly id: string; readonly shown: string; readonly decision: Promise<string> }>
  yes(daemon: Running, who: string, question: { readonly id: string; readonly shown: string }): Promise<Told>
  records(session: string, code: string): Promise<number>
}

interface Told {
  readonly status: number
  readonly body: string
}

export interface TwoPeopleCase {
  readonly what: string
  holds(stage: Stage): Promise<Failures>
}

const SETTINGS = JSON.stringify({ approvals: { wait: 'always', twoPeople: ['*'], mostPerSession: 50 } })
const ROUNDS = 12

function expected(what: string, { status, body }: Told, wanted: number, part: string): Failures {
  return status === wanted && body.includes(part) ? [] : [`${what}: ${status} ${body}`]
}

export const TWO_PEOPLE: readonly TwoPeopleCase[] = [
  {
    what: 'the first yes on one daemon and the second on another are one approval',
    holds: async ({ one, two, ann, bob, ask, yes, records }) => {
      const question = await ask('plain')
      const first = await yes(one, ann, question)
      const second = await yes(two, bob, question)
      const decision = await question.decision
      const late = await yes(one, bob, question)
      const approved = await records('plain', 'person.approved')
      return [
        ...expected('the first', first, 202, 'the yes of ann is noted'),
        ...expected('the second', second, 200, '"by":"ann and bob"'),
        ...expected('a third', late, 409, 'approval.settled'),
        ...(decision === 'allow' ? [] : [`the call was told ${decision}`]),
        ...(approved === 1 ? [] : [`${approved} approvals are on record`]),
      ]
    },
  },
  {
    what: 'the same person twice is one, on whichever daemons and at the same time',
    holds: async ({ one, two, ann, ask, yes }) => {
      const question = await ask('same')
      const told = await Promise.all(
        Array.from({ length: 10 }, (_, index) => yes(index % 2 === 0 ? one : two, ann, question)),
      )
      told.push(await yes(two, ann, question), await yes(one, ann, question))
      return told.flatMap((each) => expected('ann again', each, 202, 'needs-second'))
    },
  },
  {
    what: 'two people at the same moment on two daemons approve it exactly once',
    holds: async ({ one, two, ann, bob, ask, yes, records }) => {
      const failures: string[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const session = `race-${round}`
        const question = await ask(session)
        const told = await Promise.all([
          yes(one, ann, question),
          yes(two, bob, question),
          yes(two, ann, question),
          yes(one, bob, question),
        ])
        const taken = told.filter(({ status }) => status === 200).length
        const decision = await question.decision
        const approved = await records(session, 'person.approved')
        if (taken !== 1 || decision !== 'allow' || approved !== 1)
          failures.push(`${session}: ${taken} were taken, ${approved} on record, ${decision}: ${JSON.stringify(told)}`)
      }
      return failures
    },
  },
  {
    what: 'one no is enough, after a yes on another daemon',
    holds: async ({ one, two, ann, bob, ask, yes }) => {
      const question = await ask('no')
      await yes(one, ann, question)
      const answer = { shown: question.shown, choice: { says: 'deny' } }
      const no = await two.post(`/v1/approvals/${question.id}/answer`, answer, bob)
      const late = await yes(two, bob, question)
      const decision = await question.decision
      return [
        ...expected('the no', no, 200, '"by":"bob"'),
        ...expected('a yes after it', late, 409, 'approval.settled'),
        ...(decision === 'deny' ? [] : [`the call was told ${decision}`]),
      ]
    },
  },
  {
    what: 'a yes of somebody who was disabled on the other daemon does not count',
    holds: async ({ one, two, bob, ask, yes }) => {
      const carol = await userWith(one, 'carol', 'approver')
      const question = await ask('disabled')
      const first = await yes(one, carol, question)
      await two.post('/v1/users/change', { does: 'disable', user: 'carol' })
      const second = await yes(two, bob, question)
      return [...expected('carol', first, 202, 'noted'), ...expected('bob', second, 202, 'the yes of bob is noted')]
    },
  },
]

export async function twoPeopleCase(
  product: DaemonProduct,
  postgres: TestPostgres,
  { holds }: TwoPeopleCase,
): Promise<Failures> {
  const url = await postgres.database()
  const members = team(product, url)
  try {
    const [one, two] = [await members.join({ settings: SETTINGS }), await members.join({ settings: SETTINGS })]
    const ann = await userWith(one, 'ann', 'approver')
    const bob = await userWith(one, 'bob', 'approver')
    const login = userInfo().username
    await one.post('/v1/users/change', { does: 'add', user: 'dev', role: 'agent', identities: [`login:${login}`] })
    const pendingOn = async (daemon: Running, session: string) => {
      const { body } = await daemon.get('/v1/approvals')
      const { pending } = JSON.parse(body) as { pending: { id: string; session: string; shown: string }[] }
      return pending.find((each) => each.session === session)
    }
    return await holds({
      one,
      two,
      ann,
      bob,
      ask: async (session) => {
        const call = { ...one.call('some-unknown-program --go', session), interactive: false }
        const decision = one
          .post('/v1/judge', call)
          .then(({ body }) => String((JSON.parse(body) as { decision?: string }).decision))
        await until('both know the question', async () => {
          const known = await Promise.all([one, two].map((daemon) => pendingOn(daemon, session)))
          return known.every((each) => each !== undefined)
        })
        const { id, shown } = (await pendingOn(one, session))!
        return { id, shown, decision }
      },
      yes: (daemon, who, { id, shown }) =>
        daemon.post(`/v1/approvals/${id}/answer`, { shown, choice: { says: 'once' } }, who),
      records: async (session, code) => {
        const sql = 'select count(*)::int as n from audit_log where session = $1 and code = $2'
        const [row] = await postgres.query(url, sql, [session, code])
        return Number(row?.['n'])
      },
    })
  } finally {
    await members.end()
  }
}
