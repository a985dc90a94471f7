import type { ToolCall } from '../call/tool-call.ts'
import type { Journal } from '../journal/journal.ts'
import type { Layer, Reason, Verdict } from '../verdict.ts'

/** A call that could not be read never reaches the gate; it is denied with the reader's reason. */
export function unreadableVerdict(reason: Reason): Verdict {
  return refusedVerdict('admission', reason)
}

/** The deny of a call for which the gate itself could not speak. */
export function refusedVerdict(layer: Layer, reason: Reason): Verdict {
  return {
    decision: 'deny',
    because: [reason],
    layer,
    trace: [{ layer, said: 'deny', reasons: [reason], micros: 0 }],
    actions: [],
    fingerprint: '',
  }
}

/** The same, of a call whose input is known, with a record. The deny leaves whether or not that can be written. */
export function refusedOnRecord(
  journal: Journal,
  call: ToolCall,
  layer: Layer,
  reason: Reason,
  user: string | undefined,
): Verdict {
  const verdict = { ...refusedVerdict(layer, reason), fingerprint: call.fingerprint }
  journal.remember({ call, verdict, policyDigest: '', user }).catch(() => undefined)
  return verdict
}
