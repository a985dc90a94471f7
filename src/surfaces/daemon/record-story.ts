import { toToolCall } from '../../call/read-call.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import { lookAt } from '../../checks/look-at.ts'
import { type Gate } from '../../gate.ts'
import { asFields, asInput, asList, asText } from '../../journal/transcripts/transcript.ts'
import { newSession } from '../../session.ts'
import type { Action } from '../../call/action.ts'
import type { Reason } from '../../verdict.ts'
import { deedsInWords, showInput } from './call-story.ts'
import { dryGate } from './dry-gate.ts'

/**
 * A record as a person reads it: besides what is recorded, the deeds in words and where the reasons point. The deeds are
 * worked out again from the recorded input, whose secrets are masked, and from the machine as it is now.
 */
export function withStory(record: unknown, gate: Gate): unknown {
  const fields = asInput(record)
  const body = asInput(fields?.['body'])
  const input = asInput(body?.['input'])
  if (fields === undefined || body === undefined || input === undefined) return record
  const actions = actionsOf(fields, body, input, gate)
  const reasons = fields['decision'] === 'allow' ? [] : asList(body['because']).flatMap(asReason)
  return { ...fields, ...showInput(input, reasons, actions), deeds: deedsInWords(actions) }
}

function actionsOf(record: JsonObject, body: JsonObject, input: JsonObject, gate: Gate): readonly Action[] {
  const read = toToolCall({ tool: record['tool'], input, cwd: body['cwd'] }, { session: 's', agent: 'a', cwd: '/' })
  if ('unreadable' in read) return []
  try {
    const policy = gate.policyFor(read.ok.cwd)
    return lookAt(dryGate(gate), read.ok, newSession('record'), policy).subject.actions
  } catch {
    // A call that its tool could not read has no deeds.
    return []
  }
}

function asReason(value: unknown): readonly Reason[] {
  const fields = asFields(value)
  const code = asText(fields?.['code'])
  const sentence = asText(fields?.['sentence'])
  return code === undefined || sentence === undefined ? [] : [{ code, sentence }]
}
