import { createHash } from 'node:crypto'
import { redact } from '../journal/redact.ts'
import { Breaker } from './breaker.ts'
import { within } from './deadlines.ts'
import { GUARDIAN_CIRCUIT, messageOf } from './guardian-asking.ts'
import {
  INCOMING_PROMPT,
  incomingQuestion,
  type IncomingVerdict,
  piecesToShow,
  readIncomingAnswer,
  type Span,
} from './incoming-prompt.ts'
import { factsOf, priceOf, pricesFor, requestFor, type CacheTtl } from './models/facts.ts'
import type { ModelClient, ModelReply, ModelRequest } from './models/model.ts'
import type { Usage } from './reviewer.ts'

/** Which of what comes in is shown to a model: only what the local reader is in doubt about, or everything. */
export type IncomingReads = 'doubt' | 'all'

/** A result waits no longer than this for what the model says of it. */
export const INCOMING_TIMEOUT_MS = 8_000
/** A model on one's own machine reads a long text slowly. */
export const INCOMING_TIMEOUT_OWN_MS = 20_000

/** So many characters of a text are shown. */
const MOST_SHOWN = 24_000
/** Characters of a token, at the least, and the tokens that instructions and answer need. */
const CHARACTERS_PER_TOKEN = 2
const TOKENS_BESIDE = 1_500
const MOST_NOTED = 20
/** One JSON object with one sentence and one quote. */
const MOST_TOKENS = 300
/** So many texts are read at once: whoever comes then is not kept waiting. */
const MOST_AT_ONCE = 4
const MOST_REMEMBERED = 256

export interface IncomingQuestion {
  readonly session: string
  readonly from: string
  readonly kind: string
  readonly text: string
  /** Where the local reader is in doubt. */
  readonly doubts: readonly Span[]
  /** What it noticed there. */
  readonly noted: readonly string[]
  /** The model that the agent's main loop runs on, when known. */
  readonly sessionModel?: string | undefined
}

/** `unsure`: nobody could tell, for whatever reason. Never taken for `data`. */
export type IncomingAnswer = IncomingVerdict & { readonly model: string }

export interface IncomingReader {
  readonly reads: IncomingReads
  /** Never rejects, and never takes longer than its deadline. */
  read(question: IncomingQuestion, signal?: AbortSignal): Promise<IncomingAnswer>
}

export interface IncomingReaderOptions {
  readonly reads: IncomingReads
  readonly client: ModelClient
  readonly model: (sessionModel: string | undefined) => string
  readonly contextTokens: (model: string) => Promise<number | undefined>
  readonly timeoutMs: number
  readonly cacheTtl?: CacheTtl | undefined
  readonly now: () => number
  /** False: there is no money left for this session. */
  readonly maySpend: (session: string) => boolean
  readonly onUsage: (session: string, usage: Usage) => void
}

const NEVER_ABORTED = new AbortController().signal

/** Shows what came in to a model, which may object to it. What it says cannot clear anything that was found without it. */
export class ModelReader implements IncomingReader {
  readonly reads: IncomingReads
  readonly #options: IncomingReaderOptions
  readonly #breaker = new Breaker(GUARDIAN_CIRCUIT)
  /** What was said of a text, for the same text again. */
  readonly #said = new Map<string, IncomingAnswer>()
  #underWay = 0

  constructor(options: IncomingReaderOptions) {
    this.#options = options
    this.reads = options.reads
  }

