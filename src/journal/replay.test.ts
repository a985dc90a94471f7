import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshDirectory } from '../../test/journal/samples.ts'
import { readTranscript } from '../surfaces/cli/replay.ts'
import type { Decision, Verdict } from '../verdict.ts'
import type { StoredRecord } from './records.ts'
import type { Judge, ReplayEvent } from './replay.ts'
import { fromRecord, replay } from './replay.ts'
import { replayReport } from './replay-report.ts'
import { transcriptFormat } from './transcripts/index.ts'

function verdict(decision: Decision, code: string): Verdict {
  return {
    decision,
    because: [{ code, sentence: `because of \`${code}\`` }],
    layer: 'rules',
    trace: [],
    actions: [],
    fingerprint: '',
  }
}

/** Denies what contains `rm`, allows the rest. */
const judge: Judge = async (call) =>
  JSON.stringify(call.input).includes('rm ') ? verdict('deny', 'test.rm') : verdict('allow', 'rule.allow')

async function read(agent: string, name: string, lines: readonly unknown[]): Promise<readonly ReplayEvent[]> {
  const directory = join(freshDirectory(), 'chats')
  mkdirSync(directory)
  const file = join(directory, name)
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  const events: ReplayEvent[] = []
  for await (const event of readTranscript(file, transcriptFormat(agent)!)) events.push(event)
  return events
}

/** Enough of an event to compare. */
function brief(event: ReplayEvent): string {
  switch (event.kind) {
    case 'user':
      return `user ${event.session}: ${event.text}`
    case 'call':
      return `${event.before} ${event.call.tool} ${JSON.stringify(event.call.input)} in ${event.call.cwd}`
    case 'unreadable':
      return `unreadable :${event.where.split(':').at(-1)} ${event.because}`
  }
}

const claudeLine = (type: string, content: unknown, more: object = {}) => ({
  type,
  sessionId: 's1',
  cwd: '/home/dev/project',
  timestamp: '2026-11-01T10:00:00Z',
  message: { role: type, content },
  ...more,
})

const item = (payload: object) => ({ timestamp: '2026-11-01T10:00:00Z', type: 'response_item', payload })

