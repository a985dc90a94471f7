import { z } from '@hono/zod-openapi'
import { AUDIT_SEVERITIES } from '../../journal/audit-logger.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../journal/export.ts'
import type { LogFilter } from '../../journal/query.ts'
import { withStory } from './record-story.ts'
import { addGet, json, problem, type RouteGroup } from './app.ts'
import { TooManyReadings } from './audit-reader.ts'

const TEXT = z.string().max(512).optional()
const TIME = z.coerce.number().int().min(0).max(8.64e15).optional()

const FILTER = {
  session: TEXT,
  agent: TEXT,
  tool: TEXT,
  decision: z.enum(['allow', 'contain', 'ask', 'deny']).optional(),
  code: TEXT,
  event: TEXT,
  severity: z.enum(AUDIT_SEVERITIES).optional().describe('This severity or higher.'),
  user: TEXT,
  since: TIME,
  until: TIME,
  text: TEXT,
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  ocsf: 'application/x-ndjson',
  ecs: 'application/x-ndjson',
}

/** What the gate has decided. Reading changes nothing; verifying is reading. */
export const auditRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/audit',
      summary: 'Search the log',
      answers: 'The latest records that fit, oldest first.',
      query: z.strictObject({ ...FILTER, limit: z.coerce.number().int().min(1).max(1000).default(50) }),
    },
    (_context, { limit, ...filter }) =>
      reading(async () =>
        json({ records: await parts.audit.ask({ ask: 'latest', filter: given(filter), count: limit }) }),
      ),
  )
  addGet(
    app,
    {
      path: '/v1/audit/records/:id',
      summary: 'One record',
      answers: 'The record with its full trace, what the call does in words, and where in `text` the reasons point.',
    },
    (context) =>
      reading(async () => {
        const found = await parts.audit.ask({ ask: 'find', id: context.req.param('id') ?? '' })
        if (!Array.isArray(found) || found.length === 0)
          return problem(404, 'daemon.no-record', 'there is no such record')
        return json({ records: found.map((record) => withStory(record, parts.gate)) })
      }),
  )
  addGet(
    app,
    {
      path: '/v1/audit/verify',
      summary: 'Prove that no record was changed, moved, removed, added or put back',
      answers:
        '`status` (`sound`, `unwitnessed` or `not sound`), every finding and what the witnesses say. The whole log is read.',
    },
    () => reading(async () => json({ verification: await parts.verifyLog() })),
  )
  addGet(
    app,
    {
      path: '/v1/audit/export',
      summary: 'Export records for other programs',
      answers: 'The records as lines.',
      type: 'application/x-ndjson',
      query: z.strictObject({ ...FILTER, format: z.enum(EXPORT_FORMATS).default('jsonl') }),
    },
    (_context, { format, ...filter }) =>
      reading(() => {
        const stream = parts.audit.export({ ask: 'export', filter: given(filter), format, version: parts.version })
        const headers = {
          'content-type': TYPES[format],
          'content-disposition': `attachment; filename="portcullis.${format === 'csv' ? 'csv' : 'jsonl'}"`,
        }
        return new Response(stream, { headers })
      }),
  )
}

/** Without the keys that were not given. */
function given(filter: { readonly [K in keyof LogFilter]: LogFilter[K] | undefined }): LogFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

export async function reading(read: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof TooManyReadings) return problem(429, 'daemon.busy', error.message)
    return problem(503, 'daemon.log', error instanceof Error ? error.message : String(error))
  }
}
