import type { ClientMode } from '../../call/caller.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import { mcpTool } from '../../call/tools/mcp.ts'
import type { Verdict } from '../../verdict.ts'
import type { HookManner } from '../hook/answer-hook.ts'

/** What a hook was told about a call of an MCP tool, for the proxy that the call comes to next. */
export interface HookNote {
  readonly call: ToolCall
  readonly how: 'allowed' | 'asked'
  readonly clientMode?: ClientMode
  readonly at: number
}

/** From the answer of a hook to the call itself nothing but the client is on the way. */
const ALLOWED_FOR = 60_000
/** A person reads what the agent asks. */
const ASKED_FOR = 600_000
const MOST = 1000

/** Notes of what hooks were told, each for exactly one call with exactly the same input, for a short time. */
export class HookNotes {
  readonly #now: () => number
  /** Oldest first. */
  readonly #notes = new Set<HookNote>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** A hook is about to be told this. Only what lets the call go on as it is leaves a note. */
  told(call: ToolCall, verdict: Verdict, { caller }: HookManner): void {
    if (mcpTool(call.tool) === undefined || caller.observed === true || verdict.rewritten !== undefined) return
    const how = verdict.decision === 'allow' ? 'allowed' : verdict.decision === 'ask' ? 'asked' : undefined
    if (how === undefined) return
    const { clientMode } = caller
    this.#notes.add({ call, how, at: this.#now(), ...(clientMode === undefined ? {} : { clientMode }) })
    for (const note of this.#notes) {
      if (this.#notes.size <= MOST) break
      this.#notes.delete(note)
    }
  }

  /**
   * The note for a call, which is gone afterwards. A call that says which tool use it is must be that one; only then does
   * an ask count, because only the agent whose user was asked knows it.
   */
  spend(fingerprint: string, use: string | undefined): HookNote | undefined {
    const now = this.#now()
    for (const note of this.#notes) {
      if (now - note.at > (note.how === 'asked' ? ASKED_FOR : ALLOWED_FOR)) {
        this.#notes.delete(note)
        continue
      }
      if (note.call.fingerprint !== fingerprint) continue
      if (use === undefined ? note.how !== 'allowed' : note.call.id !== use) continue
      this.#notes.delete(note)
      return note
    }
    return undefined
  }
}
