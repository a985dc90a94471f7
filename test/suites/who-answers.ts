import { userInfo } from 'node:os'
import { type DaemonProduct, run, type Running } from '../daemon/client.ts'
import { People } from '../daemon/people.ts'
import type { Failures } from '../product.ts'
import { userWith } from './user-roles.ts'

/** One thing that must hold about who answers. Returns what does not, in words. */
export interface Answering {
  readonly what: string
  readonly holds: (product: DaemonProduct) => Promise<Failures>
}

/** Asked by the rulebook: it cannot tell what the program does. */
const UNKNOWN = 'some-unknown-program --go'

interface Scene {
  readonly running: Running
  readonly people: People
  /** Answers the question that waits, with this token. */
  readonly answer: (token: string, choice?: object) => Promise<{ readonly status: number; readonly body: string }>
  readonly records: () => Promise<readonly { readonly code: string; readonly user: string; readonly event: string }[]>
}

async function scene(
  product: DaemonProduct,
  approvals: object,
  act: (scene: Scene) => Promise<Failures>,
): Promise<Failures> {
  const settings = { approvals: { wait: 'always', ...approvals } }
  const running = await run(product, { settings: JSON.stringify(settings) })
  const people = new People(running.daemon, running.project)
  let asked: ReturnType<People['question']> | undefined
  try {
    return await act({
      running,
      people,
      answer: async (token, choice = { says: 'once' }) => {
        const { id, shown } = await (asked ??= people.question())
        return running.post(`/v1/approvals/${id}/answer`, { shown, choice }, token)
      },
      records: async () => {
        const { body } = await running.get('/v1/audit?limit=50')
        return (JSON.parse(body) as { records: { code: string; user: string; event: string }[] }).records
      },
    })
  } finally {
    await running.end()
  }
}

function expected(
  what: string,
  is: { readonly status: number; readonly body: string },
  status: number,
  part: string,
): Failures {
  return is.status === status && is.body.includes(part) ? [] : [`${what}: ${is.status} ${is.body}`]
}

const decision = (said: { readonly body: { readonly decision?: string } }, wanted: string): Failures =>
  said.body.decision === wanted ? [] : [`the call: ${said.body.decision}, not ${wanted}`]

export const WHO_ANSWERS: readonly Answering[] = [
  {
    what: 'an approval by somebody whose role may not is refused with who may, and recorded',
    holds: (product) =>
      scene(product, { who: { '*': ['admin'] } }, async ({ running, people, answer, records }) => {
        const approver = await userWith(running, 'ann', 'approver')
        const admin = await userWith(running, 'adam', 'admin')
        await running.post('/v1/users/change', {
          does: 'add',
          user: 'dev',
          role: 'agent',
          identities: [`login:${userInfo().username}`],
        })
        const waiting = people.agent(UNKNOWN)
        const refused = await answer(approver)
        const recorded = (await records()).some(({ code, user }) => code === 'approval.role' && user === 'ann')
        const taken = await answer(admin)
        return [
          ...expected('an approver', refused, 403, 'ann is approver and may not approve this: owner, admin may'),
          ...(recorded ? [] : ['it is not on record']),
          ...expected('an admin', taken, 200, '"by":"adam"'),
          ...decision(await waiting, 'allow'),
        ]
      }),
  },
  {
    what: 'a yes of one person is not enough where two are needed, and two people are two users',
    holds: (product) =>
      scene(product, { twoPeople: ['*'] }, async ({ running, people, answer, records }) => {
        const ann = await userWith(running, 'ann', 'approver')
        const bob = await userWith(running, 'bob', 'approver')
        await running.post('/v1/users/change', {
          does: 'add',
          user: 'dev',
          role: 'agent',
          identities: [`login:${userInfo().username}`],
        })
        const waiting = people.agent(UNKNOWN)
        const first = await answer(ann)
        const again = await answer(ann)
        const noted = (await records()).some(({ code, user }) => code === 'approval.needs-second' && user === 'ann')
        const second = await answer(bob, { says: 'session' })
        const said = await waiting
        const next = people.agent(UNKNOWN, { id: 'later' })
        // What two people said yes to was one call: the next one is asked about again.
        const later = second.status === 200 ? await Promise.race([next, people.question()]) : undefined
        return [
          ...(later !== undefined && 'status' in later ? ['two people allowed it for longer than once'] : []),
          ...expected('the first yes', first, 202, 'the yes of ann is noted'),
          ...expected('the same once more', again, 202, 'needs-second'),
          ...(noted ? [] : ['the first yes is not on record']),
          ...expected('the second', second, 200, '"by":"ann and bob"'),
          ...decision(said, 'allow'),
        ]
      }),
  },
  {
    what: 'one no is enough where two yes are needed',
    holds: (product) =>
      scene(product, { twoPeople: ['*'] }, async ({ running, people, answer }) => {
        const ann = await userWith(running, 'ann', 'approver')
        await running.post('/v1/users/change', {
          does: 'add',
          user: 'dev',
          role: 'agent',
          identities: [`login:${userInfo().username}`],
        })
        const waiting = people.agent(UNKNOWN)
        return [
          ...expected('the no', await answer(ann, { says: 'deny' }), 200, '"by":"ann"'),
          ...decision(await waiting, 'deny'),
        ]
      }),
  },
  {
    what: 'nobody approves their own agent where that is forbidden',
    holds: (product) =>
      scene(product, { ownAgent: 'forbidden' }, async ({ running, people, answer }) => {
        const ann = await userWith(running, 'ann', 'approver', { identities: [`login:${userInfo().username}`] })
        const bob = await userWith(running, 'bob', 'approver')
        const waiting = people.agent(UNKNOWN)
        const own = await answer(ann)
        // The operator's token is that of whoever is logged in here: ann again.
        const operator = await answer(running.operator)
        return [
          ...expected('ann', own, 403, 'approval.own-agent'),
          ...expected('the operator', operator, 403, 'approval.own-agent'),
          ...expected('bob', await answer(bob), 200, '"by":"bob"'),
          ...decision(await waiting, 'allow'),
        ]
      }),
  },
  {
    what: "the agent's own prompt is no way round it",
    holds: (product) =>
      scene(product, { ownAgent: 'forbidden', wait: 'never' }, async ({ people }) =>
        decision(await people.agent(UNKNOWN, { interactive: true }), 'deny'),
      ),
  },
  {
    what: 'who may approve may not save a rule',
    holds: (product) =>
      scene(product, {}, async ({ running, people, answer }) => {
        const ann = await userWith(running, 'ann', 'approver', { identities: [`login:${userInfo().username}`] })
        void people.agent(UNKNOWN)
        const { offers } = await people.question()
        const [rule] = offers
        return rule === undefined
          ? []
          : expected('ann', await answer(ann, { says: 'save', rule }), 403, 'may not change the settings')
      }),
  },
  {
    what: 'without users everything is as for one person: the operator answers, and nobody hears of users',
    holds: (product) =>
      scene(product, {}, async ({ running, people, answer }) => {
        const waiting = people.agent(UNKNOWN)
        const taken = await answer(running.operator)
        const me = await running.get('/v1/console/me')
        return [
          ...expected('the operator', taken, 200, '"by":"operator"'),
          ...decision(await waiting, 'allow'),
          ...(me.body.includes('role') ? [`the console hears of roles: ${me.body}`] : []),
        ]
      }),
  },
]
