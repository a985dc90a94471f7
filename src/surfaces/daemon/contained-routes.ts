import { z } from '@hono/zod-openapi'
import { visible } from '../../call/visible.ts'
import { NONCE_HEADER, provenBody } from '../hook/proof.ts'
import { addPost, problem, type RouteGroup } from './app.ts'

const HEX = (length: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`))
const NOT_RUN = 125

const ANSWER = z
  .object({
    stdout: z.literal(''),
    stderr: z.string().openapi({ description: 'what is said after the output of the command' }),
    exit: z.number().openapi({ description: "the command's own exit code; 75: its changes are held" }),
    proof: z.string().optional().openapi({ description: 'as for hooks, with `contained` in the place of the agent' }),
  })
  .openapi('ContainedAnswer')

const NETWORK = z
  .object({
    network: z.boolean().openapi({ description: 'whether the session of this run may still reach hosts by policy' }),
    proof: z.string().optional(),
  })
  .openapi('ContainedNetwork')

/** `POST /v1/contained/<run>/settle`: a run behind walls is over, and what it did is judged. The runner asks. */
export const containedRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/contained/spend',
      summary: 'Use a ticket: exactly one of all that ever ask may run its command',
      answers: '`{stdout, stderr, exit}`: 0: the runner may run it. Anything else: nothing is run.',
      body: z.strictObject({
        ticket: HEX(24),
        directory: HEX(64).openapi({ description: 'SHA-256 of the directory of the runner' }),
      }),
      answer: ANSWER,
    },
    async (context, { ticket, directory }) => {
      const refused = await parts.contained
        .spend(ticket, directory)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      const exit = refused === undefined ? 0 : NOT_RUN
      const stderr = refused === undefined ? '' : `portcullis: ${visible(refused)}: nothing was run\n`
      const answer = JSON.stringify({ stdout: '', stderr, exit })
      const about = { agent: 'contained', request: context.env.taken.body, exit, answer }
      const body = provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER))
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    },
  )
  addPost(
    app,
    {
      path: '/v1/contained/:run/settle',
      summary: 'Judge what a contained run did: commit it, or hold it for a person',
      answers: '`{stdout, stderr, exit}`: what the runner says, and how it ends. Anything else: nothing was written.',
      body: z.strictObject({ exit: z.number().int().min(0).max(255) }),
      answer: ANSWER,
    },
    async (context, { exit }) => {
      try {
        const settled = await parts.contained.settle(context.req.param('run') ?? '', exit)
        const stderr = settled.says.map((line) => `portcullis: ${line}\n`).join('')
        const answer = JSON.stringify({ stdout: '', stderr, exit: settled.exit })
        const about = { agent: 'contained', request: context.env.taken.body, exit: settled.exit, answer }
        const body = provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER))
        return new Response(body, { headers: { 'content-type': 'application/json' } })
      } catch (error) {
        return problem(409, 'contain.failed', error instanceof Error ? error.message : String(error))
      }
    },
  )
  addPost(
    app,
    {
      path: '/v1/contained/:run/network',
      summary: 'Whether a contained run may still reach the hosts of its ticket; its proxy asks before each connection',
      answers: '`{network}`; false once the session has read untrusted or private content.',
      body: z.strictObject({}),
      answer: NETWORK,
    },
    async (context) => {
      const network = await parts.contained.network(context.req.param('run') ?? '').catch(() => false)
      const about = {
        agent: 'contained',
        request: context.env.taken.body,
        exit: 0,
        answer: JSON.stringify({ network }),
      }
      const body = provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER))
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    },
  )
}
