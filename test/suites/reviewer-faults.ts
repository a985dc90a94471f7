import type { Gate } from '../../src/gate.ts'
import type { Session } from '../../src/session.ts'
import type { Verdict } from '../../src/verdict.ts'
import type { ReviewerProduct } from '../reviewer-product.ts'
import type { Failures } from '../product.ts'
import { gateOver, judgeCall, sessionIn } from '../project.ts'
import { type Format, startModelServer } from '../servers/said.ts'
import type { LocalServer } from '../servers/server.ts'
import { unhurried, until } from '../until.ts'
import { FAULTS, type FaultRow } from '../../src/surfaces/selftest/reviewer-fault-table.ts'
import {
  HASTY,
  inParallel,
  OBJECTION,
  PATIENT,
  reviewerAt,
  stageOf,
  type Transfer,
  UNSETTLED,
} from './reviewer-sitting.ts'

/** A fault in both stages, in the second after a first that objects, or in the only one of mode `fast` or `thinking`. */
type Where = 'both' | 'second' | 'fast' | 'thinking'

interface Case {
  readonly row: FaultRow
  readonly format: Format
  readonly transfer: Transfer
  readonly where: Where
  readonly interactive: boolean
  readonly hasty: boolean
}

/** Beyond the deadline by no more than this, on a machine of one's own. */
const GRACE = 1_000

/** How much of the table is run, and how patiently. Left out: all of it, as each row needs. */
export interface FaultPlan {
  readonly kinds?: readonly number[]
  readonly formats?: readonly Format[]
  readonly interactive?: readonly boolean[]
  readonly where?: readonly Where[]
  /** Short deadlines for every row, so that a bug that waits is found soon. */
  readonly hasty?: true
}

export function faultCases(plan: FaultPlan = {}): readonly Case[] {
  const cases: Case[] = []
  for (const row of FAULTS.filter(({ kind }) => plan.kinds?.includes(kind) ?? true))
    for (const format of plan.formats ?? (['messages', 'chat'] as const))
      for (const transfer of ['streamed', 'whole'] as const)
        for (const where of plan.where ?? (['both', 'second'] as const))
          for (const interactive of plan.interactive ?? [true, false])
            if (
              (row.only ?? transfer) === transfer &&
              (row.onlySecond !== true || where === 'second' || where === 'thinking')
            )
              cases.push({ row, format, transfer, where, interactive, hasty: plan.hasty ?? row.slow ?? false })
  return cases
}

/** Whatever happens on the way to the model: no allow, no hang, the right name for it, and no denial counted. */
export async function reviewerFaults(product: ReviewerProduct, plan: FaultPlan = {}): Promise<Failures> {
  const gate = await gateOver(product)
  // It would allow anything; nobody may ever be led to it.
  const elsewhere = await startModelServer('messages', () => ({ text: '<block>no</block>' }))
  try {
    const failures = await inParallel(faultCases(plan), 12, (one) => runCase(product, gate, one, elsewhere))
    return elsewhere.requests.length === 0 ? failures : [...failures, 'a redirect was followed']
  } finally {
    await elsewhere.close()
  }
}

async function runCase(product: ReviewerProduct, gate: Gate, one: Case, elsewhere: LocalServer): Promise<Failures> {
  const { row, format, transfer, where, interactive, hasty } = one
  const who = interactive ? 'interactive' : 'headless'
  const name = `${row.kind}: ${row.fault} (${format}, ${transfer}, ${where}, ${who})`
  const server = await startModelServer(format, (seen) =>
    where === 'second' && stageOf(seen) === 1 ? OBJECTION : row.behave(`${elsewhere.url}/v1/messages`),
  )
  try {
    const limits = hasty ? HASTY : PATIENT
    const mode = where === 'fast' || where === 'thinking' ? where : 'both'
    const reviewer = reviewerAt(product, { url: addressOf(row, server), format, transfer, limits, mode })
    const session = sessionIn(product, { interactive })
    const started = performance.now()
    const verdict = await judgeCall(product, { ...gate, reviewer }, session, 'Bash', { command: UNSETTLED })
    const millis = performance.now() - started
    // Stage 1 has no room for thoughts: there they are no preface to a verdict.
    const expected = where === 'fast' && row.kind === 25 ? { ...row, ends: 'closed' as const } : row
    const failures = wrongEnd(expected, verdict, session).map((wrong) => `${name}: ${wrong}`)
    if (row.slow && where === 'both' && !(await closesSoon(server))) failures.push(`${name}: a connection stays open`)
    if (millis > unhurried(limits.whole + GRACE)) failures.push(`${name}: took ${Math.round(millis)} ms`)
    for (const stage of [1, 2] as const) {
      const asked = server.requests.filter((seen) => stageOf(seen) === stage).length
      if (asked > (row.attempts ?? 1)) failures.push(`${name}: stage ${stage} was asked ${asked} times`)
    }
    return failures
  } catch (error) {
    return [`${name}: threw ${String(error)}`]
  } finally {
    await server.close()
  }
}

