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
  session_seal: SessionSealTable
  journal_seal: JournalSealTable
  gate_user: GateUserTable
  user_identity: UserIdentityTable
  user_token: UserTokenTable
  session_user: SessionUserTable
  rate_limit: RateLimitTable
  contained_ticket: ContainedTicketTable
  approval_yes: ApprovalYesTable
  kept_flag: KeptFlagTable
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

/** One row per writer and session that has rows: see `journal/seal.ts`. */
export interface SessionSealTable {
  writer: string
  session: string
  commit: number
  rows: string
  mac: string
}

/** One row per writer. */
export interface JournalSealTable {
  writer: string
  commits: number
  seq: number
  hash: string
  layout: string
  sessions: string
  signed: number
  hashed_only: number
  mac: string
}

/** `realm` is the same in every row of the three tables: all that is known about users has one seal. */
export interface GateUserTable {
  realm: string
  id: string
  role: string
  disabled: number
  created: number
}

/** `telegram:4711`, `login:dev`: who somebody is elsewhere. */
export interface UserIdentityTable {
  realm: string
  identity: string
  user: string
}

/** `digest` is SHA-256 of 256 random bits: the token cannot be found from it. `expires`, `revoked`: 0 for never. */
export interface UserTokenTable {
  realm: string
  id: string
  user: string
  digest: string
  label: string
  created: number
  expires: number
  revoked: number
}

/** Whose session it is, where a user's token opened it. */
export interface SessionUserTable {
  session: string
  user: string
}

/** One bucket. `tokens` are thousandths; at `over` it is as if it had never been used. */
export interface RateLimitTable {
  key: string
  tokens: number
  at: number
  over: number
  /** For runaway loops: the last few calls and how often each may still come, as JSON. */
  what: string
}

/**
 * Leave to run one command behind walls, once. `holder` names the session's tickets as a whole: a seal of their own, which
 * a daemon that knows no tickets never reads.
 */
export interface ContainedTicketTable {
  holder: string
  id: string
  session: string
  fingerprint: string
  cwd: string
  /** Milliseconds since 1970. */
  until: number
  /** SHA-256 of the plan of the walls. */
  plan: string
  /** The directory of the run. */
  place: string
  /** The running system that the directory is on. */
  machine: string
  /** The state directory that the command names. */
  door: string
  /** When it was used; 0: it was not. */
  spent: number
}

/** The first yes of a question that two people have to approve. `holder` names the session's as a whole. */
export interface ApprovalYesTable {
  holder: string
  question: string
  by: string
  at: number
}

/** The last flags that could be read, by where they came from. */
export interface KeptFlagTable {
  source: string
  value: string
  at: number
}

/**
 * Tables whose every row is sealed, and their columns in the order in which a row's value has them. The first column says
 * with which seal: that of its session, or one of its own.
 */
export const SEALED_TABLES = {
  session: ['id', 'mode', 'interactive', 'consecutive', 'total', 'updated', 'paused', 'stopped'],
  session_turn: ['session', 'number', 'kind', 'tool', 'text'],
  session_grant: ['session', 'id', 'scope', 'fingerprint', 'rule', 'by', 'at', 'expires', 'spent'],
  session_written: ['session', 'path', 'content'],
  approval: ['session', 'id', 'key', 'question', 'asked', 'expires', 'state', 'settlement', 'settled', 'delivered'],
  gate_user: ['realm', 'id', 'role', 'disabled', 'created'],
  user_identity: ['realm', 'identity', 'user'],
  user_token: ['realm', 'id', 'user', 'digest', 'label', 'created', 'expires', 'revoked'],
  session_user: ['session', 'user'],
  rate_limit: ['key', 'tokens', 'at', 'over', 'what'],
  contained_ticket: [
    'holder',
    'id',
    'session',
    'fingerprint',
    'cwd',
    'until',
    'plan',
    'place',
    'machine',
    'door',
    'spent',
  ],
  approval_yes: ['holder', 'question', 'by', 'at'],
  kept_flag: ['source', 'value', 'at'],
} as const satisfies Readonly<Partial<Record<keyof Tables, readonly string[]>>>

export type SealedTable = keyof typeof SEALED_TABLES

export const SEALED_TABLE_NAMES: readonly SealedTable[] = [
  'session',
  'session_turn',
  'session_grant',
  'session_written',
  'approval',
  'gate_user',
  'user_identity',
  'user_token',
  'session_user',
  'rate_limit',
  'contained_ticket',
  'approval_yes',
  'kept_flag',
]

/** Those that a journal has whose schema has this version. */
export function sealedTablesAt(version: number): readonly SealedTable[] {
  if (version < FIRST_USERS) return SEALED_TABLE_NAMES.slice(0, 5)
  return version < FIRST_TICKETS ? SEALED_TABLE_NAMES.slice(0, 10) : SEALED_TABLE_NAMES
}

/** The first version with users. */
export const FIRST_USERS = 5
/** The first version with tickets of contained runs, first answers of two, and kept flags. */
export const FIRST_TICKETS = 7

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
