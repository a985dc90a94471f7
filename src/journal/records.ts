import type { JsonObject, JsonValue } from '../call/tool-call.ts'
import type { Reason, ReviewUsage, Step, Verdict } from '../verdict.ts'
import type { AuditEvent, AuditEventType, AuditSeverity } from './audit-logger.ts'
import type { ChainedRow } from './chain.ts'
import { canonical } from '../call/canonical-json.ts'
import type { DecisionRecord } from './journal.ts'
import { maskKnown, maskKnownJson, onlySecrets } from './mask-known.ts'
import { redact, redactNoting } from './redact.ts'

/** A record before it has its place in a chain: redacted, canonical, and safe to write. */
export type Draft = Omit<ChainedRow, 'writer' | 'seq'>

/** A record read back. `id` is what `log show` takes. */
export interface StoredRecord extends ChainedRow {
  readonly position: number
  readonly hash: string
}

export function idOf(row: { readonly writer: string; readonly seq: number }): string {
  return `${row.writer.slice(0, 8)}-${row.seq}`
}

/** The time of a record as text; a number that is no time is shown as a number. */
export function timeText(at: number): string {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : String(at)
}

/** A verdict as a record. Refuses text that has no unique bytes when it would be the record of an allow. */
export function draftDecision(record: DecisionRecord, at: number): Draft {
  const { call, verdict } = record
  const { event, severity } = eventOf(verdict)
  // In the order of its canonical text, so that nothing is left to sort.
  const body: JsonObject = {
    ...(record.approver === undefined ? {} : { approver: record.approver }),
    because: verdict.because.map(reasonAsJson),
    call: call.id,
    ...(verdict.contained === undefined ? {} : { contained: { run: verdict.contained.run } }),
    cwd: call.cwd,
    deeds: [...new Set(verdict.actions.map((action) => action.does))],
    input: call.input,
    layer: verdict.layer,
    ...(record.mode === undefined ? {} : { mode: record.mode }),
    ...(verdict.rewritten === undefined ? {} : { rewritten: verdict.rewritten }),
    ...(verdict.stopAgent === true ? { stopAgent: true } : {}),
    ...(call.subagent === undefined ? {} : { subagent: { id: call.subagent.id, type: call.subagent.type } }),
    ...(record.told === undefined ? {} : { told: record.told }),
    trace: verdict.trace.map(stepAsJson),
    ...(verdict.usage === undefined ? {} : { usage: verdict.usage.map(usageAsJson) }),
    ...(record.withdraws === undefined ? {} : { withdraws: record.withdraws }),
  }
  return draft(
    {
      at,
      event,
      severity,
      session: call.session,
      agent: call.agent,
      tool: call.tool,
      decision: verdict.decision,
      code: verdict.because[0]?.code ?? '',
      user: record.user ?? '',
      fingerprint: verdict.fingerprint,
      policy: record.policyDigest,
    },
    body,
    verdict.decision === 'allow' || verdict.decision === 'contain' ? 'exact' : 'repaired',
  )
}

/** An event that is not a verdict. */
export function draftEvent(event: AuditEvent, at: number): Draft {
  return draft(
    {
      at,
      event: event.type,
      severity: event.severity,
      session: event.session ?? '',
      agent: event.agent ?? '',
      tool: event.tool ?? '',
      decision: '',
      code: event.code ?? '',
      user: event.user ?? '',
      fingerprint: event.fingerprint ?? '',
      policy: '',
    },
    event.details ?? {},
    'repaired',
  )
}

/** `repaired`: halves of surrogate pairs become U+FFFD. For what was refused anyway, a repaired record beats none. */
function draft(columns: Omit<Draft, 'body'>, body: JsonObject, text: 'exact' | 'repaired'): Draft {
  const { masked: once, secrets } = redactNoting(text === 'repaired' ? wellFormed(body) : body)
  // A sentence may quote a secret without the words that tell one: what was masked anywhere is masked everywhere.
  const masked = maskAgain(once, secrets)
  const known = onlySecrets(secrets)
  const repair = (value: string): string => maskKnown(redact(text === 'repaired' ? value.toWellFormed() : value), known)
  const result: Draft = {
    ...columns,
    session: repair(columns.session),
    agent: repair(columns.agent),
    tool: repair(columns.tool),
    code: repair(columns.code),
    user: repair(columns.user),
    body: canonical(masked),
  }
  for (const value of Object.values(result)) {
    if (typeof value === 'string' && !value.isWellFormed()) {
      throw new TypeError('text with half of a surrogate pair has no unique encoding')
    }
  }
  return result
}

