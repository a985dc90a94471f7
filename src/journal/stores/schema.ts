import type { Generated } from 'kysely'

/** The tables of a journal, the same in SQLite and PostgreSQL. Times are milliseconds since 1970, absent text is ''. */
export interface Tables {
  audit_log: AuditLogTable
  audit_anchor: AuditAnchorTable
  journal_schema: { version: number }
  session: SessionTable
  session_turn: SessionTurnTable
  session_grant: SessionGrantTable
  session_written: SessionWrittenTable
  approval: ApprovalTable
}

/** One row per event. Every column but `position` is covered by `hash`. */
export interface AuditLogTable {
  /** Order of arrival over all chains; increases along each chain. */
  position: Generated<number>
  writer: string
  seq: number
  at: number
  event: string
  severity: string
  session: string
  agent: string
  tool: string
  decision: string
  code: string
  user: string
  fingerprint: string
  policy: string
  body: string
  hash: string
}

/** Where a pruned chain now begins: signed by its writer, so that a cut-off start cannot be passed off as retention. */
export interface AuditAnchorTable {
  writer: string
  seq: number
  hash: string
  at: number
  public_key: string
  signature: string
}

export interface SessionTable {
  id: string
  mode: string
  interactive: number
  consecutive: number
  total: number
  updated: number
  paused: number
  stopped: number
}

export interface SessionTurnTable {
  session: string
  number: number
  kind: string
  tool: string
  text: string
}

export interface SessionGrantTable {
  id: string
  session: string
  scope: string
  fingerprint: string
  rule: string
  by: string
  at: number
  expires: number
  /** 1 once a grant for a single call was used. */
  spent: number
}

export interface SessionWrittenTable {
  session: string
  path: string
  content: string
}

/** One question to a person. `pending` becomes one of the other states once, and nothing ever becomes `pending`. */
export interface ApprovalTable {
  id: string
  key: string
  session: string
  /** JSON, masked. */
  question: string
  asked: number
  expires: number
  state: string
  /** JSON; '' while pending. */
  settlement: string
  settled: number
  /** 1 once whoever asked has been given the settlement. */
  delivered: number
}

export const AUDIT_COLUMNS = [
  'writer',
  'seq',
  'at',
  'event',
  'severity',
  'session',
  'agent',
  'tool',
  'decision',
  'code',
  'user',
  'fingerprint',
  'policy',
  'body',
  'hash',
] as const satisfies readonly (keyof AuditLogTable)[]

/** Adds a record; its parameters are `valuesOf` it. */
export const INSERT_RECORD = `insert into audit_log (${AUDIT_COLUMNS.map((column) => `"${column}"`).join(', ')}) values (${AUDIT_COLUMNS.map(() => '?').join(', ')})`

export function valuesOf(
  record: Readonly<Record<(typeof AUDIT_COLUMNS)[number], string | number>>,
): (string | number)[] {
  return AUDIT_COLUMNS.map((column) => record[column])
}
