import type { WrittenContent } from './call/memory.ts'

export type Mode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

export const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']

/** What is remembered about one agent session. Plain data: it can be stored, shown and thrown away. */
export interface Session {
  readonly id: string
  mode: Mode
  /** Somebody is there to answer a question. */
  interactive: boolean
  readonly turns: Turn[]
  readonly denials: Denials
  /** Files that allowed calls wrote: absolute real path → what was written. */
  readonly written: Map<string, WrittenContent>
}

/** There is no variant for the agent's own prose: what a model says about itself is not evidence. */
export type Turn =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: string; readonly encoded: string }

export interface Denials {
  /** Resets on any allow. */
  consecutive: number
  /** Never resets in a session. */
  total: number
}

export function newSession(id: string, mode: Mode = 'auto', interactive: boolean = false): Session {
  return { id, mode, interactive, turns: [], denials: { consecutive: 0, total: 0 }, written: new Map() }
}
