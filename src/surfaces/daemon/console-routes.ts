import { z } from '@hono/zod-openapi'
import { addGet, addPost, json, problem, type RouteGroup } from './app.ts'
import { COOKIE_NAME, cookieOf } from './door.ts'
import type { Taken } from './listen.ts'
import { SlowAnswers } from './slow-answers.ts'

/** Where other machines reach the daemon a browser speaks TLS, and never sends the cookie without it. */
const cookieTerms = (entrance: Taken['entrance']): string =>
  `HttpOnly; SameSite=Strict; Path=/${entrance === 'public' ? '; Secure' : ''}`

/** Logging in to the console and out of it. */
export const consoleRoutes: RouteGroup = (app, parts) => {
  const slow = new SlowAnswers()
  addPost(
    app,
    {
      path: '/v1/console/login',
      summary: 'Log in to the console with a one-time code',
      answers: '`csrf`: to be sent as `x-portcullis-csrf` with every change. The session is a cookie.',
      body: z.strictObject({ code: z.string().max(128) }),
    },
    async (context, { code }) => {
      const made = parts.logins.login(code, cookieOf(context.env.incoming))
      if (made !== undefined)
        return Response.json(
          { csrf: made.csrf },
          { headers: { 'set-cookie': `${COOKIE_NAME}=${made.cookie}; ${cookieTerms(context.env.taken.entrance)}` } },
        )
      const { promise, resolve } = Promise.withResolvers<Response>()
      slow.hold(
        () => resolve(problem(401, 'console.code', 'this link was used already or is too old: ask for a new one')),
        () => resolve(problem(429, 'daemon.busy', 'too many wrong codes: try again later')),
      )
      return promise
    },
  )
  addPost(
    app,
    {
      path: '/v1/console/logout',
      summary: 'Log out of the console',
      answers: 'The session is gone, and so are its open streams.',
      body: z.strictObject({}),
    },
    (context) => {
      const cookie = cookieOf(context.env.incoming)
      if (cookie !== undefined) parts.logins.logout(cookie)
      return Response.json(
        {},
        { headers: { 'set-cookie': `${COOKIE_NAME}=; ${cookieTerms(context.env.taken.entrance)}; Max-Age=0` } },
      )
    },
  )
  addGet(
    app,
    {
      path: '/v1/console/me',
      summary: 'Whether somebody is logged in',
      answers:
        '`idleSeconds` until the session ends by itself, and the version; where there are users, who it is. Never the CSRF value: the cookie goes to every ' +
        'port of this machine, so the cookie alone must not be enough to change anything.',
    },
    (context) => {
      const { session, user } = context.env.taken
      const users = parts.users.read().people.length
      return json({
        version: parts.version,
        ...(users === 0 ? {} : { user: user?.id ?? 'operator', role: user?.role ?? 'owner', users }),
        ...(session === undefined ? {} : { idleSeconds: Math.ceil(session.idleLeft / 1000) }),
      })
    },
  )
  addPost(
    app,
    {
      path: '/v1/console/link',
      summary: 'A new one-time link to the console',
      answers: '`url`: works once, for ten minutes. The code is in the fragment, which no server is sent.',
      body: z.strictObject({}),
    },
    (context) => {
      const { user, entrance } = context.env.taken
      const url =
        entrance === 'public' && user !== undefined
          ? `https://${context.env.incoming.headers.host}/#login=${parts.logins.newCode(user.id)}`
          : parts.consoleLink(user?.id)
      return url === undefined
        ? problem(409, 'console.no-port', 'this daemon listens on its socket only: start it with a port')
        : json({ url })
    },
  )
}
