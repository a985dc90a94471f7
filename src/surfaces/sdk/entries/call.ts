/** What a call would do: reading a call, and the actions that checks and categories judge. */
export { readCallText, readCallValue } from '../../../call/read-call.ts'
export type { ToolCall, JsonObject, JsonValue } from '../../../call/tool-call.ts'
export type { Action } from '../../../call/action.ts'
export { InputSanitizer } from '../../../call/sanitize.ts'
