import type { JsonObject } from '../call/tool-call.ts'
import type { IncomingAnswer, IncomingReader } from '../classifier/incoming-reader.ts'
import type { AuditEvent } from '../journal/audit-logger.ts'
import type { ResultSettings } from '../policy/settings.ts'
import { heedModel, type Incoming, type IncomingKind, lookAtIncoming } from '../results/incoming.ts'
import type { PromptFinding } from '../results/prompt-guardian.ts'

export interface CameIn {
  readonly reader: IncomingReader | undefined
  readonly session: string
  readonly sessionModel: string | undefined
  readonly kind: IncomingKind
  readonly from: string
  readonly text: string
  readonly settings: ResultSettings | undefined
}

/** The scanner reads what came in; what it is in doubt about, or everything it found nothing in, a model reads too. */
export async function readIncoming(came: CameIn): Promise<{ readonly seen: Incoming; readonly read?: IncomingAnswer }> {
  const { reader, session, sessionModel, kind, from, text, settings } = came
  const seen = lookAtIncoming(kind, from, text, settings)
  const isOff = settings?.[kind] === 'off'
  if (reader === undefined || isOff || seen.finding !== undefined || text.trim() === '') return { seen }
  if (seen.doubts === undefined && reader.reads !== 'all') return { seen }
  const { places: doubts, noted } = seen.doubts ?? { places: [], noted: [] }
  const read = await reader.read({ session, sessionModel, from, kind, text, doubts, noted })
  return { seen: heedModel(kind, from, text, seen, read, settings), read }
}

/** What is recorded of a result, and who says it. */
export function incomingEvents(
  { finding, withhold, doubts }: Incoming,
  read: IncomingAnswer | undefined,
  call: string | undefined,
): readonly Pick<AuditEvent, 'type' | 'severity' | 'code' | 'details'>[] {
  const of = call === undefined ? {} : { call }
  const by = read === undefined ? { by: 'scanner' } : { by: 'model', model: read.model }
  if (finding !== undefined) {
    const code = withhold ? 'result.withheld' : 'result.injected'
    return [{ type: 'injection_detected', severity: 'warn', code, details: { ...by, ...whatWasFound(finding), ...of } }]
  }
  if (read === undefined) return []
  if (read.says === 'unsure') {
    const severity = doubts === undefined ? 'info' : 'warn'
    const details = { by: 'nobody', model: read.model, because: read.reason, ...of }
    return [{ type: 'prompt_review', severity, code: 'result.doubtful', details }]
  }
  return [{ type: 'prompt_review', severity: 'info', code: 'result.read', details: { ...by, ...of } }]
}

/** What was found and where, with excerpts that are made safe to show. */
export function whatWasFound({ score, evidence, signs }: PromptFinding): JsonObject {
  return {
    score,
    evidence,
    techniques: [...new Set(signs.map(({ technique }) => technique))],
    spans: signs.map(({ span }) => [span.start, span.end]),
  }
}
