/**
 * An agent on LangChain with a gate in front of its tools. Run it: `npx node examples/langchain.ts`.
 * In a project of yours: `import { openGate } from 'portcullis'`, `import { gateMiddleware } from 'portcullis/langchain'`.
 */
import { Command, MemorySaver } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool, ToolMessage } from 'langchain'
import { z } from 'zod'
import { openGate } from '../src/index.ts'
import { type ApprovalRequest, gateMiddleware } from '../src/surfaces/sdk/adapters/langchain.ts'
import { openAiModel, OPTIONS, pretendToRun, storyFor, TASK } from './support/model.ts'

const { url, key, name, close } = await openAiModel(storyFor('bash'))
const bash = tool(({ command }: { command: string }) => pretendToRun(command), {
  name: 'bash',
  description: 'Runs a shell command',
  schema: z.object({ command: z.string() }),
})

const gate = await openGate({ ...OPTIONS, session: 'langchain-example' })
const agent = createAgent({
  model: new ChatOpenAI({ model: name, apiKey: key, configuration: { baseURL: url } }),
  tools: [bash],
  middleware: [gateMiddleware(gate)],
  // A run that waits for a person needs a place to wait in.
  checkpointer: new MemorySaver(),
})
const thread = { configurable: { thread_id: '1' } }
let result = await agent.invoke({ messages: [{ role: 'user', content: TASK }] }, thread)
for (;;) {
  const [asked] = (result as { readonly __interrupt__?: readonly { value?: ApprovalRequest }[] }).__interrupt__ ?? []
  if (asked?.value === undefined) break
  const { id, input, why } = asked.value
  console.log(`asks: ${JSON.stringify(input)} because ${why}`)
  result = await agent.invoke(new Command({ resume: { id, approved: true } }), thread)
}
for (const message of result.messages)
  if (ToolMessage.isInstance(message) && message.status === 'error') console.log(`refused: ${String(message.content)}`)
console.log(`the model says: ${String(result.messages.at(-1)?.content)}`)
await gate.close()
await close()
