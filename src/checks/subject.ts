import type { Caller } from '../call/caller.ts'
import type { Tool } from '../call/tools/tool.ts'
import type { Understanding } from '../call/understanding.ts'
import type { Deeds } from '../categories/category.ts'
import type { Policy } from '../policy/policy.ts'
import type { Mode, Session } from '../session.ts'

/** Everything a check may look at: the call, what it would do, where, under which policy and mode. */
export interface Subject extends Deeds {
  /** Undefined for a tool nobody told us about. */
  readonly tool: Tool | undefined
  readonly understanding: Understanding
  readonly policy: Policy
  readonly mode: Mode
  /** What whoever asks can do with an answer. */
  readonly caller: Caller
  /** A mode for this call alone; it counts where it is stricter than the session's. */
  readonly ownMode?: Mode
}

/** An `ask` would be put before a person by the client itself. */
export function showsAsks({ session, caller }: { readonly session: Session; readonly caller: Caller }): boolean {
  return session.interactive && caller.ask === 'shown'
}
