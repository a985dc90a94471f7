import { z } from '@hono/zod-openapi'
import { CANNOT_ASK } from '../../call/caller.ts'
import { toToolCall } from '../../call/read-call.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Verdict } from '../../verdict.ts'
import { NONCE_HEADER, provenBody } from '../hook/proof.ts'
import { MCP, toolName } from '../mcp/judge.ts'
import { refusedOnRecord } from '../unreadable.ts'
import { addPost, askingUser, claimOwn, goneSignal, JSON_OBJECT, patienceOf, problem, type RouteGroup } from './app.ts'
import { statusOf } from './judge-routes.ts'

const SERVER = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/)
const ID = z.string().min(1).max(512)
const SENTENCE = z.string().min(1).max(4000)

const CALL = z.strictObject({
  server: SERVER.optional().openapi({
    description: "the server's name in the client's settings; left out: `tool` is any tool, as its agent says it",
  }),
  tool: z.string().min(1).max(256),
  input: JSON_OBJECT,
  cwd: z.string().openapi({ description: 'the directory the client works in, absolute' }),
  session: ID.openapi({ description: 'one for each connection' }),
  use: z.string().max(256).optional().openapi({ description: "the client's id of the call, as its hook tells it" }),
  held: z
    .strictObject({ code: z.string().regex(/^mcp\.[a-z-]+$/), sentence: SENTENCE, clearedBy: SENTENCE.optional() })
    .optional()
    .openapi({ description: 'the proxy refuses the call for this; it is only recorded' }),
})

/** For the proxy of an MCP server: calls on their way to it, and what it said that a person may want to know. */
export const mcpRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/mcp/call',
      summary: 'Judge a call on its way to an MCP server',
      answers:
        'The verdict; with `X-Portcullis-Nonce` also `proof`. A call that its hook was just asked about is not asked about again.',
      body: CALL,
    },
    async (context, body) => {
      const { taken } = context.env
      const { server, tool, input, cwd, session, use, held } = body
      const call = {
        tool: toolName(server === undefined ? { tool } : { server, tool }),
        input,
        cwd,
        ...(use === undefined ? {} : { id: use }),
      }
      const read = toToolCall(call, { session, agent: MCP, cwd })
      if ('unreadable' in read) return problem(400, read.unreadable.code, read.unreadable.sentence)
      const answered = (verdict: Verdict): Response => {
        const { decision, because, stopAgent, rewritten } = verdict
        const readsAll = parts.gate.reader?.reads === 'all' || undefined
        const answer = JSON.stringify({ decision, because, stopAgent, rewritten, readsAll })
        const about = { agent: MCP, request: taken.body, exit: 0, answer }
        return new Response(provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER)), {
          status: statusOf(verdict),
          headers: { 'content-type': 'application/json' },
        })
      }
      if (held !== undefined) {
        const { code, sentence, clearedBy } = held
        const reason = { code, sentence, ...(clearedBy === undefined ? {} : { clearedBy }) }
        return answered(
          refusedOnRecord(
            parts.gate.journal,
            read.ok,
            'admission',
            reason,
            askingUser(context).user ?? parts.gate.world.user,
          ),
        )
      }
      const arrival = {
        arrived: taken.arrived,
        gone: goneSignal(context),
        ...patienceOf(context),
        ...askingUser(context),
      }
      // Whoever is asked in place of the user is no call on its way.
      const note = server === undefined ? undefined : parts.judging.notes.spend(read.ok.fingerprint, use)
      if (note === undefined) return answered(await parts.judging.judge(read.ok, { ...arrival, caller: CANNOT_ASK }))
      // In the session of the agent, which knows what its user wants; whatever else holds there holds here too.
      const { call: asked, how, clientMode } = note
      const mode = clientMode === undefined ? {} : { clientMode }
      const caller = { ...CANNOT_ASK, ...mode, hookSaid: { agent: asked.agent, how } }
      return answered(await parts.judging.judge(asked, { ...arrival, caller }))
    },
  )
  addPost(
    app,
    {
      path: '/v1/mcp/result',
      summary: 'Tell what an MCP server gave back, where it speaks to the model or holds a secret',
      answers:
        '`{say, withhold, injected}`, proven as a verdict is: what stands before the result, or in its place; whether orders were found.',
      body: z.strictObject({ server: SERVER, session: ID, tool: z.string().min(1).max(256), text: z.string() }),
    },
    async (context, { server, session, tool, text }) => {
      await claimOwn(context, parts, session)
      const result = { tool: toolName({ server, tool }), text, agent: MCP, ...askingUser(context) }
      const { say, withhold, finding } = await parts.judging.host.resultOf(session, result)
      const injected = finding !== undefined
      const about = {
        agent: MCP,
        request: context.env.taken.body,
        exit: 0,
        answer: JSON.stringify({ say, withhold, injected }),
      }
      return new Response(provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER)), {
        headers: { 'content-type': 'application/json' },
      })
    },
  )
  addPost(
    app,
    {
      path: '/v1/mcp/remark',
      summary: 'Put on record what an MCP server said',
      answers: '`{}`, proven as a verdict is.',
      body: z.strictObject({
        server: SERVER,
        session: ID,
        tool: z.string().max(256),
        code: z.string().regex(/^mcp\.[a-z-]+$/),
        sentence: SENTENCE,
      }),
    },
    async (context, { server, session, tool, code, sentence }) => {
      const details: JsonObject = { server, sentence }
      const event = { type: 'injection_detected', severity: 'warn', session, agent: MCP, tool, code, details } as const
      await parts.recorder.note(event)
      await parts.judging.host.remarked(session, toolName({ server, tool }), sentence)
      const about = { agent: MCP, request: context.env.taken.body, exit: 0, answer: '{"noted":true}' }
      return new Response(provenBody(parts.hookKey, about, context.req.header(NONCE_HEADER)), {
        headers: { 'content-type': 'application/json' },
      })
    },
  )
}
