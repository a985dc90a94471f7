import { isDangerousAllow } from '../policy/dangerous-rules.ts'
import type { Source } from '../policy/policy.ts'
import { isIgnored, isProblem, parseRule, warnAbout } from '../policy/rule-syntax.ts'

const SESSION: Source = { scope: 'session', file: 'an approval', line: 0, base: '/' }

/**
 * Why a person's approval may not become this rule; undefined when it may. A rule on a tool that runs commands or agents
 * needs something in parentheses, whoever offers it.
 */
export function whyNotARule(text: string): string | undefined {
  const rule = parseRule(text, SESSION, 'allow')
  if (isProblem(rule)) return rule.problem
  const danger = isDangerousAllow(rule)
  if (danger !== undefined) return danger.why
  if (rule.specifier === undefined && !/^mcp__[^*]+__[^*]+$/.test(rule.tool)) {
    return 'it allows every call of the tool'
  }
  return isIgnored(rule) ? warnAbout(rule, 'allow') : undefined
}
