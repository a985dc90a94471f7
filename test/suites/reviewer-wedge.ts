import type { ModelClient, ModelReply, StopReason } from '../../src/classifier/models/model.ts'
import type { Verdict } from '../../src/verdict.ts'
import type { Failures } from '../product.ts'
import { gateOver, judgeCall, sessionIn } from '../project.ts'
import { randomFrom } from '../random.ts'
import type { ReviewerProduct } from '../reviewer-product.ts'
import { MORE_FAULTS } from '../../src/surfaces/selftest/reviewer-fault-more.ts'
import { PATIENT, UNSETTLED } from './reviewer-sitting.ts'

const TOKENS = { input: 1, cached: 0, written: 0, output: 1 }

const answered = (text: string, stopReason: StopReason = 'end'): ModelReply => ({
  outcome: 'answered',
  text,
  stopReason,
  tokens: TOKENS,
  model: 'scripted',
})

const failed = (cause: 'malformed' | 'truncated' | 'too-large' | 'too-long'): ModelReply => ({
  outcome: 'failed',
  failure: { cause, message: cause, retry: 'never' },
})

const NO = answered('<block>no</block>')

/** Whatever a model can answer: verdicts, and everything that is none. */
const REPLIES: readonly ModelReply[] = [
  NO,
  answered('<block>yes</block><reason>no</reason>'),
  answered('Sure: <block>yes</block>'),
  answered('', 'refusal'),
  answered('<block>no', 'max-tokens'),
  answered(''),
  answered('<block>no</block>', 'other'),
  failed('malformed'),
  failed('truncated'),
  failed('too-large'),
  failed('too-long'),
  ...MORE_FAULTS.flatMap((row) => {
    const behaviour = row.behave('')
    return 'text' in behaviour ? [answered(behaviour.text)] : []
  }),
]

/** Two denials and two answers that nobody can read may take turns; then somebody has to be asked. */
const LONGEST = 9

export const CALLS = 50

/**
 * Whatever the model answers, for fifty calls: only its no allows, and never are more than a few calls in a row denied
 * without a person being asked or the agent being stopped, with words that say why.
 */
export async function neverWedged(product: ReviewerProduct, runs: number, seed: number): Promise<Failures> {
  const random = randomFrom(seed)
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)]!
  const failures: string[] = []
  for (let run = 0; run < runs && failures.length < 5; run++) {
    // A stubborn model answers from a few replies, a wild one from all.
    const pool = random() < 0.5 ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(REPLIES)) : REPLIES
    const wrong = await session(product, () => pick(pool), random() < 0.5, random() < 0.2)
    if (wrong !== undefined) failures.push(`seed ${seed}, run ${run}: ${wrong}`)
  }
  return failures
}

async function session(
  product: ReviewerProduct,
  next: () => ModelReply,
  interactive: boolean,
  open: boolean,
): Promise<string | undefined> {
  let last: ModelReply | undefined
  const client: ModelClient = {
    provider: 'scripted',
    tellsStopSequence: false,
    complete: async () => {
      last = next()
      return last
    },
  }
  const reviewer = product.twoStage.twoStageReviewer({
    client,
    model: () => 'scripted',
    mode: () => 'fast',
    transfer: 'whole',
    limits: { ...product.deadlines.LIMITS, ...PATIENT },
    now: () => 0,
    chance: () => 0,
  })
  const gate = { ...(await gateOver(product)), reviewer, ...(open ? { ironGateClosed: () => false } : {}) }
  const held = sessionIn(product, { interactive })
  let denied = 0
  for (let call = 0; call < CALLS; call++) {
    last = undefined
    const verdict = await judgeCall(product, gate, held, 'Bash', { command: `${UNSETTLED} ${call}` })
    if (verdict.decision === 'allow' && last !== NO) return `call ${call} was allowed by ${JSON.stringify(last)}`
    if (verdict.stopAgent) return rightWords(verdict)
    denied = verdict.decision === 'deny' ? denied + 1 : 0
    if (denied >= LONGEST) return `${denied} denials in a row, the last for ${verdict.because[0]?.code}`
  }
  return undefined
}

function rightWords({ because, decision }: Verdict): string | undefined {
  const codes = because.map(({ code }) => code)
  const why = ['denials.limit', 'denials.unreadable', 'review.too-long'].find((code) => codes.includes(code))
  return decision === 'deny' && why !== undefined ? undefined : `stopped for ${codes.join(', ')}`
}