/** In sentences every masked value; elsewhere what can only be a secret. Words of our own (codes, layers) stay. */
function maskAgain(body: JsonObject, secrets: ReadonlySet<string>): JsonObject {
  if (secrets.size === 0) return body
  const known = onlySecrets(secrets)
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (key === 'because') return [key, maskSentences(value, secrets)]
      if (key === 'trace') return [key, asList(value).map((step) => maskSteps(step, secrets))]
      return [key, OUR_WORDS.has(key) ? value : maskKnownJson(value, known)]
    }),
  )
}

const OUR_WORDS: ReadonlySet<string> = new Set(['mode', 'layer', 'deeds', 'stopAgent', 'usage', 'call', 'contained'])

function maskSteps(step: JsonValue, secrets: ReadonlySet<string>): JsonValue {
  if (!isObject(step)) return step
  return { ...step, reasons: maskSentences(step['reasons'] ?? [], secrets) }
}

function maskSentences(reasons: JsonValue, secrets: ReadonlySet<string>): JsonValue {
  return asList(reasons).map((reason) => {
    if (!isObject(reason)) return reason
    const { sentence, clearedBy } = reason
    return {
      ...reason,
      ...(typeof sentence === 'string' ? { sentence: maskKnown(sentence, secrets) } : {}),
      ...(typeof clearedBy === 'string' ? { clearedBy: maskKnown(clearedBy, secrets) } : {}),
    }
  })
}

function asList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wellFormed(value: JsonObject): JsonObject
function wellFormed(value: JsonValue): JsonValue
function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: JsonValue) => wellFormed(item))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]))
}

function reasonAsJson(reason: Reason): JsonObject {
  return {
    ...(reason.clearedBy === undefined ? {} : { clearedBy: reason.clearedBy }),
    code: reason.code,
    sentence: reason.sentence,
    ...(reason.severity === undefined ? {} : { severity: reason.severity }),
  }
}

/** What a request to a model cost, as records tell it. */
export function usageAsJson(usage: ReviewUsage): JsonObject {
  const { model, stage, tokens, price, latencyMs } = usage
  return { model, stage, tokens: { ...tokens }, ...(price === undefined ? {} : { price }), latencyMs }
}

function stepAsJson(step: Step): JsonObject {
  return { layer: step.layer, micros: step.micros, reasons: step.reasons.map(reasonAsJson), said: step.said }
}

/**
 * Which event a verdict is. An `ask` that leaves the gate is one the gate did not grant: the agent's own
 * prompt decides, out of our sight.
 */
export function eventOf(verdict: Verdict): { readonly event: AuditEventType; readonly severity: AuditSeverity } {
  const code = verdict.because[0]?.code ?? ''
  if (verdict.decision === 'allow') {
    return { event: verdict.layer === 'review' ? 'guardian_review' : 'permission_granted', severity: 'info' }
  }
  const refused: AuditSeverity = verdict.decision === 'deny' ? 'warn' : 'info'
  if (/^rate[.-]|rate-limit/.test(code)) return { event: 'rate_limited', severity: 'warn' }
  if (/injection/.test(code)) return { event: 'injection_detected', severity: 'critical' }
  if (/time-?out|timed-out|expired/.test(code) && verdict.layer === 'humans') {
    return { event: 'permission_timeout', severity: 'warn' }
  }
  // The tool's own check spoke.
  if (code.startsWith('tool.')) return { event: 'command_blocked', severity: isHard(verdict) ? 'critical' : refused }
  switch (verdict.layer) {
    case 'firewall':
      return { event: 'firewall_block', severity: 'critical' }
    case 'guardian':
    case 'review':
      return { event: 'guardian_review', severity: isHard(verdict) ? 'critical' : refused }
    case 'admission':
    case 'rules':
    case 'taint':
    case 'mode':
    case 'fast paths':
    case 'team':
    case 'denials':
    case 'humans':
    case 'journal':
    case 'gate':
      return { event: 'permission_denied', severity: isHard(verdict) ? 'critical' : refused }
  }
}

function isHard(verdict: Verdict): boolean {
  return verdict.decision === 'deny' && verdict.because.some((reason) => reason.severity === 'hard')
}
