import type { Reason, Verdict } from '../verdict.ts'

/** A call that could not be read never reaches the gate; it is denied with the reader's reason. */
export function unreadableVerdict(reason: Reason): Verdict {
  return {
    decision: 'deny',
    because: [reason],
    layer: 'admission',
    trace: [{ layer: 'admission', said: 'deny', reasons: [reason], micros: 0 }],
    actions: [],
    fingerprint: '',
  }
}
