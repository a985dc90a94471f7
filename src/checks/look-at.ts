import { type Caller, PLAIN_CALLER } from '../call/caller.ts'
import { lookInto } from '../call/recall.ts'
import type { ToolCall } from '../call/tool-call.ts'
import type { World } from '../call/world.ts'
import type { Policy } from '../policy/policy.ts'
import type { Mode, Session } from '../session.ts'
import { modeNow, rulesInForce } from './modes.ts'
import type { Subject } from './subject.ts'

/** On which terms a call is judged, as told by whoever may tell: never taken from an agent's own words. */
export interface Terms {
  readonly caller: Caller
  /** Aborted when nobody waits for the verdict any more. */
  readonly signal?: AbortSignal | undefined
  /** For this call alone; it counts where it is stricter than the session's. */
  readonly mode?: Mode | undefined
}

/** Nobody gives the call up, and whoever asks shows an `ask` to a person. */
export const PLAIN_TERMS: Terms = { caller: PLAIN_CALLER }

/** A call as the checks see it, and the line that a classifier reads of it. */
export interface Seen {
  readonly subject: Subject
  readonly encoded: string
}

/** Everything the checks look at, worked out once. */
export function lookAt(
  { world: machine }: { readonly world: World },
  call: ToolCall,
  session: Session,
  policy: Policy,
  { caller, mode: ownMode }: Terms = PLAIN_TERMS,
): Seen {
  const { world, surroundings, tool, understanding, encoded } = lookInto(call, machine, policy, session)
  const own = ownMode === undefined ? {} : { ownMode }
  const mode = modeNow({ session, ...own }, policy)
  const trusted = { hosts: policy.trustedHosts }
  const { actions } = understanding
  const inForce = rulesInForce(policy, mode)
  return {
    subject: {
      call,
      tool,
      understanding,
      actions,
      surroundings,
      world,
      session,
      trusted,
      policy: inForce,
      mode,
      caller,
      ...own,
    },
    encoded,
  }
}
