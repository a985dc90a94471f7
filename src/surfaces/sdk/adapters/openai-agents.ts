import type { Agent, FunctionTool, Handoff, RunContext, Tool } from '@openai/agents'
import type { GatedSession } from '../gated-session.ts'
import {
  type AdapterOptions,
  type AgentGate,
  callOf,
  Calls,
  type FrameworkCall,
  type PersonsAnswer,
} from './parts/calls.ts'
import { asText, withNote } from './parts/results.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- whatever context and output an agent has
type AnyAgent = Agent<any, any>
// oxlint-disable-next-line typescript/no-explicit-any -- as above
type AnyTool = FunctionTool<any, any, any>

export interface OpenAiAgentsOptions extends AdapterOptions {
  /** Names of tools that run where no gate can stand: hosted tools of the provider. They are left as they are. */
  readonly ungated?: readonly string[]
}

/** Tools that `agentTool` made: the agent inside has the gate around it. */
const gatedAgentTools = new WeakSet<object>()

/**
 * Puts the gate around an agent: its function tools, those of its MCP servers, and the agents it may hand off to. Run
 * what this returns in its place. An `ask` becomes an interruption; `state.approve` counts for exactly that call, once.
 */
export function gatedAgent<Gated extends AnyAgent>(
  session: AgentGate,
  agent: Gated,
  options: OpenAiAgentsOptions = {},
): Gated {
  return new AroundAgents(new Calls(session, options), options).agent(agent) as Gated
}

/**
 * An agent as a tool of another, in place of `agent.asTool()`. Its calls are known to be those of a sub-agent, what it is
 * told is not taken for the user's words, and its report is looked at before the other agent reads it.
 */
export function agentTool(
  session: GatedSession,
  agent: AnyAgent,
  tool: Parameters<AnyAgent['asTool']>[0],
  options: OpenAiAgentsOptions = {},
): AnyTool {
  const child = session.subagent(agent.name, 'agent')
  const made = gatedAgent(child, agent, options).asTool(tool) as AnyTool
  const { invoke } = made
  // Changed in place: the SDK finds the agent of a tool by the tool itself.
  made.invoke = async (context, input, details) => {
    const report: unknown = await invoke(context, input, details)
    return typeof report === 'string' && report !== '' ? child.handOver(report, details?.signal) : report
  }
  gatedAgentTools.add(made)
  return made
}

class AroundAgents {
  readonly #calls: Calls
  readonly #ungated: ReadonlySet<string>
  readonly #made = new Map<AnyAgent, AnyAgent>()
  readonly #asked = new Map<string, FrameworkCall>()

  constructor(calls: Calls, options: OpenAiAgentsOptions) {
    this.#calls = calls
    this.#ungated = new Set(options.ungated)
  }

