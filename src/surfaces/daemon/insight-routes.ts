import { z } from '@hono/zod-openapi'
import { addGet, json, type RouteGroup } from './app.ts'
import { reading } from './audit-routes.ts'

const TIME = z.coerce.number().int().min(0).max(8.64e15).optional()
const DAY = 24 * 3_600_000

/** What the log shows: decisions over time, reasons, what people overrode, how long it took and what it cost. */
export const insightRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/insights',
      summary: 'What the log shows about a span of time',
      answers: 'Counts; without `from` and `to` of the last seven days. Of very many records the latest are looked at.',
      query: z.strictObject({ from: TIME, to: TIME }),
    },
    (_context, { from, to }) =>
      reading(async () => {
        const until = to ?? Date.now() + 1
        return json((await parts.audit.insights(from ?? until - 7 * DAY, until)) as object)
      }),
  )
}
