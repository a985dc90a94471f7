import type { PersonsAnswer } from './calls.ts'

/** What `ai` gives tools and models is read here as what it is: data that may have come from a browser. */
type Part = Readonly<Record<string, unknown>>

export function roleOf(message: unknown): unknown {
  return isPart(message) ? message['role'] : undefined
}

export function partsOf(message: unknown): readonly Part[] {
  const content = isPart(message) ? message['content'] : undefined
  return Array.isArray(content) ? content.filter(isPart) : []
}

export function textIn(message: unknown): string {
  if (isPart(message) && typeof message['content'] === 'string') return message['content']
  return partsOf(message)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n')
}

/** Ids of the calls that a person refused. */
export function refusedIn(message: unknown): readonly string[] {
  if (roleOf(message) !== 'tool') return []
  return partsOf(message).flatMap(({ type, toolCallId, output }) =>
    type === 'tool-result' && isPart(output) && output['type'] === 'execution-denied' && typeof toolCallId === 'string'
      ? [toolCallId]
      : [],
  )
}

/** What a person answered, as the messages say. One refusal outweighs any approval. */
export function answerIn(messages: readonly unknown[] | undefined, toolCallId: string): PersonsAnswer {
  const parts = (messages ?? []).flatMap(partsOf)
  const asked = new Set(
    parts.flatMap(({ type, approvalId, toolCallId: about }) =>
      type === 'tool-approval-request' && about === toolCallId ? [approvalId] : [],
    ),
  )
  const answers = parts.filter(({ type, approvalId }) => type === 'tool-approval-response' && asked.has(approvalId))
  if (answers.length === 0) return 'unasked'
  return answers.every(({ approved }) => approved === true) ? 'approved' : 'refused'
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
