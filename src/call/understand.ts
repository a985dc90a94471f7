import { withTakenIn } from './taken-in.ts'
import { describedTool } from './tools/described.ts'
import type { ToolDescriptions } from './tools/description.ts'
import { encodeUnknown, isServed, toolNamed, understandUnknown } from './tools/index.ts'
import { type Context, type Tool, UnreadableInput } from './tools/tool.ts'
import type { JsonObject, ToolCall } from './tool-call.ts'
import type { Understanding } from './understanding.ts'

/** A call, understood: which tool it is, what it would do, and the line the classifier reads. */
export interface Understood {
  /** Undefined for a tool nobody told us about. */
  readonly tool: Tool | undefined
  readonly understanding: Understanding
  readonly encoded: string
}

/** What a call would do. Input that its tool cannot read throws `UnreadableInput`. */
export function understand(call: ToolCall, context: Context, described: ToolDescriptions = {}): Understood {
  const tool = toolOf(call, described)
  if (!tool)
    return { tool, understanding: understandUnknown(call.tool, call.input), encoded: encodeUnknown(call.input) }
  const understanding = withTakenIn(withTwin(tool.understand(call.input, context), context), context)
  return { tool, understanding, encoded: tool.encode(call.input, context) }
}

/**
 * A description says what the program's own tools and those of MCP servers do. The built-in tools of an agent keep their
 * meaning, whatever is written about a tool of the same name.
 */
function toolOf(call: ToolCall, described: ToolDescriptions): Tool | undefined {
  const known = toolNamed(call.tool)
  const description = Object.hasOwn(described, call.tool) ? described[call.tool] : undefined
  const isBuiltIn = known !== undefined && call.ownTools !== true && !isServed(call.tool)
  if (description !== undefined && !isBuiltIn) return describedTool(call.tool, description)
  return call.ownTools === true && known?.harmlessByName === true ? undefined : known
}

/**
 * A server's `execute_command` runs commands and its `read_file` reads files: the call is also judged as the tool of
 * that name would be. This only ever adds deeds; what the server does with them is still its own matter.
 */
function withTwin(understanding: Understanding, context: Context): Understanding {
  const [call] = understanding.actions
  if (call?.does !== 'call-mcp-tool') return understanding
  const twin = toolNamed(call.tool)
  if (!twin) return understanding
  const added = quietly(twin, call.input, context)
  return added ? { ...added, actions: [call, ...added.actions] } : understanding
}

/** The same name may mean something else there; then its input does not fit, and nothing is added. */
function quietly(twin: Tool, input: JsonObject, context: Context): Understanding | undefined {
  try {
    return twin.understand(input, context)
  } catch (error) {
    if (error instanceof UnreadableInput) return undefined
    throw error
  }
}