/** What was given up must not go on in the background. A connection that was of use may be kept for the next question. */
async function closesSoon(server: LocalServer): Promise<boolean> {
  return until('no connection is open', () => server.open() === 0, 2_000).catch(() => false)
}

function wrongEnd(row: FaultRow, verdict: Verdict, session: Session): Failures {
  const [reason] = verdict.because
  const found = `${verdict.decision} because of ${verdict.because.map(({ code }) => code).join(', ')}`
  const counted = session.denials.total
  switch (row.ends) {
    case 'closed': {
      const cause = /^review\.(?:unavailable|unreadable)\.(.+)$/.exec(reason?.code ?? '')?.[1]
      if (verdict.decision !== 'deny' || cause === undefined) return [`${found}, not closed`]
      if (counted > 0) return ['counted as a denial']
      return row.causes && !row.causes.includes(cause) ? [`called ${cause}, not ${row.causes.join(' or ')}`] : []
    }
    case 'denied':
      if (verdict.decision !== 'deny' || reason?.code !== 'review.block') return [`${found}, not denied`]
      if (reason.sentence.length > 600 || /[\u0000-\u001f<>]/.test(reason.sentence))
        return ['the reason is not fit to be shown']
      return counted === 1 ? [] : ['not counted as a denial']
    case 'too-long': {
      const right = session.interactive
        ? verdict.decision === 'ask'
        : verdict.decision === 'deny' && verdict.stopAgent === true
      return right && reason?.code === 'review.too-long' && counted === 0 ? [] : [`${found}, not too long`]
    }
  }
}

function addressOf(row: FaultRow, server: LocalServer): string {
  if (row.address === undefined) return server.url
  const addresses = {
    // The discard port: nobody listens there.
    refused: 'http://127.0.0.1:9',
    'unknown host': 'http://nobody.invalid',
    'not TLS': server.url.replace('http:', 'https:'),
  }
  return addresses[row.address]
}

/** Without these the suite would be green over a reviewer that blocks everything. */
export async function soundAnswers(product: ReviewerProduct): Promise<Failures> {
  const jobs = (['messages', 'chat'] as const).flatMap((format) =>
    (['streamed', 'whole'] as const).flatMap((transfer) =>
      (['first', 'second', 'thinking', 'fast'] as const).map((way) => ({ format, transfer, way })),
    ),
  )
  return inParallel(jobs, 4, async ({ format, transfer, way }) => {
    const server = await startModelServer(format, (seen) => {
      if (stageOf(seen) === 2) return { text: '<thinking>they asked for it</thinking>\n<block>no</block>' }
      if (way === 'second') return OBJECTION
      const stopped = format === 'messages' && way === 'first'
      return stopped ? { text: '<block>no', stop: 'stop-sequence' } : { text: '<block>no</block>' }
    })
    try {
      const mode = way === 'thinking' || way === 'fast' ? way : 'both'
      const reviewer = reviewerAt(product, { url: server.url, format, transfer, limits: PATIENT, mode })
      const gate = { ...(await gateOver(product)), reviewer }
      const { decision, because } = await judgeCall(product, gate, sessionIn(product), 'Bash', { command: UNSETTLED })
      const right = decision === 'allow' && because[0]?.code === 'review.no-block'
      return right ? [] : [`a sound no (${format}, ${transfer}, ${way}) is ${decision}: ${because[0]?.sentence}`]
    } finally {
      await server.close()
    }
  })
}
