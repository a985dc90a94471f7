export { judge, type Gate } from './gate.ts'
export { openGate, type OpenGate, type OpenGateOptions } from './surfaces/sdk/open-gate.ts'
export { composeGate, type GateOptions } from './surfaces/compose.ts'
export type { Action } from './call/action.ts'
export type { ToolCall, JsonObject, JsonValue } from './call/tool-call.ts'
export { readCallText, readCallValue } from './call/read-call.ts'
export { newSession, type Mode, type Session } from './session.ts'
export type { Decision, Reason, Step, Verdict } from './verdict.ts'
export { AbortError } from './classifier/denials.ts'
export { ExecutionFirewall } from './checks/firewall.ts'
export { RateLimiter } from './checks/rate-limit.ts'
export { UserPermissionService } from './policy/users.ts'
export { InputSanitizer } from './call/sanitize.ts'
export {
  GuardianAgent,
  type GuardianAgentConfig,
  type GuardianAuditLogger,
  type GuardianReviewResult,
  type LLMAdapter,
} from './classifier/guardian.ts'
export { guardianModel } from './classifier/guardian-model.ts'
export { PromptGuardian } from './results/prompt-guardian.ts'
export { BLOCK_CATEGORIES, ALLOW_CATEGORIES } from './categories/index.ts'
export { settingsJsonSchema } from './policy/settings.ts'
