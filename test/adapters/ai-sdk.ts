import { z } from 'zod'
import {
  type AiSdkAdapter,
  failed,
  FINISHED,
  type Framework,
  helperTool,
  runNothing,
  type Scene,
  type Turn,
} from './stage.ts'

/** What is used of `ai`, which has other types in each major version. */
interface Ai {
  readonly tool: (tool: object) => object
  readonly generateText: (options: object) => Promise<Result>
  readonly streamText: (options: object) => Streamed
  readonly stepCountIs: (count: number) => unknown
}

interface Result {
  readonly text: string
  readonly steps: readonly { readonly content: readonly Part[] }[]
  readonly response: { readonly messages: readonly Message[] }
  readonly responseMessages?: readonly Message[]
}

interface Streamed {
  readonly consumeStream: (options?: object) => Promise<void>
  readonly text: PromiseLike<string>
  readonly steps: PromiseLike<Result['steps']>
  readonly response: PromiseLike<Result['response']>
  readonly responseMessages?: PromiseLike<readonly Message[]>
}

interface Message {
  readonly role: string
  readonly content: unknown
}

interface Part {
  readonly type: string
  readonly approvalId?: string
  /** Answered by a function, not by a person. */
  readonly isAutomatic?: boolean
  readonly toolCall?: { readonly toolCallId: string; readonly input: { readonly command: string } }
}

interface Provider {
  readonly createOpenAICompatible: (options: object) => (name: string) => object
}

const MAJORS = {
  6: {
    ai: () => import('ai6') as unknown as Promise<Ai>,
    provider: () => import('ai6-openai-compatible') as unknown as Promise<Provider>,
  },
  7: {
    ai: () => import('ai') as unknown as Promise<Ai>,
    provider: () => import('@ai-sdk/openai-compatible') as unknown as Promise<Provider>,
  },
}

export function aiSdk(major: 6 | 7): Framework {
  return {
    name: `ai ${major}`,
    tool: 'bash',
    helper: helperTool,
    start: (scene) => run(major, scene, [{ role: 'user', content: scene.prompt }]),
  }
}

async function run(major: 6 | 7, scene: Scene, messages: readonly Message[]): Promise<Turn> {
  const ai = await MAJORS[major].ai()
  const { createOpenAICompatible } = await MAJORS[major].provider()
  const { gated } = await scene.adapters.load<AiSdkAdapter>('surfaces/sdk/adapters/ai-sdk.ts')
  const model = createOpenAICompatible({ name: 'scripted', baseURL: `${scene.model.url}/v1`, apiKey: 'none' })(
    'scripted',
  )
  const bash = ai.tool({
    description: 'runs a command',
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }: { command: string }) => Promise.resolve().then(() => runNothing(scene, command)),
  })
  const { signal } = scene
  const adapter = { patience: scene.patience, ...scene.walls }
  const settings = {
    stopWhen: ai.stepCountIs(5),
    maxRetries: 0,
    ...(signal === undefined ? {} : { abortSignal: signal }),
  }
  const helper = ai.tool({
    description: 'a helper',
    inputSchema: z.object({ task: z.string() }),
    execute: async ({ task }: { task: string }, { toolCallId }: { toolCallId: string }) => {
      const child = scene.session.subagent(toolCallId, 'helper')
      const parts = gated(child, { model, tools: { bash } }, adapter)
      const { text } = await ai.generateText({ ...parts, prompt: task, ...settings })
      return child.handOver(text)
    },
  })
  const tools: Record<string, object> = scene.withHelper ? { helper } : { bash }
  try {
    const options = { ...gated(scene.gate, { model, tools }, adapter), messages, ...settings }
    const result = scene.streaming ? await streamed(ai, options) : await ai.generateText(options)
    return turn(major, scene, messages, result)
  } catch (error) {
    return failed(error)
  }
}

async function streamed(ai: Ai, options: object): Promise<Result> {
  let failure: unknown
  const result = ai.streamText({ ...options, onError: ({ error }: { error: unknown }) => (failure = error) })
  await result.consumeStream()
  if (failure !== undefined) throw failure
  const all = await result.responseMessages
  return {
    text: await result.text,
    steps: await result.steps,
    response: await result.response,
    ...(all === undefined ? {} : { responseMessages: all }),
  }
}

function turn(major: 6 | 7, scene: Scene, messages: readonly Message[], result: Result): Turn {
  const requests = result.steps
    .flatMap(({ content }) => content)
    .filter(({ type, isAutomatic }) => type === 'tool-approval-request' && isAutomatic !== true)
  const waiting = requests.map(({ toolCall }) => ({ id: toolCall!.toolCallId, command: toolCall!.input.command }))
  if (waiting.length === 0) return FINISHED
  // What a server keeps between two requests is text.
  const stored = JSON.stringify([...messages, ...(result.responseMessages ?? result.response.messages)])
  return {
    waiting,
    failure: '',
    resume: (answer, { elsewhere, command } = {}) => {
      const changed = command === undefined ? stored : stored.replaceAll(waiting[0]!.command, command)
      const content = requests.map(({ approvalId }) => ({
        type: 'tool-approval-response',
        approvalId,
        approved: answer === 'approve',
      }))
      return run(major, elsewhere ?? scene, [...(JSON.parse(changed) as Message[]), { role: 'tool', content }])
    },
  }
}
