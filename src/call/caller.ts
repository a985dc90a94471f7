import type { JsonObject } from './tool-call.ts'

/** What whoever asks can do with an answer, as its adapter knows it; never taken from the agent's own words. */
export interface Caller {
  /**
   * What becomes of an `ask`: `shown` to a person by the client itself; `runs`: the client would run the call without
   * showing it to anybody, so the gate must deny instead; `refused`: the client has nobody to show it to.
   */
  readonly ask: 'shown' | 'runs' | 'refused'
  /** The client runs the input that an answer puts in place of the call's own. */
  readonly canRewrite: boolean
  /** The mode that the client itself is in, where it says so and it may count. */
  readonly clientMode?: ClientMode
  /**
   * Text can reach a running program of this call without passing the gate. Named after the tool that does it. The call
   * is rewritten so that nothing can be typed into it, or held.
   */
  readonly unseenInput?: {
    readonly tool: string
    /** The same call without a terminal and with an empty input; undefined when that cannot be made of it. */
    readonly shutOut: (input: JsonObject) => JsonObject | undefined
  }
  /** What the call would start makes calls of its own that pass no hook: nobody may allow it. */
  readonly unseenCalls?: true
  /** The client is only watched: it is told nothing, whatever the verdict is, and the record says so. */
  readonly observed?: true
  /**
   * The agent's own hook asked about the very same call a moment ago, and this is the call itself on its way to its server.
   * `allowed`: the hook said so. `asked`: the hook had the agent ask its user, and the agent went on with the call.
   */
  readonly hookSaid?: { readonly agent: string; readonly how: 'allowed' | 'asked' }
  /** An allow is not given later than this: milliseconds on the clock that never jumps, counted from `arrived`. */
  readonly deadline?: { readonly arrived: number; readonly milliseconds: number }
}

/**
 * The modes of a client that can count beside ours, because they are stricter: `plan` and `dontAsk` always, `default` (in
 * which every client starts) only where nobody chose a mode here. A wider one never counts.
 */
export type ClientMode = 'plan' | 'dontAsk' | 'default'

/** A caller that shows asks to a person and runs exactly what it asked about. */
export const PLAIN_CALLER: Caller = { ask: 'shown', canRewrite: false }

/** A caller with nobody to show an ask to. */
export const CANNOT_ASK: Caller = { ask: 'refused', canRewrite: false }
