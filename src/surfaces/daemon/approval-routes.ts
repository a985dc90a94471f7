import { randomUUID } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { RateLimiter } from '../../checks/rate-limit.ts'
import { viewOf } from '../../humans/questions/make-question.ts'
import type { AnswerRefusal, Question, Settlement } from '../../humans/questions/question.ts'
import { choiceSchema } from '../../humans/questions/stored-question.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { planRule, UnsavableRule } from '../save-rule.ts'
import { actorOf, addGet, addPost, json, problem, type Parts, type RouteGroup } from './app.ts'
import { whyNoRetry } from './retry.ts'

/** Longer texts are shown whole only on demand, and can be approved only then. */
const MOST_SHOWN = 4_000
const MOST_SETTLED = 100
/** How long "try again with approval" holds. */
const RETRY_WITHIN = 3_600_000

/** Questions that wait for a person, and their answers. The agent's token may use none of this. */
export const approvalRoutes: RouteGroup = (app, parts) => {
  const answers = new RateLimiter(() => performance.now(), { burst: 100, perSecond: 100 / 60 })
  const views = new QuestionTexts()
  addGet(
    app,
    {
      path: '/v1/approvals',
      summary: 'Questions that wait for a person',
      answers:
        '`pending`, oldest first, and `settled`, latest first. A long text is head and tail: ask for the whole. With `limit`, a page: `waiting` says how many there are, `next` where the next page begins.',
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).optional(), after: CURSOR.optional() }),
    },
    (_context, { limit, after }) => {
      const { queue } = parts.approvals
      const settled = JSON.stringify(queue.settled(MOST_SETTLED).map(settledView))
      const waiting = queue.pending()
      if (limit === undefined) return views.answer(waiting, `,"settled":${settled}}`)
      const [from, than] = after === undefined ? [-1, ''] : cursorFrom(after)
      const left = waiting
        .filter(({ askedAt, id }) => askedAt > from || (askedAt === from && id > than))
        .toSorted((one, other) => one.askedAt - other.askedAt || (one.id < other.id ? -1 : 1))
      const page = left.slice(0, limit)
      const last = page.at(-1)
      const next = last === undefined || left.length <= limit ? '' : `,"next":"${last.askedAt}.${last.id}"`
      return views.answer(page, `,"waiting":${waiting.length}${next},"settled":${settled}}`)
    },
  )
  addGet(
    app,
    { path: '/v1/approvals/:id', summary: 'One question', answers: 'The question with its whole text.' },
    (context) => {
      const question = parts.approvals.queue.find(context.req.param('id') ?? '')
      return question === undefined ? unknown() : json(questionView(question, Number.POSITIVE_INFINITY))
    },
  )
  addPost(
    app,
    {
      path: '/v1/approvals/:id/answer',
      summary: 'Answer a question',
      answers: '`{settlement}`, durable. 409: somebody was first, or it is no longer what was asked.',
      body: z.strictObject({ shown: z.string().max(200).optional(), choice: choiceSchema() }),
    },
    async (context, { shown = '', choice }) => {
      const { queue } = parts.approvals
      const question = queue.find(context.req.param('id') ?? '')
      if (question === undefined) return unknown()
      const rate = answers.take(question.session)
      if (!rate.admitted) return problem(429, 'approval.rate', 'too many answers for this session: wait a moment')
      const saving = choice.says === 'save' ? parts.approvals.savingOf(question) : undefined
      const by = {
        by: actorOf(context).user,
        channel: context.env.taken.entrance === 'socket' ? 'terminal' : 'console',
      }
      const answered = await queue.answer(question.id, { shown, choice, ...by })
      if ('refused' in answered) {
        saving?.forget()
        return refusal(answered.refused)
      }
      return json({ settlement: settlementView(answered.ok), ...(saving ? { saved: await saving.saved } : {}) })
    },
  )
  addPost(
    app,
    {
      path: '/v1/approvals/save-preview',
      summary: 'What saving a rule would write',
      answers: '`{file, before, after, diff}`; nothing is written.',
      body: z.strictObject({ rule: z.string().min(1).max(2_000) }),
    },
    (_context, { rule }) => {
      try {
        const { file, before, after, diff } = planRule(parts.home, rule)
        return json({ file, before: before ?? '', after, diff })
      } catch (error) {
        if (error instanceof UnsavableRule) return problem(400, 'approval.rule', error.message)
        throw error
      }
    },
  )
  addPost(
    app,
    {
      path: '/v1/approvals/retry',
      summary: 'Let a call that the classifier denied be tried again with approval',
      answers:
        '`{session, fingerprint}`: the next review of exactly this call counts it as the word of the user, once.',
      body: z.strictObject({ record: z.string().min(1).max(200) }),
    },
    (context, { record }) => retry(parts, record, actorOf(context).user),
  )
}

