/**
 * An agent on the OpenAI Agents SDK with a gate in front of its tools. Run it: `npx node examples/openai-agents.ts`.
 * In a project of yours: `import { openGate } from 'portcullis'`, `import { gatedAgent } from 'portcullis/openai-agents'`.
 */
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { z } from 'zod'
import { openGate } from '../src/index.ts'
import { gatedAgent } from '../src/surfaces/sdk/adapters/openai-agents.ts'
import { openAiModel, OPTIONS, pretendToRun, storyFor, TASK } from './support/model.ts'

setTracingDisabled(true)
const { url, key, name, close } = await openAiModel(storyFor('bash'))
const bash = tool({
  name: 'bash',
  description: 'Runs a shell command',
  parameters: z.object({ command: z.string() }),
  execute: ({ command }) => pretendToRun(command),
})
const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL: url, apiKey: key }), name)

const gate = await openGate({ ...OPTIONS, session: 'openai-agents-example' })
const agent = gatedAgent(gate, new Agent({ name: 'example', model, tools: [bash] }))
let result = await run(agent, TASK)
while (result.interruptions.length > 0) {
  // `result.state.toString()` may be stored here, and another process go on with it.
  for (const asked of result.interruptions) {
    console.log(`asks: ${JSON.stringify(asked.rawItem)}`)
    result.state.approve(asked)
  }
  result = await run(agent, result.state)
}
for (const item of result.newItems)
  if (item.type === 'tool_call_output_item' && String(item.output).startsWith('portcullis:'))
    console.log(`refused: ${String(item.output)}`)
console.log(`the model says: ${String(result.finalOutput)}`)
await gate.close()
await close()
