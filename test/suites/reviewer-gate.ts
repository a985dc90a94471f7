import { PLAIN_CALLER } from '../../src/call/caller.ts'
import type { Gate } from '../../src/gate.ts'
import type { ReviewAnswer, Reviewer } from '../../src/classifier/reviewer.ts'
import type { Session } from '../../src/session.ts'
import type { Verdict } from '../../src/verdict.ts'
import type { Failures } from '../product.ts'
import { gateOver, judgeCall, PROJECT, sessionIn } from '../project.ts'
import type { ReviewerProduct } from '../reviewer-product.ts'
import { type Behaviour, startModelServer } from '../servers/said.ts'
import type { LocalServer, Seen } from '../servers/server.ts'
import { clientAt, HASTY, MODEL, PATIENT, reviewerAt, UNSETTLED } from './reviewer-sitting.ts'

const NO: Behaviour = { text: '<block>no', stop: 'stop-sequence' }
const OVERLOADED: Behaviour = { fault: 'raw', status: 529, body: '{}' }

/** One thing the gate owes its reviewer, or the reviewer the gate. Says what is wrong, or nothing. */
interface Duty {
  readonly name: string
  readonly check: (product: ReviewerProduct) => Promise<string | undefined>
}

const DUTIES: readonly Duty[] = [
  {
    name: 'a call that was given up before the review is denied and nobody is asked',
    check: async (product) => {
      const { server, gate } = await sitting(product, () => NO)
      const verdict = await judgeWith(product, gate, sessionIn(product), AbortSignal.abort())
      return closing(server, mustBe(verdict, 'deny') ?? (server.requests.length > 0 ? 'somebody was asked' : undefined))
    },
  },
  {
    name: 'a call that is given up during the review is denied',
    check: async (product) => {
      const giving = new AbortController()
      const { server, gate } = await sitting(product, () => {
        setTimeout(() => giving.abort(), 5)
        return { ...NO, delay: 60 }
      })
      return closing(server, mustBe(await judgeWith(product, gate, sessionIn(product), giving.signal), 'deny'))
    },
  },
  {
    name: 'a call that is given up while its record is written is denied',
    check: async (product) => {
      const giving = new AbortController()
      const { server, gate } = await sitting(product, () => NO)
      const journal = {
        remember: async (): Promise<void> => {
          giving.abort()
          await new Promise((later) => setTimeout(later, 5))
        },
      }
      const verdict = await judgeWith(product, { ...gate, journal }, sessionIn(product), giving.signal)
      return closing(server, mustBe(verdict, 'deny'))
    },
  },
  {
    name: 'a verdict that comes after the deadline is heard by nobody',
    check: async (product) => {
      const { server, gate } = await sitting(product, () => ({ ...NO, delay: 600 }), HASTY)
      const session = sessionIn(product)
      const verdict = await judgeWith(product, gate, session)
      await new Promise((later) => setTimeout(later, 500))
      return closing(
        server,
        mustBe(verdict, 'deny', 'review.unavailable.timeout') ??
          (session.turns.some((turn) => turn.kind === 'call' && turn.outcome?.kind !== 'denied')
            ? 'the late verdict became a turn that ran'
            : undefined),
      )
    },
  },
  { name: 'a rule that comes in during the review voids its verdict', check: (product) => changing(product, 'rule') },
  { name: 'another mode during the review voids its verdict', check: (product) => changing(product, 'mode') },
  { name: 'settings that break during the review void its verdict', check: (product) => changing(product, 'settings') },
  { name: 'the end of the session voids the verdict', check: (product) => changing(product, 'end') },
  {
    name: 'an allow whose record fails is a deny',
    check: async (product) => {
      const { server, gate } = await sitting(product, () => NO)
      const journal = {
        remember: () => Promise.reject(new product.journal.JournalFailure('journal.full', 'the disk is full')),
      }
      const verdict = await judgeWith(product, { ...gate, journal }, sessionIn(product))
      return closing(server, mustBe(verdict, 'deny', 'journal.full'))
    },
  },
  {
    name: 'a failure that passes is tried again',
    check: async (product) => {
      const { server, gate } = await sitting(product, (seen) => (seen.index === 0 ? OVERLOADED : NO))
      const verdict = await judgeWith(product, gate, sessionIn(product))
      const asked = server.requests.length === 2 ? undefined : `asked ${server.requests.length} times`
      return closing(server, mustBe(verdict, 'allow', 'review.no-block') ?? asked)
    },
  },
  {
    name: 'after five failures nobody is asked for a while; then one probe at a time',
    check: breaks,
  },
  { name: 'ten failures of the reviewer are no denials', check: failuresAreNoDenials },
  { name: 'three denials in a row go to a person, or stop the agent', check: limits },
  {
    name: 'where the iron gate is open, a person is asked instead; nobody there means no',
    check: async (product) => {
      const { server, gate } = await sitting(product, () => OVERLOADED)
      const open: Gate = { ...gate, ironGateClosed: () => false }
      const asked = await judgeWith(product, open, sessionIn(product, { interactive: true }))
      const alone = await judgeWith(product, open, sessionIn(product, { interactive: false }))
      return closing(server, mustBe(asked, 'ask', 'review.unavailable.overloaded') ?? mustBe(alone, 'deny'))
    },
  },
  { name: 'two calls at once get each its own verdict', check: atOnce },
  {
    name: 'an answer that says allow and block at once allows nothing',
    check: async (product) => {
      const contradiction = { outcome: 'allow', block: true, stage: 'first', usage: [] } as unknown as ReviewAnswer
      const reviewer: Reviewer = { review: () => Promise.resolve(contradiction) }
      return mustBe(await judgeWith(product, { ...(await gateOver(product)), reviewer }, sessionIn(product)), 'deny')
    },
  },
  {
    name: 'a reviewer that throws allows nothing',
    check: async (product) => {
      const reviewer: Reviewer = { review: () => Promise.reject(new Error('broken on purpose')) }
      return mustBe(await judgeWith(product, { ...(await gateOver(product)), reviewer }, sessionIn(product)), 'deny')
    },
  },
  {
    name: 'a bug inside the reviewer allows nothing',
    check: async (product) => {
      const reviewer = product.twoStage.twoStageReviewer({
        client: clientAt(product, {
          url: 'http://127.0.0.1:9',
          format: 'messages',
          transfer: 'whole',
          limits: PATIENT,
        }),
        model: () => {
          throw new Error('broken on purpose')
        },
        mode: () => 'both',
        transfer: 'whole',
        limits: { ...product.deadlines.LIMITS, ...PATIENT },
        now: () => 0,
        chance: () => 0,
      })
      const gate = { ...(await gateOver(product)), reviewer }
      return mustBe(await judgeWith(product, gate, sessionIn(product)), 'deny', 'review.unavailable.malformed')
    },
  },
  {
    name: 'without a reviewer a person decides',
    check: async (product) => {
      const gate = await gateOver(product)
      return (
        mustBe(await judgeWith(product, gate, sessionIn(product, { interactive: true })), 'ask') ??
        mustBe(await judgeWith(product, gate, sessionIn(product, { interactive: false })), 'deny')
      )
    },
  },
  {
    name: 'hard harm is denied and the harmless allowed without anybody being asked',
    check: async (product) => {
      const { server, gate } = await sitting(product, () => NO)
      const hard = await judgeWith(product, gate, sessionIn(product), undefined, 'rm -rf ~')
      const harmless = await judgeWith(product, gate, sessionIn(product), undefined, 'git status')
      const asked = server.requests.length > 0 ? 'somebody was asked' : undefined
      return closing(server, mustBe(hard, 'deny') ?? mustBe(harmless, 'allow') ?? asked)
    },
  },
]

