import type { Route } from './routes.ts'

/**
 * What other machines reach of this daemon, when it listens for them: the team's agents, and people who look, answer and
 * stop. Closed: a route that is not named here does not exist there. Nothing that changes settings, users, installed
 * agents or files is, and nothing that judges calls by the files of this machine.
 */
const PUBLIC: ReadonlySet<string> = new Set([
  'POST /v1/team/consult',
  'POST /v1/team/question',
  'POST /v1/team/records',
  'GET /v1/machines',
  'GET /v1/machines/:writer/records',
  'GET /v1/sessions',
  'GET /v1/session',
  'POST /v1/session/pause',
  'POST /v1/session/stop',
  'GET /v1/approvals',
  'GET /v1/approvals/:id',
  'POST /v1/approvals/:id/answer',
  'GET /v1/audit',
  'GET /v1/audit/verify',
  'GET /v1/audit/records/:id',
  'GET /v1/insights',
  'GET /v1/policy',
  'GET /v1/policy/problems',
  'POST /v1/console/login',
  'POST /v1/console/logout',
  'GET /v1/console/me',
  'POST /v1/console/link',
  'GET /v1/events',
  'GET /v1/health',
  'GET /v1/metrics',
])

export function publicRoutes(table: readonly Route[]): readonly Route[] {
  return table.filter(({ method, path }) => PUBLIC.has(`${method} ${path}`))
}
