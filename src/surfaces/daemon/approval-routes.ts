import { addGet, json, type RouteGroup } from './app.ts'

/** Nothing waits for a person here: an `ask` goes back to whoever asked, who shows it or refuses. */
export const approvalRoutes: RouteGroup = (app) => {
  addGet(
    app,
    {
      path: '/v1/approvals',
      summary: 'Questions that wait for a person',
      answers: 'Always empty: an `ask` is returned to its caller and does not wait here.',
    },
    () => json({ pending: [] }),
  )
}
