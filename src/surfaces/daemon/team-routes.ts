import { z } from '@hono/zod-openapi'
import { readJson } from '../../call/strict-json.ts'
import { frozenWorld } from '../../call/world.frozen.ts'
import { firewall } from '../../checks/firewall.ts'
import { look, PLAIN_TERMS } from '../../checks/look-at.ts'
import { RateLimiter } from '../../checks/rate-limit.ts'
import { soundPolicy } from '../../checks/sound-policy.ts'
import { ruledOut } from '../../checks/steps.ts'
import { heldByPerson, stoppedSession } from '../../humans/ask-person.ts'
import { truthful } from '../../humans/look-alikes.ts'
import { makeQuestion } from '../../humans/questions/make-question.ts'
import type { Question } from '../../humans/questions/question.ts'
import { redact } from '../../journal/redact.ts'
import { tokenDigest } from '../../journal/users.ts'
import type { Person } from '../../policy/people.ts'
import { GivenUp, type Ruling } from '../../verdict.ts'
import { addPost, type AskContext, goneSignal, json, JSON_OBJECT, type Parts, problem, type RouteGroup } from './app.ts'
import { MACHINE_DIGEST } from './approvals.ts'
import { callIn } from './judge-routes.ts'
import { document } from './openapi.ts'
import { BATCH, BATCH_LIMITS, takeFrom } from './take-batch.ts'

const NAME = z.string().min(1).max(512)
const SUBAGENT = z.strictObject({ id: NAME, type: z.string().max(512) })
const REASON = z.strictObject({
  code: z.string().max(100),
  sentence: z.string().max(20_000),
  clearedBy: z.string().max(5_000).exactOptional(),
  severity: z.enum(['hard', 'soft']).exactOptional(),
})

const CONSULT = z.strictObject({
  call: z.strictObject({
    id: NAME,
    session: NAME,
    agent: NAME,
    tool: NAME,
    input: JSON_OBJECT,
    cwd: z.string().min(1).max(4_096),
    subagent: SUBAGENT.exactOptional(),
  }),
  home: z.string().max(4_096),
  platform: z.enum(['posix', 'windows']),
  own: z
    .strictObject({ decision: z.enum(['allow', 'contain', 'ask']), codes: z.array(z.string().max(100)).max(20) })
    .openapi({ description: 'what the machine would say without the team' }),
})

const QUESTION = z.strictObject({
  question: z.strictObject({
    session: NAME,
    agent: NAME,
    call: NAME,
    tool: NAME,
    cwd: z.string().max(4_096),
    subagent: SUBAGENT.exactOptional(),
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
    policyDigest: z.string().regex(/^[0-9a-f]{64}$/),
    text: z.string().max(1_000_000),
    deeds: z.array(z.string().max(5_000)).max(50),
    why: z.array(REASON).min(1).max(50),
  }),
  lifetimeMs: z.number().int().min(1).max(3_600_000),
})

/** One request waits no longer for a person than connections are kept open on the way. */
const WAIT = 20_000

/** For machines that joined this gate. Each comes with a token of its own user; the machine's own tokens are nobody. */
export const teamRoutes: RouteGroup = (app, parts) => {
  // Of up to 500 records each: more than any machine writes.
  const batches = new RateLimiter(() => performance.now(), { burst: 200, perSecond: 20 })
  addPost(
    app,
    {
      path: '/v1/team/consult',
      summary: 'What this gate has against a call that another machine judges',
      answers: '`{says: "nothing" | "ask" | "deny", because}`. Never an allow: the machine judges by itself.',
      body: CONSULT,
    },
    async (context, body) => {
      const from = sender(context, parts)
      if (from === undefined) return needsUser()
      const ruling = await consulted(parts, from, body)
      return ruling === undefined ? json({ says: 'nothing' }) : json({ says: ruling.says, because: ruling.because })
    },
  )
  addPost(
    app,
    {
      path: '/v1/team/question',
      summary: "Put a question of another machine's agent to people here",
      answers: '`{settlement}`. 202: nobody has answered yet, ask again. 409 `team.nobody`: no approver is available.',
      body: QUESTION,
    },
    async (context, body) => {
      const from = sender(context, parts)
      if (from === undefined) return needsUser()
      await parts.judging.host.claim(from.session(body.question.session), from.user.id)
      const wait = AbortSignal.any([goneSignal(context), AbortSignal.timeout(WAIT)])
      const policy = parts.policies.policyFor(parts.home)
      try {
        const settled = await parts.approvals.askForMachine(questionOf(body, from), policy, wait)
        return 'code' in settled ? problem(409, settled.code, settled.message) : json({ settlement: settled })
      } catch (error) {
        if (error instanceof GivenUp) return json({ pending: true }, 202)
        throw error
      }
    },
  )
  document(app, {
    method: 'post',
    path: '/v1/team/records',
    summary: "Deliver records of another machine's log",
    answers:
      '`{has: {seq, hash}}`: what this gate has now. 409: `machine.gap` (with `has`), `machine.key`, `machine.forked`, `machine.rolled-back`.',
    body: BATCH,
  })
  app.post('/v1/team/records', async (context) => {
    const from = sender(context, parts)
    if (from === undefined) return needsUser()
    if (!batches.take(from.token).admitted) return problem(429, 'daemon.busy', 'too many batches: wait a moment')
    const read = readJson(context.env.taken.body, BATCH_LIMITS)
    if ('unreadable' in read) return problem(400, read.unreadable.code, read.unreadable.sentence)
    const batch = BATCH.safeParse(read.ok)
    if (!batch.success) return problem(400, 'machine.batch', 'this is not a part of a log')
    return takeFrom(parts, from, batch.data)
  })
}

