import type { ToolMessage } from '@langchain/core/messages'
import type { AgentMiddleware } from 'langchain'
import { type AdapterOptions, type AgentGate, callOf, Calls, type FrameworkCall } from './parts/calls.ts'
import { asText, lookedError, withNote } from './parts/results.ts'

/** What an interrupt shows. */
export interface ApprovalRequest {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly why: string
}

/** What the run is resumed with: `new Command({ resume: answer })`. It names the call that it is for. */
export interface ApprovalAnswer {
  readonly id: string
  readonly approved: boolean
}

/**
 * The gate as middleware of `createAgent`. An `ask` interrupts the run (an agent needs a checkpointer for that) with an
 * `ApprovalRequest`; resume it with an `ApprovalAnswer`. Give a sub-agent middleware of its own: `session.subagent(…)`.
 */
export function gateMiddleware(session: AgentGate, options: AdapterOptions = {}): AgentMiddleware {
  const around = new AroundTools(new Calls(session, options))
  const middleware: Pick<AgentMiddleware, 'name' | 'beforeAgent' | 'wrapToolCall'> = {
    name: 'portcullis',
    beforeAgent: (state) => around.hear((state as { readonly messages?: readonly unknown[] }).messages ?? []),
    wrapToolCall: async (request, handler) => {
      const { toolCall, runtime } = request
      const { configurable, signal } = runtime as LangGraphConfig
      const call = callOf({ id: toolCall.id, tool: toolCall.name, input: toolCall.args, signal })
      const run = (input: unknown) => handler({ ...request, toolCall: { ...toolCall, args: input as object } })
      return (await around.run(call, configurable, run)) as ToolMessage
    },
  }
  return middleware as AgentMiddleware
}

/**
 * The gate around tools, for `ToolNode` and graphs of your own. Say yourself what the user says: `session.userSaid(…)`.
 * Do not put the middleware around them as well: each call would be judged twice.
 */
export function gatedTools<Tool extends LangChainTool>(
  session: AgentGate,
  tools: readonly Tool[],
  options: AdapterOptions = {},
): Tool[] {
  const around = new AroundTools(new Calls(session, options))
  return tools.map((tool) => around.tool(tool))
}

/** A tool of `@langchain/core`. */
export interface LangChainTool {
  readonly name: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind of tool has its own input and configuration
  readonly invoke: (input: any, config?: any) => Promise<any>
}

interface LangGraphConfig {
  readonly configurable?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
  readonly toolCall?: { readonly id?: string }
}

class AroundTools {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /** What came after the agent's last word. */
  hear(messages: readonly unknown[]): void {
    const typed = messages.filter(isMessage)
    const last = typed.findLastIndex((message) => message.getType() === 'ai')
    for (const message of typed.slice(last + 1))
      if (message.getType() === 'human') this.#calls.userSaid(textIn(message.content))
  }

  /** Whoever calls the tool in another way than by `invoke` goes around the framework, and is not let in. */
  tool<Tool extends LangChainTool>(tool: Tool): Tool {
    const invoke = async (given: unknown, config: LangGraphConfig = {}): Promise<unknown> => {
      const made = isToolCall(given) ? given : { args: given, id: config.toolCall?.id }
      const call = callOf({ id: made.id, tool: tool.name, input: made.args, signal: config.signal })
      const run = (input: unknown) => tool.invoke(isToolCall(given) ? { ...given, args: input } : input, config)
      const result = await this.run(call, config.configurable, run)
      return isToolCall(given) || !isMessage(result) ? result : textIn(result.content)
    }
    const others = { call: invoke, stream: notThisWay, batch: notThisWay, streamEvents: notThisWay }
    return Object.assign(Object.create(tool) as Tool, { invoke, ...others })
  }

  async run(
    call: FrameworkCall,
    configurable: LangGraphConfig['configurable'],
    run: (input: unknown) => unknown,
  ): Promise<unknown> {
    const ruling = await this.#ruling(call, configurable)
    this.#calls.throwIfStopped()
    if (ruling.says !== 'run') return refusalMessage(call, ruling.message)
    const { isGraphBubbleUp } = await import('@langchain/langgraph')
    try {
      const output = await this.#calls.perform(call, ruling, run)
      return await this.#looked(call, this.#calls.isRunHere(call, ruling) ? await messageOf(call, output) : output)
    } catch (error) {
      // A pause of the graph, or an input that does not fit the tool's schema, which LangChain explains to the model.
      if (isGraphBubbleUp(error) || isSchemaError(error)) throw error
      const looked = await lookedError(this.#calls, call, error)
      return refusalMessage(call, `${looked instanceof Error ? looked.message : String(looked)}`)
    }
  }

  /**
   * LangGraph runs an interrupted task from the start. An answer that was brought for this very call is used as it is: a
   * gate that would allow the call by now does not turn a person's no into a yes.
   */
  async #ruling(call: FrameworkCall, configurable: LangGraphConfig['configurable']) {
    const brought = broughtFor(call, configurable)
    if (brought !== undefined) return this.#calls.admit(call, isYes(call, brought) ? 'approved' : 'refused')
    const ruling = await this.#calls.before(call)
    if (ruling.says !== 'ask') return this.#calls.admit(call, 'unasked')
    const answer = await ask(call, ruling.message)
    if (answer === NOBODY) return this.#calls.admit(call, 'unasked')
    return this.#calls.admit(call, isYes(call, answer) ? 'approved' : 'refused')
  }

