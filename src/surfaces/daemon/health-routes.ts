import { JournalFailure } from '../../journal/journal.ts'
import { addGet, json, type RouteGroup } from './app.ts'

const ABOUT =
  'Every tool call of an agent is judged before it runs. Run a tool only on status 200 and a decision that is exactly `allow`; whatever else comes back, or nothing, means that it does not run. Another language: docs/any-language.md.'

/** How the daemon is, for people, monitors and programs that want to know its routes. */
export const healthRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/health',
      summary: 'How the daemon is',
      answers:
        '`status`: ok, degraded (settings broken), or failing (nothing can be recorded, so nothing is allowed; 503).',
    },
    async () => {
      parts.policies.lookAround()
      const problems = parts.policies.problems()
      const journal = await parts.checkJournal().then(
        () => 'ok',
        (error: unknown) => (error instanceof JournalFailure ? error.code : 'journal.failed'),
      )
      const status = journal !== 'ok' ? 'failing' : problems.length > 0 ? 'degraded' : 'ok'
      return json(
        {
          status,
          version: parts.version,
          uptimeSeconds: Math.round((performance.now() - parts.startedAt) / 1000),
          journal: { state: journal, ...parts.backlog() },
          policy: { problems },
          sessions: parts.sessions.size,
          underWay: parts.judging.underWay,
          waiting: parts.approvals.waiting,
          draining: parts.readiness.draining,
          ...(parts.follower.status === undefined ? {} : { team: parts.follower.status }),
        },
        status === 'failing' ? 503 : 200,
      )
    },
  )
  addGet(
    app,
    { path: '/v1/metrics', summary: 'Counters', answers: 'Prometheus text format.', type: 'text/plain' },
    () =>
      new Response(parts.metrics.text(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } }),
  )
  addGet(
    app,
    { path: '/v1/openapi.json', summary: 'This interface, described', answers: 'An OpenAPI 3.1 document.' },
    () =>
      json(
        app.getOpenAPI31Document({
          openapi: '3.1.0',
          info: {
            title: 'Portcullis',
            version: parts.version,
            license: { name: 'Apache-2.0' },
            description: ABOUT,
          },
          servers: [{ url: 'http://localhost', description: 'over the socket `<state>/portcullis.sock`, or a port' }],
          security: [{ token: [] }],
        }),
      ),
  )
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: '`<state>/agent.token` to ask for judgements, `<state>/operator.token` for everything',
  })
}
