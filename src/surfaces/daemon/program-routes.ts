import { z } from '@hono/zod-openapi'
import { LIMITS } from '../../classifier/deadlines.ts'
import { answerTurn } from '../../classifier/transcript.ts'
import { lookAtResult } from '../sdk/look-at-result.ts'
import { addPost, claimOwn, goneSignal, patienceOf, problem, type RouteGroup } from './app.ts'
import { recordAct } from './operator-acts.ts'
import { CALL, callIn, proven, verdictAnswer } from './judge-routes.ts'

const ID = z.string().min(1).max(512)
const TEXT = z.string().max(65_536)

const SAID = z.discriminatedUnion('kind', [
  z.strictObject({ session: ID, kind: z.literal('user'), text: TEXT }),
  z.strictObject({ session: ID, kind: z.literal('answer'), question: TEXT, text: TEXT }),
  z.strictObject({
    session: ID,
    kind: z.literal('delivery'),
    from: z.enum(['schedule', 'webhook', 'agent', 'other']),
    text: TEXT,
  }),
])

/** What a program that runs an agent tells besides its calls: answers, results, what was said. */
export const programRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/judge/settle',
      summary: 'Bring the answer of a person to an ask',
      answers:
        'The verdict. Allows only the very call that was asked about with `settles`: the same id and input, once. With `X-Portcullis-Nonce` also `proof`.',
      body: CALL.extend({ id: ID, approved: z.boolean(), by: z.string().min(1).max(200).optional() }),
    },
    async (context, { approved, by, ...said }) => {
      const read = callIn(said)
      if ('unreadable' in read) return problem(400, read.unreadable.code, read.unreadable.sentence)
      const verdict = await parts.judging.judge(read.ok, {
        arrived: context.env.taken.arrived,
        gone: goneSignal(context),
        ...patienceOf(context),
        answered: { approved, by: context.env.taken.user?.id ?? by ?? parts.sessions.user(said.session) ?? 'person' },
      })
      return verdictAnswer(context, parts, verdict)
    },
  )
  addPost(
    app,
    {
      path: '/v1/judge/result',
      summary: 'Tell what a tool brought back, before the model sees it',
      answers:
        '`{note, withheld?, finding?}`: what to put before the result; with `withheld` the result is not to be shown, and `note` stands in its place; `finding` is `{score, evidence}` when it speaks to the model.',
      body: z.strictObject({
        session: ID,
        tool: z.string().min(1).max(512),
        output: z.unknown().openapi({ description: 'as the tool returned it' }),
        id: ID.optional(),
        agent: z.string().max(512).optional(),
        subagent: ID.optional(),
      }),
    },
    async (context, { session, tool, output, id, agent, subagent }) => {
      await claimOwn(context, parts, session)
      const user = parts.sessions.user(session)
      const shown = await lookAtResult(
        {
          session: { id: session, ...(user === undefined ? {} : { user }) },
          host: parts.judging.host,
          audit: parts.recorder,
          agent: agent ?? 'http',
        },
        { tool, input: {}, output, ...(id === undefined ? {} : { id }) },
        subagent === undefined ? undefined : { id: subagent, type: 'subagent' },
        goneSignal(context),
      )
      const { finding } = shown
      const found = finding === undefined ? {} : { finding: { score: finding.score, evidence: finding.evidence } }
      const said = shown.withheld ? { note: shown.output, withheld: true } : { note: shown.note }
      return proven(context, parts, { ...said, ...found })
    },
  )
  addPost(
    app,
    {
      path: '/v1/judge/said',
      summary: 'Tell what the user said, chose, or what arrived in their place',
      answers: 'Durable: the session remembers it.',
      body: SAID,
    },
    async (context, said) => {
      const { host } = parts.judging
      const { session, text } = said
      await recordAct(parts.recorder, context, { code: 'operator.said', session, details: { text, kind: said.kind } })
      if (said.kind === 'user') await host.said(session, text)
      else {
        const turn =
          said.kind === 'answer'
            ? answerTurn(said.question, text)
            : ({ kind: 'delivery', from: said.from, text } as const)
        await host.change(session, (open) => void open.turns.push(turn))
      }
      parts.events.tell('session', { session, what: 'said' })
      return proven(context, parts, { session })
    },
  )
  addPost(
    app,
    {
      path: '/v1/judge/handover',
      summary: 'A sub-agent is back',
      answers: '`{note}`: what has to be said before its report.',
      body: z.strictObject({ session: ID, subagent: ID }),
    },
    async (context, { session, subagent }) => {
      const { host } = parts.judging
      await claimOwn(context, parts, session)
      await host.subagent(session, subagent, 'ended')
      const limits = { patience: LIMITS.whole, signal: goneSignal(context) }
      const note = await host.noteBefore(session, { tool: '', to: undefined, calls: 'named' }, limits)
      return proven(context, parts, { note })
    },
  )
}
