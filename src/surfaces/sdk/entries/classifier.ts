/** What a second mind thinks: reviewers, the guardian, the models they ask and what that costs. */
export { twoStageReviewer, type TwoStageMode, type TwoStageOptions } from '../../../classifier/two-stage.ts'
export type { ReviewAnswer, Reviewer, ReviewQuestion, Usage } from '../../../classifier/reviewer.ts'
export { readAnswer, type Answer } from '../../../classifier/answer.ts'
export { GuardianAgent } from '../../../classifier/guardian.ts'
export {
  NotAsked,
  type GuardianAgentConfig,
  type GuardianAuditLogger,
  type GuardianEvent,
  type GuardianMode,
  type GuardianReviewResult,
  type LLMAdapter,
} from '../../../classifier/guardian-contract.ts'
export { guardianModel } from '../../../classifier/guardian-model.ts'
export { prependNote, reviewHandoff, type Handoff, type HandoffHistory } from '../../../classifier/handoff.ts'
export { answerTurn } from '../../../classifier/transcript.ts'
export { anthropicClient } from '../../../classifier/models/anthropic.ts'
export { openAiCompatibleClient } from '../../../classifier/models/openai-compatible.ts'
export type { ModelClient, ModelReply, ModelRequest } from '../../../classifier/models/model.ts'
export { LIMITS, type Limits } from '../../../classifier/deadlines.ts'
export { memoryLedger, sumCosts, type CostEntry, type CostLedger, type CostSum } from '../../../classifier/cost.ts'
export { costDirectory, readCosts } from '../../cost-files.ts'
