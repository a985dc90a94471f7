import type { Found } from './place-condition.ts'

/** What understanding may know about earlier calls of the session. Plain data; `session.ts` holds the whole session. */
export interface Memory {
  /** Files that allowed calls of this session wrote: absolute real path → what was written. */
  readonly written: ReadonlyMap<string, WrittenContent>
}

export type WrittenContent =
  /**
   * `contained`: a run behind walls left it, and nobody has read it. `original`: what the project's file held before this
   * session first changed it.
   */
  | { readonly kind: 'text'; readonly text: string; readonly from?: 'contained'; readonly original?: string }
  /** `clone`: a whole repository, which is run when somebody goes there. */
  | { readonly kind: 'network'; readonly host: string; readonly clone?: true }
  /** `below`: every line is a path that one of these searches yields. */
  | { readonly kind: 'unknown'; readonly below?: readonly Found[]; readonly from?: 'contained' }
