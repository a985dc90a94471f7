import { encodeUnknown, toolNamed, understandUnknown } from './tools/index.ts'
import type { Context, Tool } from './tools/tool.ts'
import type { ToolCall } from './tool-call.ts'
import type { Understanding } from './understanding.ts'

/** A call, understood: which tool it is, what it would do, and the line the classifier reads. */
export interface Understood {
  /** Undefined for a tool nobody told us about. */
  readonly tool: Tool | undefined
  readonly understanding: Understanding
  readonly encoded: string
}

/** What a call would do. Input that its tool cannot read throws `UnreadableInput`. */
export function understand(call: ToolCall, context: Context): Understood {
  const tool = toolNamed(call.tool)
  if (!tool)
    return { tool, understanding: understandUnknown(call.tool, call.input), encoded: encodeUnknown(call.input) }
  return { tool, understanding: tool.understand(call.input, context), encoded: tool.encode(call.input) }
}
