import { get } from './api.ts'
import { asFields, type Fields, fieldsOf, listOf, numberOf, textOf } from './fields.ts'
import { type Row, rowOfRecord } from './records.ts'

export interface SessionLine {
  readonly id: string
  readonly mode: string
  readonly agent: string
  readonly user: string
  readonly interactive: boolean
  readonly paused: boolean
  readonly stopped: boolean
  readonly consecutive: number
  readonly denied: number
  readonly turns: number
  readonly written: number
  readonly usedAt: number
}

export interface Grant {
  readonly id: string
  readonly scope: string
  readonly rule: string
  readonly fingerprint: string
  readonly by: string
  readonly at: number
  readonly expires: number | undefined
}

export interface TurnView {
  readonly kind: 'user' | 'call' | 'delivery' | 'mark'
  readonly tool: string
  readonly text: string
  /** What kind of mark; '' for anything else. */
  readonly mark: string
  readonly from: string
  readonly subagent: string
}

export interface SessionWhole extends SessionLine {
  readonly grants: readonly Grant[]
  readonly files: readonly { readonly path: string; readonly kind: string }[]
  readonly timeline: readonly Moment[]
}

/** One line of a timeline: what the user said, or what the agent wanted. */
export type Moment =
  | { readonly kind: 'said'; readonly from: string; readonly text: string }
  | { readonly kind: 'call'; readonly row: Row }
  /** What the gate noted about what came in. */
  | { readonly kind: 'mark'; readonly mark: string; readonly from: string; readonly text: string }
  /** What an operator did to the session. */
  | { readonly kind: 'act'; readonly at: number; readonly text: string }
  /** Allowed, and so long ago that the log page does not reach it. */
  | { readonly kind: 'old call'; readonly tool: string; readonly text: string; readonly subagent: string }

export function sessionOf(value: Fields): SessionLine {
  const denials = asFields(value['denials'])
  const sized = (of: unknown): number => numberOf(of) ?? listOf(of).length
  return {
    id: textOf(value['id']),
    mode: textOf(value['mode']),
    agent: textOf(value['agent']),
    user: textOf(value['user']),
    interactive: value['interactive'] === true,
    paused: value['paused'] === true,
    stopped: value['stopped'] === true,
    consecutive: numberOf(denials['consecutive']) ?? 0,
    denied: numberOf(denials['total']) ?? 0,
    turns: sized(value['turns']),
    written: sized(value['written']),
    usedAt: numberOf(value['usedAt']) ?? 0,
  }
}

export async function loadSessions(signal: AbortSignal): Promise<readonly SessionLine[]> {
  const { sessions } = await get('/v1/sessions', {}, signal)
  return fieldsOf(sessions).map(sessionOf)
}

const MOST_RECORDS = 1000

export async function loadSession(id: string, signal: AbortSignal): Promise<SessionWhole> {
  const [value, log] = await Promise.all([
    get('/v1/session', { id }, signal),
    get('/v1/audit', { session: id, limit: MOST_RECORDS }, signal),
  ])
  const rows = fieldsOf(log['records'])
    .map(rowOfRecord)
    .filter((row) => row.decision !== '' || ACTS.has(row.code))
  return {
    ...sessionOf(value),
    grants: fieldsOf(value['grants']).map((grant) => ({
      id: textOf(grant['id']),
      scope: textOf(grant['scope']),
      rule: textOf(grant['rule']),
      fingerprint: textOf(grant['fingerprint']),
      by: textOf(grant['by']),
      at: numberOf(grant['at']) ?? 0,
      expires: numberOf(grant['expires']),
    })),
    files: fieldsOf(value['written']).map((file) => ({ path: textOf(file['path']), kind: textOf(file['kind']) })),
    timeline: timelineOf(fieldsOf(value['turns']).filter(isAllowed).map(turnOf), rows),
  }
}

/** Told in the timeline. What was said stands there by itself. */
const ACTS: ReadonlyMap<string, string> = new Map([
  ['operator.mode', 'An operator changed the mode'],
  ['operator.paused', 'An operator paused the session'],
  ['operator.resumed', 'An operator resumed the session'],
  ['operator.stopped', 'An operator stopped the session'],
  ['operator.revoked', 'An operator revoked a grant'],
  ['operator.forgot', 'An operator deleted the session'],
])

function momentOf(row: Row): Moment {
  const text = ACTS.get(row.code)
  return row.decision === '' && text !== undefined ? { kind: 'act', at: row.at, text } : { kind: 'call', row }
}

/** What was not allowed stands in the log alone. */
function isAllowed(turn: Fields): boolean {
  const { kind, person } = asFields(turn['outcome'])
  return kind === undefined || kind === 'contained' || (kind === 'asked' && person === 'approved')
}

const KINDS: readonly TurnView['kind'][] = ['user', 'call', 'delivery', 'mark']

function turnOf(turn: Fields): TurnView {
  const subagent = asFields(turn['subagent'])
  const kind = KINDS.find((one) => one === turn['kind']) ?? 'delivery'
  return {
    kind,
    tool: textOf(turn['tool']),
    text: textOf(kind === 'call' ? turn['encoded'] : kind === 'mark' ? turn['detail'] : turn['text']),
    mark: textOf(turn['mark']),
    from: textOf(turn['from']),
    subagent: textOf(turn['subagent']) || textOf(subagent['type']) || textOf(subagent['id']),
  }
}

/**
 * What was said and what was wanted, in one order. The session knows what was said between which allowed calls; the log
 * knows every call with its time. The last allowed record is the last call of the session, and so on backwards; what
 * was not allowed is taken to follow what was said.
 */
export function timelineOf(turns: readonly TurnView[], rows: readonly Row[]): readonly Moment[] {
  const moments: Moment[] = []
  let next = 0
  /** Everything up to and with the next allowed call. */
  const takeOne = (): void => {
    while (next < rows.length) {
      const row = rows[next++]!
      moments.push(momentOf(row))
      if (row.decision === 'allow') return
    }
  }
  const allowed = rows.filter((row) => row.decision === 'allow').length
  let unreached = turns.filter((turn) => turn.kind === 'call').length - allowed
  for (; unreached < 0; unreached++) takeOne()
  for (const turn of turns) {
    if (turn.kind === 'mark') moments.push({ kind: 'mark', mark: turn.mark, from: turn.from, text: turn.text })
    else if (turn.kind !== 'call')
      moments.push({ kind: 'said', from: turn.kind === 'user' ? 'user' : turn.from, text: turn.text })
    else if (unreached-- > 0)
      moments.push({ kind: 'old call', tool: turn.tool, text: turn.text, subagent: turn.subagent })
    else takeOne()
  }
  while (next < rows.length) moments.push(momentOf(rows[next++]!))
  return moments
}
