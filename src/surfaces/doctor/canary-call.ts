import type { JsonObject } from '../../call/tool-call.ts'
import type { StoredRecord } from '../../journal/records.ts'

/**
 * A call that no rule and no mode approves, of a directory that is never there: were it to run, nothing would happen.
 */
export const CANARY = 'rm -rf /portcullis-canary'

export const CANARY_SESSION = 'portcullis-doctor'

/**
 * Whether a decision is about a canary and nothing an agent did. Only a deny of exactly this call: a session that takes
 * the name of ours can hide nothing else behind it, and a canary that was let through stays in sight.
 */
export function isDeniedCanary(record: Pick<StoredRecord, 'session' | 'decision'>, input: JsonObject): boolean {
  return record.session === CANARY_SESSION && record.decision === 'deny' && input['command'] === CANARY
}
