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
