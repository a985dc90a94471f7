import { type ModelFacts, requestFor } from './models/facts.ts'
import type { ConstrainedForm } from './models/constrained-output.ts'
import type { ModelRequest, TextBlock, UserMessage } from './models/model.ts'
import {
  FULL_PROMPT,
  HANDOFF,
  JSON_STAGE_SUFFIX,
  type PromptForm,
  STAGE_SUFFIX,
  systemPrompt,
} from './prompt/system-prompt.ts'
import type { ReviewQuestion, Stage } from './reviewer.ts'
import {
  actionLine,
  instructionsText,
  remarkLine,
  type Transcript,
  transcript,
  type TranscriptFormat,
} from './transcript.ts'

/** How much a stage may say, and what ends it. */
const STAGES: Readonly<Record<Stage, { readonly maxTokens: number; readonly stopSequences: readonly string[] }>> = {
  first: { maxTokens: 64, stopSequences: ['</block>'] },
  only: { maxTokens: 256, stopSequences: [] },
  thinking: { maxTokens: 4_096, stopSequences: [] },
}

/** A question as messages, but for the stage: both stages share it to the last byte, or the cached prefix is lost. */
export interface Prepared {
  readonly system: readonly TextBlock[]
  readonly messages: readonly UserMessage[]
  /** Characters of all of it. */
  readonly size: number
}

/**
 * Three breakpoints: the rules (shared by all sessions), the project's instructions (by all sessions of the project),
 * the action (by the second stage and, once it has run, by the next check).
 */
export function prepare(
  question: ReviewQuestion,
  format: TranscriptFormat = 'jsonl',
  form: PromptForm = FULL_PROMPT,
  told: Transcript = transcript(question.turns, format),
): Prepared {
  const rules = systemPrompt(question.autoMode, format, form)
  const instructions = instructionsText(question.instructions)
  const action = actionLine(question.action, format)
  const end = closing(question)
  return {
    system: [{ text: rules, breakpoint: true }],
    messages: [
      ...(instructions === undefined ? [] : [{ content: [{ text: instructions, breakpoint: true as const }] }]),
      { content: [OPENING, ...told.blocks, { text: action, breakpoint: true }, { text: end }] },
    ],
    size: rules.length + (instructions?.length ?? 0) + told.size + action.length + end.length,
  }
}

const OPENING: TextBlock = { text: '<transcript>\n' }

function closing({ noted, about }: ReviewQuestion): string {
  const hint = noted.length === 0 ? '' : `<noted>\n${noted.map(remarkLine).join('')}</noted>\n`
  return `</transcript>\n${hint}${about === 'handoff' ? HANDOFF : ''}`
}

/** The request of one stage. `tellsStopSequence` as the client says: without it the whole answer is waited for. */
export function requestOf(
  prepared: Prepared,
  stage: Stage,
  to: {
    readonly model: string
    readonly facts: ModelFacts
    readonly transfer: ModelRequest['transfer']
    readonly tellsStopSequence: boolean
    /** The server holds the model to JSON, in this way. */
    readonly constrained?: ConstrainedForm | undefined
    /** The most an answer may take of a small context. */
    readonly answerRoom?: number | undefined
  },
): ModelRequest {
  const { maxTokens, stopSequences } = STAGES[stage]
  const suffix = (to.constrained === undefined ? STAGE_SUFFIX : JSON_STAGE_SUFFIX)[stage]
  const room = requestFor(to.facts, maxTokens)
  const [last, ...before] = [...prepared.messages].reverse()
  return {
    model: to.model,
    system: prepared.system,
    messages: [...before.reverse(), { content: [...(last?.content ?? []), { text: suffix }] }],
    ...room,
    maxTokens: Math.min(room.maxTokens, to.answerRoom ?? Infinity),
    stopSequences: to.tellsStopSequence ? stopSequences : [],
    transfer: to.transfer,
    ...(to.constrained === undefined
      ? {}
      : { constrained: { form: to.constrained, shape: stage === 'first' ? 'verdict' : 'reasoned' } as const }),
  }
}

/** Ordinary text and code have more characters to a token than this. */
export const CHARACTERS_PER_TOKEN = 3

/** Too long for the model by our own count: it is not even sent. What is a little too long is for the provider to say. */
export function isTooLong(prepared: Prepared, facts: ModelFacts): boolean {
  return prepared.size / CHARACTERS_PER_TOKEN > facts.contextTokens
}
