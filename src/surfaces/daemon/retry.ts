import { z } from '@hono/zod-openapi'
import { isNoVerdict } from '../../classifier/review.ts'

const RECORD = z.object({
  decision: z.string(),
  session: z.string().min(1),
  fingerprint: z.string().min(1),
  body: z.object({
    trace: z.array(
      z.object({
        layer: z.string(),
        said: z.string(),
        reasons: z.array(z.object({ code: z.string(), sentence: z.string(), severity: z.string().optional() })),
      }),
    ),
  }),
})

/**
 * Which call a person may let be tried again: one that the classifier denied as soft harm. What the firewall, a rule or
 * a hard reason denied is not a matter of what the user wants.
 */
export function whyNoRetry(
  record: unknown,
): { readonly session: string; readonly fingerprint: string } | { readonly not: string } {
  const read = RECORD.safeParse(record)
  if (!read.success) return { not: 'this record is not that of a call' }
  const { decision, session, fingerprint, body } = read.data
  if (decision !== 'deny') return { not: 'the call was not denied' }
  const spoke = body.trace.filter(({ said }) => said !== 'passed')
  if (spoke.some(({ layer, said }) => layer === 'guardian' && said === 'deny')) return { not: BY_GUARDIAN }
  const review = spoke.find(({ layer }) => layer === 'review')
  const others = spoke.some(({ layer }) => layer !== 'review' && layer !== 'denials' && layer !== 'humans')
  if (review?.said !== 'deny' || others) return { not: 'it was not the classifier that denied it' }
  if (review.reasons.some(({ severity }) => severity === 'hard'))
    return { not: 'the reason is a hard one: no approval clears it' }
  if (review.reasons.some((reason) => isNoVerdict({ code: reason.code, sentence: reason.sentence })))
    return { not: 'there was no verdict: just try again' }
  if (review.reasons.some(({ code }) => code.startsWith('guardian.'))) return { not: BY_GUARDIAN }
  return { session, fingerprint }
}

const BY_GUARDIAN = 'the guardian denied it, which does not look at what the user wants'
