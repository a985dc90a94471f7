import type { DeliveredBy } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import type { ContainedResult } from './run-contained.ts'
import type { RunContained } from './wrap-tool.ts'

/**
 * What every adapter needs of a gate: one agent session, embedded or in a daemon. Nothing here throws but `judge` and
 * `wrap`, which throw `AbortError` when the agent has to stop; every other failure is a deny with its code.
 */
export interface GatedSession {
  readonly id: string
  /** What the user said: the review reads it, the agent's own prose never. */
  readonly userSaid: (text: string) => void
  /** What the user chose when the agent asked: it counts as said by the user. */
  readonly userAnswered: (question: string, answer: string) => void
  /** What arrived in the user's place: from a schedule, a webhook, another agent. It gives no consent. */
  readonly delivered: (from: DeliveredBy, text: string) => void
  /**
   * Judges one call. Run the tool only when `decision` is exactly `'allow'` (and see `JudgeOptions.canRunRewritten`).
   *
   * An `'ask'` comes only to whoever said `interactive: true`: show it to a person, then call `settle`. Otherwise your
   * `approver` is asked before `judge` answers; with no approver the call is denied with code `humans.nobody`.
   */
  readonly judge: (tool: string, input: unknown, options?: AbortSignal | JudgeOptions) => Promise<Verdict>
  /**
   * A framework put an `ask` to a person and brings the answer. Allows only the very call that was asked about: the same
   * id and the same input, once; the settings, the mode and the session are looked at again. Needs `JudgeOptions.id`.
   */
  readonly settle: (answered: AnsweredCall, signal?: AbortSignal) => Promise<Verdict>
  /**
   * Tells the gate the text of a result, before the model sees it: it is looked at, recorded, and the session remembers
   * it. Never rejects: what cannot be looked at is to be withheld.
   */
  readonly resultOf: (call: { readonly tool: string; readonly id?: string }, text: string) => Promise<ResultLook>
  /** The same for whatever a tool returned, with what the model is to be given in its place. Never rejects. */
  readonly returned: (result: ToolResult, signal?: AbortSignal) => Promise<ResultForModel>
  /** Puts the gate around a function: it runs only what was allowed, and its result is looked at. */
  readonly wrap: <Input, Output>(
    tool: WrappedTool<Input, Output>,
  ) => (input: Input, options?: AbortSignal | JudgeOptions) => Promise<Output | Refusal>
  /** Of a gate inside your program: runs what a `'contain'` of this session gave leave for, once and behind walls. */
  readonly runContained?: RunContained
  /** A sub-agent inside this session. Its calls are judged under the same rules, and known to be its own. */
  readonly subagent: (id: string, type?: string) => GatedSubagent
  readonly close: () => Promise<void>
}

export interface JudgeOptions {
  readonly signal?: AbortSignal
  /** The framework's id of this call. Without one, an `ask` cannot be settled later. */
  readonly id?: string
  /**
   * The agent whose built-in tool this is, when it is one that the gate knows: `claude-code`, `codex` … Without, the tools
   * are the program's own, and no name makes them harmless. Default: the session's `agent`.
   */
  readonly agent?: string
  /**
   * Whoever calls runs the tool with `verdict.rewritten` in the place of its input when `decision` is `'contain'`: in the
   * directory of the call, and with nothing else. A gate inside your program can run it itself: `runContained(verdict)`. Only
   * then may it be told so; where no walls can be built it never is.
   */
  readonly canRunRewritten?: boolean
  /** The directory that the tool works in, where it is another than the session's. */
  readonly cwd?: string
  /** Whoever calls puts an `ask` before a person and settles it. Default: the session's `interactive`. */
  readonly interactive?: boolean
}

export interface AnsweredCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly approved: boolean
  /** Who answered, as the framework knows them. */
  readonly by?: string
  /** As in `JudgeOptions`. */
  readonly agent?: string
  readonly cwd?: string
}

export interface ToolResult {
  readonly tool: string
  readonly input: unknown
  readonly output: unknown
  readonly id?: string
}

/** What the model is to be given in place of the result. */
export interface ResultForModel {
  /** The output as it was, unless it must not be shown. */
  readonly output: unknown
  /** To be put before it: signs of injected instructions, what a sub-agent did. '' when there is nothing to say. */
  readonly note: string
  /** The result could not be looked at, or the settings withhold it: `output` is a sentence that says so. */
  readonly withheld?: true
  /** What in it speaks to the agent. */
  readonly finding?: ResultFinding
}

/** What was found in a text that came in. */
export interface ResultFinding {
  /** The sum of the signs; 1 is enough. */
  readonly score: number
  /** One line per sign, with a short excerpt that is safe to show. */
  readonly evidence: readonly string[]
}

/** What `resultOf` says about a result. */
export interface ResultLook {
  /** Undefined: nothing in it speaks to the agent. */
  readonly finding: ResultFinding | undefined
  /** For the model, before the result; '' when nothing has to be said. */
  readonly say: string
  /** The result is not to be shown; `say` stands in its place. */
  readonly withhold: boolean
}

export interface WrappedTool<Input, Output> {
  readonly name: string
  /** It hands `input.command` to a shell in the session's directory: what is not understood may run behind walls in it. */
  readonly runsRewritten?: boolean
  /**
   * For a gate inside your program: it hands `input.command` to a shell in the session's directory, and this makes its
   * output of what came of a run behind walls. What is not understood may be contained then, and `run` is not called.
   * Goes before `runsRewritten`.
   */
  readonly contained?: (result: ContainedResult) => Output
  readonly run: (input: Input, signal: AbortSignal | undefined) => Promise<Output> | Output
}

/** In place of a tool's output: a sentence that the model can act on. */
export interface Refusal {
  readonly refused: true
  readonly code: string
  readonly message: string
  readonly verdict: Verdict
}

export interface GatedSubagent extends Pick<
  GatedSession,
  'judge' | 'settle' | 'resultOf' | 'returned' | 'wrap' | 'runContained'
> {
  /** The sub-agent is back: its report, after what has to be said before it. Give this on, not the report. */
  readonly handOver: (report: string, signal?: AbortSignal) => Promise<string>
}
