import type { WrittenContent } from '../call/memory.ts'
import type { CallOutcome, CallTurn, DeliveredBy, Grant, Mode, Session, SubagentNews, Turn } from '../session.ts'
import { CONTAINED_ENDS, MARKS, MODES } from '../session.ts'
import { redact } from './redact.ts'

export type { Grant }

/** Sessions that outlive the process. Every write is durable when it resolves, and rejects with a `JournalFailure`. */
export interface SessionStore {
  /** Undefined when nothing is remembered. */
  load(id: string): Promise<Session | undefined>
  save(session: Session): Promise<void>
  /** Where other daemons save, too: brings a session up to date, in place. Rejects when that cannot be told. */
  refresh?(session: Session): Promise<void>
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
      return { kind: kindOf(turn), tool: clean(turn.tool), text: clean(turn.encoded) }
    case 'subagent':
      return { kind: 'subagent', tool: idForStore(turn.id), text: turn.what }
    case 'delivery':
      return { kind: 'delivery', tool: turn.from, text: clean(turn.text) }
    case 'mark':
      return { kind: `${MARKED}${turn.mark}`, tool: idForStore(turn.from), text: clean(turn.detail) }
  }
}

export function turnFromStore(row: { kind: string; tool: string; text: string }): Turn {
  if (row.kind === 'user') return { kind: 'user', text: row.text }
  if (row.kind === 'call') return { kind: 'call', tool: row.tool, encoded: row.text }
  if (row.kind.startsWith(CALL_BY))
    return { kind: 'call', tool: row.tool, encoded: row.text, subagent: row.kind.slice(CALL_BY.length) }
  if (row.kind.startsWith(CALL_SPENT)) return spentFromStore(row)
  if (row.kind.startsWith(CALL_AS)) {
    const { outcome, subagent } = outcomeFromStore(row.kind.slice(CALL_AS.length))
    return { kind: 'call', tool: row.tool, encoded: row.text, outcome, ...(subagent === undefined ? {} : { subagent }) }
  }
  const mark = row.kind.startsWith(MARKED) ? MARKS.find((one) => row.kind === `${MARKED}${one}`) : undefined
  if (mark !== undefined) return { kind: 'mark', mark, from: row.tool, detail: row.text }
  const news = NEWS.find((what) => what === row.text)
  if (row.kind === 'subagent' && news !== undefined) return { kind: 'subagent', id: row.tool, what: news }
  // Anything else came in the user's place and is not the user.
  return { kind: 'delivery', from: DELIVERERS.find((from) => from === row.tool) ?? 'other', text: row.text }
}

/** Before what was marked. */
const MARKED = 'mark '

/** Before the id of the sub-agent that made a call. */
const CALL_BY = 'call by '

/** Before what became of a call, as JSON, with its sub-agent inside. */
const CALL_AS = 'call as '

/** Before the user's words that a call spent, as JSON, with its sub-agent inside. */
const CALL_SPENT = 'call spent '

function spentFromStore(row: { kind: string; tool: string; text: string }): Turn {
  const call = { kind: 'call', tool: row.tool, encoded: row.text } as const
  try {
    const value: unknown = JSON.parse(row.kind.slice(CALL_SPENT.length))
    if (typeof value === 'object' && value !== null && 'spent' in value && Array.isArray(value.spent)) {
      const spent = value.spent.filter((words) => typeof words === 'string')
      const by = 'subagent' in value && typeof value.subagent === 'string' ? { subagent: value.subagent } : {}
      return { ...call, spent, ...by }
    }
  } catch {}
  // What it spent is not known: nothing before it counts as said.
  return { kind: 'delivery', from: 'other', text: row.text }
}

function kindOf({ subagent, outcome, spent }: CallTurn): string {
  if (outcome === undefined && spent !== undefined) {
    const by = subagent === undefined ? {} : { subagent: idForStore(subagent) }
    return `${CALL_SPENT}${JSON.stringify({ spent: spent.map((words) => redact(words.toWellFormed())), ...by })}`
  }
  if (outcome !== undefined) {
    const by = subagent === undefined ? {} : { subagent: idForStore(subagent) }
    const clean = Object.entries(outcome).map(([key, value]) => [
      key,
      typeof value === 'string' ? redact(value.toWellFormed()) : value,
    ])
    return `${CALL_AS}${JSON.stringify({ ...Object.fromEntries(clean), ...by })}`
  }
  return subagent === undefined ? 'call' : `${CALL_BY}${idForStore(subagent)}`
}

