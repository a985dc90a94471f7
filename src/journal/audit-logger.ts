import type { JsonObject } from '../call/tool-call.ts'
import type { Draft } from './records.ts'
import { draftEvent } from './records.ts'

export const AUDIT_EVENT_TYPES = [
  'firewall_block',
  'permission_denied',
  'permission_granted',
  'permission_timeout',
  'rate_limited',
  'role_changed',
  'user_created',
  'user_deleted',
  'injection_detected',
  'command_blocked',
  'guardian_review',
  'prompt_review',
  'operator_action',
  'contained_run',
] as const

export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number]

/** Events of a program's own, beside ours: lower-case words joined by `_` or `.`, such as `deploy_started`. */
export type CustomEventType = string & Record<never, never>

const EVENT_NAME = /^[a-z][a-z0-9]*(?:[_.][a-z0-9]+)*$/
const LONGEST_NAME = 64

/** What an event may be called. */
export function isEventType(name: string): boolean {
  return name.length <= LONGEST_NAME && EVENT_NAME.test(name)
}

export const AUDIT_SEVERITIES = ['info', 'warn', 'critical'] as const

export type AuditSeverity = (typeof AUDIT_SEVERITIES)[number]

export interface AuditEvent {
  readonly type: AuditEventType | CustomEventType
  readonly severity: AuditSeverity
  readonly session?: string
  readonly agent?: string
  readonly user?: string
  readonly tool?: string
  readonly code?: string
  readonly fingerprint?: string
  readonly details?: JsonObject
}

/** Where drafts become durable records: a journal's store. Rejects with a `JournalFailure`. */
export interface DraftSink {
  /** `now or never`: what is refused is not written later. Left out: so for allows and questions; the rest is kept. */
  append(draft: Draft, when?: 'now or never'): Promise<void>
}

/** Codes of what is recorded about records. */
export const AUDIT_CODES = {
  'audit.not-done': 'Something was to be done once it was on record, and was not done because that failed.',
} as const satisfies Readonly<Record<string, string>>

/**
 * Security events for the `audit_log` table, in the same chain as the verdicts. `log` resolves when the event is durable
 * and rejects when that is not known; whoever lets something happen on the strength of an event waits for it. Events that
 * could not be written are kept and written when the store is back.
 */
export class AuditLogger {
  readonly #sink: DraftSink
  readonly #now: () => number

  constructor(sink: DraftSink, now: () => number = Date.now) {
    this.#sink = sink
    this.#now = now
  }

  async log(event: AuditEvent): Promise<void> {
    if (!isEventType(event.type)) throw new TypeError(`not the name of an event: ${JSON.stringify(event.type)}`)
    await this.#sink.append(draftEvent(event, this.#now()))
  }

  /**
   * For what is only done when this resolves. What is refused is not written later, as if it had been done then; what is
   * kept instead says that it was not done, also where the record stands after all.
   */
  async logBefore(event: AuditEvent): Promise<void> {
    if (!isEventType(event.type)) throw new TypeError(`not the name of an event: ${JSON.stringify(event.type)}`)
    try {
      await this.#sink.append(draftEvent(event, this.#now()), 'now or never')
    } catch (error) {
      const details = { ...event.details, ...(event.code === undefined ? {} : { wanted: event.code }) }
      void this.note({ ...event, code: 'audit.not-done' satisfies keyof typeof AUDIT_CODES, details })
      throw error
    }
  }

  /** For events on which nothing depends: never rejects, says afterwards whether it is durable. */
  async note(event: AuditEvent): Promise<'durable' | 'not written'> {
    try {
      await this.log(event)
      return 'durable'
    } catch {
      return 'not written'
    }
  }
}
