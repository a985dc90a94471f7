import { answerIn, partsOf, refusedIn, roleOf, textIn } from './parts/ai-sdk-messages.ts'
import {
  type AdapterOptions,
  type Admitted,
  type AgentGate,
  callOf,
  CallRefused,
  Calls,
  type FrameworkCall,
  inputOf,
} from './parts/calls.ts'
import { isNoted, lookedError, withNote } from './parts/results.ts'

export { CallRefused } from './parts/calls.ts'

/** The parts of `generateText`, `streamText` and `ToolLoopAgent` that the gate has to stand around, in `ai` 6 and 7. */
export interface GatedParts {
  readonly model?: unknown
  readonly tools?: Readonly<Record<string, object>>
  /** Your own, of `ai` 7. It is asked about what the gate lets through. */
  readonly toolApproval?: unknown
}

export interface AiSdkOptions extends AdapterOptions {
  /** Names of tools that run where no gate can stand: at the provider, or in the browser. They are left as they are. */
  readonly ungated?: readonly string[]
}

/** Taken by `ai` 7 before `needsApproval` of the tools; `ai` 6 does not know it. */
export type ToolApproval = (question: ApprovalQuestion) => Promise<ApprovalStatus>

export interface ApprovalQuestion {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input?: unknown }
  // oxlint-disable-next-line typescript/no-explicit-any -- each major has a type of its own
  readonly messages: readonly any[]
}

export type ApprovalStatus =
  | { readonly type: 'not-applicable' }
  | { readonly type: 'approved' | 'denied' | 'user-approval'; readonly reason?: string }

export type Gated<Parts extends GatedParts> = Omit<Parts, 'toolApproval'> & { readonly toolApproval: ToolApproval }

/**
 * Puts the gate around a model's tools: `generateText({ ...gated(session, { model, tools }), prompt })`. An `ask` becomes
 * a `tool-approval-request`, and what a person answered counts for exactly that call, once. Give the model, too: by what
 * it is sent the gate knows what the user said and what a person refused.
 */
export function gated<Parts extends GatedParts>(
  session: AgentGate,
  parts: Parts,
  options: AiSdkOptions = {},
): Gated<Parts> {
  const around = new AroundTools(new Calls(session, options), parts, options)
  const { toolApproval: _own, ...rest } = parts
  return {
    ...rest,
    ...(parts.model === undefined ? {} : { model: around.model(parts.model) }),
    ...(parts.tools === undefined ? {} : { tools: around.tools(parts.tools) }),
    toolApproval: (question) => around.approval(question),
  } as Gated<Parts>
}

interface CallOptions {
  readonly toolCallId: string
  readonly messages?: readonly unknown[]
  readonly abortSignal?: AbortSignal
}

type Execute = (input: unknown, options: CallOptions) => unknown

interface AnyTool {
  readonly execute?: Execute
  readonly needsApproval?: boolean | ((input: unknown, options: CallOptions) => unknown)
  readonly toModelOutput?: (given: { readonly output: unknown }) => unknown
}

class AroundTools {
  readonly #calls: Calls
  readonly #parts: GatedParts
  readonly #ungated: ReadonlySet<string>
  readonly #heard = new WeakSet<object>()

  constructor(calls: Calls, parts: GatedParts, options: AiSdkOptions) {
    this.#calls = calls
    this.#parts = parts
    this.#ungated = new Set(options.ungated)
  }

