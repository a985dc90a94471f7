import type {
  CanUseTool,
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  HookJSONOutput,
  Options,
  PermissionResult,
} from '@anthropic-ai/claude-agent-sdk'
import { isDeepStrictEqual } from 'node:util'
import { isMadeByClient } from '../../../agents/fields.ts'
import type { DeliveredBy } from '../../../session.ts'
import type { GatedSession } from '../gated-session.ts'
import type { Verdict } from '../../../verdict.ts'
import { type AdapterOptions, callOf, Calls, type FrameworkCall, inputOf } from './parts/calls.ts'
import { asText, withNote } from './parts/results.ts'

/**
 * Options for `query` with the gate in them. Every tool call of the agent and its sub-agents is judged in a `PreToolUse`
 * hook; an `ask` goes to your `canUseTool`, or, without one, to the approver of the gate. Your own hooks stay, but none
 * may change what the gate has judged.
 */
export function gatedOptions(session: GatedSession, options: Options = {}, adapter: AdapterOptions = {}): Options {
  const approvals = adapter.approvals ?? (options.canUseTool === undefined ? 'gate' : 'framework')
  const hooks = new GateHooks(session, { ...adapter, approvals })
  const own = options.hooks ?? {}
  const ours: Partial<Record<HookEvent, HookCallbackMatcher[]>> = {
    PreToolUse: hooks.closed((input, signal) => hooks.before(input, signal)),
    PostToolUse: hooks.closed((input, signal) => hooks.after(input, signal)),
    PostToolUseFailure: hooks.closed((input, signal) => hooks.failed(input, signal)),
    SubagentStop: hooks.closed((input, signal) => hooks.subagentBack(input, signal)),
    UserPromptSubmit: hooks.closed((input) => hooks.prompt(input)),
  }
  const merged = { ...own, PreToolUse: own.PreToolUse?.map(unchanging) } as typeof own
  for (const [event, matchers] of Object.entries(ours) as [HookEvent, HookCallbackMatcher[]][])
    merged[event] = [...matchers, ...(merged[event] ?? [])]
  return { ...options, hooks: merged, canUseTool: hooks.canUseTool(options.canUseTool) }
}

class GateHooks {
  readonly #session: GatedSession
  readonly #options: AdapterOptions
  readonly #calls = new Map<string, Calls>()
  readonly #where = new Map<string, string>()
  /** What has to be said before a sub-agent's report, until the report comes. */
  readonly #notes: string[] = []

  constructor(session: GatedSession, options: AdapterOptions) {
    this.#session = session
    this.#options = options
  }

