import { z } from '@hono/zod-openapi'
import { parseCheckpoint } from '../../journal/checkpoints.ts'
import { addGet, addPost, json, JSON_OBJECT, problem, type RouteGroup } from './app.ts'
import { ForeignHeads } from './foreign-heads.ts'

/** For other daemons that name this one as a witness of their log. */
export const headsRoutes: RouteGroup = (app, parts) => {
  const heads = new ForeignHeads(parts.stateDirectory)
  addPost(
    app,
    {
      path: '/v1/heads',
      summary: "Keep the signed head of another daemon's log",
      answers: '`kept: true`. 409: a later head of that log is known, so it went back.',
      body: z.strictObject({ checkpoint: JSON_OBJECT }),
    },
    (_context, { checkpoint }) => {
      const read = parseCheckpoint(JSON.stringify(checkpoint))
      if (read === undefined || read.kind === 'pruned')
        return problem(400, 'daemon.head', 'this is not a head that its writer signed')
      switch (heads.keep(read)) {
        case 'kept':
          return json({ kept: true })
        case 'older':
          return problem(409, 'daemon.head-older', 'a later head of this log is known: it went back')
        case 'too many':
          return problem(429, 'daemon.busy', 'too many logs are witnessed already')
      }
    },
  )
  addGet(
    app,
    {
      path: '/v1/heads',
      summary: "The heads of another daemon's log",
      answers: '`checkpoints`: the latest that were kept, oldest first.',
      query: z.strictObject({ writer: z.string().regex(/^[0-9a-f]{32}$/) }),
    },
    (_context, { writer }) => json({ checkpoints: heads.heads(writer) }),
  )
}
