import type { World } from '../call/world.ts'
import type { AuditEvent } from '../journal/audit-logger.ts'
import type { JsonObject } from '../call/tool-call.ts'
import type { RiskLevel } from './guardian-risks.ts'
import type { Usage } from './reviewer.ts'

/**
 * `off` looks at nothing. `monitor` records and never blocks. `guard` blocks high and critical calls of sensitive tools
 * and, when its model fails, lets the call pass and says so. `strict` looks at every tool, blocks from medium on, and
 * blocks when its model fails.
 */
export type GuardianMode = 'off' | 'monitor' | 'guard' | 'strict'

export const GUARDIAN_MODES: readonly GuardianMode[] = ['off', 'monitor', 'guard', 'strict']

export interface GuardianAgentConfig {
  readonly mode: GuardianMode
  /** Default `GUARDIAN_TIMEOUT_MS`. */
  readonly timeoutMs?: number
  /** Default: the words of `guardian-prompt.ts`. The form of the answer stays the same. */
  readonly systemPrompt?: string
  /** Digest of the policy in force: an allow given under one policy is not remembered under another. */
  readonly policyDigest?: string
  /** Default: this machine. */
  readonly world?: World
  /** Milliseconds that never run backwards, for the circuit. Default: this process's. */
  readonly now?: () => number
  /** Everything that went wrong, as a sentence. Default: a warning of the process. */
  readonly onProblem?: (problem: string) => void
}

/** The model that the guardian asks. Rejects when there is no answer: with `NotAsked` when nobody was asked. */
export interface LLMAdapter {
  complete(request: LLMRequest, signal: AbortSignal): Promise<LLMReply>
}

export interface LLMRequest {
  readonly system: string
  readonly user: string
  /** Whose call it is, for the bill. */
  readonly session: string
}

export interface LLMReply {
  readonly text: string
  /** True only when the model ended its answer by itself: not cut, not refused. */
  readonly ended: boolean
  readonly usage?: Usage
}

/** No model was asked, for a reason that says nothing about the service: no key, no money left. Opens no circuit. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked'
}

/**
 * Where the guardian's events go: an `AuditLogger`, or anything with its method. An event that cannot be recorded is a
 * problem, and then nothing is let through.
 */
export interface GuardianAuditLogger {
  log(event: GuardianEvent): void | Promise<void>
}

/** An event of the audit log. `sessionId` and `toolName` repeat `session` and `tool`. */
export interface GuardianEvent extends AuditEvent {
  readonly type: 'guardian_review'
  readonly session: string
  readonly tool: string
  readonly code: string
  readonly sessionId: string
  readonly toolName: string
  readonly details: GuardianDetails
}

/** The review's result with what it was about. */
export type GuardianDetails = JsonObject & {
  readonly allowed: boolean
  readonly riskLevel: RiskLevel
  readonly reason: string
  readonly cached: boolean
  readonly mode: GuardianMode
  readonly inputDigest: string
  readonly failure?: string
}

export interface GuardianReviewResult {
  readonly allowed: boolean
  readonly riskLevel: RiskLevel
  readonly reason: string
  readonly cached: boolean
  /** Absent when the mode does not look at this tool. */
  readonly reviewed?: true
  /** Why no level could be found out. The call then counts as high; `allowed` is what the mode makes of that. */
  readonly failure?: string
  /** What the model was paid for its answer, when it was asked and says. */
  readonly usage?: Usage
}
