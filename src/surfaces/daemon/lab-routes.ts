import { z } from '@hono/zod-openapi'
import { toToolCall } from '../../call/read-call.ts'
import { chooseModel, DEFAULT_MODEL } from '../../classifier/models/choose.ts'
import { questionOf } from '../../classifier/review.ts'
import { lookAt } from '../../checks/look-at.ts'
import { judge } from '../../gate.ts'
import { redact } from '../../journal/redact.ts'
import { MODES, newSession } from '../../session.ts'
import type { Step, Verdict } from '../../verdict.ts'
import { showPrompt } from '../cli/show-prompt.ts'
import { addPost, json, JSON_OBJECT, problem, type RouteGroup } from './app.ts'
import { deedsInWords, showInput } from './call-story.ts'
import { copyOf, dryGate } from './dry-gate.ts'

const TRIAL = z.strictObject({
  tool: z.string().max(256),
  input: JSON_OBJECT,
  cwd: z.string().max(4096),
  session: z.string().min(1).max(512).optional().openapi({ description: 'judged as this session would be now' }),
  mode: z.enum(MODES).optional(),
  settings: z.string().max(1_000_000).optional().openapi({ description: "in place of the user's settings" }),
  review: z.boolean().optional().openapi({ description: 'true: the model may be asked, which costs money' }),
  prompt: z.boolean().optional().openapi({ description: 'true: also what a model would be sent' }),
})

/** The lab: what the gate would say about a call. Nothing is recorded, nobody is asked, no session learns of it. */
export const labRoutes: RouteGroup = (app, parts) => {
  addPost(
    app,
    {
      path: '/v1/lab',
      summary: 'Try a call out',
      answers: 'The verdict, every step, the deeds in words, and where in `text` the reasons point.',
      body: TRIAL,
    },
    async (_context, body) => {
      const read = toToolCall(
        { tool: body.tool, input: body.input, cwd: body.cwd },
        { session: body.session ?? 'lab', agent: 'lab', cwd: '/' },
      )
      if ('unreadable' in read) return problem(400, read.unreadable.code, read.unreadable.sentence)
      const call = read.ok
      const { settings } = body
      const gate = dryGate(parts.gate, {
        ...(settings === undefined ? {} : { policyFor: (cwd) => parts.policies.policyWith(cwd, settings) }),
        ...(body.review === true ? { review: true as const } : {}),
      })
      const policy = gate.policyFor(call.cwd)
      const known = body.session === undefined ? undefined : await parts.sessions.peek(body.session)
      const session = known ? copyOf(known) : newSession('lab', { mode: policy.defaultMode, interactive: true })
      if (body.mode !== undefined) session.mode = body.mode
      const before = body.prompt === true ? copyOf(session) : undefined
      const verdict = await judge(gate, call, session)
      const shown = showInput(call.input, reasonsOf(verdict), verdict.actions)
      const seen = trying(() => lookAt(gate, call, before ?? session, policy))
      return json({
        decision: verdict.decision,
        because: verdict.because,
        layer: verdict.layer,
        trace: verdict.trace.map(stepView),
        deeds: deedsInWords(verdict.actions),
        ...shown,
        encoded: redact(seen?.encoded ?? ''),
        ...(verdict.usage === undefined ? {} : { usage: verdict.usage }),
        ...(verdict.stopAgent === true ? { stopAgent: true } : {}),
        ...(body.prompt === true && seen !== undefined ? { prompt: redact(promptOf(seen)) } : {}),
      })
    },
  )
}

/** An allow has nothing to point at. */
export function reasonsOf(verdict: Pick<Verdict, 'decision' | 'because'>): Verdict['because'] {
  return verdict.decision === 'allow' ? [] : verdict.because
}

function stepView(step: Step): object {
  return { ...step, micros: Math.round(step.micros) }
}

/** What would be sent, to the model that would be asked. */
function promptOf(seen: ReturnType<typeof lookAt>): string {
  const { subject, encoded } = seen
  const provider = subject.policy.classifier?.provider ?? 'anthropic'
  const configured = subject.policy.classifier?.model ?? DEFAULT_MODEL[provider]
  const model = chooseModel({ environment: undefined, flag: undefined, session: undefined, configured }, provider)
  return showPrompt(questionOf(subject, encoded), model, 'text', subject.policy.classifier?.transcript)
}

/** A call that its tool cannot read has no encoding; the verdict says why. */
function trying<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
