import { answerHook } from '../hook/answer-hook.ts'
import { addPost, type AnswerHook, type HookAnswer, json, JSON_OBJECT, type RouteGroup } from './app.ts'

/** `POST /v1/hooks/<agent>`: a hook's input in, what the hook prints and its exit code out. */
export const hookRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/hooks/:agent',
      summary: "Answer an agent's hook in its own dialect",
      answers: '`{stdout, stderr, exit}`: what the hook program prints, and how it ends.',
      body: JSON_OBJECT,
    },
    async (context, payload) => {
      const agent = context.req.param('agent') ?? ''
      try {
        const answer = await parts.answerHook(agent, payload, parts.judging, context.env.taken.arrived)
        return answer === undefined
          ? json(blocked(`no agent is known as ${agent}`), 404)
          : json({ stdout: answer.stdout, stderr: answer.stderr, exit: answer.exit })
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

/** Every agent whose dialect is known. In the agent's own plan mode nothing but reading is allowed, whatever ours is. */
export const answerInDialect: AnswerHook = (agent, payload, judging, arrived) =>
  answerHook(agent, payload, {
    judge: (call, { interactive, planning, transcript }) =>
      judging.judge(call, {
        arrived,
        interactive,
        ...(planning ? { mode: 'plan' as const } : {}),
        ...(transcript === undefined ? {} : { transcript }),
      }),
    said: (session, text) => judging.said(session, text),
    adopt: (child, parent) => judging.adopt(child, parent),
    ended: (session) => judging.ended(session),
    subagent: (session, id, what) => judging.subagent(session, id, what),
    noteBefore: (session, result) => judging.noteBefore(session, result),
  })