/** What the gate does around a review, with the real reviewer and the real SDK. */
export async function reviewerInGate(product: ReviewerProduct, about: RegExp = /./): Promise<Failures> {
  const duties = DUTIES.filter(({ name }) => about.test(name))
  const failures: string[] = duties.length === 0 ? [`no duty is about ${String(about)}`] : []
  for (const { name, check } of duties) {
    try {
      const wrong = await check(product)
      if (wrong !== undefined) failures.push(`${name}: ${wrong}`)
    } catch (error) {
      failures.push(`${name}: threw ${String(error)}`)
    }
  }
  return failures
}

async function sitting(
  product: ReviewerProduct,
  script: (seen: Seen) => Behaviour,
  limits = PATIENT,
): Promise<{ readonly server: LocalServer; readonly gate: Gate }> {
  const server = await startModelServer('messages', script)
  const reviewer = reviewerAt(product, { url: server.url, format: 'messages', transfer: 'whole', limits })
  return { server, gate: { ...(await gateOver(product)), reviewer } }
}

async function closing(server: LocalServer, wrong: string | undefined): Promise<string | undefined> {
  await server.close()
  return wrong
}

async function judgeWith(
  product: ReviewerProduct,
  gate: Gate,
  session: Session,
  signal?: AbortSignal,
  command: string = UNSETTLED,
): Promise<Verdict> {
  if (signal === undefined) return judgeCall(product, gate, session, 'Bash', { command })
  const read = product.readCall.readCallValue(
    { tool: 'Bash', input: { command } },
    { id: 'test', cwd: PROJECT, session: session.id, agent: 'test' },
  )
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  return product.gate.judge(gate, read.ok, session, { caller: PLAIN_CALLER, signal })
}

function mustBe(verdict: Verdict, decision: Verdict['decision'], code?: string): string | undefined {
  const codes = verdict.because.map((reason) => reason.code)
  if (verdict.decision !== decision) return `${verdict.decision} (${codes.join(', ')}), not ${decision}`
  return code === undefined || codes.includes(code) ? undefined : `${codes.join(', ')}, not ${code}`
}

