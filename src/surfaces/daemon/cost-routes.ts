import { z } from '@hono/zod-openapi'
import { setImmediate } from 'node:timers/promises'
import { type CostEntry, sumCosts } from '../../classifier/cost.ts'
import { costDays, dayOf, readCostsOf } from '../cost-files.ts'
import { addGet, json, type RouteGroup } from './app.ts'

const DAY = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** So many days back, when nobody says how far. */
const DAYS = 31

/** What reviews by a model have cost. */
export const costRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/cost',
      summary: 'What reviews by a model have cost',
      answers: 'Sums by day, session, model or stage; of the last 31 days unless told otherwise.',
      query: z.strictObject({
        by: z.enum(['day', 'session', 'model', 'stage']).default('day'),
        day: DAY.optional(),
        since: DAY.optional(),
        session: z.string().min(1).max(512).optional(),
      }),
    },
    async (_context, { by, day, since, session }) => {
      const from = day ?? since ?? daysAgo(DAYS - 1)
      const entries: CostEntry[] = []
      let unreadable = 0
      for (const one of costDays(parts.costDirectory)) {
        if (one < from || (day !== undefined && one !== day)) continue
        const read = readCostsOf(parts.costDirectory, one)
        unreadable += read.unreadable
        entries.push(...read.entries.filter((entry) => session === undefined || entry.session === session))
        // Calls that wait to be judged go between two days.
        await setImmediate()
      }
      return json({ by, since: from, sums: sumCosts(entries, by), unreadable })
    },
  )
}

function daysAgo(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() - days)
  return dayOf(date)
}
