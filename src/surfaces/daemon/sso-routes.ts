import { z } from '@hono/zod-openapi'
import type { IncomingMessage } from 'node:http'
import { JournalFailure } from '../../journal/journal.ts'
import { RefusedLogin } from '../oidc/refused-login.ts'
import { LOGIN_LASTS } from '../oidc/sign-on.ts'
import { RefusedChange } from '../user-admin.ts'
import { addGet, addPost, json, problem, type RouteGroup } from './app.ts'
import { namedCookie } from './door.ts'

/** `Lax`: the provider sends the browser back from another site. It opens nothing by itself. */
const LOGIN_COOKIE = 'portcullis-sso'
const CALLBACK = '/v1/console/oidc/callback'
const COOKIE_TERMS = `HttpOnly; SameSite=Lax; Path=${CALLBACK}`
/** The page spends it at once. */
const CODE_LASTS = 60_000

/** Logging in to the console through an identity provider. */
export const ssoRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/console/ways',
      summary: 'How people log in to the console',
      answers: '`sso`: the host of the identity provider, or null.',
    },
    () => json({ sso: parts.signOn.host ?? null }),
  )
  addPost(
    app,
    {
      path: '/v1/console/oidc/start',
      summary: 'Begin a login through the identity provider',
      answers: '`url`: where the browser goes. A cookie binds the login to this browser for ten minutes.',
      body: z.strictObject({}),
    },
    async (context) => {
      try {
        const { url, cookie } = await parts.signOn.begin(`${ownOrigin(context.env.incoming)}${CALLBACK}`)
        const terms = `${COOKIE_TERMS}; Max-Age=${LOGIN_LASTS / 1000}${secure(context.env.incoming)}`
        return Response.json({ url }, { headers: { 'set-cookie': `${LOGIN_COOKIE}=${cookie}; ${terms}` } })
      } catch (error) {
        if (!(error instanceof RefusedLogin)) throw error
        parts.onTrouble(error.cause ?? error)
        return problem(error.code === 'sso.off' ? 404 : 502, error.code, error.message)
      }
    },
  )
  addGet(
    app,
    {
      path: CALLBACK,
      summary: 'Where the identity provider sends the browser back',
      answers: 'A page that leads to the console, or says why not.',
      type: 'text/html',
      query: z.object({
        code: z.string().min(1).max(4_096).optional(),
        state: z.string().min(1).max(256).optional(),
        iss: z.string().min(1).max(1_024).optional(),
        error: z.string().max(256).optional(),
      }),
    },
    async (context, query) => {
      const { incoming } = context.env
      try {
        const { user, sessionMs } = await parts.signOn.finish(namedCookie(incoming, LOGIN_COOKIE), query)
        const code = parts.logins.newCode(user, { codeMs: CODE_LASTS, sessionMs })
        return page(200, incoming, 'Welcome', 'You are logged in.', code)
      } catch (error) {
        if (error instanceof RefusedLogin) {
          parts.metrics.count('refusals', error.code)
          parts.onTrouble(error.cause ?? error)
          return page(403, incoming, 'You are not logged in', `${error.message} (${error.code})`)
        }
        if (error instanceof RefusedChange)
          return page(403, incoming, 'You are not logged in', `${error.message} (sso.user)`)
        parts.onTrouble(error)
        const why = error instanceof JournalFailure ? 'It could not be recorded' : 'The daemon failed'
        return page(503, incoming, 'You are not logged in', `${why}, so nobody is let in. Try again later.`)
      }
    },
  )
}

/** As the browser calls us: the door let only our own names in. */
function ownOrigin({ socket, headers }: IncomingMessage): string {
  return `${'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'}://${headers.host}`
}

function secure(incoming: IncomingMessage): string {
  return ownOrigin(incoming).startsWith('https:') ? '; Secure' : ''
}

/**
 * A page of ours stands between the provider and the console: browsers treat a redirect as the other site's doing, and
 * the console answers no other site. It goes on by itself, to our own origin and nowhere else.
 */
function page(status: number, incoming: IncomingMessage, title: string, text: string, code?: string): Response {
  const onward = code === undefined ? '/' : `/#login=${code}`
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Portcullis</title>',
    code === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${onward}">`,
    `<h1>${escaped(title)}</h1><p>${escaped(text)}</p><p><a href="${onward}">To the console</a></p></html>`,
  ].join('')
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': `${LOGIN_COOKIE}=; ${COOKIE_TERMS}; Max-Age=0${secure(incoming)}`,
    },
  })
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