/** What cannot be read was not allowed, as far as anybody knows. */
const UNREADABLE: CallOutcome = { kind: 'denied', why: '' }

function outcomeFromStore(json: string): { readonly outcome: CallOutcome; readonly subagent?: string } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { outcome: UNREADABLE }
  }
  if (typeof value !== 'object' || value === null) return { outcome: UNREADABLE }
  const fields = new Map<string, unknown>(Object.entries(value))
  const text = (name: string): string => {
    const field = fields.get(name)
    return typeof field === 'string' ? field : ''
  }
  const by = text('subagent') === '' ? {} : { subagent: text('subagent') }
  switch (fields.get('kind')) {
    case 'denied':
      return { outcome: { kind: 'denied', why: text('why') }, ...by }
    case 'asked': {
      const person = PERSONS.find((known) => known === fields.get('person')) ?? 'denied'
      const said = text('said') === '' ? {} : { said: text('said') }
      const call = text('call') === '' ? {} : { call: text('call') }
      return { outcome: { kind: 'asked', why: text('why'), person, ...said, ...call }, ...by }
    }
    case 'ran':
      return { outcome: { kind: 'ran', call: text('call') }, ...by }
    case 'contained':
      return {
        outcome: {
          kind: 'contained',
          run: text('run'),
          ...(text('call') === '' ? {} : { call: text('call') }),
          fingerprint: text('fingerprint'),
          became: CONTAINED_ENDS.find((known) => known === fields.get('became')) ?? 'under way',
          ...(text('walls') === '' ? {} : { walls: text('walls') }),
        },
        ...by,
      }
    default:
      return { outcome: UNREADABLE, ...by }
  }
}

const PERSONS = ['approved', 'denied', 'unknown'] as const

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
  const from = content.from === undefined ? {} : { from: content.from }
  if (!isPlain(content.text) || content.text.length > LONGEST_WRITTEN)
    return JSON.stringify({ kind: 'unknown', ...from })
  const { original, ...text } = content
  return JSON.stringify(original === undefined || isPlain(original) ? content : text)
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && redact(text) === text
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
  const from = 'from' in value && value.from === 'contained' ? { from: 'contained' as const } : {}
  if ('text' in value && typeof value.text === 'string') {
    const original = 'original' in value && typeof value.original === 'string' ? { original: value.original } : {}
    return { kind: 'text', text: value.text, ...from, ...original }
  }
  if ('host' in value && typeof value.host === 'string')
    return { kind: 'network', host: value.host, ...('clone' in value && value.clone === true ? { clone: true } : {}) }
  return { kind: 'unknown', ...from }
}

type Modes = Pick<Session, 'mode' | 'settingsMode' | 'modeChosen'>

/**
 * The mode, and where it is another one than the settings had, theirs: `bypassPermissions under auto`. `chosen` behind
 * it: by a person, for this session.
 */
export function modeForStore(modes: Modes): string {
  return modes.modeChosen === true ? `${modesOf(modes)}${CHOSEN}` : modesOf(modes)
}

const CHOSEN = ' chosen'

function modesOf({ mode, settingsMode = mode }: Modes): string {
  return settingsMode === mode ? mode : `${mode} under ${settingsMode}`
}

export function modesFromStore(text: string): Modes {
  const chosen = text.endsWith(CHOSEN)
  const [mode = '', settings] = (chosen ? text.slice(0, -CHOSEN.length) : text).split(' under ')
  return {
    mode: modeFromStore(mode),
    ...(settings === undefined ? {} : { settingsMode: modeFromStore(settings) }),
    ...(chosen ? { modeChosen: true as const } : {}),
  }
}

/** A mode that is not one of ours is the one that asks. */
export function modeFromStore(text: string): Mode {
  return MODES.find((mode) => mode === text) ?? 'default'
}
