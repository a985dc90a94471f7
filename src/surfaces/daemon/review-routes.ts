import { z } from '@hono/zod-openapi'
import { addGet, json, problem, type Parts, type RouteGroup } from './app.ts'

/** What a model was asked about a call and what it answered, as long as it is kept. */
export const reviewRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/reviews/:call',
      summary: 'What a model was sent about a call',
      answers: 'The requests and replies, without secrets. Only the latest reviews are kept.',
    },
    (context) => found(parts, context.req.param('call') ?? ''),
  )
  addGet(
    app,
    {
      path: '/v1/reviews',
      summary: 'What a model was sent about a call, whatever its id looks like',
      answers: 'As `/v1/reviews/:call`.',
      query: z.strictObject({ call: z.string().min(1).max(512) }),
    },
    (_context, { call }) => found(parts, call),
  )
}

function found(parts: Parts, call: string): Response {
  const review = parts.reviews.find(call)
  return review === undefined
    ? problem(404, 'reviews.none', 'no model was asked about this call, or it is too long ago')
    : json(review)
}