async function retry(parts: Parts, id: string, by: string): Promise<Response> {
  const found = await parts.audit.ask({ ask: 'find', id })
  const record: unknown = Array.isArray(found) && found.length === 1 ? found[0] : undefined
  if (record === undefined) return problem(404, 'daemon.no-record', 'there is no such record')
  const denied = whyNoRetry(record)
  if ('not' in denied) return problem(409, 'approval.not-retryable', denied.not)
  const { session, fingerprint } = denied
  const at = Date.now()
  await parts.judging.host.grant({
    id: randomUUID(),
    session,
    scope: 'call',
    fingerprint,
    rule: '',
    by,
    at,
    expires: at + RETRY_WITHIN,
  })
  parts.events.tell('session', { session, what: 'retry', fingerprint })
  return json({ session, fingerprint })
}

/** Where a page ended: when its last question was asked, and its id. */
const CURSOR = z.string().regex(/^\d{1,16}\.[\w-]{1,100}$/)

function cursorFrom(text: string): readonly [askedAt: number, id: string] {
  const dot = text.indexOf('.')
  return [Number(text.slice(0, dot)), text.slice(dot + 1)]
}

/** Questions as they are listed. What waits does not change, so each is made into bytes once. */
class QuestionTexts {
  readonly #texts = new WeakMap<Question, Buffer>()

  answer(questions: readonly Question[], rest: string): Response {
    const listed = Buffer.concat(questions.map((question) => this.#textOf(question))).subarray(1)
    const body = Buffer.concat([Buffer.from('{"pending":['), listed, Buffer.from(`]${rest}`)])
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }

  /** With the comma before it. */
  #textOf(question: Question): Buffer {
    let text = this.#texts.get(question)
    if (text === undefined) {
      text = Buffer.from(`,${JSON.stringify(questionView(question, MOST_SHOWN))}`)
      this.#texts.set(question, text)
    }
    return text
  }
}

function questionView(question: Question, most: number): JsonObject {
  const { id, session, agent, subagent, call, tool, cwd, deeds, why, offers, askedAt, expiresAt } = question
  const { text, hidden, shown } = viewOf(question, most)
  return {
    id,
    session,
    agent,
    ...(subagent === undefined ? {} : { subagent: { id: subagent.id, type: subagent.type } }),
    call,
    tool,
    cwd,
    text,
    hidden,
    deeds: [...deeds],
    why: why.map(({ code, sentence, clearedBy }) => ({
      code,
      sentence,
      ...(clearedBy === undefined ? {} : { clearedBy }),
    })),
    offers: [...offers],
    ...(question.contained === undefined ? {} : { contained: { ...question.contained } }),
    ...(shown === undefined ? {} : { shown }),
    askedAt,
    expiresAt,
  }
}

function settledView({ question, settlement }: { question: Question; settlement: Settlement }): JsonObject {
  const { id, session, agent, tool } = question
  return { id, session, agent, tool, settlement: settlementView(settlement) }
}

function settlementView(settlement: Settlement): JsonObject {
  switch (settlement.how) {
    case 'answered': {
      const { how, by, channel, at } = settlement
      const choice: Record<string, JsonValue> = { ...settlement.choice }
      return { how, choice, by, channel, at }
    }
    case 'expired':
    case 'withdrawn':
      return { ...settlement }
  }
}

function unknown(): Response {
  return problem(404, 'approval.unknown', 'there is no such question')
}

function refusal(refused: AnswerRefusal): Response {
  const { code, message } = refused
  switch (code) {
    case 'approval.unknown':
      return unknown()
    case 'approval.rule':
      return problem(400, code, message)
    case 'approval.role':
    case 'approval.own-agent':
      return problem(403, code, message)
    // Taken, and not enough by itself.
    case 'approval.needs-second':
      return problem(202, code, message)
    case 'approval.settled':
      return json({ error: { code, message }, settlement: settlementView(refused.settlement) }, 409)
    case 'approval.expired':
    case 'approval.not-shown':
    case 'approval.policy-changed':
    case 'approval.session-ended':
    case 'approval.other-input':
    case 'approval.stranger':
      return problem(409, code, message)
  }
}
