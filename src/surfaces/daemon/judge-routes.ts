import { z } from '@hono/zod-openapi'
import { agentNamed } from '../../agents/index.ts'
import { CANNOT_ASK, PLAIN_CALLER } from '../../call/caller.ts'
import { toToolCall } from '../../call/read-call.ts'
import type { Read } from '../../call/strict-json.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import type { Verdict } from '../../verdict.ts'
import { readTraceparent, type TraceParent } from '../observe/traceparent.ts'
import { provenBody, NONCE_HEADER } from '../hook/proof.ts'
import {
  addPost,
  type AskContext,
  askingUser,
  goneSignal,
  JSON_OBJECT,
  type Parts,
  patienceOf,
  problem,
  type RouteGroup,
} from './app.ts'

const SUBAGENT = z
  .strictObject({ id: z.string().min(1).max(512), type: z.string().max(512) })
  .openapi({ description: 'the sub-agent of the session that makes the call' })

/** Strict: a key we do not know, such as a mode that the agent would like, is refused and not passed over. */
export const CALL = z.strictObject({
  tool: z.string().openapi({ description: "a tool name: a program's own, or one of the agent that `agent` names" }),
  input: JSON_OBJECT,
  cwd: z.string().openapi({ description: 'the directory the agent works in, absolute' }),
  session: z.string().min(1).openapi({ description: 'calls of one session share what is remembered' }),
  agent: z.string().optional().openapi({
    description: 'who asks; with the name of an agent that the gate knows, its built-in tools are known by name',
  }),
  id: z.string().optional().openapi({ description: 'of this call; an answer to its ask has to name it' }),
  subagent: SUBAGENT.optional(),
})

const ASKED = CALL.extend({
  canRunRewritten: z.boolean().optional().openapi({
    description:
      'true: you run the tool with `rewritten` in the place of its input when told `contain`, in `cwd`, and with nothing else',
  }),
  interactive: z.boolean().optional().openapi({ description: 'false: nobody would see an ask, so it is a deny' }),
  settles: z.boolean().optional().openapi({
    description: 'true: you show an ask to a person and bring the answer to /v1/judge/settle; needs `id`',
  }),
})

const REASON = z.object({
  code: z.string().openapi({ description: 'stable: `docs/reference/reason-codes.md`' }),
  sentence: z.string().openapi({ description: 'for the person and the model, with the evidence' }),
  clearedBy: z.string().optional(),
})

const VERDICT = z
  .looseObject({
    decision: z.enum(['allow', 'contain', 'ask', 'deny']).openapi({
      description:
        'run the tool only when this is exactly `allow`; `contain` (only where you said `canRunRewritten`): run `rewritten` in its place',
    }),
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

const TRACEPARENT = z
  .string()
  .optional()
  .openapi({ description: 'W3C Trace Context: the trace that the call is a part of, where traces are sent' })

/** `POST /v1/judge`: one tool call in, one verdict out. Only status 200 with `decision: "allow"` allows. */
export const judgeRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/judge',
      summary: 'Judge one tool call',
      answers: 'The verdict. An allow is durable in the log before it is sent. With `X-Portcullis-Nonce` also `proof`.',
      body: ASKED,
      head: PATIENCE.extend({ traceparent: TRACEPARENT }),
      answer: VERDICT,
      example: EXAMPLE,
    },
    async (context, body) => {
      const { interactive, settles, canRunRewritten = false, ...said } = body
      const read = callIn(said)
      if ('unreadable' in read) return problem(400, read.unreadable.code, read.unreadable.sentence)
      if (settles === true && said.id === undefined)
        return problem(400, 'daemon.body', 'settles: needs `id`, which the answer will name')
      const shows = interactive ?? settles
      const verdict = await parts.judging.judge(read.ok, {
        arrived: context.env.taken.arrived,
        gone: goneSignal(context),
        ...patienceOf(context),
        ...askingUser(context),
        ...parentOf(context),
        ...(shows === undefined && !canRunRewritten
          ? {}
          : { caller: { ...(shows === false ? CANNOT_ASK : PLAIN_CALLER), canRewrite: canRunRewritten } }),
        ...(settles === true ? { brings: 'brings the answer' as const } : {}),
      })
      return verdictAnswer(context, parts, verdict)
    },
  )
}

function parentOf(context: AskContext): { readonly parent?: TraceParent } {
  const parent = readTraceparent(context.req.header('traceparent'))
  return parent === undefined ? {} : { parent }
}

/** The call of a program. The tools of one that is no agent we know are its own. */
export function callIn(body: z.infer<typeof CALL>): Read<ToolCall> {
  const { subagent, ...said } = body
  const parts = subagent === undefined ? said : { ...said, subagent }
  const read = toToolCall(parts, { session: body.session, agent: 'http', cwd: body.cwd })
  if ('unreadable' in read || agentNamed(read.ok.agent) !== undefined) return read
  return { ok: { ...read.ok, ownTools: true } }
}

/** Without the deeds: they are for checks and records, and long. */
export function verdictAnswer(context: AskContext, parts: Parts, verdict: Verdict): Response {
  const { actions: _actions, ...rest } = verdict
  return proven(context, parts, rest, statusOf(verdict))
}

/** An answer with a proof that it is ours, for whoever sent a nonce. What is proven is the route and the status, too. */
export function proven(context: AskContext, parts: Parts, value: object, status: number = 200): Response {
  const about = {
    agent: context.req.path,
    request: context.env.taken.body,
    exit: status,
    answer: JSON.stringify(value),
  }
  const body = provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER))
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
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
