import type { ReviewerProduct } from '../reviewer-product.ts'
import type { Failures } from '../product.ts'
import { chatAnswer } from '../servers/chat.ts'
import { messagesAnswer } from '../servers/messages.ts'
import type { Seen } from '../servers/server.ts'
import { asChat, asMessages, type Format, type Said, startModelServer } from '../servers/said.ts'
import {
  clientAt,
  inParallel,
  MODEL,
  OBJECTION,
  outcomeOf,
  PATIENT,
  QUESTION,
  reviewerAt,
  stageOf,
  type Transfer,
} from './reviewer-sitting.ts'

type How = 'cut' | 'reset' | 'stall'
type Stage = 1 | 2

export interface CutPlan {
  readonly formats: readonly Format[]
  readonly transfers: readonly Transfer[]
  readonly ways: readonly How[]
  /** 1: every byte. */
  readonly step: number
  /** Only so many bytes, the last ones. */
  readonly last?: number
}

const EVERY_BYTE: CutPlan = {
  formats: ['messages', 'chat'],
  transfers: ['streamed', 'whole'],
  ways: ['cut', 'reset', 'stall'],
  step: 1,
}

/** A stall ends by the idle timer, so that timer is short; the others never meet it. */
const IDLE: Readonly<Record<How, number>> = { cut: 4_000, reset: 4_000, stall: 25 }

/**
 * A valid answer of either stage that breaks off at any byte allows nothing; the same answer unbroken allows. One server
 * and one client per kind, so that the connections are as used as they are in life.
 */
export async function reviewerCuts(
  product: ReviewerProduct,
  plan: CutPlan = EVERY_BYTE,
  onPoints: (points: number) => void = () => undefined,
): Promise<Failures> {
  const failures: string[] = []
  for (const format of plan.formats)
    for (const transfer of plan.transfers)
      for (const stage of [1, 2] as const)
        for (const how of plan.ways)
          failures.push(...(await cutOne(product, { format, transfer, stage, how }, plan, onPoints)))
  return failures
}

interface Kind {
  readonly format: Format
  readonly transfer: Transfer
  readonly stage: Stage
  readonly how: How
}

function soundAnswer({ format, stage }: Kind): Said {
  if (stage === 2) return { text: '<block>no</block>' }
  return format === 'messages' ? { text: '<block>no', stop: 'stop-sequence' } : { text: '<block>no</block>' }
}

async function cutOne(
  product: ReviewerProduct,
  kind: Kind,
  plan: CutPlan,
  onPoints: (points: number) => void,
): Promise<Failures> {
  const { format, transfer, stage, how } = kind
  const sound = soundAnswer(kind)
  // Which cut a request is for stands in its transcript, because many are under way at once.
  const server = await startModelServer(format, (seen) => {
    if (stage === 2 && stageOf(seen) === 1) return OBJECTION
    if (stage === 1 && stageOf(seen) === 2) return { text: '<block>yes</block><reason>no</reason>' }
    const at = Number(/--at (\d+)/.exec(lastMessage(seen))?.[1] ?? Number.NaN)
    return Number.isNaN(at) ? sound : { ...sound, [`${how}At`]: at }
  })
  const limits = { ...PATIENT, idle: IDLE[how], retries: 0 }
  try {
    const length = lengthOf(kind, sound)
    const points: number[] = []
    for (let at = plan.last === undefined ? 0 : length - plan.last; at < length; at += plan.step) points.push(at)
    onPoints(points.length)
    const at = { url: server.url, format, transfer, limits }
    const client = clientAt(product, at)
    // A reviewer that has failed often rests and would no longer ask: each point gets a new one.
    const review = async (encoded: string): Promise<string> => {
      const question = { ...QUESTION, action: { tool: 'Bash', encoded } }
      return outcomeOf(await reviewerAt(product, at, client).review(question, new AbortController().signal))
    }
    const patient = reviewerAt(product, { ...at, limits: PATIENT })
    const whole = outcomeOf(await patient.review(QUESTION, new AbortController().signal))
    const name = `${format}, ${transfer}, stage ${stage}`
    const failures = whole === 'allow' ? [] : [`an unbroken answer (${name}) is ${whole}`]
    const broken = await inParallel(points, how === 'stall' ? 24 : 8, async (at) => {
      const outcome = await review(`some-unknown-program --at ${at}`)
      return outcome === 'allow' ? [`an answer with a ${how} at byte ${at} of ${length} (${name}) allows`] : []
    })
    return [...failures, ...broken]
  } finally {
    await server.close()
  }
}

function lastMessage(seen: Seen): string {
  const { messages } = seen.body
  return Array.isArray(messages) ? JSON.stringify(messages.at(-1)) : ''
}

function lengthOf({ format, transfer }: Kind, sound: Said): number {
  const seen = { body: { model: MODEL[format] }, streamed: transfer === 'streamed', index: 0 }
  const answer = format === 'messages' ? messagesAnswer(seen, asMessages(sound)) : chatAnswer(seen, asChat(sound))
  return answer.body.length
}
