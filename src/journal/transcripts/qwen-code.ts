import type { Fields, TranscriptEvent, TranscriptFormat } from './transcript.ts'
import { asFields, asInput, asList, asText, callOn, modelOn, parseObject, Unreadable } from './transcript.ts'

/** One record per line: `{type: 'user' | 'assistant' | 'tool_result' | 'system', sessionId, cwd, message: {parts}}`. */
export const qwenCode: TranscriptFormat = {
  agent: 'qwen-code',
  title: 'Qwen Code',
  directory: '.qwen/projects',
  isTranscript: (path) => /\/chats\/[^/]*\.jsonl$/.test(path),
  shape: () => 'lines',
  open: (name) => ({ read: (line) => readLine(parseObject(line), name.replace(/\.jsonl$/, '')) }),
}

function readLine(line: Fields, fallback: string): readonly TranscriptEvent[] {
  const session = asText(line['sessionId']) ?? fallback
  const parts = asList(asFields(line['message'])?.['parts'])
  switch (line['type']) {
    case 'user':
      return fromPerson(line, session, parts)
    case 'assistant':
      return [
        ...(line['isSidechain'] === true || line['agentId'] !== undefined ? [] : modelOn(line['model'], session)),
        ...parts.flatMap((part) => readCall(line, session, asFields(asFields(part)?.['functionCall']))),
      ]
    case 'tool_result': {
      const result = asFields(line['toolCallResult'])
      const id = asText(result?.['callId'])
      if (id === undefined) return []
      return [{ kind: 'outcome', id, outcome: result?.['status'] === 'cancelled' ? 'refused' : 'ran' }]
    }
    case 'system':
      return []
    default:
      throw new Unreadable('no type')
  }
}

/**
 * Only what a person typed. Notifications, schedules, hooks and sub-agents write records of the same type, and the parts
 * after the first are what the program put in for a mentioned file.
 */
function fromPerson(line: Fields, session: string, parts: readonly unknown[]): readonly TranscriptEvent[] {
  const { subtype, provenance } = line
  const typed =
    (subtype === undefined || subtype === 'mid_turn_user_message') &&
    (provenance === undefined || provenance === 'real_user') &&
    line['isSidechain'] !== true &&
    line['agentId'] === undefined &&
    line['externalInputKind'] === undefined &&
    line['backgroundTurn'] === undefined
  if (!typed) return []
  const text = asText(asFields(line['systemPayload'])?.['displayText']) ?? asText(asFields(parts[0])?.['text']) ?? ''
  const queued = subtype === undefined ? {} : { queued: true as const }
  return text === '' ? [] : [{ kind: 'user', session, text, ...queued }]
}

function readCall(line: Fields, session: string, call: Fields | undefined): readonly TranscriptEvent[] {
  if (call === undefined) return []
  const tool = asText(call['name'])
  const input = asInput(call['args'] ?? {})
  const id = asText(call['id'])
  if (tool === undefined || input === undefined || id === undefined)
    throw new Unreadable('a function call without id, name or arguments')
  return [callOn(line, { id, session, tool, input })]
}
