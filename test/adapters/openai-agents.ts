import { Agent, OpenAIChatCompletionsModel, run, RunState, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { z } from 'zod'
import {
  failed,
  FINISHED,
  type Framework,
  helperTool,
  type OpenAiAgentsAdapter,
  runNothing,
  type Scene,
  type Turn,
} from './stage.ts'

setTracingDisabled(true)

export const openAiAgents: Framework = {
  name: '@openai/agents',
  tool: 'bash',
  helper: helperTool,
  start: async (scene) => play(scene, await agentFor(scene), scene.prompt),
}

async function agentFor(scene: Scene): Promise<Agent> {
  const { agentTool, gatedAgent } = await scene.adapters.load<OpenAiAgentsAdapter>(
    'surfaces/sdk/adapters/openai-agents.ts',
  )
  const client = new OpenAI({ baseURL: `${scene.model.url}/v1`, apiKey: 'none', maxRetries: 0 })
  const model = new OpenAIChatCompletionsModel(client as never, 'scripted')
  const bash = tool({
    name: 'bash',
    description: 'runs a command',
    parameters: z.object({ command: z.string() }),
    execute: ({ command }) => runNothing(scene, command),
    errorFunction: (_context, error) => String(error),
  })
  const adapter = { patience: scene.patience, ...scene.walls }
  if (!scene.withHelper) return gatedAgent(scene.gate, new Agent({ name: 'worker', model, tools: [bash] }), adapter)
  const child = new Agent({ name: 'child', model, tools: [bash] })
  const helper = agentTool(
    scene.session,
    child,
    { toolName: 'helper', toolDescription: 'a helper', parameters: z.object({ task: z.string() }) },
    adapter,
  )
  return gatedAgent(scene.gate, new Agent({ name: 'main', model, tools: [helper] }), adapter)
}

async function play(scene: Scene, agent: Agent, input: string | RunState<unknown, Agent>): Promise<Turn> {
  try {
    const options = { maxTurns: 6, ...(scene.signal === undefined ? {} : { signal: scene.signal }) }
    const result = scene.streaming
      ? await run(agent, input, { ...options, stream: true })
      : await run(agent, input, options)
    if ('completed' in result) await result.completed
    if (result.interruptions.length === 0) return FINISHED
    return waiting(scene, agent, result.state.toString())
  } catch (error) {
    return failed(error)
  }
}

async function waiting(scene: Scene, agent: Agent, stored: string): Promise<Turn> {
  const shown = (await RunState.fromString(agent, stored)).getInterruptions()
  const calls = shown.map(({ rawItem }) => rawItem as { readonly callId: string; readonly arguments: string })
  const waits = calls.map((call) => ({
    id: call.callId,
    command: (JSON.parse(call.arguments) as { readonly command: string }).command,
  }))
  return {
    waiting: waits,
    failure: '',
    resume: async (answer, { elsewhere, command } = {}) => {
      const there = elsewhere === undefined ? agent : await agentFor(elsewhere)
      try {
        const text = command === undefined ? stored : stored.replaceAll(waits[0]!.command, command)
        const state = await RunState.fromString(there, text)
        for (const item of state.getInterruptions())
          if (answer === 'approve') state.approve(item)
          else state.reject(item)
        return await play(elsewhere ?? scene, there, state as RunState<unknown, Agent>)
      } catch (error) {
        return failed(error)
      }
    },
  }
}
