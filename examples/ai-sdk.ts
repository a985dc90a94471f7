/**
 * An agent on the Vercel AI SDK with a gate in front of its tools. Run it: `npx node examples/ai-sdk.ts`.
 * In a project of yours: `import { openGate } from 'portcullis'` and `import { gated } from 'portcullis/ai-sdk'`.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, isStepCount, type ModelMessage, tool } from 'ai'
import { z } from 'zod'
import { openGate } from '../src/index.ts'
import { gated } from '../src/surfaces/sdk/adapters/ai-sdk.ts'
import { openAiModel, OPTIONS, pretendToRun, storyFor, TASK } from './support/model.ts'

const { url, key, name, close } = await openAiModel(storyFor('bash'))
const model = createOpenAICompatible({ name: 'example', baseURL: url, apiKey: key })(name)
const tools = {
  bash: tool({
    description: 'Runs a shell command',
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => pretendToRun(command),
  }),
}

// A session with a name is kept: a person may answer tomorrow, in another process.
const gate = await openGate({ ...OPTIONS, session: 'ai-sdk-example' })
const messages: ModelMessage[] = [{ role: 'user', content: TASK }]
for (;;) {
  const result = await generateText({ ...gated(gate, { model, tools }), messages, stopWhen: isStepCount(10) })
  for (const part of result.steps.flatMap(({ content }) => content))
    if (part.type === 'tool-approval-response' && !part.approved) console.log(`refused: ${part.reason}`)
  messages.push(...result.responseMessages)
  const requests = result.content.filter((part) => part.type === 'tool-approval-request')
  const waiting = requests.filter(({ isAutomatic }) => !isAutomatic)
  if (waiting.length === 0) {
    console.log(`the model says: ${result.text}`)
    break
  }
  // Here a person is asked. This one says yes.
  for (const { toolCall, reason } of waiting) console.log(`asks: ${JSON.stringify(toolCall.input)} because ${reason}`)
  messages.push({
    role: 'tool',
    content: waiting.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved: true })),
  })
}
await gate.close()
await close()
