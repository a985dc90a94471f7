import type { Checkpoint, SigningKey } from './checkpoints.ts'
import { signCheckpoint } from './checkpoints.ts'
import type { StoredRecord } from './records.ts'

/** What retention would remove: the longest start of a chain that is older than the limit. */
export interface PrunePlan {
  readonly writer: string
  /** The last record that goes. */
  readonly through: number
  readonly hash: string
  readonly records: number
}

/**
 * Decides what goes: records of the key's own chain from its start, up to but not including the first that is not older
 * than `before`. Only a start can go: a hole in the middle could not be told from tampering. The last record always
 * stays, so that the chain's head is in the file. At most `most` go at once: the rest waits for the next time.
 */
export function planPrune(
  records: Iterable<Pick<StoredRecord, 'writer' | 'seq' | 'at' | 'hash'>>,
  writer: string,
  before: number,
  most: number = Infinity,
): PrunePlan | undefined {
  let plan: PrunePlan | undefined
  let previous: Pick<StoredRecord, 'seq' | 'hash'> | undefined
  let count = 0
  for (const record of records) {
    if (record.writer !== writer) continue
    if (previous !== undefined) plan = { writer, through: previous.seq, hash: previous.hash, records: count }
    if (record.at >= before || count >= most) return plan
    previous = record
    count++
  }
  return plan
}

/** The signed place where the remaining chain begins. Without it, what is left does not verify. */
export function anchorOf(plan: PrunePlan, key: SigningKey, at: number): Checkpoint {
  if (plan.writer !== key.writer) throw new RangeError('only the holder of a chain’s key can prune it')
  return signCheckpoint(key, { kind: 'pruned', seq: plan.through, hash: plan.hash, at })
}
