import { z } from '@hono/zod-openapi'
import { CANNOT_ASK, PLAIN_CALLER } from '../../call/caller.ts'
import { toToolCall } from '../../call/read-call.ts'
import type { Verdict } from '../../verdict.ts'
import { addPost, goneSignal, json, JSON_OBJECT, patienceOf, problem, type RouteGroup } from './app.ts'

/** Strict: a key we do not know, such as a mode that the agent would like, is refused and not passed over. */
const CALL = z.strictObject({
  tool: z.string().openapi({ description: "a tool name, in any agent's dialect" }),
  input: JSON_OBJECT,
  cwd: z.string().openapi({ description: 'the directory the agent works in, absolute' }),
  session: z.string().min(1).openapi({ description: 'calls of one session share what is remembered' }),
  agent: z.string().optional(),
  id: z.string().optional(),
  interactive: z.boolean().optional().openapi({ description: 'false: nobody would see an ask, so it is a deny' }),
})

const REASON = z.object({
  code: z.string().openapi({ description: 'stable: `docs/reference/reason-codes.md`' }),
  sentence: z.string().openapi({ description: 'for the person and the model, with the evidence' }),
  clearedBy: z.string().optional(),
})

const VERDICT = z
  .looseObject({
    decision: z
      .enum(['allow', 'ask', 'deny'])
      .openapi({ description: 'run the tool only when this is exactly `allow`' }),
    because: z.array(REASON),
    fingerprint: z.string().openapi({ description: 'of the call that was judged' }),
    stopAgent: z.boolean().optional().openapi({ description: 'true: end the session, every further call is denied' }),
  })
  .openapi('Verdict')

const EXAMPLE = {
  body: { tool: 'Bash', input: { command: 'rm -rf ~' }, cwd: '/home/dev/project', session: 's1', interactive: false },
  answer: {
    decision: 'deny',
    because: [{ code: 'files.home-or-root', sentence: 'deletes the whole home directory: `rm -rf ~`' }],
    fingerprint: '4f1c…',
  },
}

/** What of a request's head says how long its sender waits. */
export const PATIENCE = z.object({
  'X-Portcullis-Patience': z
    .string()
    .optional()
    .openapi({ description: 'for how many seconds you wait; a question to a person ends before that', example: '300' }),
})

/** `POST /v1/judge`: one tool call in, one verdict out. Only status 200 with `decision: "allow"` allows. */
export const judgeRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/judge',
      summary: 'Judge one tool call',
      answers: 'The verdict. An allow is durable in the log before it is sent.',
      body: CALL,
      head: PATIENCE,
      answer: VERDICT,
      example: EXAMPLE,
    },
    async (context, body) => {
      const read = toToolCall(body, { session: body.session, agent: 'http', cwd: body.cwd })
      if ('unreadable' in read) return problem(400, read.unreadable.code, read.unreadable.sentence)
      const { interactive } = body
      const { arrived } = context.env.taken
      const verdict = await parts.judging.judge(read.ok, {
        arrived,
        gone: goneSignal(context),
        ...patienceOf(context),
        ...(interactive === undefined ? {} : { caller: interactive ? PLAIN_CALLER : CANNOT_ASK }),
      })
      return verdictAnswer(verdict)
    },
  )
}

/** Without the deeds: they are for checks and records, and long. */
function verdictAnswer(verdict: Verdict): Response {
  const { actions: _actions, ...rest } = verdict
  return json(rest, statusOf(verdict))
}

/** A program that looks only at the status must not take these for a yes either. */
export function statusOf(verdict: Verdict): number {
  switch (verdict.because[0]?.code) {
    case 'gate.busy':
      return 429
    case 'gate.stopping':
      return 503
    default:
      return 200
  }
}
