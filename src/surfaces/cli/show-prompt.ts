import { jsonText } from '../../journal/export.ts'
import { visible } from '../../call/visible.ts'
import { factsOf } from '../../classifier/models/facts.ts'
import type { ModelRequest, TextBlock } from '../../classifier/models/model.ts'
import { prepare, requestOf } from '../../classifier/question.ts'
import type { ReviewQuestion, Stage } from '../../classifier/reviewer.ts'
import type { TranscriptFormat } from '../../classifier/transcript.ts'

/** What a model would be sent, stage by stage, for a person or as JSON. */
export function showPrompt(
  question: ReviewQuestion,
  model: string,
  as: 'text' | 'json',
  format: TranscriptFormat = 'jsonl',
): string {
  const prepared = prepare(question, format)
  const request = (stage: Stage): ModelRequest =>
    requestOf(prepared, stage, { model, facts: factsOf(model), transfer: 'streamed', tellsStopSequence: true })
  const [first, thinking] = [request('first'), request('thinking')]
  if (as === 'json') return `${jsonText({ first, thinking }, 2)}\n`
  const suffix = thinking.messages.at(-1)?.content.at(-1)?.text ?? ''
  return [
    heading(`system, ${model}`),
    ...first.system.map(block),
    ...first.messages.flatMap((message, index) => [heading(`message ${index + 1}`), ...message.content.map(block)]),
    heading(`stage 1: at most ${first.maxTokens} tokens, up to ${first.stopSequences.join(' ') || 'the end'}`),
    heading(`stage 2, if stage 1 objects: at most ${thinking.maxTokens} tokens, and this instead of the last block`),
    suffix,
    '',
  ].join('\n')
}

function heading(text: string): string {
  return `--- ${text}`
}

function block({ text, breakpoint }: TextBlock): string {
  return `${visible(text.trimEnd(), 'keep lines')}${breakpoint ? '\n--- (kept by the provider up to here)' : ''}`
}
