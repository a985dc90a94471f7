import { randomUUID } from 'node:crypto'
import { reasonOf } from '../../agents/answers.ts'
import { copyJson, isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import { visible } from '../../call/visible.ts'

/** The tool that Claude Code asks instead of its user: `--permission-prompt-tool mcp__portcullis__permission_prompt`. */
export const PROMPT_TOOL = 'permission_prompt'

/** Judges a call of any tool. Rejects when nobody can. */
export type JudgeTool = (
  call: { readonly tool: string; readonly input: JsonObject; readonly session: string; readonly use?: string },
  signal: AbortSignal,
) => Promise<Parameters<typeof reasonOf>[0] & { readonly decision: string; readonly rewritten?: JsonObject }>

/** What Claude Code reads in the one text of the result. */
export type PromptAnswer =
  | { readonly behavior: 'allow'; readonly updatedInput: JsonObject }
  | { readonly behavior: 'deny'; readonly message: string }

/** Never rejects. `updatedInput` is always the very input that was judged: without it Claude Code refuses the answer. */
export async function answerPrompt(
  given: unknown,
  judge: JudgeTool,
  session: string,
  signal: AbortSignal,
): Promise<PromptAnswer> {
  try {
    const read = copyJson(given)
    const { tool_name: tool, input, tool_use_id: use } = 'ok' in read && isJsonObject(read.ok) ? read.ok : {}
    if (typeof tool !== 'string' || !isJsonObject(input)) return { behavior: 'deny', message: NOT_READ }
    const verdict = await judge({ tool, input, session, ...(typeof use === 'string' ? { use } : {}) }, signal)
    if (verdict.decision === 'allow') return { behavior: 'allow', updatedInput: verdict.rewritten ?? input }
    return { behavior: 'deny', message: reasonOf(verdict) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      behavior: 'deny',
      message: `portcullis: gate.crashed: the gate could not judge this call: ${visible(why)}`,
    }
  }
}

const NOT_READ = 'portcullis: call.unreadable: the question does not say which tool, and with which input'

/** An MCP server at the standard streams with this one tool. Resolves when its client is gone. */
export async function servePermissionPrompt(judge: JudgeTool, version: string): Promise<void> {
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js')
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const { CallToolRequestSchema, ListToolsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
  const session = `prompt-${randomUUID()}`
  const server = new Server({ name: 'portcullis', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [DEFINITION] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const answer: PromptAnswer =
      params.name === PROMPT_TOOL
        ? await answerPrompt(params.arguments, judge, session, signal)
        : { behavior: 'deny', message: `portcullis: there is no tool ${visible(params.name)}` }
    return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }] }
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const transport = new StdioServerTransport()
  Object.assign(server, { onclose: resolve })
  await server.connect(transport)
  process.stdin.on('end', resolve)
  await promise
  await server.close()
}

const DEFINITION = {
  name: PROMPT_TOOL,
  description: 'Decides whether a tool call may run.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      tool_name: { type: 'string' },
      input: { type: 'object' },
      tool_use_id: { type: 'string' },
    },
    required: ['tool_name', 'input'],
  },
}