  async read(question: IncomingQuestion, signal: AbortSignal = NEVER_ABORTED): Promise<IncomingAnswer> {
    const { maySpend, model: modelFor, now, timeoutMs } = this.#options
    const model = modelFor(question.sessionModel)
    const unsure = (reason: string): IncomingAnswer => ({ says: 'unsure', reason, model })
    const key = keyOf(model, question)
    const known = this.#said.get(key)
    if (known !== undefined) return known
    if (this.#underWay >= MOST_AT_ONCE) return unsure('too many texts are being read at once')
    if (!maySpend(question.session)) return unsure('the review budget is used up')
    const admission = this.#breaker.admit(now())
    if (admission === 'rest') return unsure('the model failed too often in a row, and is not asked for a while')
    this.#underWay++
    try {
      const ended = await within(timeoutMs, signal, (inner) => this.#ask(question, model, inner))
      if (ended.ended === 'aborted') {
        this.#breaker.gaveUp(admission)
        return unsure('the reading was given up')
      }
      if (ended.ended === 'late') {
        this.#breaker.failed(now(), admission)
        return unsure(`the model did not answer within ${timeoutMs} ms`)
      }
      const { reply, shown, all } = ended.value
      if (reply.outcome === 'failed') {
        this.#breaker.failed(now(), admission)
        return unsure(`the model failed: ${reply.failure.cause}`)
      }
      this.#breaker.succeeded()
      const verdict = verdictOf(reply, shown)
      // Of what it was not shown it said nothing.
      const answer = verdict.says === 'data' && !all ? unsure('not all that is doubtful could be shown') : verdict
      return this.#remember(key, { ...answer, model })
    } catch (error) {
      this.#breaker.failed(now(), admission)
      return unsure(`the model failed: ${messageOf(error)}`)
    } finally {
      this.#underWay--
    }
  }

  async #ask(question: IncomingQuestion, model: string, signal: AbortSignal): Promise<Asked> {
    const { cacheTtl, client, contextTokens, now, onUsage } = this.#options
    const facts = factsOf(model)
    const tokens = await contextTokens(model)
    const room = Math.min(MOST_SHOWN, Math.max(0, ((tokens ?? Infinity) - TOKENS_BESIDE) * CHARACTERS_PER_TOKEN))
    const { pieces, all } = piecesToShow(question.text, question.doubts, room)
    const shown = pieces.map((piece) => ({ ...piece, text: redact(piece.text) }))
    const { from, kind, text } = question
    const noted = question.noted.slice(0, MOST_NOTED).map(redact)
    const asked = incomingQuestion({ from, kind, pieces: shown, length: text.length, noted })
    const request: ModelRequest = {
      model,
      system: [{ text: INCOMING_PROMPT, breakpoint: true }],
      messages: [{ content: [{ text: asked }] }],
      ...requestFor(facts, MOST_TOKENS),
      stopSequences: [],
      transfer: 'streamed',
    }
    const began = now()
    const reply = await client.complete(request, signal)
    if (reply.tokens !== undefined) {
      const price = priceOf(pricesFor(facts.prices, cacheTtl), reply.tokens)
      onUsage(question.session, { model, stage: 'incoming', tokens: reply.tokens, price, latencyMs: now() - began })
    }
    return { reply, shown: shown.map((piece) => piece.text).join('\n'), all }
  }

  #remember(key: string, answer: IncomingAnswer): IncomingAnswer {
    if (answer.says === 'unsure') return answer
    this.#said.set(key, answer)
    const [oldest] = this.#said.keys()
    if (this.#said.size > MOST_REMEMBERED && oldest !== undefined) this.#said.delete(oldest)
    return answer
  }
}

interface Asked {
  readonly reply: ModelReply
  readonly shown: string
  readonly all: boolean
}

function verdictOf(reply: ModelReply & { readonly outcome: 'answered' }, shown: string): IncomingVerdict {
  if (reply.stopReason === 'refusal') return { says: 'unsure', reason: 'the model refused to answer' }
  if (reply.stopReason !== 'end') return { says: 'unsure', reason: 'the answer of the model was cut' }
  const verdict = readIncomingAnswer(reply.text)
  if (verdict === undefined) return { says: 'unsure', reason: 'the answer of the model cannot be read' }
  // Words that do not stand there are the model's own.
  return verdict.says === 'orders' && !shown.includes(verdict.quote) ? { ...verdict, quote: '' } : verdict
}

function keyOf(model: string, { from, kind, text, doubts }: IncomingQuestion): string {
  return createHash('sha256')
    .update(JSON.stringify([model, from, kind, doubts.map(({ start, end }) => [start, end])]))
    .update(text)
    .digest('hex')
}
