import { readsOnly } from '../checks/fast-paths.ts'
import type { Subject } from '../checks/subject.ts'
import { deny, type Reason, type Ruling, type Trace } from '../verdict.ts'
import { knownRisk } from './guardian-risks.ts'
import type { Guardian, GuardianReviewResult } from './guardian.ts'
import { type Reviewing, stale } from './review.ts'

/**
 * The second layer: the guardian looks at what no rule denies, in every mode and before anything allows it. It can only
 * take away: what it refuses is denied and ends here; whatever else it says, or fails to say, is noted for whoever
 * decides. `held` is what the rules said before: an ask stays one.
 */
export async function guarded(
  gate: Reviewing,
  subject: Subject,
  trace: Trace,
  held: Ruling | undefined,
  signal?: AbortSignal,
): Promise<Ruling | undefined> {
  const { guardian } = gate
  if (guardian === undefined || held?.says === 'deny' || isFree(guardian, subject)) return held
  const result = await guardian.reviewDeeds(subject, subject.policy.digest, signal)
  if (result.reviewed !== true) return held
  const reason = reasonOf(result)
  const usage = result.usage === undefined ? {} : { usage: [result.usage] }
  if (result.allowed !== true) return trace.record('guardian', { ...deny(reason), ...usage })
  trace.note('guardian', reason, result.usage)
  // The rules that speak next are those of when the question was put.
  return trace.recordIfAny('guardian', stale(gate, subject)) ?? held
}

/** Nobody waits for a model to read a file: only `strict` assesses what only reads. What is certain counts in any mode. */
function isFree({ mode }: Guardian, subject: Subject): boolean {
  if (mode === 'off') return true
  return mode !== 'strict' && readsOnly(subject) && knownRisk(subject) === undefined
}

function reasonOf(result: GuardianReviewResult): Reason {
  if (result.failure !== undefined)
    return {
      code: 'guardian.unavailable',
      sentence: `the guardian could not assess this call: \`${quotable(result.failure)}\``,
      clearedBy: 'a guardian that can be reached, or another mode of it',
    }
  return {
    code: result.allowed ? 'guardian.risk' : 'guardian.blocked',
    sentence: `the guardian calls the risk ${result.riskLevel}: \`${quotable(result.reason)}\``,
    ...(result.allowed ? {} : { clearedBy: 'doing it another way, or another mode of the guardian' }),
  }
}

function quotable(text: string): string {
  return text.replaceAll('`', "'")
}
