/** What came back: injected instructions in results and prompts. */
export { PromptGuardian, type PromptFinding } from '../../../results/prompt-guardian.ts'
export { resultText, UnreadableResult } from '../../../results/result-text.ts'
