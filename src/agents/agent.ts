import type { Caller } from '../call/caller.ts'
import type { Read } from '../call/strict-json.ts'
import type { JsonValue, ToolCall } from '../call/tool-call.ts'
import type { Verdict } from '../verdict.ts'

/** What a hook process leaves behind: exactly these bytes on its two streams, and this exit code. */
export interface HookAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly exit: 0 | 2
}

/** What an agent told us, in one vocabulary. `name` is the event as the agent calls it. */
export type AgentEvent = ToolCallEvent | NoticeEvent

/** The only event that is judged. */
export interface ToolCallEvent {
  readonly kind: 'tool-call'
  readonly name: string
  /** `permission-request`: the agent was about to prompt; silence leaves the prompt to it. */
  readonly moment: 'before-tool' | 'permission-request'
  readonly call: ToolCall
  /** The agent's own permission mode, as it calls it, where it says so; `client-modes.ts` says which of them count. */
  readonly clientMode?: string
  /** Where the agent keeps the conversation, when it says so. */
  readonly transcript?: string
  /** The model that the main loop runs on, when the agent says so. */
  readonly model?: string
  /** The client that sent this runs the input that an answer puts in the place of the call's own: seen, never guessed. */
  readonly rewrites?: true
  /** What would run is already the rewritten form, into which nothing can be typed; `call` is what it was made of. */
  readonly shutOut?: true
}

/** What the user said: typed, or chosen when the agent asked. */
export interface SaidEvent {
  readonly kind: 'user-prompt' | 'question-answered'
  readonly name: string
  readonly session: string
  readonly text: string
  /** Where the agent works, when it says so. */
  readonly cwd?: string
}

/** What an agent told another: the task of a sub-agent arrives as a prompt does, and is nobody's wish. */
export interface DeliveredEvent {
  readonly kind: 'delivered'
  readonly name: string
  readonly session: string
  readonly text: string
  /** The session of the agent that told it, where the other has one of its own. */
  readonly parent?: string
}

/** Events that are remembered and never judged. */
export type NoticeEvent =
  | SaidEvent
  | DeliveredEvent
  | {
      readonly kind: 'subagent-started' | 'subagent-ended'
      readonly name: string
      readonly session: string
      readonly subagent: { readonly id: string; readonly type: string }
      /** Agents that give the child a session id of its own say it here. */
      readonly childSession?: string
    }
  | {
      readonly kind: 'tool-result'
      readonly name: string
      readonly session: string
      readonly tool: string
      readonly text: string
      /** The id of the call that it is the result of, where the agent tells: as that call's own event has it. */
      readonly call?: string
      /** The sub-agent that the result came back to, where the agent tells. */
      readonly subagent?: { readonly id: string; readonly type: string }
    }
  | {
      readonly kind: 'session-started' | 'session-ended'
      readonly name: string
      readonly session: string
      /** The model that the main loop runs on, when the agent says so. */
      readonly model?: string
    }
  | { readonly kind: 'irrelevant'; readonly name: string }

/** What of a verdict an agent is told. */
export type Judged = Pick<Verdict, 'decision' | 'because' | 'stopAgent' | 'rewritten'>

/**
 * One agent's dialect, in both directions. Pure: bytes, files and sockets are the surfaces' business.
 *
 * Every answer keeps to the shape that holds in all clients: an allow is the dialect's allow with exit 0; a deny is the
 * dialect's deny on stdout, a reason on stderr and exit 2; a failure is exit 2, a reason on stderr and an empty stdout.
 */
export interface Agent {
  readonly name: AgentName
  /** For people: `Claude Code`. */
  readonly title: string
  /** Refuses what it does not recognise: an event that cannot be told from a tool call is treated as one. */
  readonly readEvent: (payload: JsonValue) => Read<AgentEvent>
  /** Where `caller` says that it can rewrite, an allow with `rewritten` makes the agent run exactly that. */
  readonly answer: (verdict: Judged, event: ToolCallEvent) => HookAnswer
  /** The answer to an event that is not judged. `warning` is for the model: what came back tries to instruct it. */
  readonly acknowledge: (event: NoticeEvent, warning?: string) => HookAnswer
  /**
   * What the agent would do with the answer to this very call. The gate never gives it an answer it cannot keep to;
   * `answer` writes an ask that would not be shown to anybody as a deny all the same.
   */
  readonly caller: (event: ToolCallEvent) => Caller
  /** How a failure is written where the usual shape would hide its reason. Left out: exit 2 and a reason on stderr. */
  readonly refuse?: (reason: string) => HookAnswer
  /** How its calls tell which sub-agent made them. */
  readonly subagents: 'named' | 'own session' | 'unnamed'
}

export type AgentName =
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'opencode'
  | 'copilot-cli'
  | 'cursor'
  | 'qwen-code'
  | 'factory-droid'
  | 'goose'
  | 'cline'
  | 'windsurf'
  | 'vscode'
  | 'generic'
