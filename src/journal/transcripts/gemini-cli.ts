import type { Fields, TranscriptEvent, TranscriptFormat, TranscriptReader } from './transcript.ts'
import { asFields, asInput, asList, asText, asTime, parseObject, Unreadable } from './transcript.ts'

/**
 * Chat recordings: since 2026 a log of lines (a header, then messages that are written again whole whenever they grow,
 * `$set` patches and `$rewindTo` marks); before that one JSON document with all messages.
 */
export const geminiCli: TranscriptFormat = {
  agent: 'gemini-cli',
  title: 'Gemini CLI',
  directory: '.gemini/tmp',
  isTranscript: (path) => /\/chats\/.*\.jsonl?$/.test(path),
  shape: (path) => (path.endsWith('.jsonl') ? 'lines' : 'whole'),
  open: (name) => new GeminiReader(name.replace(/\.jsonl?$/, '')),
}

/** A message is written again for every change: calls and words already told are not told again. Bounded. */
const REMEMBERED = 10_000

class GeminiReader implements TranscriptReader {
  #session: string
  #cwd = '/'
  readonly #told = new Set<string>()

  constructor(session: string) {
    this.#session = session
  }

  read(line: string): readonly TranscriptEvent[] {
    const record = parseObject(line)
    if (typeof record['$rewindTo'] === 'string') return []
    const patch = asFields(record['$set']) ?? record
    const isMessage = typeof record['id'] === 'string' && typeof record['type'] === 'string'
    if (isMessage) return this.#message(record)
    if (record['$set'] === undefined && asText(record['sessionId']) === undefined) {
      throw new Unreadable('neither a header, a message nor a patch')
    }
    this.#session = asText(patch['sessionId']) ?? this.#session
    this.#cwd = asText(asList(patch['directories'])[0]) ?? this.#cwd
    return asList(patch['messages']).flatMap((message) => {
      const fields = asFields(message)
      return fields === undefined ? [] : this.#message(fields)
    })
  }

  #message(message: Fields): readonly TranscriptEvent[] {
    const id = asText(message['id']) ?? ''
    if (message['type'] === 'user') {
      const text = textOf(message['content'])
      return text === '' || !this.#isNew(`user ${id}`) ? [] : [{ kind: 'user', session: this.#session, text }]
    }
    return asList(message['toolCalls']).flatMap((call) => this.#call(asFields(call), message))
  }

  #call(call: Fields | undefined, message: Fields): readonly TranscriptEvent[] {
    const id = asText(call?.['id'])
    const tool = asText(call?.['name'])
    const input = asInput(call?.['args'] ?? {})
    if (call === undefined || id === undefined || tool === undefined || input === undefined) {
      throw new Unreadable('a tool call without id, name or arguments')
    }
    const events: TranscriptEvent[] = []
    const at = asTime(call['timestamp']) ?? asTime(message['timestamp'])
    if (this.#isNew(`call ${id}`)) {
      const time = at === undefined ? {} : { at }
      events.push({ kind: 'call', id, session: this.#session, tool, input, cwd: this.#cwd, ...time })
    }
    const status = call['status']
    const ended = status === 'success' || status === 'error' || status === 'cancelled'
    if (ended && this.#isNew(`end ${id}`)) {
      events.push({ kind: 'outcome', id, outcome: status === 'cancelled' ? 'refused' : 'ran' })
    }
    return events
  }

  #isNew(key: string): boolean {
    if (this.#told.has(key)) return false
    if (this.#told.size >= REMEMBERED) {
      const oldest = this.#told.values().next().value
      if (oldest !== undefined) this.#told.delete(oldest)
    }
    this.#told.add(key)
    return true
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((part) => (typeof part === 'string' ? part : (asText(asFields(part)?.['text']) ?? '')))
    .join('')
}