  /** The client waits longer for the hook than the hook for the gate. A hook that fails blocks what it guards. */
  closed(answer: (input: HookInput, signal: AbortSignal) => Promise<HookJSONOutput>): HookCallbackMatcher[] {
    const timeout = Math.ceil((this.#options.patience ?? 330_000) / 1000) + 30
    return [{ hooks: [(input, _id, { signal }) => answer(input, signal)], timeout, onFailure: 'block' }]
  }

  async before(input: HookInput, signal: AbortSignal): Promise<HookJSONOutput> {
    if (input.hook_event_name !== 'PreToolUse') throw new TypeError(`not a tool call: ${input.hook_event_name}`)
    const calls = this.#callsOf(input.agent_id, input.agent_type)
    const { tool_use_id: id, tool_name: tool, tool_input, cwd } = input
    const call = callOf({ id, tool, input: tool_input, signal, cwd })
    this.#remember(id, cwd)
    const ruling = await calls.before(call)
    if (calls.stopped)
      return { continue: false, stopReason: calls.stopped.message, ...decision('deny', calls.stopped.message) }
    if (ruling.says === 'ask') return decision('ask', ruling.message)
    const admitted = await calls.admit(call, 'unasked')
    if (admitted.says !== 'run') return decision('deny', admitted.message)
    return admitted.contained === undefined ? decision('allow', 'portcullis') : instead(admitted.contained)
  }

  async after(input: HookInput, signal: AbortSignal): Promise<HookJSONOutput> {
    if (input.hook_event_name !== 'PostToolUse') return {}
    const { tool_name: tool, tool_input, tool_response, tool_use_id: id, agent_id, agent_type } = input
    const call = callOf({ id, tool, input: tool_input, signal })
    const looked = await this.#callsOf(agent_id, agent_type).look(call, tool_response)
    const notes = [looked.note, ...(SPAWNS.has(tool) ? this.#notes.splice(0) : [])].filter((note) => note !== '')
    const context = notes.length === 0 ? {} : { additionalContext: notes.join('\n') }
    if (!looked.withheld) return { hookSpecificOutput: { hookEventName: 'PostToolUse', ...context } }
    const sentence = asText(withNote(looked))
    const updatedToolOutput = withTexts(tool_response, sentence)
    // The client checks the shape of a replaced result, and where it does not fit shows the result itself.
    const end = KEEPS_SHAPE.test(tool) ? {} : { continue: false, stopReason: sentence }
    return { ...end, hookSpecificOutput: { hookEventName: 'PostToolUse', ...context, updatedToolOutput } }
  }

  /** The model reads what an error says. */
  async failed(input: HookInput, signal: AbortSignal): Promise<HookJSONOutput> {
    if (input.hook_event_name !== 'PostToolUseFailure') return {}
    const { tool_name: tool, tool_input, tool_use_id: id, error, agent_id, agent_type } = input
    const call = callOf({ id, tool, input: tool_input, signal })
    const looked = await this.#callsOf(agent_id, agent_type).look(call, error)
    const additionalContext = looked.withheld ? asText(withNote(looked)) : looked.note
    if (additionalContext === '') return {}
    return { hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext } }
  }

  async subagentBack(input: HookInput, signal: AbortSignal): Promise<HookJSONOutput> {
    if (input.hook_event_name !== 'SubagentStop') return {}
    const note = await this.#session.subagent(input.agent_id, input.agent_type).handOver('', signal)
    if (note.trim() !== '') this.#notes.push(note.trim())
    return {}
  }

  prompt(input: HookInput): Promise<HookJSONOutput> {
    if (input.hook_event_name !== 'UserPromptSubmit') return Promise.resolve({})
    const from = isMadeByClient(input.prompt) ? 'agent' : NOT_THE_USER[input.source ?? 'sdk']
    if (from === undefined) this.#session.userSaid(input.prompt)
    else this.#session.delivered(from, input.prompt)
    return Promise.resolve({})
  }

  /** Only what the person was shown may run: an answer that changes the input is a refusal. */
  canUseTool(own: CanUseTool | undefined): CanUseTool {
    return async (tool, input, context) => {
      const { toolUseID: id, agentID, signal } = context
      const calls = this.#callsOf(agentID)
      const call = callOf({ id, tool, input, signal, cwd: this.#where.get(id) })
      const said = await own?.(tool, input, context)
      if (said?.behavior !== 'allow') return this.#refused(calls, call, said)
      const { updatedInput = input } = said
      const answered = tool === 'AskUserQuestion' ? answersIn(input, updatedInput) : undefined
      if (answered === undefined && !isDeepStrictEqual(updatedInput, input)) return this.#refused(calls, call, CHANGED)
      const ruling = await calls.admit(call, 'approved')
      if (ruling.says !== 'run') return { behavior: 'deny', message: ruling.message, toolUseID: id }
      for (const [question, answer] of answered ?? []) this.#session.userAnswered(question, answer)
      const runs = inputOf(call, ruling) as typeof input
      return { behavior: 'allow', updatedInput: answered === undefined ? runs : updatedInput }
    }
  }

  async #refused(
    calls: Calls,
    call: FrameworkCall,
    said: PermissionResult | null | undefined,
  ): Promise<PermissionResult> {
    await calls.refused(call)
    const message =
      said?.behavior === 'deny' && said.message !== '' ? said.message : 'portcullis: this call was not approved'
    return { behavior: 'deny', message, ...(said?.behavior === 'deny' && said.interrupt ? { interrupt: true } : {}) }
  }

  /** A question about a call does not say where it runs. */
  #remember(id: string, cwd: string): void {
    this.#where.set(id, cwd)
    for (const oldest of this.#where.keys()) {
      if (this.#where.size <= MOST_REMEMBERED) break
      this.#where.delete(oldest)
    }
  }

  #callsOf(agent: string | undefined, type?: string): Calls {
    const key = agent ?? ''
    const known = this.#calls.get(key)
    if (known !== undefined) return known
    const made = new Calls(
      agent === undefined ? this.#session : this.#session.subagent(agent, type),
      // Its shell runs whatever stands in the place of the command, in the directory that the hook names.
      { ...this.#options, runsRewritten: ['Bash'] },
      'claude-code',
    )
    this.#calls.set(key, made)
    return made
  }
}

/** More calls than are ever open at once. */
const MOST_REMEMBERED = 1_000

/** Tools whose result is what a sub-agent reports. */
const SPAWNS: ReadonlySet<string> = new Set(['Agent', 'Task'])

/** Tools whose result is known to keep its shape when its texts are replaced. */
const KEEPS_SHAPE = /^(?:Bash$|mcp__)/

/** The same result with every text in it replaced. */
function withTexts(result: unknown, text: string): unknown {
  if (typeof result === 'string') return text
  if (Array.isArray(result)) return result.map((item) => withTexts(item, text))
  if (typeof result !== 'object' || result === null) return result
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => [key, key === 'type' ? value : withTexts(value, text)]),
  )
}

/** Prompts that nobody typed. */
const NOT_THE_USER: Readonly<Partial<Record<string, DeliveredBy>>> = {
  schedule_wakeup: 'schedule',
  loop_wakeup: 'schedule',
  poll_event: 'webhook',
  system: 'other',
}

const CHANGED = {
  behavior: 'deny' as const,
  message:
    'portcullis: the input was changed after it was judged, so it is not run. Make the call again with that input',
}

function decision(permissionDecision: 'allow' | 'ask' | 'deny', permissionDecisionReason: string): HookJSONOutput {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } }
}

