import { getRequestListener } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Server as HttpServer } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import { JournalFailure } from '../../journal/journal.ts'
import type { App, Bindings, Parts, RouteGroup } from './app.ts'
import type { Serve, Taken } from './listen.ts'
import { passes } from './sound-journal.ts'

type Server = HttpServer | HttpsServer

/** The routes of the daemon, for whoever the door let in. */
export function serveWith(parts: Parts, groups: readonly RouteGroup[], trouble: (error: unknown) => void): Serve {
  const app: App = new OpenAPIHono<{ Bindings: Bindings }>()
  for (const add of groups) add(app, parts)
  app.notFound(() =>
    Response.json({ error: { code: 'daemon.no-route', message: 'there is no such route' } }, { status: 404 }),
  )
  app.onError((error) => {
    trouble(error)
    if (!(error instanceof JournalFailure))
      return Response.json(
        { error: { code: 'daemon.crashed', message: 'the daemon failed on this request' } },
        { status: 503 },
      )
    const message = `it could not be written down: ${error.message}${passes(error) ? '; try again in a moment' : ''}`
    return Response.json({ error: { code: error.code, message } }, { status: 503 })
  })
  const taken = new WeakMap<object, Taken>()
  const listener = getRequestListener((request, env) => {
    const { incoming, outgoing } = env as Bindings
    return app.fetch(request, { incoming, outgoing, taken: taken.get(incoming)! })
  })
  return (incoming, outgoing, admitted) => {
    taken.set(incoming, admitted)
    parts.metrics.count('answers', `${admitted.route.method} ${admitted.route.path}`)
    void listener(incoming, outgoing)
  }
}

/** Resolves when the server listens; what fails later is a lost connection, never the daemon. */
export function listening(server: Server, where: { path: string } | { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      // Too many open files: the connection is lost, the daemon is not.
      server.on('error', () => undefined)
      resolve()
    })
  })
}

/** Takes no new connection; resolves when the open ones have ended. */
export async function closeServers(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeIdleConnections()
        }),
    ),
  )
}
