import type { JsonObject } from '../call/tool-call.ts'
import { uniqueId } from './chain-reader.ts'
import { clip, type Detail, lookUp, parseBody, summaryOf } from './exported-fields.ts'
import { type StoredRecord, timeText } from './records.ts'

/** The version of the Elastic Common Schema whose names these are. */
export const ECS_VERSION = '8.17.0'

const DECISION = {
  allow: { type: ['access', 'allowed'], outcome: 'success' },
  contain: { type: ['access', 'allowed'], outcome: 'success' },
  ask: { type: ['access', 'info'], outcome: 'unknown' },
  deny: { type: ['access', 'denied'], outcome: 'failure' },
} as const

/** Records that are no verdict. */
const EVENT = {
  role_changed: { category: ['iam'], type: ['admin', 'change'] },
  user_created: { category: ['iam'], type: ['user', 'creation'] },
  user_deleted: { category: ['iam'], type: ['user', 'deletion'] },
  operator_action: { category: ['configuration'], type: ['change'] },
  injection_detected: { category: ['intrusion_detection'], type: ['info'] },
  prompt_review: { category: ['intrusion_detection'], type: ['info'] },
  contained_run: { category: ['process'], type: ['info'] },
} as const

/** Elastic's detection engine counts to 100. */
const SEVERITY = { info: [21, 'info'], warn: [47, 'warning'], critical: [99, 'critical'] } as const

export function asEcs(record: StoredRecord, version: string, detail: Detail): JsonObject {
  const [severity, level] = lookUp(SEVERITY, record.severity) ?? [0, 'info']
  const verdict = lookUp(DECISION, record.decision)
  const event = lookUp(EVENT, record.event)
  const summary = summaryOf(record)
  const [first] = summary.reasons
  const user = clip(record.user)
  return {
    '@timestamp': timeText(record.at),
    ecs: { version: ECS_VERSION },
    message: first?.sentence ?? clip(`${record.event} ${record.code}`.trim()),
    log: { level, logger: 'portcullis.audit' },
    event: {
      id: uniqueId(record),
      hash: record.hash,
      sequence: record.seq,
      kind: record.severity === 'critical' ? 'alert' : 'event',
      category: [...(event?.category ?? ['api'])],
      type: [...(verdict?.type ?? event?.type ?? ['info'])],
      outcome: verdict?.outcome ?? 'unknown',
      action: record.event,
      ...(record.code === '' ? {} : { code: clip(record.code) }),
      ...(first === undefined ? {} : { reason: first.sentence }),
      severity,
      module: 'portcullis',
      dataset: 'portcullis.audit',
      provider: 'portcullis',
    },
    observer: { vendor: 'Portcullis', product: 'Portcullis', type: 'policy-gate', version },
    ...(user === '' ? {} : { user: { name: user }, related: { user: [user] } }),
    portcullis: {
      writer: record.writer,
      seq: record.seq,
      hash: record.hash,
      decision: record.decision,
      session: clip(record.session),
      agent: clip(record.agent),
      tool: clip(record.tool),
      fingerprint: record.fingerprint,
      policy: record.policy,
      ...(detail === 'full' ? { body: parseBody(record.body) } : { ...summary }),
    },
  }
}
