import type { Context } from 'hono'
import type { JsonObject } from '../../call/tool-call.ts'
import type { AuditEvent, AuditLogger } from '../../journal/audit-logger.ts'
import type { Bindings } from './app.ts'

/** What operators do beside answering questions. Each stands in the log. */
export const OPERATOR_ACTS = {
  'operator.said': 'Somebody told the daemon what the user said.',
  'operator.mode': 'Somebody changed the mode of a session.',
  'operator.paused': 'Somebody held a session: whatever it would be allowed is asked.',
  'operator.resumed': 'Somebody let a held session go on.',
  'operator.stopped': 'Somebody stopped a session.',
  'operator.revoked': 'Somebody took back what a person had allowed for a session.',
  'operator.forgot': 'Somebody had a session forgotten, and with it its denials.',
  'operator.settings': "Somebody saved the user's settings through the daemon.",
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
  const event: AuditEvent = {
    type: 'operator_action',
    severity: 'warn',
    code: act.code,
    user: 'operator',
    ...(act.session === undefined ? {} : { session: act.session }),
    details: { through: context.env.taken.entrance === 'socket' ? 'socket' : 'port', ...act.details },
  }
  switch (act.code) {
    case 'operator.paused':
    case 'operator.stopped':
    case 'operator.revoked':
      await recorder.note(event)
      return
    case 'operator.said':
    case 'operator.mode':
    case 'operator.resumed':
    case 'operator.forgot':
    case 'operator.settings':
      await recorder.log(event)
  }
}