/** Whose machine it is, and by which of their tokens. */
export interface Sender {
  readonly user: Person
  readonly token: string
  /** Sessions of other machines stand under names that none of this machine has. */
  readonly session: (name: string) => string
}

function sender(context: AskContext, parts: Parts): Sender | undefined {
  const { user } = context.env.taken
  const digest = tokenDigest((context.req.header('authorization') ?? '').slice('Bearer '.length))
  const token = parts.users.read().tokens.find((each) => each.digest === digest && each.user === user?.id)
  if (user === undefined || token === undefined) return undefined
  return { user, token: token.id, session: (name) => `${user.id}@${token.id}:${name}` }
}

function needsUser(): Response {
  return problem(409, 'team.user', "a machine of a team comes with a user's own token: `portcullis users token`")
}

type Consult = z.infer<typeof CONSULT>

/**
 * Who may ask and how often, what people here did to the session, and the deny and ask rules of this gate. The files are
 * on the other machine: what they hold is judged there, and here a call is what its text says.
 */
async function consulted(parts: Parts, from: Sender, body: Consult): Promise<Ruling | undefined> {
  const { gate, judging, policies } = parts
  const { call: said, home, platform } = body
  const id = from.session(said.session)
  const { subagent, ...rest } = said
  const read = callIn({ ...rest, session: id, ...(subagent === undefined ? {} : { subagent }) })
  if ('unreadable' in read) return { says: 'deny', because: [read.unreadable] }
  await judging.host.claim(id, from.user.id)
  const session = await judging.host.look(id)
  const policy = policies.policyFor(parts.home)
  const first = stoppedSession(session) ?? heldByPerson(session) ?? (await gate.admit(read.ok, session))
  if (first !== undefined) return noted(parts, from, said, first)
  const world = frozenWorld({ home, platform, user: from.user.id, directories: [read.ok.cwd] })
  const { subject } = await look({ world }, read.ok, session, policy, PLAIN_TERMS)
  const ruling = soundPolicy(policy) ?? firewall(subject) ?? ruledOut(subject)
  return ruling === undefined ? undefined : noted(parts, from, said, ruling)
}

/** The verdict stands in the log of the machine; what this gate had against it stands here, too. */
function noted(parts: Parts, from: Sender, call: Consult['call'], ruling: Ruling): Ruling {
  void parts.recorder.note({
    type: 'permission_denied',
    severity: ruling.says === 'deny' ? 'warn' : 'info',
    session: from.session(call.session),
    agent: call.agent,
    tool: call.tool,
    user: from.user.id,
    code: ruling.because[0]?.code ?? 'team.refused',
    details: { says: ruling.says, call: call.id, because: ruling.because.map(({ sentence }) => sentence) },
  })
  return ruling
}

/** Shown as it is asked about here: nothing invisible, no secret, and no rule that would be saved on the wrong machine. */
function questionOf({ question, lifetimeMs }: z.infer<typeof QUESTION>, from: Sender): Question {
  const line = (text: string): string => truthful(redact(text.toWellFormed()).replaceAll('\n', '\\n'))
  const { subagent, ...asked } = question
  return makeQuestion(
    {
      ...asked,
      session: from.session(question.session),
      agent: line(`${question.agent} of ${from.user.id}`),
      tool: line(question.tool),
      cwd: line(question.cwd),
      ...(subagent === undefined ? {} : { subagent: { id: line(subagent.id), type: line(subagent.type) } }),
      policyDigest: `${MACHINE_DIGEST}${question.policyDigest}`,
      text: truthful(redact(question.text.toWellFormed())),
      deeds: question.deeds.map(line),
      why: question.why.map(({ sentence, clearedBy, ...reason }) => ({
        ...reason,
        sentence: line(sentence),
        ...(clearedBy === undefined ? {} : { clearedBy: line(clearedBy) }),
      })),
      offers: [],
    },
    Date.now(),
    lifetimeMs,
  )
}
