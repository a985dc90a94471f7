import { z } from '@hono/zod-openapi'
import type { App } from './app.ts'

/** A route as its OpenAPI document tells it. */
export interface Described {
  readonly method: 'get' | 'post'
  /** As in the table of routes. */
  readonly path: string
  readonly summary: string
  /** What the answer is; JSON unless it says otherwise. */
  readonly answers: string
  readonly type?: string
  readonly query?: z.ZodObject
  /** What of the head is read, beside the token. */
  readonly head?: z.ZodObject
  /** The shape of the answer. Left out: any JSON. */
  readonly answer?: z.ZodType
  /** A body and its answer, as they are sent. */
  readonly example?: { readonly body: object; readonly answer: object }
}

/** What every route answers when it does not answer its own way. Nothing of this allows anything. */
export const PROBLEM = z
  .object({
    error: z.object({
      code: z.string().openapi({ description: 'stable: `docs/reference/reason-codes.md`', example: 'daemon.token' }),
      message: z.string().openapi({ description: 'what happened and what to do, for a person' }),
    }),
  })
  .openapi('Problem')

const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, or does not fit its schema.',
  401: 'No token, or not one of this daemon.',
  403: 'The token may not use this route, or the request came from a page.',
  404: 'There is nothing by this name.',
  413: 'The body is too large.',
  429: 'Too much is under way: nothing was judged. Try again.',
  500: 'The daemon failed on this request: nothing is allowed.',
  503: 'The daemon is stopping or cannot record: nothing is allowed. Try again.',
}

/** Adds a route to the document. */
export function document(app: App, described: Described & { readonly body?: z.ZodType }): void {
  const { example } = described
  const names = [...described.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  app.openAPIRegistry.registerPath({
    method: described.method,
    path: described.path.replace(/:(\w+)/g, '{$1}'),
    operationId: `${described.method}${described.path.replace(/[^A-Za-z0-9]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`,
    summary: described.summary,
    security: [{ token: [] }],
    request: {
      ...(names.length > 0 ? { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {}),
      ...(described.query ? { query: described.query } : {}),
      ...(described.head ? { headers: described.head } : {}),
      ...(described.body
        ? {
            body: {
              required: true,
              content: {
                'application/json': { schema: described.body, ...(example ? { example: example.body } : {}) },
              },
            },
          }
        : {}),
    },
    responses: {
      200: {
        description: described.answers,
        content: {
          [described.type ?? 'application/json']: {
            schema: described.answer ?? (described.type === undefined ? {} : { type: 'string' }),
            ...(example ? { example: example.answer } : {}),
          },
        },
      },
      ...Object.fromEntries(
        Object.entries(PROBLEMS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: PROBLEM } } },
        ]),
      ),
    },
  })
}
