import { z } from '@hono/zod-openapi'
import { addGet, addPost, json, type RouteGroup } from './app.ts'
import { recordAct } from './operator-acts.ts'

/** For whoever starts, stops and watches daemons. Strangers learn one word. */
export const probeRoutes: RouteGroup = (app, parts) => {
  const { readiness, judging, approvals, recorder } = parts
  addGet(
    app,
    {
      path: '/livez',
      summary: 'Whether the daemon answers',
      answers: '`{"status": "alive"}`. Needs no token. No answer: restart it.',
    },
    () => json({ status: 'alive' }),
  )
  addGet(
    app,
    {
      path: '/readyz',
      summary: 'Whether calls should be sent here',
      answers:
        '`status`: ready, or not ready with 503. With a token also `checks`: draining, journal (writable, and not behind what was signed), policy, capacity.',
    },
    async (context) => {
      const { ready, checks } = await readiness.report()
      const told = context.env.taken.role === 'stranger' ? {} : { checks }
      return json({ status: ready ? 'ready' : 'not ready', ...told }, ready ? 200 : 503)
    },
  )
  addPost(
    app,
    {
      path: '/v1/drain',
      summary: 'Take this daemon out of service, or put it back',
      answers:
        '`{draining, underWay, waiting}`. While it drains it is not ready, and goes on judging what still comes; open questions stay in the store.',
      body: z.strictObject({ draining: z.boolean() }),
    },
    async (context, { draining }) => {
      if (draining) {
        readiness.drain(true)
        await recordAct(recorder, context, { code: 'operator.drained' })
      } else {
        await recordAct(recorder, context, { code: 'operator.undrained' })
        readiness.drain(false)
      }
      return json({ draining: readiness.draining, underWay: judging.underWay, waiting: approvals.waiting })
    },
  )
}
