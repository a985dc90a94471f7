import type { Action } from './call/action.ts'
import type { WrittenContent } from './call/memory.ts'

export type Mode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

export const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']

/** What is remembered about one agent session. Plain data: it can be stored, shown and thrown away. */
export interface Session {
  readonly id: string
  mode: Mode
  /** Somebody is there to answer a question. Without, an ask becomes a deny. */
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

export function newSession(id: string, options: { readonly mode?: Mode; readonly interactive?: boolean } = {}): Session {
  return {
    id,
    mode: options.mode ?? 'auto',
    interactive: options.interactive ?? false,
    turns: [],
    denials: { consecutive: 0, total: 0 },
    written: new Map(),
  }
}

/** More files than any honest session writes; beyond it the oldest are forgotten and running them is opaque again. */
const MOST_WRITTEN = 5_000

/** An allowed call is taken to have run: what it wrote is known to the calls after it. */
export function rememberAllowed(session: Session, tool: string, encoded: string, actions: readonly Action[]): void {
  session.turns.push({ kind: 'call', tool, encoded })
  for (const action of actions) {
    if (action.where.kind !== 'here') continue
    if (action.does === 'write-file' && action.place.kind === 'path' && action.how !== 'directory') {
      session.written.set(action.place.real, writtenContent(action, session.written.get(action.place.real)))
    } else if (action.does === 'delete-file' && action.place.kind === 'path' && !action.movedTo) session.written.delete(action.place.real)
  }
  for (const path of session.written.keys()) {
    if (session.written.size <= MOST_WRITTEN) break
    session.written.delete(path)
  }
}

function writtenContent(action: Extract<Action, { does: 'write-file' }>, before: WrittenContent | undefined): WrittenContent {
  const { content, how } = action
  switch (content.kind) {
    case 'text':
      if (how !== 'append') return content
      // Appending to a file whose beginning is not known leaves a file that is not known.
      if (before?.kind === 'text') return { kind: 'text', text: before.text + content.text }
      return before?.kind === 'network' ? before : { kind: 'unknown' }
    case 'network':
      return content
    case 'change':
      return before?.kind === 'text' && before.text.includes(content.removed)
        ? { kind: 'text', text: before.text.replace(content.removed, () => content.added) }
        : { kind: 'unknown' }
    case 'copy':
    case 'unknown':
      return { kind: 'unknown' }
  }
}
