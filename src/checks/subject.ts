import type { Tool } from '../call/tools/tool.ts'
import type { Understanding } from '../call/understanding.ts'
import type { Deeds } from '../categories/category.ts'
import type { Policy } from '../policy/policy.ts'
import type { Mode } from '../session.ts'

/** Everything a check may look at: the call, what it would do, where, under which policy and mode. */
export interface Subject extends Deeds {
  /** Undefined for a tool nobody told us about. */
  readonly tool: Tool | undefined
  readonly understanding: Understanding
  readonly policy: Policy
  readonly mode: Mode
}
