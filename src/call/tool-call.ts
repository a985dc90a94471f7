/** A JSON value that has passed the edge: finite, bounded, well-formed. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** One request of an agent to use one tool, parsed once at the edge. Nobody behind the edge sees `unknown`. */
export interface ToolCall {
  readonly id: string
  readonly session: string
  /** Which agent asks: `claude-code`, `codex`, … or `generic`. */
  readonly agent: string
  /** The tool's name exactly as the agent said it; `toolNamed` in `tools/` finds what it is. */
  readonly tool: string
  readonly input: JsonObject
  /** Absolute and normalised. */
  readonly cwd: string
  /** SHA-256 over the canonical form of tool, input and cwd: what an approval is bound to. */
  readonly fingerprint: string
  /** The tools are the program's own: what other agents' tools of the same names do says nothing about them. */
  readonly ownTools?: true
  readonly subagent?: { readonly id: string; readonly type: string }
}
