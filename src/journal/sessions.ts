import type { WrittenContent } from '../call/memory.ts'
import type { DeliveredBy, Grant, Mode, Session, SubagentNews, Turn } from '../session.ts'
import { MODES } from '../session.ts'
import { redact } from './redact.ts'

export type { Grant }

/** Sessions that outlive the process. Every write is durable when it resolves, and rejects with a `JournalFailure`. */
export interface SessionStore {
  /** Undefined when nothing is remembered. */
  load(id: string): Promise<Session | undefined>
  save(session: Session): Promise<void>
  /** So many of the oldest calls were taken out of the session's turns; they leave the store with the next save. */
  forgetOldest(session: string, calls: number): void
  addGrant(grant: Grant): Promise<void>
  /** Live grants of a session: not spent, not expired. */
  grants(session: string, now: number): Promise<readonly Grant[]>
  /** True for exactly one caller: whoever spends a single-use grant first. */
  spendGrant(id: string, now: number): Promise<boolean>
  /** Ends what was granted for the session; what happened stays in the log. */
  cleanupSession(id: string): Promise<void>
  /** Removes everything about the session but its records in the log. */
  forgetSession(id: string): Promise<void>
}

/** What may be written of a turn: without secrets, well-formed. */
export function turnForStore(turn: Turn): { readonly kind: string; readonly tool: string; readonly text: string } {
  const clean = (text: string): string => redact(text.toWellFormed())
  switch (turn.kind) {
    case 'user':
      return { kind: 'user', tool: '', text: clean(turn.text) }
    case 'call':
      return { kind: kindOf(turn.subagent), tool: clean(turn.tool), text: clean(turn.encoded) }
    case 'subagent':
      return { kind: 'subagent', tool: idForStore(turn.id), text: turn.what }
    case 'delivery':
      return { kind: 'delivery', tool: turn.from, text: clean(turn.text) }
  }
}

export function turnFromStore(row: { kind: string; tool: string; text: string }): Turn {
  if (row.kind === 'user') return { kind: 'user', text: row.text }
  if (row.kind === 'call') return { kind: 'call', tool: row.tool, encoded: row.text }
  if (row.kind.startsWith(CALL_BY))
    return { kind: 'call', tool: row.tool, encoded: row.text, subagent: row.kind.slice(CALL_BY.length) }
  const news = NEWS.find((what) => what === row.text)
  if (row.kind === 'subagent' && news !== undefined) return { kind: 'subagent', id: row.tool, what: news }
  // Anything else came in the user's place and is not the user.
  return { kind: 'delivery', from: DELIVERERS.find((from) => from === row.tool) ?? 'other', text: row.text }
}

/** Before the id of the sub-agent that made a call. */
const CALL_BY = 'call by '

function kindOf(subagent: string | undefined): string {
  return subagent === undefined ? 'call' : `${CALL_BY}${idForStore(subagent)}`
}

/** Given by the agent's program, not by its model; still masked like everything that is written. */
function idForStore(id: string): string {
  return redact(id.slice(0, 256).toWellFormed())
}

const NEWS: readonly SubagentNews[] = ['started', 'started elsewhere', 'ended', 'looked at']

const DELIVERERS: readonly DeliveredBy[] = ['schedule', 'webhook', 'agent']

/**
 * What may be written of a file the agent wrote. A script whose masked form differs is remembered as unknown: a masked
 * script is not the one that will run, and judging it instead would let a "password" hide a command.
 */
export function writtenForStore(content: WrittenContent): string {
  if (content.kind !== 'text') return JSON.stringify(content)
  const same = content.text.isWellFormed() && redact(content.text) === content.text
  return JSON.stringify(same && content.text.length <= LONGEST_WRITTEN ? content : { kind: 'unknown' })
}

/** Longer files are remembered as unknown. */
const LONGEST_WRITTEN = 262_144

/** What cannot be read is unknown content, never none. */
export function writtenFromStore(text: string): WrittenContent {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'unknown' }
  }
  if (typeof value !== 'object' || value === null) return { kind: 'unknown' }
  if ('text' in value && typeof value.text === 'string') return { kind: 'text', text: value.text }
  if ('host' in value && typeof value.host === 'string') return { kind: 'network', host: value.host }
  return { kind: 'unknown' }
}

/** The mode, and where it is another one than the settings had, theirs: `bypassPermissions under auto`. */
export function modeForStore({ mode, settingsMode = mode }: Pick<Session, 'mode' | 'settingsMode'>): string {
  return settingsMode === mode ? mode : `${mode} under ${settingsMode}`
}

export function modesFromStore(text: string): Pick<Session, 'mode' | 'settingsMode'> {
  const [mode = '', settings] = text.split(' under ')
  return { mode: modeFromStore(mode), ...(settings === undefined ? {} : { settingsMode: modeFromStore(settings) }) }
}

/** A mode that is not one of ours is the one that asks. */
export function modeFromStore(text: string): Mode {
  return MODES.find((mode) => mode === text) ?? 'default'
}