  /** A `Command` carries messages, too. */
  async #looked(call: FrameworkCall, result: unknown): Promise<unknown> {
    if (isMessage(result)) return this.#lookedMessage(call, result)
    const update = isRecord(result) && isRecord(result['update']) ? result['update'] : undefined
    const messages = update?.['messages']
    if (!Array.isArray(messages)) return result instanceof Object && update ? result : this.#lookedOutput(call, result)
    const looked = await Promise.all(
      messages.map((message: unknown) => (isMessage(message) ? this.#lookedMessage(call, message) : message)),
    )
    return Object.assign(result as object, { update: { ...update, messages: looked } })
  }

  async #lookedMessage(call: FrameworkCall, message: Message): Promise<unknown> {
    const looked = await this.#calls.look(call, message.content)
    if (looked.note === '' && looked.withheld === undefined) return message
    const content =
      Array.isArray(message.content) && looked.withheld === undefined
        ? [{ type: 'text', text: looked.note }, ...(message.content as unknown[])]
        : asText(withNote(looked))
    return Object.assign(Object.create(Object.getPrototypeOf(message) as object) as object, message, { content })
  }

  async #lookedOutput(call: FrameworkCall, output: unknown): Promise<unknown> {
    const looked = await this.#calls.look(call, output)
    return looked.note === '' && looked.withheld === undefined ? output : asText(withNote(looked))
  }
}

const NOBODY = Symbol('nobody could be asked')

/** Throws LangGraph's own interrupt, which pauses the run, until it is resumed. */
async function ask({ id, tool, input }: FrameworkCall, why: string): Promise<unknown> {
  const { interrupt, isGraphBubbleUp } = await import('@langchain/langgraph')
  const request: ApprovalRequest = { id: id ?? '', tool, input, why }
  try {
    return interrupt(request)
  } catch (error) {
    if (isGraphBubbleUp(error)) throw error
    // Outside a graph, or without a checkpointer, nothing can wait for a person.
    return NOBODY
  }
}

/** Of several answers that a task was resumed with, the one that names this call. */
function broughtFor({ id }: FrameworkCall, configurable: LangGraphConfig['configurable']): unknown {
  const scratchpad = configurable?.['__pregel_scratchpad']
  if (!isRecord(scratchpad) || id === undefined) return undefined
  const { resume, nullResume } = scratchpad
  const answers = [...(Array.isArray(resume) ? (resume as unknown[]) : []), nullResume]
  return answers.find((answer) => isRecord(answer) && answer['id'] === id)
}

function isYes({ id }: FrameworkCall, answer: unknown): boolean {
  return isRecord(answer) && answer['id'] === id && answer['approved'] === true
}

async function refusalMessage({ id, tool }: FrameworkCall, content: string): Promise<unknown> {
  const { ToolMessage: Made } = await import('@langchain/core/messages')
  return new Made({ content, name: tool, tool_call_id: id ?? '', status: 'error' })
}

/** What came of a run behind walls, as the tool's own result. */
async function messageOf({ id, tool }: FrameworkCall, output: unknown): Promise<unknown> {
  const { ToolMessage: Made } = await import('@langchain/core/messages')
  return new Made({ content: asText(output), name: tool, tool_call_id: id ?? '' })
}

function notThisWay(): never {
  throw new TypeError('Tools with the gate around them are called by `invoke`.')
}

interface Message {
  readonly getType: () => string
  readonly content: unknown
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value['getType'] === 'function' && 'content' in value
}

function isToolCall(value: unknown): value is { readonly id?: string; readonly args: unknown } {
  return isRecord(value) && value['type'] === 'tool_call' && 'args' in value
}

function isSchemaError(error: unknown): boolean {
  return error instanceof Error && /^Tool(?:Invocation|InputParsing)/.test(error.name || error.constructor.name)
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: unknown) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
