import { z } from '@hono/zod-openapi'
import { redact } from '../../journal/redact.ts'
import { MODES, type Session, type Turn } from '../../session.ts'
import { addGet, addPost, json, problem, type RouteGroup } from './app.ts'
import { recordAct } from './operator-acts.ts'

const ID = z.string().min(1).max(512)

/** What is open, and what an operator may tell about a session. */
export const sessionRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    { path: '/v1/sessions', summary: 'Sessions in use', answers: 'The sessions this daemon has open, latest first.' },
    () =>
      json({
        sessions: parts.sessions.list().map(({ session, usedAt }) => ({ ...summary(session), usedAt })),
      }),
  )
  addGet(
    app,
    {
      path: '/v1/session',
      summary: 'One session',
      answers: 'What is remembered about it, without secrets.',
      query: z.strictObject({ id: ID }),
    },
    async (_context, { id }) => {
      const session = await parts.sessions.peek(id)
      return session === undefined
        ? problem(404, 'daemon.no-session', 'no such session is remembered')
        : json(whole(session))
    },
  )
  addPost(
    app,
    {
      path: '/v1/session/said',
      summary: 'Tell what the user said',
      answers: 'Durable: the session remembers it.',
      body: z.strictObject({ id: ID, text: z.string().max(65_536) }),
    },
    async (context, { id, text }) => {
      await recordAct(parts.recorder, context, { code: 'operator.said', session: id, details: { text } })
      await parts.judging.host.said(id, text)
      parts.events.tell('session', { session: id, what: 'said' })
      return json({ session: id })
    },
  )
  addPost(
    app,
    {
      path: '/v1/session/mode',
      summary: 'Change the mode of a session',
      answers: 'Durable: the session has the mode.',
      body: z.strictObject({ id: ID, mode: z.enum(MODES) }),
    },
    async (context, { id, mode }) => {
      await recordAct(parts.recorder, context, { code: 'operator.mode', session: id, details: { mode } })
      await parts.judging.host.setMode(id, mode)
      parts.events.tell('session', { session: id, what: 'mode', mode })
      return json({ session: id, mode })
    },
  )
  addPost(
    app,
    {
      path: '/v1/session/pause',
      summary: 'Hold a session, or let it go on',
      answers: 'Durable: while it is paused, whatever would be allowed is asked.',
      body: z.strictObject({ id: ID, paused: z.boolean() }),
    },
    async (context, { id, paused }) => {
      await recordAct(parts.recorder, context, { code: paused ? 'operator.paused' : 'operator.resumed', session: id })
      await parts.judging.pause(id, paused)
      parts.events.tell('session', { session: id, what: paused ? 'paused' : 'goes on' })
      return json({ session: id, paused })
    },
  )
  addPost(
    app,
    {
      path: '/v1/session/stop',
      summary: 'Stop a session',
      answers: 'Durable: everything it asks is denied, and its agent is told to stop.',
      body: z.strictObject({ id: ID }),
    },
    async (context, { id }) => {
      await recordAct(parts.recorder, context, { code: 'operator.stopped', session: id })
      await parts.judging.stop(id)
      parts.events.tell('session', { session: id, what: 'stopped' })
      return json({ session: id, stopped: true })
    },
  )
  addPost(
    app,
    {
      path: '/v1/session/revoke',
      summary: 'Take back what a person allowed for a session',
      answers: 'Durable: the grant is gone.',
      body: z.strictObject({ id: ID, grant: z.string().min(1).max(200) }),
    },
    async (context, { id, grant }) => {
      if (!(await parts.judging.host.revoke(id, grant)))
        return problem(404, 'daemon.no-grant', 'the session has no such grant')
      await recordAct(parts.recorder, context, { code: 'operator.revoked', session: id, details: { grant } })
      parts.events.tell('session', { session: id, what: 'revoked', grant })
      return json({ session: id, grant })
    },
  )
  addPost(
    app,
    {
      path: '/v1/session/forget',
      summary: 'Forget a session',
      answers: 'Durable: nothing but its records in the log is left of it.',
      body: z.strictObject({ id: ID }),
    },
    async (context, { id }) => {
      await recordAct(parts.recorder, context, { code: 'operator.forgot', session: id })
      await parts.sessions.forget(id)
      parts.events.tell('session', { session: id, what: 'forgotten' })
      return json({ session: id })
    },
  )
}

function summary(session: Session): object {
  return {
    id: session.id,
    mode: session.mode,
    interactive: session.interactive,
    denials: session.denials,
    paused: session.paused === true,
    stopped: session.stopped === true,
    ...(session.user === undefined ? {} : { user: session.user }),
    turns: session.turns.length,
    written: session.written.size,
  }
}

function whole(session: Session): object {
  return {
    ...summary(session),
    turns: session.turns.map(withoutSecrets),
    grants: session.grants.map(({ session: _session, ...grant }) => grant),
    written: [...session.written].map(([path, content]) => ({ path, kind: content.kind })),
  }
}

function withoutSecrets(turn: Turn): Turn {
  switch (turn.kind) {
    case 'call':
      return { ...turn, encoded: redact(turn.encoded) }
    case 'user':
    case 'delivery':
      return { ...turn, text: redact(turn.text) }
    case 'mark':
      return { ...turn, detail: redact(turn.detail) }
    case 'subagent':
      return turn
  }
}