  /** A model that is only named is made by `ai` itself: then the user is heard when a tool is called. */
  model(model: unknown): unknown {
    if (typeof model !== 'object' || model === null) return model
    return new Proxy(model, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name !== 'doGenerate' && name !== 'doStream') return value.bind(target) as unknown
        return async (request: { readonly prompt: readonly unknown[] }): Promise<unknown> => {
          await this.#hear(request.prompt)
          this.#calls.throwIfStopped()
          return value.call(target, request)
        }
      },
    })
  }

  tools(tools: Readonly<Record<string, AnyTool>>): Record<string, AnyTool> {
    const around = ([name, tool]: [string, AnyTool]): [string, AnyTool] => [name, this.#tool(name, tool)]
    return Object.fromEntries(Object.entries(tools).map(around))
  }

  async approval(question: ApprovalQuestion): Promise<ApprovalStatus> {
    const { toolCall, messages } = question
    if (this.#ungated.has(toolCall.toolName)) return this.#ownApproval(question)
    if (answerIn(messages, toolCall.toolCallId) !== 'unasked') return { type: 'user-approval' }
    const ruling = await this.#before(toolCall.toolName, toolCall.input, { ...toolCall, messages })
    if (ruling.says === 'refuse') return { type: 'denied', reason: ruling.message }
    if (ruling.says === 'ask') return { type: 'user-approval', reason: ruling.message }
    return this.#ownApproval(question)
  }

  #tool(name: string, tool: AnyTool): AnyTool {
    if (this.#ungated.has(name)) return tool
    const { execute, toModelOutput } = tool
    if (typeof execute !== 'function') throw new TypeError(notHere(name))
    const run = execute.bind(tool)
    return {
      ...tool,
      needsApproval: (input, options) => this.#needsApproval(name, tool, input, options),
      execute: isGenerator(execute) ? this.#stream(name, run) : this.#run(name, run),
      ...(toModelOutput === undefined ? {} : { toModelOutput: aroundOutput(toModelOutput.bind(tool)) }),
    }
  }

  /** `ai` 6 runs what is approved only while this stays true. */
  async #needsApproval(name: string, tool: AnyTool, input: unknown, options: CallOptions): Promise<boolean> {
    if (answerIn(options.messages, options.toolCallId) !== 'unasked') return true
    const ruling = await this.#before(name, input, options)
    this.#calls.throwIfStopped()
    // What is refused goes on to `execute`, which tells the model why.
    return ruling.says === 'run' ? ownNeed(tool, input, options) : ruling.says === 'ask'
  }

  async #before(name: string, input: unknown, options: CallOptions) {
    await this.#hearTools(options)
    return this.#calls.before(callOf({ id: options.toolCallId, tool: name, input }))
  }

  #run(name: string, execute: Execute): Execute {
    return async (input, options) => {
      const { call, ruling } = await this.#admit(name, input, options)
      try {
        const output = await this.#calls.perform(call, ruling, (given) => lastOf(execute(given, options)))
        return withNote(await this.#calls.look(call, output))
      } catch (error) {
        throw await lookedError(this.#calls, call, error)
      }
    }
  }

  /** What comes before the last is for the program, never for the model. */
  #stream(name: string, execute: Execute): Execute {
    const calls = this.#calls
    const admit = (input: unknown, options: CallOptions) => this.#admit(name, input, options)
    return async function* (input, options) {
      const { call, ruling } = await admit(input, options)
      let last: unknown
      try {
        if (calls.isRunHere(call, ruling)) last = await calls.perform(call, ruling, () => undefined)
        else for await (last of execute(inputOf(call, ruling), options) as AsyncIterable<unknown>) yield last
        yield withNote(await calls.look(call, last))
      } catch (error) {
        throw await lookedError(calls, call, error)
      }
    }
  }

  async #admit(
    name: string,
    input: unknown,
    options: CallOptions,
  ): Promise<{ readonly call: FrameworkCall; readonly ruling: Admitted }> {
    const { toolCallId: id, messages, abortSignal: signal } = options
    await this.#hearTools(options)
    const call = callOf({ id, tool: name, input, signal })
    const ruling = await this.#calls.admit(call, answerIn(messages, id))
    if (ruling.says !== 'run') throw new CallRefused(ruling)
    return { call, ruling }
  }

  /** What the program itself says about a call that the gate lets through. A status it does not have is a refusal. */
  async #ownApproval(question: ApprovalQuestion): Promise<ApprovalStatus> {
    const { toolCall, messages } = question
    const { toolName, input } = toolCall
    const own = this.#parts.toolApproval
    const ofTool = isRecord(own) && Object.hasOwn(own, toolName) ? own[toolName] : undefined
    if (typeof own === 'function') return statusOf(await own(question))
    if (typeof ofTool === 'function') return statusOf(await ofTool(input, { ...question, ...toolCall }))
    if (ofTool !== undefined) return statusOf(ofTool)
    const tools: Readonly<Record<string, AnyTool>> = this.#parts.tools ?? {}
    const tool = Object.hasOwn(tools, toolName) ? tools[toolName]! : {}
    const needed = await ownNeed(tool, input, { ...toolCall, messages })
    return { type: needed ? 'user-approval' : 'not-applicable' }
  }

  async #hearTools({ messages }: CallOptions): Promise<void> {
    const { model } = this.#parts
    if (messages !== undefined && (typeof model !== 'object' || model === null)) await this.#hear(messages)
  }

  /** What came after the model's last word. A request that is sent again is the same turn. */
  async #hear(messages: readonly unknown[]): Promise<void> {
    if (this.#heard.has(messages)) return
    this.#heard.add(messages)
    const last = messages.findLastIndex((message) => roleOf(message) === 'assistant')
    for (const message of messages.slice(last + 1)) {
      if (roleOf(message) === 'user') this.#calls.userSaid(textIn(message))
      for (const id of refusedIn(message)) await this.#refused(id, messages[last])
    }
  }

  async #refused(id: string, asked: unknown): Promise<void> {
    const part = partsOf(asked).find(({ type, toolCallId }) => type === 'tool-call' && toolCallId === id)
    if (typeof part?.['toolName'] !== 'string' || this.#ungated.has(part['toolName'])) return
    await this.#calls.refused(callOf({ id, tool: part['toolName'], input: part['input'] }))
  }
}

