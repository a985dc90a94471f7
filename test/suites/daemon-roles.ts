import { type DaemonProduct, run } from '../daemon/client.ts'
import type { Failures } from '../product.ts'

/** What each token may use, written down apart from the table it checks. */
const AGENT_MAY: ReadonlySet<string> = new Set([
  'POST /v1/judge',
  'POST /v1/judge/result',
  'POST /v1/judge/handover',
  'POST /v1/hooks/:agent',
  'POST /v1/contained/spend',
  'POST /v1/contained/:run/settle',
  'POST /v1/contained/:run/network',
  'POST /v1/mcp/call',
  'POST /v1/mcp/remark',
  'POST /v1/mcp/result',
  'POST /v1/team/consult',
  'POST /v1/team/question',
  'POST /v1/team/records',
])

/** The webhook's receiver hands in answers, and nothing else. */
const CHANNEL_MAY: ReadonlySet<string> = new Set([
  'POST /v1/channels/webhook/answer',
  'POST /v1/heads',
  'GET /v1/heads',
])

/** What needs no token, for the console's page before anybody is logged in. */
const STRANGERS_MAY: ReadonlySet<string> = new Set([
  'POST /v1/console/login',
  'GET /v1/console/ways',
  'GET /livez',
  'GET /readyz',
  'POST /v1/console/oidc/start',
  'GET /v1/console/oidc/callback',
])

/** Route × role over a real socket: every row of the table with every token, and a route that is in no table. */
export async function daemonRoles(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  let reached = 0
  const running = await run(product, {
    groups: [
      ...product.groups.ROUTE_GROUPS,
      (app) => {
        app.get('/v1/extra', () => {
          reached++
          return new Response('in')
        })
        app.post('/v1/extra', () => {
          reached++
          return new Response('in')
        })
      },
    ],
  })
  try {
    for (const route of product.routes.ROUTES) {
      const name = `${route.method} ${route.path}`
      const path = route.path.replace(':agent', 'generic').replace(/:\w+/, 'abcd-1')
      if (path === '/v1/events') continue
      for (const [role, token] of [
        ['agent', running.agent],
        ['channel', running.channel],
        ['operator', running.operator],
      ] as const) {
        const may = role === 'operator' || (role === 'agent' ? AGENT_MAY : CHANNEL_MAY).has(name)
        const { status } = route.method === 'GET' ? await running.get(path, token) : await running.post(path, {}, token)
        // A login without a code is refused as such, not at the door.
        if (may && !STRANGERS_MAY.has(name) && (status === 401 || status === 403))
          failures.push(`${name}: ${role} is refused (${status})`)
        if (!may && status !== 403) failures.push(`${name}: ${role} gets ${status}, not 403`)
      }
    }
    for (const route of product.routes.ROUTES) {
      if (!route.roles.includes('stranger')) continue
      if (!STRANGERS_MAY.has(`${route.method} ${route.path}`)) failures.push(`${route.path}: open to strangers`)
    }
    const events = await running.get('/v1/events', running.agent)
    if (events.status !== 403) failures.push(`GET /v1/events: agent gets ${events.status}, not 403`)
    for (const token of [running.agent, running.channel, running.operator]) {
      const get = await running.get('/v1/extra', token)
      const post = await running.post('/v1/extra', {}, token)
      if (get.status !== 404 || post.status !== 404) failures.push(`a route that is in no table answers ${get.status}`)
    }
    if (reached > 0) failures.push('a route that is in no table was reached')
  } finally {
    await running.end()
  }
  return failures
}