describe('transcripts', () => {
  it('of Claude Code', async () => {
    const events = await read('claude-code', 's1.jsonl', [
      { type: 'summary', summary: 'x' },
      claudeLine('user', 'fix the tests'),
      claudeLine('user', '<command-name>/clear</command-name>'),
      claudeLine('user', 'hidden', { isMeta: true }),
      claudeLine('assistant', [
        { type: 'text', text: 'I will' },
        { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } },
        { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'rm -rf x' } },
      ]),
      claudeLine('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }]),
      claudeLine('user', [
        {
          type: 'tool_result',
          tool_use_id: 't2',
          is_error: true,
          content: "The user doesn't want to proceed with this tool use.",
        },
      ]),
      'not json',
      claudeLine('assistant', [{ type: 'tool_use', id: 't3', name: 'Read' }]),
      claudeLine('assistant', [{ type: 'tool_use', id: 't4', name: 'Read', input: { file_path: 'a' } }]),
      { no: 'type' },
    ])
    expect(events.map(brief)).toEqual([
      'user s1: fix the tests',
      'allow Bash {"command":"npm test"} in /home/dev/project',
      'deny Bash {"command":"rm -rf x"} in /home/dev/project',
      'unreadable :8 not JSON',
      'unreadable :9 a tool use without id, name or input',
      'unreadable :11 no type',
      'unknown Read {"file_path":"a"} in /home/dev/project',
    ])
  })

  it('of Codex, old and new', async () => {
    const events = await read('codex', 'rollout-2026-11-01T10-00-00-x.jsonl', [
      { type: 'session_meta', payload: { id: 'c1', cwd: '/home/dev/project' } },
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>x' }] }),
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] }),
      item({
        type: 'function_call',
        name: 'shell',
        call_id: '1',
        arguments: '{"command":["bash","-lc","ls | wc"],"workdir":"/home/dev/a"}',
      }),
      item({ type: 'function_call_output', call_id: '1', output: 'ok' }),
      item({ type: 'function_call', name: 'exec_command', call_id: '2', arguments: '{"cmd":"git status"}' }),
      item({ type: 'function_call_output', call_id: '2', output: 'exec command rejected by user' }),
      item({ type: 'function_call', name: 'shell', call_id: '3', arguments: '{"command":["echo","a b"]}' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', call_id: '4', input: '*** Begin Patch' }),
      item({ type: 'function_call', name: 'shell', call_id: '5', arguments: '{broken' }),
      item({ type: 'reasoning' }),
      { type: 'event_msg', payload: { type: 'token_count' } },
      { type: 'function_call', name: 'mcp__x__y', call_id: '6', arguments: '{}' },
      {
        type: 'local_shell_call',
        call_id: '7',
        action: { type: 'exec', command: ['ls'], working_directory: '/home/dev/b' },
      },
    ])
    expect(events.map(brief)).toEqual([
      'user c1: go',
      'allow Bash {"command":"ls | wc"} in /home/dev/a',
      'deny Bash {"command":"git status"} in /home/dev/project',
      'unreadable :10 a function call without id, name or arguments',
      `unknown Bash {"command":"echo 'a b'"} in /home/dev/project`,
      'unknown apply_patch {"input":"*** Begin Patch"} in /home/dev/project',
      'unknown mcp__x__y {} in /home/dev/project',
      'unknown Bash {"command":"ls"} in /home/dev/b',
    ])
  })

  const message = {
    id: 'm2',
    type: 'gemini',
    timestamp: '2026-11-01T10:00:00Z',
    toolCalls: [{ id: 'g1', name: 'run_shell_command', args: { command: 'ls' }, status: 'executing' }],
  }
  const ended = { ...message, toolCalls: [{ ...message.toolCalls[0], status: 'success' }] }

  it('of Gemini CLI, whose messages are written again as they grow', async () => {
    const events = await read('gemini-cli', 'session-1.jsonl', [
      { sessionId: 'g', startTime: 'x', directories: ['/home/dev/project'] },
      { id: 'm1', type: 'user', content: [{ text: 'list' }] },
      message,
      ended,
      ended,
      { $set: { summary: 'x' } },
      { $rewindTo: 'm1' },
      [1],
      { what: 1 },
      { id: 'm3', type: 'gemini', toolCalls: [{ name: 'x' }] },
    ])
    expect(events.map(brief)).toEqual([
      'user g: list',
      'allow run_shell_command {"command":"ls"} in /home/dev/project',
      'unreadable :8 not a JSON object',
      'unreadable :9 neither a header, a message nor a patch',
      'unreadable :10 a tool call without id, name or arguments',
    ])
  })

  it('of Gemini CLI as one document', async () => {
    const document = { sessionId: 'g', messages: [{ id: 'm1', type: 'user', content: 'list' }, ended] }
    const events = await read('gemini-cli', 'session-1.json', [document])
    expect(events.map(brief)).toEqual(['user g: list', 'allow run_shell_command {"command":"ls"} in /'])
    expect((await read('gemini-cli', 'session-2.json', ['{"sessionId": "g", ']))[0]).toMatchObject({
      kind: 'unreadable',
    })
  })

  it('of Qwen Code: what a person typed, and nothing the program wrote in their place', async () => {
    const common = { sessionId: 'q', cwd: '/home/dev/project', timestamp: '2026-11-01T10:00:00Z' }
    const user = (text: string, more: object = {}): object => ({
      ...common,
      type: 'user',
      message: { role: 'user', parts: [{ text }, { text: 'content of a mentioned file' }] },
      ...more,
    })
    const call = { id: 'c1', name: 'run_shell_command', args: { command: 'ls' } }
    const events = await read('qwen-code', 'q.jsonl', [
      user('list'),
      user('expanded', { systemPayload: { displayText: 'as typed' } }),
      user('also this', { subtype: 'mid_turn_user_message', provenance: 'real_user' }),
      user('from a schedule', { subtype: 'cron' }),
      user('from a task', { provenance: 'system' }),
      user('to a sub-agent', { isSidechain: true }),
      user('from outside', { externalInputKind: 'message' }),
      { ...common, type: 'assistant', message: { parts: [{ text: 'I will' }, { functionCall: call }] } },
      { ...common, type: 'tool_result', toolCallResult: { callId: 'c1', status: 'success' } },
      { ...common, type: 'system', subtype: 'ui_telemetry' },
      { ...common, type: 'assistant', message: { parts: [{ functionCall: { name: 'x' } }] } },
    ])
    expect(events.map(brief)).toEqual([
      'user q: list',
      'user q: as typed',
      'user q: also this',
      'allow run_shell_command {"command":"ls"} in /home/dev/project',
      'unreadable :11 a function call without id, name or arguments',
    ])
  })

  it.each(['claude-code', 'codex', 'gemini-cli', 'qwen-code'])(
    'of %s: no line is fatal, whatever is in it',
    async (agent) => {
      const hostile = [
        '',
        'null',
        '[]',
        '"x"',
        '{}',
        '{"type":"user"}',
        '{"type":"assistant","message":{"content":[null,1,{"type":"tool_use"}]}}',
        '{"type":"response_item","payload":null}',
        '{"type":"response_item","payload":{"type":"function_call","name":1}}',
        '{"id":"a","type":"gemini","toolCalls":[null]}',
        '{"__proto__":{"type":"user"}}',
        `${'['.repeat(50_000)}`,
        `{"type":"user","message":{"content":"${'x'.repeat(100_000)}"}}`,
      ]
      for (const line of hostile) await expect(read(agent, 'session-x.jsonl', [line])).resolves.toBeInstanceOf(Array)
    },
  )
})

