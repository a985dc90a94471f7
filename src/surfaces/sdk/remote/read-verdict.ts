import { z } from 'zod'
import { LAYERS, type Verdict } from '../../../verdict.ts'

const decision = z.enum(['allow', 'contain', 'ask', 'deny'])
const reason = z.object({
  code: z.string(),
  sentence: z.string(),
  clearedBy: z.string().exactOptional(),
  severity: z.enum(['hard', 'soft']).exactOptional(),
})
const tokens = z.object({ input: z.number(), cached: z.number(), written: z.number(), output: z.number() })
const verdict = z.object({
  decision,
  because: z.array(reason).min(1),
  layer: z.enum(LAYERS),
  trace: z.array(
    z.object({
      layer: z.enum(LAYERS),
      said: z.enum(['allow', 'contain', 'ask', 'deny', 'passed']),
      reasons: z.array(reason),
      micros: z.number(),
    }),
  ),
  fingerprint: z.string(),
  stopAgent: z.literal(true).exactOptional(),
  approver: z.string().exactOptional(),
  rewritten: z.record(z.string(), z.json()).exactOptional(),
  contained: z.object({ run: z.string() }).exactOptional(),
  usage: z
    .array(
      z.object({
        model: z.string(),
        stage: z.string(),
        tokens,
        price: z.number().optional(),
        latencyMs: z.number(),
      }),
    )
    .exactOptional(),
})

/** A verdict on exactly this input, as a daemon sends it; undefined for anything else. Its actions stay there. */
export function readVerdict(value: unknown, fingerprint: string): Verdict | undefined {
  const read = verdict.safeParse(value)
  if (!read.success || (read.data.decision !== 'deny' && read.data.fingerprint !== fingerprint)) return undefined
  const { usage, ...rest } = read.data
  const paid = usage?.map((one) => ({ ...one, price: one.price }))
  return { ...rest, actions: [], ...(paid === undefined ? {} : { usage: paid }) }
}
