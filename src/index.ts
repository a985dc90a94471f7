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
export { twoStageReviewer, type TwoStageMode, type TwoStageOptions } from './classifier/two-stage.ts'
export type { ReviewAnswer, Reviewer, ReviewQuestion, Usage } from './classifier/reviewer.ts'
export { readAnswer, type Answer } from './classifier/answer.ts'
export { prependNote, reviewHandoff, type Handoff, type HandoffHistory } from './classifier/handoff.ts'
export { answerTurn } from './classifier/transcript.ts'
export { anthropicClient } from './classifier/models/anthropic.ts'
export { openAiCompatibleClient } from './classifier/models/openai-compatible.ts'
export type { ModelClient, ModelReply, ModelRequest } from './classifier/models/model.ts'
export { LIMITS, type Limits } from './classifier/deadlines.ts'
export { memoryLedger, sumCosts, type CostEntry, type CostLedger, type CostSum } from './classifier/cost.ts'
