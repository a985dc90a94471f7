import type { ToolCall } from '../../call/tool-call.ts'
import { LIMITS } from '../../classifier/deadlines.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { Incoming } from '../../results/incoming.ts'
import { resultText } from '../../results/result-text.ts'
import type { Session } from '../../session.ts'
import type { SessionHost } from '../session-host.ts'
import type { Emitter } from './gate-events.ts'
import type { ResultForModel, ResultLook, ToolResult } from './gated-session.ts'

export interface ResultParts {
  readonly session: Pick<Session, 'id' | 'user'>
  readonly host: SessionHost
  readonly audit: AuditLogger
  readonly agent: string
  readonly events?: Emitter
}

/** What the model is given in place of a result. Never rejects: what cannot be looked at is not shown. */
export async function lookAtResult(
  parts: ResultParts,
  result: ToolResult,
  of: ToolCall['subagent'],
  signal: AbortSignal | undefined,
): Promise<ResultForModel> {
  const shown = await look(parts, result, of, signal).catch((error: unknown) => withheld(parts, result, error))
  const { note } = shown
  if (note !== '' || shown.withheld)
    parts.events?.emit('result', {
      session: parts.session.id,
      tool: result.tool,
      ...(result.id === undefined ? {} : { id: result.id }),
      note,
      withheld: shown.withheld === true,
    })
  return shown
}

async function look(
  parts: ResultParts,
  { tool, output, id }: ToolResult,
  of: ToolCall['subagent'],
  signal: AbortSignal | undefined,
): Promise<ResultForModel> {
  const text = resultText(output)
  const back = { tool, to: of?.id, calls: 'named' as const }
  const limits = { patience: LIMITS.whole, ...(signal === undefined ? {} : { signal }) }
  const handedOver = await parts.host.noteBefore(parts.session.id, back, limits)
  const notes = handedOver === '' ? [] : [`portcullis: ${handedOver}`]
  const { finding, say, withhold } = await lookAtText(parts, { tool, ...(id === undefined ? {} : { id }) }, text)
  if (finding === undefined) return { output, note: notes.join('\n') }
  if (withhold) return { output: [...notes, say].join('\n'), note: '', withheld: true, finding }
  return { output, note: [...notes, ...(say === '' ? [] : [say])].join('\n'), finding }
}

/** A result as text: looked at, recorded, remembered. Rejects when the session cannot be kept. */
export function lookAtText(
  { session, host, agent }: ResultParts,
  { tool, id }: Pick<ToolResult, 'tool' | 'id'>,
  text: string,
): Promise<Incoming> {
  return host.resultOf(session.id, { tool, text, agent, user: session.user, call: id })
}

async function withheld(
  { session, audit, agent }: ResultParts,
  { tool, id }: ToolResult,
  error: unknown,
): Promise<ResultForModel> {
  const why = error instanceof Error ? error.message : String(error)
  await audit.note({
    type: 'injection_detected',
    severity: 'warn',
    session: session.id,
    agent,
    tool: String(tool).slice(0, 512),
    code: 'result.withheld',
    details: { because: why, ...(id === undefined ? {} : { call: id }) },
  })
  return {
    output: `portcullis: what ${tool} brought back could not be looked at and is not shown: ${why}. Return text or plain data from the tool.`,
    note: '',
    withheld: true,
  }
}

/** A text that could not be looked at. */
export function unseen(tool: string, error: unknown): ResultLook {
  const why = error instanceof Error ? error.message : String(error)
  return {
    finding: undefined,
    say: `portcullis: what ${tool} brought back could not be looked at and is not shown: ${why}.`,
    withhold: true,
  }
}