const record: StoredRecord = {
  position: 1,
  writer: 'w',
  seq: 1,
  at: 5,
  event: 'permission_granted',
  severity: 'info',
  session: 's',
  agent: 'codex',
  tool: 'Bash',
  decision: 'allow',
  code: 'rule.allow',
  user: '',
  fingerprint: '',
  policy: '',
  body: '{"call":"c","cwd":"/home/dev","input":{"command":"rm -rf x"}}',
  hash: '',
}

describe('records of the log', () => {
  it('are calls with the decision of then', () => {
    expect(fromRecord(record, 'w-1')).toMatchObject({
      kind: 'call',
      before: 'allow',
      at: 5,
      call: { id: 'c', tool: 'Bash', cwd: '/home/dev' },
    })
  })
  it.each([
    ['an event that is no call', { decision: '' }, undefined],
    ['a body that is not JSON', { body: '{' }, 'unreadable'],
    ['a body without an input', { body: '{}' }, 'unreadable'],
    ['a relative directory', { body: '{"cwd":"x","input":{}}' }, 'unreadable'],
    ['no tool', { tool: '' }, 'unreadable'],
  ])('%s', (_name, change, kind) => {
    expect(fromRecord({ ...record, ...change }, 'w-1')?.kind).toBe(kind)
  })
})

const call = (command: string, before: 'allow' | 'deny', session = 's'): ReplayEvent => {
  const event = fromRecord(
    { ...record, decision: before, session, body: JSON.stringify({ cwd: '/', input: { command } }) },
    'x',
  )
  if (event === undefined) throw new Error('not a call')
  return event
}

function* many(): Generator<ReplayEvent> {
  for (let index = 0; index < 5000; index++) yield call(String(index), 'allow', index % 2 === 0 ? 'same' : `s${index}`)
}

describe('a replay', () => {
  it('judges a masked secret as the one word it was, and says how many there were', async () => {
    const seen: unknown[] = []
    const report = await replay(
      [call('curl -u bob:[redacted value] https://x.example.com', 'allow'), call('ls', 'allow')],
      async (asked) => {
        seen.push(asked.input['command'])
        return verdict('allow', 'rule.allow')
      },
      { mode: 'auto' },
    )
    expect(seen).toEqual(['curl -u bob:redacted-value https://x.example.com', 'ls'])
    expect(report.masked).toBe(1)
  })

  it('counts what would change and shows examples of it', async () => {
    const report = await replay(
      [call('ls', 'allow'), call('rm a', 'allow'), call('rm b', 'allow'), call('ls', 'deny')],
      judge,
      { mode: 'auto' },
    )
    expect(report.calls).toBe(4)
    expect(report.changes).toEqual([
      { before: 'allow', after: 'deny', count: 2 },
      { before: 'allow', after: 'allow', count: 1 },
      { before: 'deny', after: 'allow', count: 1 },
    ])
    expect(report.codes[0]).toEqual({ code: 'test.rm', after: 'deny', count: 2 })
    expect(report.examples.map(({ input }) => input)).toEqual([
      '{"command":"rm a"}',
      '{"command":"rm b"}',
      '{"command":"ls"}',
    ])
  })

  it('holds no more than it must', async () => {
    const most = { turns: 0 }
    const watching: Judge = async (one, session) => {
      most.turns = Math.max(most.turns, session.turns.length)
      session.turns.push({ kind: 'call', tool: one.tool, encoded: '' })
      return verdict('deny', `code-${one.input['command']}`)
    }
    const report = await replay(many(), watching, { mode: 'auto' })
    expect(report.calls).toBe(5000)
    expect(report.examples).toHaveLength(20)
    expect(report.codes.length).toBeLessThanOrEqual(1001)
    expect(report.codes.reduce((sum, { count }) => sum + count, 0)).toBe(5000)
    expect(most.turns).toBeLessThanOrEqual(200)
  })

  it('judges every call on its own merits: the limit on denials is not replayed', async () => {
    const counts: number[] = []
    await replay(
      Array.from({ length: 5 }, () => call('rm a', 'allow')),
      async (_call, session) => {
        counts.push(session.denials.total++)
        return verdict('deny', 'x')
      },
      { mode: 'auto' },
    )
    expect(counts).toEqual([0, 0, 0, 0, 0])
  })

  it('reports as a page that runs nothing', async () => {
    const hostile = '<script>alert(1)</script>"\'\u202e\u001b[2J'
    const report = await replay(
      [call(`rm ${hostile}`, 'allow'), { kind: 'unreadable', where: hostile, because: hostile }],
      async () => verdict('deny', hostile),
      { mode: 'auto' },
    )
    const page = replayReport(report, 'Replay')
    expect(page).not.toMatch(/<script|\u202e|\u001b/)
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain("default-src 'none'")
  })
})
