import { MemoryApprovals } from '../../journal/approvals.ts'
import { ApprovalQueue } from './approval-queue.ts'

/** A queue for a program that has no journal: its questions end with it, and whoever made them says when they are void. */
export function memoryQueue(
  mostPerSession: number,
  now: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): ApprovalQueue {
  return new ApprovalQueue({
    store: new MemoryApprovals(),
    now,
    monotonic,
    policyDigest: (question) => question.policyDigest,
    sessionOpen: () => true,
    mostPerSession: () => mostPerSession,
  })
}
