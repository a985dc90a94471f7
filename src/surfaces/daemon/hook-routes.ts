import { z } from '@hono/zod-openapi'
import { PATIENCE } from './judge-routes.ts'
import { answerHook, type HookHost, hookJudge } from '../hook/answer-hook.ts'
import type { SessionHost } from '../session-host.ts'
import { NONCE_HEADER, provenBody } from '../hook/proof.ts'
import {
  addPost,
  type AnswerHook,
  askingUser,
  goneSignal,
  type HookAnswer,
  json,
  JSON_OBJECT,
  observedIn,
  patienceOf,
  type RouteGroup,
} from './app.ts'

const HEAD = PATIENCE.extend({
  'X-Portcullis-Nonce': z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .openapi({ description: '16 random bytes in hex, never used twice: asks for `proof`' }),
})

const ANSWER = z
  .object({
    stdout: z.string().openapi({ description: 'what the hook prints: for `generic` the JSON of docs/agents.md' }),
    stderr: z.string(),
    exit: z
      .union([z.literal(0), z.literal(2)])
      .openapi({ description: '2: the call is blocked, whatever stdout says' }),
    proof: z.string().optional().openapi({
      description:
        'always the last member: HMAC-SHA256 in hex, with the key in `<state>/hook.key`, of six lines that each end with a line feed: `portcullis hook proof 1`, the agent, the nonce, SHA-256 of the request body, the exit code, SHA-256 of this answer without `,"proof":"…"`',
    }),
  })
  .openapi('HookAnswer')

const EXAMPLE = {
  body: { event: 'tool-call', session: 's1', cwd: '/home/dev/project', tool: 'Bash', input: { command: 'ls' } },
  answer: {
    stdout: '{"decision":"allow","reason":"portcullis: …","codes":["rulebook.harmless"],"stop":false}',
    stderr: '',
    exit: 0,
  },
}

/** `POST /v1/hooks/<agent>`: a hook's input in, what the hook prints and its exit code out. */
export const hookRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/hooks/:agent',
      summary: "Answer an agent's hook in its own dialect",
      answers:
        '`{stdout, stderr, exit}`: what the hook program prints, and how it ends; with `X-Portcullis-Nonce` also `proof`.',
      body: JSON_OBJECT,
      head: HEAD,
      answer: ANSWER,
      example: EXAMPLE,
    },
    async (context, payload) => {
      const agent = context.req.param('agent') ?? ''
      try {
        const answer = await parts.answerHook(agent, payload, parts.judging, {
          arrived: context.env.taken.arrived,
          gone: goneSignal(context),
          patience: WITHOUT_A_WORD,
          ...patienceOf(context),
          ...observedIn(context),
          ...askingUser(context),
        })
        // The hook comes back in a moment: by then another daemon is there, and the question still is.
        if (answer === 'stopping') return json(blocked('the daemon is stopping'), 503)
        if (answer === undefined) return json(blocked(`no agent is known as ${agent}`), 404)
        const { stdout, stderr, exit } = answer
        const about = { agent, request: context.env.taken.body, exit, answer: JSON.stringify({ stdout, stderr, exit }) }
        const body = provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER))
        return new Response(body, { headers: { 'content-type': 'application/json' } })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        return json(blocked(`the gate failed on this call, so it is refused: ${message}`), 500)
      }
    },
  )
}

/** The shape that every agent reads as a block. */
function blocked(because: string): HookAnswer {
  return { stdout: '', stderr: `portcullis: ${because}\n`, exit: 2 }
}

/** Hooks that do not say how long they wait. */
const WITHOUT_A_WORD = 45_000

/** Every agent whose dialect is known. In the agent's own plan mode nothing but reading is allowed, whatever ours is. */
export const answerInDialect: AnswerHook = async (agent, payload, judging, arrival) => {
  let stopping = false
  const judge = hookJudge(ownSessions(judging.host, arrival.user), async (call, manner) => {
    const verdict = await judging.judge(call, { ...arrival, ...manner })
    stopping = verdict.because[0]?.code === 'gate.stopping'
    judging.notes.told(call, verdict, manner)
    return verdict
  })
  const ended = async (session: string): Promise<void> => {
    if (arrival.user !== undefined) await judging.host.claim(session, arrival.user)
    await judging.ended(session)
  }
  const answer = await answerHook(agent, payload, { ...judge, ended }, arrival.observed ? 'observed' : 'answered')
  return stopping ? 'stopping' : answer
}

/** With a user's own token, only of that user's sessions is anything told. */
function ownSessions(host: SessionHost, user: string | undefined): HookHost {
  if (user === undefined) return host
  const own = async <T>(session: string, tell: () => Promise<T>): Promise<T> => {
    await host.claim(session, user)
    return tell()
  }
  return {
    said: (session, text) => own(session, () => host.said(session, text)),
    delivered: (session, text) => own(session, () => host.delivered(session, text)),
    adopt: (child, parent) => own(parent, () => own(child, () => host.adopt(child, parent))),
    subagent: (session, id, what) => own(session, () => host.subagent(session, id, what)),
    change: (session, change) => own(session, () => host.change(session, change)),
    ran: (session, call, agent) => own(session, () => host.ran(session, call, agent)),
    resultOf: (session, result) => own(session, () => host.resultOf(session, result)),
    noteBefore: (session, result) => own(session, () => host.noteBefore(session, result)),
    refused: (agent, reason) => host.refused(agent, reason),
  }
}
