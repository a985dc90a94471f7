import type { ToolCall } from '../../call/tool-call.ts'
import type { Question, Settlement } from '../../humans/questions/question.ts'
import type { Verdict } from '../../verdict.ts'
import type { PolicyChange } from '../policies.ts'

/** What a gate tells whoever listens, after it happened: a listener changes nothing about it. */
export interface GateEvents {
  /** A call was judged or settled. */
  readonly verdict: {
    readonly session: string
    readonly call: Pick<ToolCall, 'id' | 'tool' | 'subagent'>
    readonly verdict: Verdict
  }
  /** A person is asked: by your `approver`, or by the framework that brings the answer to `settle`. */
  readonly question: { readonly session: string; readonly question: Question }
  /** How a question ended. */
  readonly answer: { readonly session: string; readonly question: Question; readonly settlement: Settlement }
  /** A tool's result had to be withheld, or gets a note before it. */
  readonly result: {
    readonly session: string
    readonly tool: string
    readonly id?: string
    readonly note: string
    readonly withheld: boolean
  }
  /** A settings file changed. With `problems`, nothing is allowed until they are corrected. */
  readonly settings: PolicyChange
  /** A chat cannot be reached, or not be used. */
  readonly trouble: { readonly message: string }
  /** The gate was closed; the last event. */
  readonly close: { readonly sessions: readonly string[] }
}

export type GateEventName = keyof GateEvents
export type GateListener<Name extends GateEventName> = (event: GateEvents[Name]) => void

/** Listeners of one gate. What a listener throws reaches nobody's call. */
export class Emitter {
  readonly #listeners = new Map<GateEventName, Set<(event: never) => void>>()

  on<Name extends GateEventName>(name: Name, listener: GateListener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  has(name: GateEventName): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0
  }

  emit<Name extends GateEventName>(name: Name, event: GateEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        ;(listener as GateListener<Name>)(event)
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error), { type: 'PortcullisListener' })
      }
    }
  }
}
