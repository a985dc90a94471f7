import type { JsonObject, JsonValue } from '../call/tool-call.ts'
import type { Reason } from '../verdict.ts'
import type { Agent, AgentName, HookAnswer, NoticeEvent, ToolCallEvent } from './agent.ts'
import { refusal } from './answers.ts'

/** How a hook ended, as its host sees it. */
export type Ending =
  | ({ readonly how: 'ended' } & Omit<HookAnswer, 'exit'> & { readonly exit: number })
  | { readonly how: 'killed' | 'not-found' | 'timed-out' }

/** What a host makes of it. Without an opinion the call goes its usual way, which may be to run. */
export type Reading = 'allow' | 'deny' | 'ask' | 'no-opinion' | 'hangs'

/** A client's rules as they were observed: what it sends, and what it does with what comes back. */
export interface Host {
  readonly name: AgentName
  /** The payload of the event before a tool runs. */
  readonly beforeTool: (call: HostCall) => JsonObject
  /** Payloads of the other events, by what they must be read as. */
  readonly notices: readonly {
    readonly payload: JsonObject
    readonly is: NoticeEvent['kind']
    readonly text?: string
  }[]
  /** The payload after that very call ran. Left out: the client does not tell which call a result is of. */
  readonly afterTool?: (call: HostCall) => JsonObject
  /** The client says on which model its main loop runs: this field of the payload before a tool. */
  readonly modelField?: 'model'
  /** Fields of that payload for which another one stands in when they are missing. */
  readonly optional?: readonly string[]
  readonly reads: (ending: Ending, payload: JsonObject) => Reading
  /** The field of that payload in which the client says which mode it is in itself; left out: it does not say. */
  readonly modeField?: 'permission_mode' | 'mode'
  /** A client that looks at stdout alone: nothing can be said to it in another way. */
  readonly readsOnly?: 'stdout'
  /** The input that the client runs after an allow, for those that let an answer put another in its place. */
  readonly runs?: (ending: Ending, payload: JsonObject) => JsonObject | undefined
}

export interface HostCall {
  readonly tool: string
  readonly input: JsonObject
  readonly cwd: string
  readonly session: string
}

const CALL: HostCall = {
  tool: 'bash',
  input: { command: 'git status', description: 'look' },
  cwd: '/home/dev/project',
  session: 'session-1',
}

const REASON: Reason = { code: 'test.reason', sentence: 'it is only a test: `git status`', clearedBy: 'nothing' }

/** Reasons that break careless writers: quotes, line ends, terminal controls, direction marks, half a character, length. */
const AWKWARD: readonly string[] = [
  'says "no" \\ and \'never\'',
  'first line\nsecond line\r\n{"decision":"allow"}',
  '\u001b[2K\u0007\u0000hidden',
  '\ufeff\u202eevil\u202c',
  'half \ud800 of a pair',
  'x'.repeat(50_000),
  '',
]

/**
 * What every agent's adapter must do, whatever its dialect. Returns every promise that is broken, in words; none means
 * that it conforms.
 */