/** The model says no to blocking, but by then the question is another. */
async function changing(
  product: ReviewerProduct,
  what: 'rule' | 'mode' | 'settings' | 'end',
): Promise<string | undefined> {
  const session = sessionIn(product)
  let changed = false
  const { server, gate } = await sitting(product, () => {
    changed = true
    if (what === 'mode') session.mode = 'default'
    if (what === 'end') session.ended = true
    return NO
  })
  const settings =
    what === 'rule' ? { permissions: { deny: ['Bash(some-unknown-program *)'] } } : { permissions: { alow: [] } }
  const other = await gateOver(product, { settings })
  const policyFor = (cwd: string): ReturnType<Gate['policyFor']> =>
    changed && (what === 'rule' || what === 'settings') ? other.policyFor(cwd) : gate.policyFor(cwd)
  const verdict = await judgeWith(product, { ...gate, policyFor }, session)
  await server.close()
  if (!changed) return 'the model was never asked'
  return verdict.decision === 'allow' ? 'allowed by the stale verdict' : undefined
}

async function breaks(product: ReviewerProduct): Promise<string | undefined> {
  let healthy = false
  const server = await startModelServer('messages', () => (healthy ? NO : OVERLOADED))
  let now = 0
  const at = { url: server.url, format: 'messages', transfer: 'whole', limits: { ...PATIENT, retries: 0 } } as const
  const reviewer = product.twoStage.twoStageReviewer({
    client: clientAt(product, at),
    model: () => MODEL.messages,
    mode: () => 'both',
    transfer: 'whole',
    limits: { ...product.deadlines.LIMITS, ...at.limits },
    now: () => now,
    chance: () => 0.5,
  })
  const gate = { ...(await gateOver(product)), reviewer }
  const judge = (): Promise<Verdict> => judgeWith(product, gate, sessionIn(product))
  const run = async (): Promise<string | undefined> => {
    for (let count = 0; count < 5; count++) {
      const wrong = mustBe(await judge(), 'deny', 'review.unavailable.overloaded')
      if (wrong !== undefined) return `failure ${count + 1}: ${wrong}`
    }
    const asked = server.requests.length
    for (let count = 0; count < 3; count++) {
      const wrong = mustBe(await judge(), 'deny', 'review.unavailable.breaker')
      if (wrong !== undefined) return `while it rests: ${wrong}`
    }
    if (server.requests.length !== asked) return 'it was asked while it rests'
    now += 31_000
    const probes = await Promise.all([judge(), judge(), judge()])
    if (server.requests.length !== asked + 1) return `${server.requests.length - asked} probes at once`
    if (probes.some((verdict) => verdict.decision !== 'deny')) return 'a failed probe allows'
    healthy = true
    now += 31_000
    return mustBe(await judge(), 'allow') ?? mustBe(await judge(), 'allow')
  }
  const wrong = await run()
  await server.close()
  return wrong
}

async function failuresAreNoDenials(product: ReviewerProduct): Promise<string | undefined> {
  for (const interactive of [true, false]) {
    const session = sessionIn(product, { interactive })
    const { server, gate } = await sitting(product, () => OVERLOADED, { ...PATIENT, retries: 0 })
    for (let count = 0; count < 10; count++) {
      const verdict = await judgeWith(product, gate, session)
      const wrong = mustBe(verdict, 'deny') ?? (verdict.stopAgent ? 'the agent is stopped' : undefined)
      if (wrong !== undefined) return closing(server, `after ${count} failures: ${wrong}`)
    }
    await server.close()
    if (session.denials.total > 0 || session.denials.consecutive > 0) return 'they were counted'
  }
  return undefined
}

async function limits(product: ReviewerProduct): Promise<string | undefined> {
  for (const interactive of [true, false]) {
    const session = sessionIn(product, { interactive })
    const { server, gate } = await sitting(product, () => ({ text: '<block>yes</block><reason>no</reason>' }))
    const verdicts: Verdict[] = []
    for (let count = 0; count < 3; count++) verdicts.push(await judgeWith(product, gate, session))
    await server.close()
    const [first, second, third] = verdicts
    const wrong =
      mustBe(first!, 'deny') ??
      mustBe(second!, 'deny') ??
      (interactive ? mustBe(third!, 'ask', 'denials.limit') : mustBe(third!, 'deny', 'denials.limit'))
    if (wrong !== undefined) return wrong
    if (!interactive && third!.stopAgent !== true) return 'the agent is not stopped'
  }
  return undefined
}

/** The slower answer is the yes: mixed up, it would be the no of the other. */
async function atOnce(product: ReviewerProduct): Promise<string | undefined> {
  const { server, gate } = await sitting(product, (seen) => {
    const harmful = JSON.stringify(seen.body['messages']).includes('--harm')
    return harmful ? { text: '<block>yes</block><reason>no</reason>', delay: 20 } : NO
  })
  const session = sessionIn(product)
  const commands = [`${UNSETTLED} --harm`, UNSETTLED, `${UNSETTLED} --harm 2`, `${UNSETTLED} 2`]
  const verdicts = await Promise.all(commands.map((command) => judgeWith(product, gate, session, undefined, command)))
  await server.close()
  for (const [at, verdict] of verdicts.entries()) {
    const wrong = mustBe(verdict, at % 2 === 0 ? 'deny' : 'allow')
    if (wrong !== undefined) return `${commands[at]}: ${wrong}`
  }
  return undefined
}
