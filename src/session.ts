import type { Action } from './call/action.ts'
import type { WrittenContent } from './call/memory.ts'

export type Mode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

export const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']

/** The strictest first: what runs in one of them without a person also runs in every later one. */
const STRICTEST_FIRST: readonly Mode[] = ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions']

export function isStricter(one: Mode, other: Mode): boolean {
  return STRICTEST_FIRST.indexOf(one) < STRICTEST_FIRST.indexOf(other)
}

export function stricterMode(one: Mode, other: Mode): Mode {
  return isStricter(other, one) ? other : one
}

/** What is remembered about one agent session. Plain data: it can be stored, shown and thrown away. */
export interface Session {
  readonly id: string
  mode: Mode
  /** The settings' `defaultMode` when the mode was last held against it. Left out: the mode itself. */
  settingsMode?: Mode
  /** Somebody is there to answer a question. Without, an ask becomes a deny. */
  interactive: boolean
  /** The model the agent runs on, where the agent tells. */
  model?: string
  /** The person or service account the agent works for, where it is known. */
  user?: string
  /** Nothing that is still pending may be allowed any more. */
  ended?: true
  /** A person holds it: whatever would be allowed is asked. */
  paused?: boolean
  /** A person stopped it: everything is denied, and the agent is told to stop. */
  stopped?: boolean
  readonly turns: Turn[]
  readonly denials: Denials
  /** Files that allowed calls wrote: absolute real path → what was written. */
  readonly written: Map<string, WrittenContent>
  /** What a person allowed for longer than one question. The store decides who spends one; this is what is looked at. */
  readonly grants: Grant[]
}

/**
 * A permission a person gave for longer than one question. `command` is this exact input, `rule` every call the rule
 * matches, both for the session. `call` allows nothing by itself: the next review of exactly this input counts it as
 * the user's word, and so spends it.
 */
export interface Grant {
  readonly id: string
  readonly session: string
  readonly scope: 'call' | 'command' | 'rule'
  /** For `call` and `command`: the fingerprint of exactly what the person saw. */
  readonly fingerprint: string
  /** For `rule`: in the settings' rule syntax. */
  readonly rule: string
  readonly by: string
  readonly at: number
  /** Milliseconds since 1970; undefined: with the session. */
  readonly expires?: number
}

/** There is no variant for the agent's own prose: what a model says about itself is not evidence. */
export type Turn =
  | { readonly kind: 'user'; readonly text: string }
  /** `reviewed`: a model was asked about it, so that the provider knows the transcript up to and with this call. */
  | ({ readonly kind: 'call' } & CallTurn)
  /** The life of a sub-agent, as far as its agent tells it. Nobody's word: it only says whose the calls are. */
  | { readonly kind: 'subagent'; readonly id: string; readonly what: SubagentNews }
  /** Text that arrived in the user's place without being the user: it gives no consent and carries no authority. */
  | { readonly kind: 'delivery'; readonly from: DeliveredBy; readonly text: string }

export interface CallTurn {
  readonly tool: string
  readonly encoded: string
  readonly reviewed?: true
  /** The sub-agent that made the call, where the agent tells them apart. */
  readonly subagent?: string
}

/**
 * `started elsewhere`: its calls are in a session of its own, which is called like it. `looked at`: what it did until
 * then was reviewed, or said to be unreviewed.
 */
export type SubagentNews = 'started' | 'started elsewhere' | 'ended' | 'looked at'

export type DeliveredBy = 'schedule' | 'webhook' | 'agent' | 'other'

export interface Denials {
  /** Resets on any allow. */
  consecutive: number
  /** Never resets in a session. */
  total: number
}

export function newSession(
  id: string,
  options: { readonly mode?: Mode; readonly interactive?: boolean } = {},
): Session {
  return {
    id,
    mode: options.mode ?? 'auto',
    interactive: options.interactive ?? false,
    turns: [],
    denials: { consecutive: 0, total: 0 },
    written: new Map(),
    grants: [],
  }
}

/** More files than any honest session writes; beyond it the oldest are forgotten and running them is opaque again. */
const MOST_WRITTEN = 5_000

/**
 * An allowed call is taken to have run: what it wrote is known to the calls after it. `read` gives what is on disk
 * before it ran, so that an edit is remembered as the whole file it leaves behind. What is
 * returned is for an allow that did not leave after all: it takes the call back, and of the files that the call would
 * have touched nothing is believed any more.
 */
export function rememberAllowed(session: Session, call: CallTurn, actions: readonly Action[], read: Read): () => void {
  const turn: Turn = { kind: 'call', ...call }
  const touched: string[] = []
  session.turns.push(turn)
  for (const action of actions) {
    if (action.where.kind !== 'here') continue
    if (action.does === 'write-file' && action.place.kind === 'path' && action.how !== 'directory') {
      const path = action.place.real
      touched.push(path)
      const content = writtenContent(action, (place) => session.written.get(place) ?? onDisk(read(place)), path)
      if (content) session.written.set(path, content)
    } else if (action.does === 'delete-file' && action.place.kind === 'path') {
      touched.push(action.place.real)
      session.written.delete(action.place.real)
    }
  }
  for (const path of session.written.keys()) {
    if (session.written.size <= MOST_WRITTEN) break
    session.written.delete(path)
  }
  return () => {
    const place = session.turns.lastIndexOf(turn)
    if (place >= 0) session.turns.splice(place, 1)
    for (const path of touched) session.written.set(path, { kind: 'unknown' })
  }
}

type Read = (path: string) => string | undefined

function onDisk(text: string | undefined): WrittenContent | undefined {
  return text === undefined ? undefined : { kind: 'text', text }
}

/** What the file holds afterwards. Undefined: nothing new is known beyond what is on disk. */
function writtenContent(
  action: Extract<Action, { does: 'write-file' }>,
  known: (path: string) => WrittenContent | undefined,
  path: string,
): WrittenContent | undefined {
  const { content, how } = action
  const before = known(path)
  switch (content.kind) {
    case 'text':
      if (how !== 'append' || before === undefined) return content
      return before.kind === 'text' ? { kind: 'text', text: before.text + content.text } : before
    case 'network':
      return content
    case 'change':
      if (before === undefined) return { kind: 'text', text: content.added }
      return before.kind === 'text'
        ? { kind: 'text', text: replaceOnce(before.text, content.removed, content.added) }
        : before
    case 'copy':
      return (content.of.kind === 'path' ? known(content.of.real) : undefined) ?? { kind: 'unknown' }
    case 'unknown':
      if (content.below !== undefined) return { kind: 'unknown', below: content.below }
      return before === undefined ? { kind: 'unknown' } : undefined
  }
}

/** An edit that does not apply still leaves its new text to be judged. */
function replaceOnce(text: string, removed: string, added: string): string {
  return removed !== '' && text.includes(removed) ? text.replace(removed, () => added) : `${text}\n${added}`
}