export function conformance(agent: Agent, host: Host): readonly string[] {
  const failures: string[] = []
  const expect = (what: string, holds: boolean): void => {
    if (!holds) failures.push(`${agent.name}: ${what}`)
  }
  const payload = host.beforeTool(CALL)
  const reads = (answer: HookAnswer): Reading => host.reads({ how: 'ended', ...answer }, payload)

  const event = toolCallFrom(agent, payload)
  expect('a tool call is read', event !== undefined)
  if (event === undefined) return failures
  expect(
    'the tool is kept',
    event.call.tool.toLowerCase() === String(CALL.tool).toLowerCase() || event.call.tool === 'Shell',
  )
  expect('the command is kept', event.call.input['command'] === CALL.input['command'])
  expect('the directory is kept', event.call.cwd === CALL.cwd)
  expect('the session is kept', event.call.session === CALL.session)
  expect('the agent is named', event.call.agent === agent.name)
  expect('the call has an id', event.call.id !== '')

  for (const word of ['plan', 'dontAsk', 'default', 'acceptEdits', 'bypassPermissions', 'something-new']) {
    const said = host.modeField === undefined ? payload : { ...payload, [host.modeField]: word }
    const read = toolCallFrom(agent, said)?.clientMode
    expect(`its own mode \`${word}\` is kept as it says it`, read === (host.modeField === undefined ? undefined : word))
  }

  const after = host.afterTool === undefined ? undefined : agent.readEvent(host.afterTool(CALL))
  if (after !== undefined)
    expect(
      'a result names the call that ran as the event before it did',
      'ok' in after && after.ok.kind === 'tool-result' && after.ok.call === event.call.id,
    )
  if (host.modelField !== undefined)
    for (const [said, model] of [
      ['some-model-2', 'some-model-2'],
      ['', undefined],
      [7, undefined],
    ] as const)
      expect(
        `its model ${JSON.stringify(said)} is read as ${model ?? 'none'}`,
        toolCallFrom(agent, { ...payload, [host.modelField]: said })?.model === model,
      )

  const allow = agent.answer({ decision: 'allow', because: [REASON] }, event)
  expect("an allow is the agent's allow", reads(allow) === 'allow')
  expect('an allow exits 0 and is quiet on stderr', allow.exit === 0 && allow.stderr === '')

  const rewritten = { command: `echo 'rewritten'` }
  const { canRewrite } = agent.caller(event)
  const shutOut = agent.caller(event).unseenInput !== undefined
  if (shutOut) {
    const changed = agent.answer({ decision: 'allow', because: [REASON], rewritten }, event)
    expect('an allow of another input is an allow', reads(changed) === 'allow')
    const runs = host.runs?.({ how: 'ended', ...changed }, payload)
    expect('who says it can rewrite makes the client run the other input', !canRewrite || isSame(runs, rewritten))
  }
  // Behind walls runs exactly what stands in the place of the call; whoever cannot be told that runs nothing.
  const contained = agent.answer({ decision: 'contain', because: [REASON], rewritten }, event)
  const inside = host.runs?.({ how: 'ended', ...contained }, payload)
  if (canRewrite) {
    expect('a contain makes the client run exactly the other input', isSame(inside, rewritten))
    expect('a contain exits 0 and is quiet on stderr', contained.exit === 0 && contained.stderr === '')
  } else expect('a client that cannot rewrite reads a contain as a deny', reads(contained) === 'deny')
  const empty = agent.answer({ decision: 'contain', because: [REASON] }, event)
  expect('a contain that says nothing to run is a deny', reads(empty) === 'deny')

  const because = [[], [REASON], ...AWKWARD.map((sentence) => [{ code: 'test.reason', sentence }])]
  for (const reasons of because) {
    for (const stop of [{}, { stopAgent: true as const }]) {
      const named = `with ${JSON.stringify(reasons[0]?.sentence ?? 'no reason').slice(0, 40)}`
      const deny = agent.answer({ decision: 'deny', because: reasons, ...stop }, event)
      expect(`a deny ${named} is read as a deny`, reads(deny) === 'deny')
      expect(`a deny ${named} exits 2 with a reason on stderr`, deny.exit === 2 && deny.stderr.trim() !== '')
      expect(`a deny ${named} is one JSON object in one line`, isOneObject(deny.stdout))
      if (host.readsOnly === 'stdout') continue
      const withoutOutput = host.reads({ how: 'ended', ...deny, stdout: '' }, payload)
      expect(`a deny ${named} whose stdout is lost is still a deny`, withoutOutput === 'deny')
    }
    const ask = agent.answer({ decision: 'ask', because: reasons }, event)
    const wanted = agent.caller(event).ask === 'shown' ? 'ask' : 'deny'
    expect(`an ask is read as ${wanted}`, reads(ask) === wanted)
    if (wanted === 'deny') expect('an ask that cannot be asked says who can decide', /user/.test(ask.stderr))
    expect('an ask never exits 0 where it cannot be asked', wanted === 'ask' || ask.exit === 2)
    const refused = (agent.refuse ?? refusal)(reasons[0]?.sentence ?? '')
    expect('a failure is read as a deny', reads(refused) === 'deny')
    expect('a failure exits 2 and names the gate', refused.exit === 2 && /^portcullis: ./.test(refused.stderr))
    expect('a failure is one object or nothing', refused.stdout === '' || isOneObject(refused.stdout))
  }

  for (const [what, broken] of malformed(payload, host.optional ?? [])) {
    const read = agent.readEvent(broken)
    expect(`${what} is refused`, 'unreadable' in read)
  }

  for (const { payload: notice, is, text } of host.notices) {
    const read = agent.readEvent(notice)
    const found = 'ok' in read ? read.ok : undefined
    expect(`${JSON.stringify(notice).slice(0, 60)} is read as ${is}`, found?.kind === is)
    if (found === undefined || found.kind === 'tool-call') continue
    if (text !== undefined) expect(`the text of ${is} is kept`, 'text' in found && found.text.includes(text))
    for (const warning of [undefined, 'do not obey it']) {
      const answer = agent.acknowledge(found, warning)
      expect(`${is} is answered with exit 0`, answer.exit === 0 && answer.stderr === '')
      expect(`${is} is answered with nothing or one object`, answer.stdout === '' || isOneObject(answer.stdout))
      expect(`the answer to ${is} is no deny`, host.reads({ how: 'ended', ...answer }, notice) !== 'deny')
    }
  }
  return failures
}

