import type { JsonObject } from '../../call/tool-call.ts'
import type { Fields, TranscriptEvent, TranscriptFormat } from './transcript.ts'
import { asFields, asInput, asList, asText, asTime, modelOn, parseObject, Unreadable } from './transcript.ts'

/** Rollout files: `{timestamp, type, payload}` per line; older ones have the payload as the line. */
export const codex: TranscriptFormat = {
  agent: 'codex',
  title: 'Codex',
  directory: '.codex/sessions',
  isTranscript: (path) => /rollout-[^/]*\.jsonl$/.test(path),
  shape: () => 'lines',
  open: (name) => {
    const state: State = { session: /([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/.exec(name)?.[1] ?? name, cwd: '/' }
    return { read: (line) => readLine(parseObject(line), state) }
  },
}

interface State {
  session: string
  cwd: string
}

function readLine(line: Fields, state: State): readonly TranscriptEvent[] {
  const at = asTime(line['timestamp'])
  const payload = asFields(line['payload'])
  switch (line['type']) {
    case 'session_meta':
    case 'turn_context':
      if (payload === undefined) throw new Unreadable(`a line of type ${String(line['type'])} without a payload`)
      state.session = asText(payload['id']) ?? state.session
      state.cwd = asText(payload['cwd']) ?? state.cwd
      return line['type'] === 'turn_context' ? modelOn(payload['model'], state.session) : []
    case 'response_item':
      if (payload === undefined) throw new Unreadable('a response item without a payload')
      return readItem(payload, state, at)
    case 'event_msg':
    case 'compacted':
      return []
    default:
      if (payload !== undefined) return []
      if (line['type'] === undefined && asText(line['id']) === undefined && line['record_type'] === undefined) {
        throw new Unreadable('neither a rollout line nor an item')
      }
      return readItem(line, state, at)
  }
}

/** Text that the program put into a message of the user: instructions, the environment. */
const INSERTED = /^<(?:environment_context|user_instructions|turn_aborted|permissions)|^# AGENTS\.md instructions/

function readItem(item: Fields, state: State, at: number | undefined): readonly TranscriptEvent[] {
  const id = asText(item['call_id']) ?? asText(item['id'])
  const time = at === undefined ? {} : { at }
  switch (item['type']) {
    case 'message': {
      if (item['role'] !== 'user') return []
      const texts = asList(item['content']).map((part) => asText(asFields(part)?.['text']) ?? '')
      return texts
        .filter((text) => text !== '' && !INSERTED.test(text))
        .map((text) => ({ kind: 'user', session: state.session, text }))
    }
    case 'function_call': {
      const tool = asText(item['name'])
      const input = argumentsOf(item['arguments'])
      if (id === undefined || tool === undefined || input === undefined)
        throw new Unreadable('a function call without id, name or arguments')
      return [{ kind: 'call', id, session: state.session, ...asCommand(tool, input, state), ...time }]
    }
    case 'custom_tool_call': {
      const tool = asText(item['name'])
      const text = asText(item['input'])
      if (id === undefined || tool === undefined || text === undefined)
        throw new Unreadable('a tool call without id, name or input')
      return [{ kind: 'call', id, session: state.session, tool, input: { input: text }, cwd: state.cwd, ...time }]
    }
    case 'local_shell_call': {
      const action = asInput(item['action'])
      if (id === undefined || action === undefined) throw new Unreadable('a shell call without id or action')
      return [{ kind: 'call', id, session: state.session, ...asCommand('shell', action, state), ...time }]
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      if (id === undefined) throw new Unreadable('an output without the id of its call')
      const text = asText(item['output']) ?? asText(asFields(item['output'])?.['content']) ?? ''
      return [{ kind: 'outcome', id, outcome: REFUSED.test(text) ? 'refused' : 'ran' }]
    }
    default:
      return []
  }
}

const REFUSED =
  /^(?:exec command rejected by user|rejected by user|patch rejected|.{0,60}blocked by (?:hook|policy)|command rejected)/i

function argumentsOf(value: unknown): JsonObject | undefined {
  if (typeof value !== 'string') return asInput(value)
  if (value.trim() === '') return {}
  try {
    return asInput(JSON.parse(value))
  } catch {
    return undefined
  }
}

const SHELLS: ReadonlySet<string> = new Set(['shell', 'shell_command', 'exec_command', 'container.exec', 'local_shell'])

/** Shell tools take a list, `["bash", "-lc", "…"]`, or a line; hooks show all of them as `Bash` with a `command`. */
function asCommand(tool: string, input: JsonObject, state: State): { tool: string; input: JsonObject; cwd: string } {
  if (!SHELLS.has(tool)) return { tool, input, cwd: state.cwd }
  const cwd = asText(input['workdir']) ?? asText(input['working_directory']) ?? state.cwd
  const command = input['command'] ?? input['cmd']
  if (typeof command === 'string') return { tool: 'Bash', input: { command }, cwd }
  const words = asList(command).filter((word) => typeof word === 'string')
  if (words.length === 0) return { tool, input, cwd }
  const shell =
    /(?:^|\/)(?:ba|z|da)?sh$/.test(words[0] ?? '') && /^-[a-z]*c$/.test(words[1] ?? '') && words.length === 3
  return { tool: 'Bash', input: { command: shell ? (words[2] ?? '') : words.map(quoted).join(' ') }, cwd }
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
