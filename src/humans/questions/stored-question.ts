import { z } from 'zod'
import { once } from '../../call/once.ts'
import type { Approval } from '../../journal/approvals.ts'
import { shownOf } from './make-question.ts'
import type { Choice, Question, Settlement } from './question.ts'

const reason = once(() =>
  z.object({
    code: z.string(),
    sentence: z.string(),
    clearedBy: z.string().exactOptional(),
    severity: z.enum(['hard', 'soft']).exactOptional(),
  }),
)

const question = once((): z.ZodType<Question> =>
  z.object({
    id: z.string(),
    key: z.string(),
    session: z.string(),
    agent: z.string(),
    call: z.string(),
    tool: z.string(),
    cwd: z.string(),
    subagent: z.object({ id: z.string(), type: z.string() }).exactOptional(),
    fingerprint: z.string(),
    policyDigest: z.string(),
    text: z.string(),
    deeds: z.array(z.string()),
    why: z.array(reason()),
    offers: z.array(z.string()),
    contained: z.object({ run: z.string(), hash: z.string(), workspace: z.string() }).exactOptional(),
    shown: z.string(),
    askedAt: z.number(),
    expiresAt: z.number(),
  }),
)

/** What a person can choose, as it is stored and as it arrives over a wire. */
export const choiceSchema: () => z.ZodType<Choice> = once(() =>
  z.discriminatedUnion('says', [
    z.strictObject({ says: z.literal('once') }),
    z.strictObject({ says: z.literal('session') }),
    z.strictObject({ says: z.literal('rule'), rule: z.string().min(1).max(2000) }),
    z.strictObject({ says: z.literal('save'), rule: z.string().min(1).max(2000) }),
    z.strictObject({ says: z.literal('uncontained') }),
    z.strictObject({ says: z.literal('deny'), message: z.string().max(2000).exactOptional() }),
  ]),
)

export const settlementSchema: () => z.ZodType<Settlement> = once(() =>
  z.discriminatedUnion('how', [
    z.object({
      how: z.literal('answered'),
      choice: choiceSchema(),
      by: z.string(),
      channel: z.string(),
      at: z.number(),
    }),
    z.object({ how: z.literal('expired'), at: z.number() }),
    z.object({ how: z.literal('withdrawn'), because: z.string(), at: z.number() }),
  ]),
)

/** A question read back. Undefined when it is not one, or not the one whose `shown` it carries. */
export function questionFromStore(text: string): Question | undefined {
  const read = question().safeParse(parse(text))
  return read.success && shownOf(read.data) === read.data.shown ? read.data : undefined
}

/** What cannot be read was withdrawn: it allows nothing. */
export function settlementFromStore(row: Pick<Approval, 'state' | 'settlement' | 'settled'>): Settlement {
  const read = settlementSchema().safeParse(parse(row.settlement))
  if (read.success && read.data.how === row.state) return read.data
  return { how: 'withdrawn', because: 'its answer could not be read back', at: row.settled }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
