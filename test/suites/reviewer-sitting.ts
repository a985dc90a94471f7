import type { Limits } from '../../src/classifier/deadlines.ts'
import type { ModelClient } from '../../src/classifier/models/model.ts'
import type { ReviewAnswer, Reviewer, ReviewQuestion } from '../../src/classifier/reviewer.ts'
import type { ReviewerProduct } from '../reviewer-product.ts'
import type { Behaviour, Format } from '../servers/said.ts'
import type { Seen } from '../servers/server.ts'

export type Transfer = 'streamed' | 'whole'

/** Long enough that no row which needs no timer ever meets one. */
export const PATIENT: Omit<Limits, 'bodyBytes'> = {
  connect: 120_000,
  firstByte: 120_000,
  idle: 120_000,
  stage1: 180_000,
  stage2: 180_000,
  whole: 240_000,
  retries: 2,
  backoff: 1,
}

/** Short enough that the slow rows end soon. */
export const HASTY: Omit<Limits, 'bodyBytes'> = {
  connect: 500,
  firstByte: 150,
  idle: 150,
  stage1: 400,
  stage2: 500,
  whole: 800,
  retries: 2,
  backoff: 1,
}

export const MODEL: Readonly<Record<Format, string>> = { messages: 'claude-sonnet-5', chat: 'gpt-4.1' }

export interface At {
  readonly url: string
  readonly format: Format
  readonly transfer: Transfer
  readonly limits: Omit<Limits, 'bodyBytes'>
  readonly mode?: 'both' | 'fast' | 'thinking'
}

/** The real SDK, pointed at a local server. */
export function clientAt(product: ReviewerProduct, { url, format, limits }: At): ModelClient {
  const make = format === 'messages' ? product.anthropic.anthropicClient : product.openAi.openAiCompatibleClient
  return make({ apiKey: 'local', baseUrl: url, limits: { ...product.deadlines.LIMITS, ...limits } })
}

/** The real reviewer over it. Each one is as good as new: it has not yet met a failure. */
export function reviewerAt(product: ReviewerProduct, at: At, client: ModelClient = clientAt(product, at)): Reviewer {
  return product.twoStage.twoStageReviewer({
    client,
    model: () => MODEL[at.format],
    mode: () => at.mode ?? 'both',
    transfer: at.transfer,
    limits: { ...product.deadlines.LIMITS, ...at.limits },
    now: () => performance.now(),
    chance: () => 0.5,
  })
}

/** A command that no rule settles: only the reviewer can. */
export const UNSETTLED = 'some-unknown-program --go'

export const QUESTION: ReviewQuestion = {
  session: 'test',
  turns: [
    { kind: 'user', text: 'tidy up the build' },
    { kind: 'call', tool: 'Bash', encoded: 'npm test' },
  ],
  action: { tool: 'Bash', encoded: UNSETTLED },
  autoMode: { allow: [], soft_deny: [], hard_deny: [], environment: [], classifyAllShell: false },
  instructions: [],
  noted: [],
}

/** Which stage a request belongs to: only stage 2 has room to think. */
export function stageOf(seen: Seen): 1 | 2 {
  const room = seen.body['max_tokens'] ?? seen.body['max_completion_tokens']
  return typeof room === 'number' && room < 4_096 ? 1 : 2
}

/** Stage 1 objects, so that stage 2 is asked. */
export const OBJECTION: Behaviour = { text: '<block>yes', stop: 'stop-sequence' }

/** What the answer would make of the call, in one word. */
export function outcomeOf(answer: ReviewAnswer): string {
  switch (answer.outcome) {
    case 'allow':
      return answer.block === false ? 'allow' : 'an allow that blocks'
    case 'block':
      return 'denied'
    case 'too-long':
      return 'too-long'
    case 'unavailable':
    case 'unreadable':
      return 'closed'
  }
}

/** Runs every job, a few at a time, and gathers what each of them has to complain about. */
export async function inParallel<Job>(
  jobs: readonly Job[],
  atOnce: number,
  run: (job: Job) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const failures: string[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < jobs.length) failures.push(...(await run(jobs[next++]!)))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return failures
}