function notHere(name: string): string {
  return `The tool ${name} has no \`execute\`: it runs at the provider or in the browser, where the gate cannot stop it. Give it an \`execute\`, or name it in \`ungated\`.`
}

async function ownNeed({ needsApproval }: AnyTool, input: unknown, options: CallOptions): Promise<boolean> {
  if (typeof needsApproval !== 'function') return needsApproval === true
  return (await needsApproval(input, options)) !== false
}

const STATUSES = ['not-applicable', 'approved', 'denied', 'user-approval'] as const

function statusOf(said: unknown): ApprovalStatus {
  if (said === undefined) return { type: 'not-applicable' }
  const { type, reason } = isRecord(said) ? said : { type: said, reason: undefined }
  const known = STATUSES.find((status) => status === type)
  if (known === undefined) return { type: 'denied', reason: `toolApproval said ${String(type)}, which is no status` }
  return typeof reason === 'string' && known !== 'not-applicable' ? { type: known, reason } : { type: known }
}

function aroundOutput(own: NonNullable<AnyTool['toModelOutput']>): NonNullable<AnyTool['toModelOutput']> {
  return async (given) => {
    const { output } = given
    if (!isNoted(output)) return own(given)
    if (!('output' in output)) return { type: 'error-text', value: output.portcullis }
    const shown = await own({ ...given, output: output.output })
    return { type: 'content', value: [{ type: 'text', text: output.portcullis }, ...contentOf(shown)] }
  }
}

function contentOf(shown: unknown): readonly unknown[] {
  if (!isRecord(shown)) return []
  const { type, value } = shown
  if (type === 'content' && Array.isArray(value)) return value
  return [{ type: 'text', text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }]
}

function isGenerator(execute: Execute): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'
}

/** Of what a tool yields only the last is its result. */
async function lastOf(result: unknown): Promise<unknown> {
  if (!isRecord(result) || !(Symbol.asyncIterator in result)) return result
  let last: unknown
  for await (last of result as unknown as AsyncIterable<unknown>);
  return last
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
