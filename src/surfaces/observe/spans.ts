import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../call/tool-call.ts'
import { redact } from '../../journal/redact.ts'
import type { ReviewUsage, Step, Verdict } from '../../verdict.ts'
import type { TraceParent } from './traceparent.ts'

/** One call as it ended. */
export interface EndedCall {
  readonly tool: string
  readonly verdict: Verdict
  /** Milliseconds since 1970. */
  readonly endedAt: number
  /** From the request to the answer, in milliseconds. */
  readonly took: number
  /** How long the durable record took, in milliseconds. */
  readonly commit: number | undefined
  readonly parent: TraceParent | undefined
}

type Attribute = readonly [name: string, value: string | readonly string[]]

interface Timing {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly attributes: readonly Attribute[]
}

const LONGEST = 200
const MOST_CODES = 20

/**
 * The life of a call as spans of OTLP's JSON form: the call, in it one for each step of its trace, for the durable
 * record, and in a review one for each request to a model. Nothing of what is in the call: tool, fingerprint, decisions
 * and codes.
 */
export function spansOf(call: EndedCall): readonly JsonObject[] {
  const { verdict, endedAt, took, commit, parent } = call
  const trace = parent?.trace ?? hex(16)
  const root = hex(8)
  const span = (timing: Timing, above: string | undefined, id: string = hex(8)): JsonObject => ({
    traceId: trace,
    spanId: id,
    ...(above === undefined ? {} : { parentSpanId: above }),
    name: timing.name,
    kind: above === undefined || id === root ? SERVER : INTERNAL,
    startTimeUnixNano: nanoseconds(timing.from),
    endTimeUnixNano: nanoseconds(timing.to),
    attributes: timing.attributes.map(attribute),
    status: {},
  })
  const whole: Timing = {
    name: 'portcullis.call',
    from: endedAt - took,
    to: endedAt,
    attributes: [
      ['portcullis.tool', redact(call.tool).slice(0, LONGEST)],
      ['portcullis.fingerprint', verdict.fingerprint],
      ['portcullis.decision', verdict.decision],
      ['portcullis.layer', verdict.layer],
      ['portcullis.codes', codesOf(verdict.because)],
    ],
  }
  const spans = [span(whole, parent?.span, root)]
  const steps = verdict.trace.reduce((sum, { micros }) => sum + micros, 0) / 1000
  const written = Math.min(commit ?? 0, took)
  // What stands before the first step is the reading of the request and of what is known of its session.
  let at = Math.max(endedAt - took, endedAt - written - steps)
  for (const step of verdict.trace) {
    const to = Math.min(endedAt, at + step.micros / 1000)
    const id = hex(8)
    spans.push(
      span({ name: `portcullis.${step.layer.replace(' ', '-')}`, from: at, to, attributes: said(step) }, root, id),
    )
    for (const request of requestsOf(step, verdict.usage ?? [], at, to)) spans.push(span(request, id))
    at = to
  }
  if (commit !== undefined)
    spans.push(span({ name: 'portcullis.journal', from: endedAt - written, to: endedAt, attributes: [] }, root))
  return spans
}

const INTERNAL = 1
const SERVER = 2

function said({ said: decision, reasons }: Step): readonly Attribute[] {
  return [
    ['portcullis.decision', decision],
    ['portcullis.codes', codesOf(reasons)],
  ]
}

/** The requests of a step, one after the other from its start. */
function requestsOf(step: Step, usage: readonly ReviewUsage[], from: number, to: number): readonly Timing[] {
  if (step.layer !== 'review' && step.layer !== 'guardian') return []
  let at = from
  return usage
    .filter(({ stage }) => (stage === 'guardian') === (step.layer === 'guardian'))
    .map(({ stage, model, latencyMs }) => {
      const start = at
      at = Math.min(to, at + latencyMs)
      return {
        name: `portcullis.review.${stage}`,
        from: start,
        to: at,
        attributes: [['gen_ai.request.model', model.slice(0, LONGEST)]],
      }
    })
}

function codesOf(reasons: readonly { readonly code: string }[]): readonly string[] {
  return reasons.slice(0, MOST_CODES).map(({ code }) => redact(code).slice(0, LONGEST))
}

function attribute([key, value]: Attribute): JsonObject {
  return {
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : { arrayValue: { values: value.map((each) => ({ stringValue: each })) } },
  }
}

/** As text: more than a number holds. */
function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n)
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