/** The client runs this in the place of the command: behind walls. */
function instead({ rewritten }: Verdict): HookJSONOutput {
  const permission = { permissionDecision: 'allow', permissionDecisionReason: 'portcullis: contained' } as const
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...permission, updatedInput: { ...rewritten } } }
}

/** Hooks run side by side: one that changes the input would change what the gate has judged, or put in its place. */
function unchanging(matcher: HookCallbackMatcher): HookCallbackMatcher {
  const around =
    (hook: HookCallback): HookCallback =>
    async (input, id, context) => {
      const said = await hook(input, id, context)
      const specific = 'hookSpecificOutput' in said ? said.hookSpecificOutput : undefined
      if (specific?.hookEventName !== 'PreToolUse' || specific.updatedInput === undefined) return said
      const judged = input.hook_event_name === 'PreToolUse' ? input.tool_input : undefined
      if (!isDeepStrictEqual(specific.updatedInput, judged)) return decision('deny', CHANGED.message)
      const { updatedInput: _same, ...rest } = specific
      return { ...said, hookSpecificOutput: rest }
    }
  return { ...matcher, hooks: matcher.hooks.map(around) }
}

/** The tool that asks the user is answered by its input. Undefined: something else was changed as well. */
function answersIn(input: object, updated: object): readonly (readonly [string, string])[] | undefined {
  const { answers, ...rest } = updated as { readonly answers?: unknown }
  const { answers: _before, ...asked } = input as { readonly answers?: unknown }
  if (typeof answers !== 'object' || answers === null || !isDeepStrictEqual(rest, asked)) return undefined
  return Object.entries(answers).map(([question, answer]) => [question, String(answer)] as const)
}
