import { answerHook, hookJudge } from '../hook/answer-hook.ts'
import { NONCE_HEADER, provenBody } from '../hook/proof.ts'
import {
  addPost,
  type AnswerHook,
  goneSignal,
  type HookAnswer,
  json,
  JSON_OBJECT,
  observedIn,
  patienceOf,
  type RouteGroup,
} from './app.ts'

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
  const judge = hookJudge(judging.host, async (call, manner) => {
    const verdict = await judging.judge(call, { ...arrival, ...manner })
    stopping = verdict.because[0]?.code === 'gate.stopping'
    judging.notes.told(call, verdict, manner)
    return verdict
  })
  const ended = (session: string): Promise<void> => judging.ended(session)
  const answer = await answerHook(agent, payload, { ...judge, ended }, arrival.observed ? 'observed' : 'answered')
  return stopping ? 'stopping' : answer
}
