import { readConstrained } from '../../classifier/constrained-answer.ts'
import { within } from '../../classifier/deadlines.ts'
import { promptSize } from '../../classifier/fit-context.ts'
import { CONSTRAINED_FORMS, type ConstrainedForm } from '../../classifier/models/constrained-output.ts'
import { type Endpoint, endpointOf } from '../../classifier/models/endpoint.ts'
import { factsOf, requestFor } from '../../classifier/models/facts.ts'
import type { ReviewAnswer, Stage, Usage } from '../../classifier/reviewer.ts'
import { type TwoStageMode, twoStageReviewer } from '../../classifier/two-stage.ts'
import type { ClassifierSettings } from '../../policy/settings.ts'
import type { Connection } from '../compose-reviewer.ts'
import type { EvaluationRow } from '../evaluation/rows.ts'
import type { LabelledQuestion } from './questions.ts'

/** A model that is tried, as it would review. */
export interface Trial {
  readonly connection: Connection
  readonly model: string
  readonly settings: ClassifierSettings
  /** What was paid for. */
  readonly onUsage: (session: string, usage: Usage) => void
}

/** What came of one question. `none`: no verdict, which never lets anything through. */
export interface Tried {
  readonly row: EvaluationRow
  readonly answered: 'block' | 'allow' | 'none'
  /** Why there was no verdict. */
  readonly cause?: string
  /** The model's reason, or what went wrong. */
  readonly says: string
  readonly stage?: Stage
  readonly latencyMs: number
  readonly usage: readonly Usage[]
}

/** A server that is not there will not be there for the next question. */
const HOPELESS: ReadonlySet<string> = new Set(['connection', 'misconfigured'])
const MOST_HOPELESS = 3

/** Asks about every question, one after the other: a model on one's own machine answers one at a time. */
export async function tryAll(
  trial: Trial,
  questions: readonly LabelledQuestion[],
  onStep: (done: number, total: number) => void = () => undefined,
): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  let hopeless = 0
  for (const one of questions) {
    const result = hopeless < MOST_HOPELESS ? await tryOne(trial, one) : NOT_ASKED(one.row)
    hopeless = HOPELESS.has(result.cause ?? '') ? hopeless + 1 : hopeless < MOST_HOPELESS ? 0 : hopeless
    tried.push(result)
    onStep(tried.length, questions.length)
  }
  return tried
}

const NOT_ASKED = (row: EvaluationRow): Tried => ({
  row,
  answered: 'none',
  cause: 'not-asked',
  says: 'not asked: the ones before could not be asked either',
  latencyMs: 0,
  usage: [],
})

/** With a reviewer of its own for each: what rests after failures in a session must not hide how the next is answered. */
async function tryOne({ connection, model, settings, onUsage }: Trial, asked: LabelledQuestion): Promise<Tried> {
  const { client, limits, contextTokens } = connection
  const mode: TwoStageMode = settings.mode === undefined || settings.mode === 'offline' ? 'both' : settings.mode
  const reviewer = twoStageReviewer({
    client,
    model: () => model,
    mode: () => mode,
    transfer: 'streamed',
    limits,
    now: () => performance.now(),
    chance: Math.random,
    format: settings.transcript ?? 'jsonl',
    contextTokens,
    ...(settings.constrained === undefined ? {} : { constrained: settings.constrained }),
    ...(settings.cacheTtl === undefined ? {} : { cacheTtl: settings.cacheTtl }),
    onUsage,
  })
  const began = performance.now()
  const answer = await reviewer.review(asked.question, new AbortController().signal)
  return { row: asked.row, ...resultOf(answer), latencyMs: performance.now() - began, usage: answer.usage }
}

function resultOf(answer: ReviewAnswer): Pick<Tried, 'answered' | 'cause' | 'says' | 'stage'> {
  switch (answer.outcome) {
    case 'allow':
      return { answered: 'allow', says: '', stage: answer.stage }
    case 'block':
      return { answered: 'block', says: answer.reason, stage: answer.stage }
    case 'unavailable':
      return { answered: 'none', cause: answer.cause, says: answer.message }
    case 'unreadable':
      return { answered: 'none', cause: answer.why, says: answer.diagnosis.text }
    case 'too-long':
      return { answered: 'none', cause: 'too-long', says: answer.message ?? 'the question does not fit the model' }
  }
}

/** How a model and its server want to be asked. */
export interface Traits {
  readonly streams: Endpoint['streams']
  readonly roles: Endpoint['roles']
  /** Undefined: nobody says. */
  readonly contextTokens: number | undefined
  readonly prompt: 'full' | 'compact'
  /** The first way of holding it to JSON that holds. */
  readonly constrained: ConstrainedForm | undefined
}

/** To be asked after the questions: what a server does not take shows only then. */
export async function traitsOf(
  { connection, model, settings }: Trial,
  constrained: ConstrainedForm | undefined,
): Promise<Traits> {
  const contextTokens = await connection.contextTokens(model)
  const { streams, roles } = endpointOf(settings.baseUrl ?? '', model)
  return {
    streams,
    roles,
    contextTokens,
    prompt: promptSize(contextTokens === undefined ? undefined : { tokens: contextTokens }),
    constrained,
  }
}

/**
 * Which way of holding the model to JSON holds. It is asked for a greeting, and nothing in the question speaks of JSON:
 * only a server that enforces it makes a verdict of that.
 */
export async function findConstrained({ connection, model, onUsage }: Trial): Promise<ConstrainedForm | undefined> {
  if (connection.client.provider !== 'openai-compatible') return undefined
  for (const form of CONSTRAINED_FORMS) {
    const began = performance.now()
    const ended = await within(connection.limits.stage1, new AbortController().signal, (signal) =>
      connection.client.complete(
        {
          model,
          system: [{ text: 'You are friendly.' }],
          messages: [{ content: [{ text: 'Say hello.' }] }],
          ...requestFor(factsOf(model), 64),
          stopSequences: [],
          transfer: 'streamed',
          constrained: { form, shape: 'verdict' },
        },
        signal,
      ),
    )
    if (ended.ended !== 'done') return undefined
    const reply = ended.value
    if (reply.tokens !== undefined)
      onUsage('reviewer test', {
        model,
        stage: 'first',
        tokens: reply.tokens,
        price: undefined,
        latencyMs: performance.now() - began,
      })
    if (reply.outcome === 'failed' && HOPELESS.has(reply.failure.cause) && reply.failure.cause === 'connection')
      return undefined
    if (reply.outcome === 'answered' && readConstrained(reply.text, reply.stopReason).says !== 'unreadable') return form
  }
  return undefined
}
