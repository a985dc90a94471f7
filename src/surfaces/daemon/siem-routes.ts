import { addGet, json, type RouteGroup } from './app.ts'

/** Where the log is sent, and how far it has come. */
export const siemRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/siem',
      summary: 'Where the log is sent, and how far it has come',
      answers: '`targets`: address, acknowledged position of each chain, backlog, lag and the last failure of each.',
    },
    () => json({ targets: parts.siem.states }),
  )
}
