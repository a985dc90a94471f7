import type { JsonObject } from '../call/tool-call.ts'
import { uniqueId } from './chain-reader.ts'
import { clip, type Detail, lookUp, parseBody, summaryOf } from './exported-fields.ts'
import { idOf, type StoredRecord } from './records.ts'

/** The version of the Open Cybersecurity Schema Framework whose names and numbers these are. */
export const OCSF_VERSION = '1.5.0'

/** A call that was judged, or an act of an operator. */
const API_ACTIVITY = {
  class_uid: 6003,
  class_name: 'API Activity',
  category_uid: 6,
  category_name: 'Application Activity',
  activity_id: 99,
  activity_name: 'Tool call',
  type_uid: 600_399,
  type_name: 'API Activity: Other',
} as const

/** A record of the gravest severity: somebody should look at it. */
const DETECTION_FINDING = {
  class_uid: 2004,
  class_name: 'Detection Finding',
  category_uid: 2,
  category_name: 'Findings',
  activity_id: 1,
  activity_name: 'Create',
  type_uid: 200_401,
  type_name: 'Detection Finding: Create',
} as const

const SEVERITY = { info: [1, 'Informational'], warn: [3, 'Medium'], critical: [5, 'Critical'] } as const

/** disposition: what the gate did; action: whether it went on; status: whether the call was let through. */
const DECISION = {
  allow: { disposition: [1, 'Allowed'], action: [1, 'Allowed'], status: [1, 'Success'] },
  contain: { disposition: [99, 'Contained'], action: [99, 'Contained'], status: [1, 'Success'] },
  ask: { disposition: [99, 'Asked'], action: [99, 'Other'], status: [99, 'Asked'] },
  deny: { disposition: [2, 'Blocked'], action: [2, 'Denied'], status: [2, 'Failure'] },
} as const

const UNKNOWN = { disposition: [0, 'Unknown'], action: [0, 'Unknown'], status: [0, 'Unknown'] } as const

export function asOcsf(record: StoredRecord, version: string, detail: Detail): JsonObject {
  const [severityId, severity] = lookUp(SEVERITY, record.severity) ?? [0, 'Unknown']
  const { disposition, action, status } = lookUp(DECISION, record.decision) ?? UNKNOWN
  const summary = summaryOf(record)
  const [first] = summary.reasons
  const agent = named(record.agent)
  const endpoints = { actor: actorOf(record, agent), src_endpoint: { name: agent } }
  const api = { operation: named(record.tool === '' ? record.event : record.tool), request: { uid: idOf(record) } }
  return {
    ...(record.severity === 'critical'
      ? { ...DETECTION_FINDING, is_alert: true, finding_info: findingOf(record), evidences: [{ ...endpoints, api }] }
      : { ...API_ACTIVITY, ...endpoints, api }),
    time: record.at,
    severity_id: severityId,
    severity,
    disposition_id: disposition[0],
    disposition: disposition[1],
    action_id: action[0],
    action: action[1],
    status_id: status[0],
    status: status[1],
    status_code: clip(record.code),
    ...(first === undefined ? {} : { message: first.sentence, status_detail: first.sentence }),
    metadata: {
      version: OCSF_VERSION,
      profiles: ['security_control'],
      product: { name: 'Portcullis', vendor_name: 'Portcullis', version },
      uid: uniqueId(record),
      sequence: record.seq,
      log_name: 'audit_log',
      event_code: record.event,
      original_time: String(record.at),
    },
    unmapped: {
      writer: record.writer,
      seq: record.seq,
      hash: record.hash,
      fingerprint: record.fingerprint,
      policy: record.policy,
      ...(detail === 'full' ? { body: parseBody(record.body) } : { ...summary }),
    },
  }
}

function actorOf(record: StoredRecord, agent: string): JsonObject {
  return {
    user: { name: named(record.user) },
    ...(record.session === '' ? {} : { session: { uid: clip(record.session) } }),
    app_name: agent,
  }
}

function findingOf(record: StoredRecord): JsonObject {
  return {
    uid: uniqueId(record),
    title: clip(record.code === '' ? record.event : record.code),
    types: [record.event],
    created_time: record.at,
  }
}

/** An empty name says nothing, and the schema wants one. */
function named(text: string): string {
  return text === '' ? 'unknown' : clip(text)
}
