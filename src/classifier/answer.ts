import type { StopReason } from './models/model.ts'
import type { Stage } from './reviewer.ts'

/** What a model's text means. `no` is the only value that allows anything. */
export type Answer =
  | { readonly says: 'no' }
  | { readonly says: 'yes'; readonly reason: string; readonly rule?: string }
  | { readonly says: 'unreadable'; readonly why: 'malformed' | 'ambiguous' | 'truncated' | 'refusal' }

/**
 * Total: every text has a meaning, and it never throws. The only texts that say no, surrounded by nothing but spaces,
 * tabs and line ends:
 * - `first`: `<block>no` when the stop sequence ended it; `<block>no</block>` when it ended by itself
 * - `only`: `<block>no</block>`, ended by itself
 * - `thinking`: the same, after at most one `<thinking>…</thinking>` without a tag of ours inside
 */
export function readAnswer(text: string, stopReason: StopReason, stage: Stage): Answer {
  void text
  void stopReason
  void stage
  return { says: 'unreadable', why: 'malformed' }
}