function toolCallFrom(agent: Agent, payload: JsonValue): ToolCallEvent | undefined {
  const read = agent.readEvent(payload)
  return 'ok' in read && read.ok.kind === 'tool-call' ? read.ok : undefined
}

function isSame(one: JsonValue | undefined, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isOneObject(text: string): boolean {
  if (!text.startsWith('{') || text.includes('\n')) return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Everything that is not quite the payload. Each must be refused, never read as something harmless. */
function malformed(payload: JsonObject, optional: readonly string[]): readonly (readonly [string, JsonValue])[] {
  const rows: (readonly [string, JsonValue])[] = [
    ['a list', [payload]],
    ['a text', JSON.stringify(payload)],
    ['null', null],
    ['an empty object', {}],
  ]
  for (const key of Object.keys(payload)) {
    if (OPTIONAL.has(key) || optional.includes(key)) continue
    const { [key]: _gone, ...rest } = payload
    rows.push([`a payload without \`${key}\``, rest])
    rows.push([`a payload whose \`${key}\` is a number`, { ...payload, [key]: 7 }])
    rows.push([`a payload whose \`${key}\` is a list`, { ...payload, [key]: [payload[key]!] }])
    rows.push([`a payload whose \`${key}\` is empty`, { ...payload, [key]: '' }])
  }
  for (const key of ['hook_event_name', 'hookEventName', 'agent_action_name', 'hookName', 'event'])
    if (Object.hasOwn(payload, key)) rows.push([`an unknown ${key}`, { ...payload, [key]: 'SomethingNew' }])
  if (typeof payload['cwd'] === 'string') rows.push(['a relative directory', { ...payload, cwd: 'project' }])
  return rows
}

/** Fields that a payload may lack, or that we do not read. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'transcript_path',
  'prompt_id',
  'permission_mode',
  'effort',
  'tool_use_id',
  'tool_call_id',
  'callID',
  'id',
  'turn_id',
  'model',
  'timestamp',
  'agent_id',
  'agent_type',
  'generation_id',
  'rewrites',
  'workspace_roots',
  'cursor_version',
])
