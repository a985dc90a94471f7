import type { Kysely, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { AUDIT_SEVERITIES, type AuditSeverity } from './audit-logger.ts'
import { AUDIT_COLUMNS, type Tables } from './stores/schema.ts'

/** Which records are wanted. Everything given must hold. */
export interface LogFilter {
  readonly session?: string
  readonly agent?: string
  readonly tool?: string
  readonly decision?: string
  /** A reason code, or the start of one with a `*` at the end: `git.*`. */
  readonly code?: string
  readonly event?: string
  /** This severity, or a graver one. */
  readonly severity?: AuditSeverity
  readonly user?: string
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number
  /** Exclusive. */
  readonly until?: number
  /** Somewhere in the record, upper or lower case. */
  readonly text?: string
  /** Only records that arrived after this position. */
  readonly after?: number
}

export type LogQuery = SelectQueryBuilder<Tables, 'audit_log', object>

/** The filter as a query; the caller adds columns, order and limit. */
export function filtered(db: Kysely<Tables>, filter: LogFilter): LogQuery {
  let query: LogQuery = db.selectFrom('audit_log')
  for (const column of ['session', 'agent', 'tool', 'decision', 'event', 'user'] as const) {
    const value = filter[column]
    if (value !== undefined) query = query.where(column, '=', value)
  }
  if (filter.severity !== undefined)
    query = query.where('severity', 'in', AUDIT_SEVERITIES.slice(AUDIT_SEVERITIES.indexOf(filter.severity)))
  if (filter.code !== undefined) query = whereCode(query, filter.code)
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since)
  if (filter.until !== undefined) query = query.where('at', '<', filter.until)
  if (filter.after !== undefined) query = query.where('position', '>', filter.after)
  if (filter.text !== undefined) {
    const pattern = `%${escaped(filter.text)}%`
    // In the body, text is JSON: search for it the way it is written there.
    const inBody = `%${escaped(JSON.stringify(filter.text).slice(1, -1))}%`
    query = query.where((where) =>
      where.or([
        sql<boolean>`lower(body) like lower(${inBody}) escape '~'`,
        ...(['session', 'agent', 'tool', 'code', 'user'] as const).map(
          (column) => sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '~'`,
        ),
      ]),
    )
  }
  return query
}

function whereCode(query: LogQuery, code: string): LogQuery {
  if (!code.endsWith('*')) return query.where('code', '=', code)
  return query.where(sql<boolean>`code like ${`${escaped(code.slice(0, -1))}%`} escape '~'`)
}

function escaped(text: string): string {
  return text.replace(/[%_~]/g, '~$&')
}

export const RECORD_COLUMNS = ['position', ...AUDIT_COLUMNS] as const
