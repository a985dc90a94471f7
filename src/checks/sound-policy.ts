import type { Policy } from '../policy/policy.ts'
import { deny, type Ruling } from '../verdict.ts'

/** A settings file that could not be read might have held the rule that denies this. */
export function soundPolicy(policy: Policy): Ruling | undefined {
  const [problem] = policy.problems
  if (!problem) return undefined
  const key = problem.key === '' ? '' : `${problem.key}: `
  return deny({
    code: 'policy.broken',
    sentence: `settings could not be read, so nothing is allowed: \`${problem.file}:${problem.line}\`: ${key}${problem.message}`,
    clearedBy: 'fixing that file',
  })
}
