import type { ToolCall } from '../../call/tool-call.ts'
import { LIMITS } from '../../classifier/deadlines.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import { injectedIn, injectionNote } from '../../results/injected.ts'
import { resultText } from '../../results/result-text.ts'
import type { Session } from '../../session.ts'
import type { SessionHost } from '../session-host.ts'
import type { Emitter } from './gate-events.ts'
import type { ResultForModel, ToolResult } from './gated-session.ts'

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
  { session, host, audit, agent }: ResultParts,
  { tool, output, id }: ToolResult,
  of: ToolCall['subagent'],
  signal: AbortSignal | undefined,
): Promise<ResultForModel> {
  const finding = injectedIn(resultText(output))
  const back = { tool, to: of?.id, calls: 'named' as const }
  const limits = { patience: LIMITS.whole, ...(signal === undefined ? {} : { signal }) }
  const handedOver = await host.noteBefore(session.id, back, limits)
  const notes = handedOver === '' ? [] : [`portcullis: ${handedOver}`]
  if (finding === undefined) return { output, note: notes.join('\n') }
  await audit.note({
    type: 'injection_detected',
    severity: 'warn',
    session: session.id,
    agent,
    tool,
    ...(session.user === undefined ? {} : { user: session.user }),
    code: 'result.injected',
    details: { score: finding.score, evidence: finding.evidence, ...(id === undefined ? {} : { call: id }) },
  })
  return { output, note: [...notes, injectionNote(tool, finding)].join('\n') }
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
