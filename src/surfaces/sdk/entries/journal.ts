/** What is remembered: the audit log, its stores, masking and verification. */
export { AuditLogger, type AuditEvent, type AuditEventType, type AuditSeverity } from '../../../journal/audit-logger.ts'
export { JournalFailure, type DecisionRecord, type Journal } from '../../../journal/journal.ts'
export { openSqliteJournal, type SqliteJournal, type SqliteJournalOptions } from '../../../journal/stores/sqlite.ts'
export { SqliteSessions } from '../../../journal/stores/sqlite-sessions.ts'
export { openReader } from '../../../journal/stores/sqlite-reader.ts'
export { redact, redactJson } from '../../../journal/redact.ts'
export { verify } from '../../../journal/verify.ts'
