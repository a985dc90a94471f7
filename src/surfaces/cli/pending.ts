import { z } from 'zod'
import type { Choice } from '../../humans/questions/question.ts'
import type { DaemonAnswer, DaemonClient } from './daemon-client.ts'
import { messageOf } from './ask-daemon.ts'
import { UsageError } from './usage-error.ts'

const QUESTION = z.object({
  id: z.string(),
  session: z.string(),
  agent: z.string(),
  subagent: z.object({ id: z.string(), type: z.string() }).optional(),
  tool: z.string(),
  cwd: z.string(),
  text: z.string(),
  hidden: z.number(),
  deeds: z.array(z.string()),
  why: z.array(z.object({ code: z.string(), sentence: z.string(), clearedBy: z.string().optional() })),
  offers: z.array(z.string()),
  contained: z.object({ run: z.string(), hash: z.string(), workspace: z.string() }).optional(),
  shown: z.string().optional(),
  askedAt: z.number(),
  expiresAt: z.number(),
})

/** A question as the daemon shows it. Without `shown` it is not the whole, and cannot be approved. */
export type Pending = z.infer<typeof QUESTION>

const LIST = z.object({ pending: z.array(QUESTION) })
const SAVED = z.object({ saved: z.object({ file: z.string().optional(), problem: z.string().optional() }).optional() })
const RETRY = z.object({ session: z.string() })
const PREVIEW = z.object({ file: z.string(), diff: z.string() })

export async function readPending(daemon: DaemonClient): Promise<readonly Pending[]> {
  return read(LIST, await daemon.get('/v1/approvals')).pending
}

/** The question with its whole text. */
export async function readWhole(daemon: DaemonClient, id: string): Promise<Pending> {
  if (!/^[a-z0-9-]{1,64}$/.test(id)) throw new UsageError(`\`${id}\` is not the name of a question`)
  return read(QUESTION, await daemon.get(`/v1/approvals/${id}`))
}

/** What saving a rule would write, for people. */
export async function previewSave(daemon: DaemonClient, rule: string): Promise<string> {
  return read(PREVIEW, await daemon.post('/v1/approvals/save-preview', { rule })).diff
}

/** Answers, and says in words how that went. Throws when the answer was not taken. */
export async function giveAnswer(daemon: DaemonClient, question: Pending, choice: Choice): Promise<string> {
  const shown = question.shown === undefined ? {} : { shown: question.shown }
  const answer = await daemon.post(`/v1/approvals/${question.id}/answer`, { ...shown, choice })
  const { saved } = read(SAVED, answer)
  if (saved?.problem !== undefined) return `allowed once; the rule was not saved: ${saved.problem}`
  if (saved?.file !== undefined) return `allowed, and saved in ${saved.file}`
  return (question.contained === undefined ? undefined : CONTAINED_SAYS[choice.says]) ?? SAYS[choice.says]
}

/** Approves a denied call for one more try. Returns its session. */
export async function approveRetry(daemon: DaemonClient, record: string): Promise<string> {
  return read(RETRY, await daemon.post('/v1/approvals/retry', { record })).session
}

const SAYS: Readonly<Record<Choice['says'], string>> = {
  once: 'allowed, once',
  session: 'allowed, for the session',
  rule: 'allowed, and a rule for the session',
  save: 'allowed, and saved',
  uncontained: 'changes discarded; exactly this call may run once uncontained',
  deny: 'denied',
}

const CONTAINED_SAYS: Readonly<Partial<Record<Choice['says'], string>>> = {
  once: 'changes committed',
  deny: 'changes discarded',
}

function read<T>(schema: z.ZodType<T>, answer: DaemonAnswer): T {
  if (answer.status === 200) return schema.parse(answer.value)
  throw new Error(messageOf(answer))
}
