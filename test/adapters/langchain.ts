import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { AIMessage, createAgent, tool } from 'langchain'
import { z } from 'zod'
import type * as LangChainAdapter from '../../src/surfaces/sdk/adapters/langchain.ts'
import { failed, FINISHED, type Framework, helperTool, runNothing, type Scene, type Turn } from './stage.ts'

export const langchain: Framework = {
  name: 'langchain',
  tool: 'bash',
  helper: helperTool,
  start: async (scene) => {
    const saver = new MemorySaver()
    const input = { messages: [{ role: 'user', content: scene.prompt }] }
    return play(scene, await agentFor(scene, saver), saver, input)
  },
}

const OWN_GRAPH = 'a graph of your own: the program says what the user says, and makes its sub-agents'
const ONE_NODE = 'one node runs all calls of a turn, and interrupts for one of them at a time'

/** Tools with the gate around them, in a graph without middleware. */
export const langgraph: Framework = {
  name: '@langchain/langgraph',
  tool: 'bash',
  helper: helperTool,
  start: async (scene) => {
    const saver = new MemorySaver()
    const input = { messages: [{ role: 'user', content: scene.prompt }] }
    return play(scene, await graphFor(scene, saver), saver, input)
  },
  lacks: {
    'what the user says reaches the gate, once': OWN_GRAPH,
    "a sub-agent: `greet everybody` is judged, and its task is not the user's word": OWN_GRAPH,
    "a sub-agent: `wipe everything` is judged, and its task is not the user's word": OWN_GRAPH,
    'of two questions at once an approval runs both, each once': ONE_NODE,
  },
}

interface Interrupted {
  readonly id?: string
  readonly value: LangChainAdapter.ApprovalRequest
}

type Play = (input: unknown, config: object) => Promise<{ readonly __interrupt__?: readonly Interrupted[] }>

interface Running {
  /** Made anew, as another process does. */
  readonly again: (scene: Scene, saver: MemorySaver) => Promise<Running>
  readonly graph: Running
  readonly invoke: Play
  readonly stream: (input: unknown, config: object) => Promise<AsyncIterable<unknown>>
  readonly getState: (config: object) => Promise<{ readonly config: object; readonly values: { messages: unknown[] } }>
  readonly updateState: (config: object, values: object, as: string) => Promise<object>
}

async function graphFor(scene: Scene, saver: MemorySaver): Promise<Running> {
  const { gatedTools } = await scene.adapters.load<typeof LangChainAdapter>('surfaces/sdk/adapters/langchain.ts')
  const tools = gatedTools(scene.gate, [bashFor(scene)], { patience: scene.patience, ...scene.walls })
  const model = modelFor(scene).bindTools(tools)
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model_request', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode('tools', new ToolNode(tools))
    .addEdge(START, 'model_request')
    .addConditionalEdges('model_request', toolsCondition, ['tools', END])
    .addEdge('tools', 'model_request')
    .compile({ checkpointer: saver })
  return Object.assign(graph as unknown as Running, { graph: graph as unknown as Running, again: graphFor })
}

async function agentFor(scene: Scene, saver: MemorySaver): Promise<Running> {
  const { gateMiddleware } = await scene.adapters.load<typeof LangChainAdapter>('surfaces/sdk/adapters/langchain.ts')
  const model = modelFor(scene)
  const bash = bashFor(scene)
  const adapter = { patience: scene.patience, ...scene.walls }
  const helper = tool(
    async ({ task }: { task: string }, config: { readonly toolCall?: { readonly id?: string } }) => {
      const child = scene.session.subagent(config.toolCall?.id ?? 'child', 'helper')
      const agent = createAgent({ model, tools: [bash], middleware: [gateMiddleware(child, adapter)] })
      const { messages } = await agent.invoke({ messages: [{ role: 'user', content: task }] })
      return child.handOver(String(messages.at(-1)?.content))
    },
    { name: 'helper', description: 'a helper', schema: z.object({ task: z.string() }) },
  )
  const tools = scene.withHelper ? [helper] : [bash]
  const middleware = [gateMiddleware(scene.gate, adapter)]
  const agent = createAgent({ model, tools, middleware, checkpointer: saver })
  return Object.assign(agent as unknown as Running, { again: agentFor })
}

function modelFor({ model }: Scene): ChatOpenAI {
  const configuration = { baseURL: `${model.url}/v1` }
  return new ChatOpenAI({ model: 'scripted', apiKey: 'none', maxRetries: 0, configuration })
}

function bashFor(scene: Scene) {
  return tool(({ command }: { command: string }) => runNothing(scene, command), {
    name: 'bash',
    description: 'runs a command',
    schema: z.object({ command: z.string() }),
  })
}

async function play(scene: Scene, agent: Running, saver: MemorySaver, input: unknown, at: object = {}): Promise<Turn> {
  const { signal } = scene
  const config = {
    recursionLimit: 20,
    configurable: { thread_id: 'thread', ...at },
    ...(signal === undefined ? {} : { signal }),
  }
  try {
    const interrupts = scene.streaming
      ? await streamed(agent, input, config)
      : (await agent.invoke(input, config)).__interrupt__
    return interrupts === undefined || interrupts.length === 0
      ? FINISHED
      : await waiting(scene, agent, saver, interrupts)
  } catch (error) {
    return failed(error)
  }
}

async function streamed(agent: Running, input: unknown, config: object): Promise<readonly Interrupted[]> {
  const found: Interrupted[] = []
  for await (const part of await agent.stream(input, { ...config, streamMode: 'updates' }))
    found.push(...((part as { readonly __interrupt__?: readonly Interrupted[] }).__interrupt__ ?? []))
  return found
}

async function waiting(
  scene: Scene,
  agent: Running,
  saver: MemorySaver,
  interrupts: readonly Interrupted[],
): Promise<Turn> {
  const { configurable: at } = (await stateOf(agent)).config as { readonly configurable: object }
  return {
    waiting: interrupts.map(({ value }) => ({ id: value.id, command: (value.input as { command: string }).command })),
    failure: '',
    resume: async (answer, { elsewhere, command } = {}) => {
      const there = elsewhere === undefined ? agent : await agent.again(elsewhere, saver)
      const approved = answer === 'approve'
      const answers = interrupts.map(({ id, value }) => [id ?? '', { id: value.id, approved }] as const)
      const resume = answers.length === 1 ? answers[0]![1] : Object.fromEntries(answers)
      if (command === undefined) return play(elsewhere ?? scene, there, saver, new Command({ resume }), at)
      const changed = await changeCall(there, command)
      return play(elsewhere ?? scene, there, saver, new Command({ resume }), changed)
    },
  }
}

function stateOf(agent: Running) {
  return agent.graph.getState({ configurable: { thread_id: 'thread' } })
}

/** Somebody who can write to the store changes what the model asked for. */
async function changeCall(agent: Running, command: string): Promise<object> {
  const state = await stateOf(agent)
  const asked = state.values.messages.findLast((message) => AIMessage.isInstance(message)) as AIMessage
  const tool_calls = (asked.tool_calls ?? []).map((call) => ({ ...call, args: { command } }))
  const message = new AIMessage({ content: '', ...(asked.id === undefined ? {} : { id: asked.id }), tool_calls })
  const config = await agent.graph.updateState(state.config, { messages: [message] }, 'model_request')
  return (config as { readonly configurable: object }).configurable
}
