import type { Fields, TranscriptEvent, TranscriptFormat } from './transcript.ts'
import { asFields, asInput, asList, asText, callOn, modelOn, parseObject, Unreadable } from './transcript.ts'

/** One JSON object per line: `{type: 'user' | 'assistant' | …, sessionId, cwd, message: {content}}`. */
export const claudeCode: TranscriptFormat = {
  agent: 'claude-code',
  title: 'Claude Code',
  directory: '.claude/projects',
  isTranscript: (path) => path.endsWith('.jsonl'),
  shape: () => 'lines',
  open: (name) => ({ read: (line) => readLine(parseObject(line), name.replace(/\.jsonl$/, '')) }),
}

/** Text that the program and not the person put into a user message. */
const INSERTED =
  /^<(?:command-name|command-message|local-command-stdout|system-reminder|bash-input|bash-stdout|task-notification|teammate-message)|^Caveat: /

/** How a refused call reads in its result. */
const REFUSED =
  /^(?:The user doesn't want to (?:proceed with|take) this|\[Request interrupted by user|Permission to use|.{0,80}hook (?:error|blocked)|Claude requested permissions)/i

function readLine(line: Fields, fallback: string): readonly TranscriptEvent[] {
  const type = asText(line['type'])
  if (type === undefined) throw new Unreadable('no type')
  if (type === 'attachment') return queuedWords(line, fallback)
  if (type !== 'user' && type !== 'assistant') return []
  const message = asFields(line['message'])
  if (message === undefined) throw new Unreadable(`a line of type ${type} without a message`)
  const session = asText(line['sessionId']) ?? fallback
  const content = message['content']
  if (typeof content === 'string') {
    return type === 'user' ? fromPerson(line, session, content) : []
  }
  // A sub-agent may run on another model.
  const ran = type === 'assistant' && line['isSidechain'] !== true ? modelOn(message['model'], session) : []
  return [...ran, ...asList(content).flatMap((item) => readBlock(line, session, type, item))]
}

/** What the person typed while the agent was at work arrives as an attachment; so does what the program queues itself. */
function queuedWords(line: Fields, fallback: string): readonly TranscriptEvent[] {
  const attachment = asFields(line['attachment'])
  if (attachment?.['type'] !== 'queued_command') return []
  const mode = attachment['commandMode']
  if ((mode !== undefined && mode !== 'prompt') || attachment['isMeta'] === true) return []
  const { prompt } = attachment
  const texts =
    typeof prompt === 'string' ? [prompt] : asList(prompt).map((block) => asText(asFields(block)?.['text']) ?? '')
  const session = asText(line['sessionId']) ?? fallback
  return texts
    .filter((text) => text.trim() !== '')
    .flatMap((text) => fromPerson(line, session, text))
    .map((event) => (event.kind === 'user' ? { ...event, queued: true } : event))
}

function fromPerson(line: Fields, session: string, text: string): readonly TranscriptEvent[] {
  const byProgram = line['isMeta'] === true || line['isSidechain'] === true || line['isCompactSummary'] === true
  return byProgram || INSERTED.test(text) ? [] : [{ kind: 'user', session, text }]
}

function readBlock(line: Fields, session: string, type: string, value: unknown): readonly TranscriptEvent[] {
  const block = asFields(value)
  switch (block?.['type']) {
    case 'text':
      return type === 'user' ? fromPerson(line, session, asText(block['text']) ?? '') : []
    case 'tool_use': {
      const id = asText(block['id'])
      const tool = asText(block['name'])
      const input = asInput(block['input'])
      if (id === undefined || tool === undefined || input === undefined)
        throw new Unreadable('a tool use without id, name or input')
      return [callOn(line, { id, session, tool, input })]
    }
    case 'tool_result': {
      const id = asText(block['tool_use_id'])
      if (id === undefined) throw new Unreadable('a tool result without the id of its call')
      const refused = block['is_error'] === true && REFUSED.test(resultText(block['content']))
      return [{ kind: 'outcome', id, outcome: refused ? 'refused' : 'ran' }]
    }
    default:
      return []
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((item) => asText(asFields(item)?.['text']) ?? '')
    .join('\n')
}
