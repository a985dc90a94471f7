import type { Context } from 'hono'
import type { JsonObject } from '../../call/tool-call.ts'
import type { AuditEvent, AuditLogger } from '../../journal/audit-logger.ts'
import { actorOf, type Bindings } from './app.ts'

/** What operators do beside answering questions. Each stands in the log. */
export const OPERATOR_ACTS = {
  'operator.said': 'An operator reported what the user said.',
  'operator.mode': 'An operator changed the mode of a session.',
  'operator.paused': 'An operator paused a session: whatever would be allowed is asked.',
  'operator.resumed': 'An operator resumed a session.',
  'operator.stopped': 'An operator stopped a session.',
  'operator.revoked': 'An operator revoked a grant of a session.',
  'operator.forgot': 'An operator deleted a session, with its denials.',
  'operator.mcp-approved': 'An operator accepted a description of an MCP tool that was held.',
  'operator.settings': "An operator saved the user's settings.",
  'operator.drained': 'An operator took the daemon out of service: it is not ready for new calls.',
  'operator.undrained': 'An operator put the daemon back into service.',
  'operator.machine-accepted': "An operator accepted another key for a machine's token.",
} as const satisfies Readonly<Record<string, string>>

export interface OperatorAct {
  readonly code: keyof typeof OPERATOR_ACTS
  readonly session?: string
  readonly details?: JsonObject
}

/**
 * What may loosen the gate is in the log before it takes effect, and is not done when it cannot be written. What only
 * tightens it is never held up by a log that fails.
 */
export async function recordAct(
  recorder: AuditLogger,
  context: Context<{ Bindings: Bindings }>,
  act: OperatorAct,
): Promise<void> {
  const actor = actorOf(context)
  const event: AuditEvent = {
    type: 'operator_action',
    severity: 'warn',
    code: act.code,
    user: actor.user,
    ...(act.session === undefined ? {} : { session: act.session }),
    details: { through: actor.through, ...act.details },
  }
  switch (act.code) {
    case 'operator.paused':
    case 'operator.stopped':
    case 'operator.revoked':
    case 'operator.drained':
      await recorder.note(event)
      return
    case 'operator.said':
    case 'operator.mode':
    case 'operator.resumed':
    case 'operator.forgot':
    case 'operator.mcp-approved':
    case 'operator.settings':
    case 'operator.undrained':
    case 'operator.machine-accepted':
      await recorder.logBefore(event)
  }
}