  /** Agents may hand off in circles. */
  agent(agent: AnyAgent): AnyAgent {
    const known = this.#made.get(agent)
    if (known !== undefined) return known
    const around = agent.clone({
      tools: agent.tools.map((tool: Tool) => this.#tool(tool)),
      inputGuardrails: [this.#hearing(), ...agent.inputGuardrails],
    })
    this.#made.set(agent, around)
    around.handoffs = agent.handoffs.map((to: AnyAgent | Handoff) => this.#handoff(to))
    const mcpTools = around.getMcpTools.bind(around)
    around.getMcpTools = async (...given) => (await mcpTools(...given)).map((tool) => this.#tool(tool) as AnyTool)
    const prompt = around.getSystemPrompt.bind(around)
    around.getSystemPrompt = async (context) => {
      await this.#hearRefusals(context)
      this.#calls.throwIfStopped()
      return prompt(context)
    }
    return around
  }

  #handoff(to: AnyAgent | Handoff): AnyAgent | Handoff {
    if (!('onInvokeHandoff' in to)) return this.agent(to)
    const around: Handoff = Object.assign(Object.create(Object.getPrototypeOf(to) as object) as Handoff, to)
    around.agent = this.agent(to.agent)
    around.onInvokeHandoff = async (context, given) => this.agent(await to.onInvokeHandoff(context, given))
    return around
  }

  #tool(tool: Tool): Tool {
    if (this.#ungated.has(tool.name)) return tool
    if (tool.type !== 'function') throw new TypeError(notHere(tool.name, tool.type))
    if (!('on' in tool)) return this.#around(tool)
    // Made by `asTool`: the tools of the agent inside are out of reach from here.
    if (!gatedAgentTools.has(tool)) throw new TypeError(openInside(tool.name))
    return Object.assign(tool, this.#around({ ...tool }))
  }

  #around(tool: AnyTool): AnyTool {
    const { name } = tool
    return {
      ...tool,
      needsApproval: async (context, input, id) => {
        const call = callOf({ id, tool: name, input })
        const ruling = await this.#calls.before(call)
        this.#calls.throwIfStopped()
        if (ruling.says === 'ask' && id !== undefined) this.#asked.set(id, call)
        // What is refused goes on to `invoke`, which tells the model why.
        if (ruling.says !== 'run') return ruling.says === 'ask'
        return (await tool.needsApproval(context, input, id)) !== false
      },
      invoke: async (context, input, details) => {
        const id = details?.toolCall?.callId
        const call = callOf({ id, tool: name, input: parsed(input), signal: details?.signal })
        if (id !== undefined) this.#asked.delete(id)
        const ruling = await this.#calls.admit(call, answerOf(context, name, id))
        if (ruling.says !== 'run') return ruling.message
        const output = await this.#calls
          .perform(call, ruling, (given) => tool.invoke(context, JSON.stringify(given), details))
          .catch((error: unknown) => {
            // A tool has its own way to tell the model of an error. Nobody tells it of walls that cannot be built.
            if (!this.#calls.isRunHere(call, ruling)) throw error
            return `portcullis: ${error instanceof Error ? error.message : String(error)}`
          })
        const looked = await this.#calls.look(call, output)
        return looked.note === '' && looked.withheld === undefined ? output : asText(withNote(looked))
      },
    }
  }

  /** What the run begins with: the user's words, unless this is a sub-agent. */
  #hearing(): AnyAgent['inputGuardrails'][number] {
    return {
      name: 'portcullis',
      runInParallel: false,
      execute: ({ input }) => {
        for (const text of userTexts(input)) this.#calls.userSaid(text)
        return Promise.resolve({ tripwireTriggered: false, outputInfo: {} })
      },
    }
  }

  /** The SDK tells no tool that a person refused it. */
  async #hearRefusals(context: RunContext<unknown>): Promise<void> {
    for (const [id, call] of this.#asked) {
      if (answerOf(context, call.tool, id) !== 'refused') continue
      this.#asked.delete(id)
      await this.#calls.refused(call)
    }
  }
}

function answerOf(context: RunContext<unknown>, toolName: string, callId: string | undefined): PersonsAnswer {
  if (callId === undefined) return 'unasked'
  const approved = context.isToolApproved({ toolName, callId })
  if (approved === undefined) return 'unasked'
  return approved ? 'approved' : 'refused'
}

/** What the model wrote is JSON, or nothing that the gate can judge. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

/** What came after the agent's last word. */
function userTexts(input: string | readonly object[]): readonly string[] {
  if (typeof input === 'string') return [input]
  const items = input as readonly { readonly role?: string; readonly type?: string; readonly content?: unknown }[]
  const last = items.findLastIndex(({ role, type }) => role === 'assistant' || type === 'function_call')
  return items.slice(last + 1).flatMap(({ role, content }) => (role === 'user' ? [textIn(content)] : []))
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: { readonly type?: string; readonly text?: unknown }) =>
      part.type === 'input_text' && typeof part.text === 'string' ? [part.text] : [],
    )
    .join('\n')
}

function notHere(name: string, type: string): string {
  return `The tool ${name} is of type ${type}: it runs where the gate cannot stop it. Use a function tool, or name it in \`ungated\`.`
}

function openInside(name: string): string {
  return `The tool ${name} was made by \`asTool()\`: the tools of the agent inside would run without the gate. Make it with \`agentTool(session, agent, …)\`.`
}
