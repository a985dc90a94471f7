import type { ReviewerProduct } from '../reviewer-product.ts'
import type { Failures } from '../product.ts'
import { type Format, startModelServer } from '../servers/said.ts'
import type { LocalServer } from '../servers/server.ts'
import { FAULTS, type FaultRow } from './reviewer-fault-table.ts'
import {
  HASTY,
  inParallel,
  OBJECTION,
  outcomeOf,
  PATIENT,
  QUESTION,
  reviewerAt,
  stageOf,
  type Transfer,
} from './reviewer-sitting.ts'

/** A fault in both stages, or in the second after a first that objects. */
type Where = 'both' | 'second'

interface Case {
  readonly row: FaultRow
  readonly format: Format
  readonly transfer: Transfer
  readonly where: Where
}

/** Beyond the deadline by no more than this, on a busy machine too. */
const GRACE = 1_000

export function faultCases(pick: (row: FaultRow) => boolean = () => true): readonly Case[] {
  const cases: Case[] = []
  for (const row of FAULTS.filter(pick))
    for (const format of ['messages', 'chat'] as const)
      for (const transfer of ['streamed', 'whole'] as const)
        for (const where of ['both', 'second'] as const)
          if ((row.only ?? transfer) === transfer && (row.format ?? format) === format)
            cases.push({ row, format, transfer, where })
  return cases
}

/** Whatever happens on the way to the model: no allow, no hang, the right name for it. */
export async function reviewerFaults(
  product: ReviewerProduct,
  pick: (row: FaultRow) => boolean = () => true,
): Promise<Failures> {
  // It would allow anything; nobody may ever be led to it.
  const elsewhere = await startModelServer('messages', () => ({ text: '<block>no</block>' }))
  try {
    const failures = await inParallel(faultCases(pick), 12, (one) => runCase(product, one, elsewhere))
    return elsewhere.requests.length === 0 ? failures : [...failures, 'a redirect was followed']
  } finally {
    await elsewhere.close()
  }
}

async function runCase(product: ReviewerProduct, one: Case, elsewhere: LocalServer): Promise<Failures> {
  const { row, format, transfer, where } = one
  const name = `${row.kind}: ${row.fault} (${format}, ${transfer}, ${where})`
  const server = await startModelServer(format, (seen) =>
    where === 'second' && stageOf(seen) === 1 ? OBJECTION : row.behave(`${elsewhere.url}/v1/messages`),
  )
  try {
    const limits = row.slow ? HASTY : PATIENT
    const reviewer = reviewerAt(product, { url: addressOf(row, server), format, transfer, limits })
    const started = performance.now()
    const answer = await reviewer.review(QUESTION, new AbortController().signal)
    const millis = performance.now() - started
    const failures: string[] = []
    const outcome = outcomeOf(answer)
    if (outcome !== row.ends) failures.push(`${name}: ${outcome}, not ${row.ends}`)
    if (answer.outcome === 'unavailable' && row.causes && !row.causes.includes(answer.cause))
      failures.push(`${name}: called ${answer.cause}, not ${row.causes.join(' or ')}`)
    if (answer.outcome === 'block' && (answer.reason.length > 500 || /[\u0000-\u001f<>]/.test(answer.reason)))
      failures.push(`${name}: the reason is not fit to be shown`)
    if (millis > limits.whole + GRACE) failures.push(`${name}: took ${Math.round(millis)} ms`)
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
      const answer = await reviewer.review(QUESTION, new AbortController().signal)
      const said = answer.outcome === 'unavailable' ? `${answer.cause}: ${answer.message}` : answer.outcome
      return answer.outcome === 'allow' ? [] : [`a sound no (${format}, ${transfer}, ${way}) is ${said}`]
    } finally {
      await server.close()
    }
  })
}
