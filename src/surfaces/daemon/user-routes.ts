import { z } from '@hono/zod-openapi'
import { ROLES } from '../../policy/users.ts'
import { changeUsers, MOST_TOKEN_DAYS, newToken, RefusedChange, TOKEN_DAYS, usersView } from '../user-admin.ts'
import { actorOf, addGet, addPost, json, problem, type RouteGroup } from './app.ts'

const NAME = z.string().min(1).max(64)
const IDENTITY = z.string().min(1).max(500)

const CHANGE = z.discriminatedUnion('does', [
  z.strictObject({
    does: z.literal('add'),
    user: NAME,
    role: z.enum(ROLES),
    identities: z.array(IDENTITY).max(20).optional(),
  }),
  z.strictObject({ does: z.literal('role'), user: NAME, role: z.enum(ROLES) }),
  z.strictObject({ does: z.enum(['disable', 'enable', 'remove']), user: NAME }),
  z.strictObject({ does: z.enum(['join', 'part']), user: NAME, identity: IDENTITY }),
  z.strictObject({ does: z.literal('revoke'), user: NAME, token: z.string().min(1).max(32) }),
])

/** Who is who. Every change is on record before it is answered; what was taken away is refused from the next request on. */
export const userRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/users',
      summary: 'Users, roles and tokens',
      answers: '`users`. Of tokens all but the tokens themselves.',
    },
    () => json(usersView(parts.users.read(), Date.now())),
  )
  addPost(
    app,
    {
      path: '/v1/users/change',
      summary: 'Add a user, or change one',
      answers: '`users` as they are now. 409: it cannot be done, and why.',
      body: CHANGE,
    },
    (context, body) =>
      refusing(async () => {
        const wanted = body.does === 'add' ? { ...body, identities: body.identities ?? [] } : body
        await changeUsers(parts.users, wanted, actorOf(context))
        return json(usersView(parts.users.read(), Date.now()))
      }),
  )
  addPost(
    app,
    {
      path: '/v1/users/token',
      summary: 'Make a token for a user',
      answers: '`{id, token, expires}`. The token is shown here and never again.',
      body: z.strictObject({
        user: NAME,
        label: z.string().max(100).optional(),
        days: z.number().int().min(1).max(MOST_TOKEN_DAYS).optional(),
      }),
    },
    (context, { user, label = '', days = TOKEN_DAYS }) =>
      refusing(async () => json(await newToken(parts.users, { user, label, days }, actorOf(context), Date.now()))),
  )
}

async function refusing(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof RefusedChange) return problem(409, 'user.refused', error.message)
    throw error
  }
}
