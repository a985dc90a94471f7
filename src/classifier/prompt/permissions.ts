import type { AutoMode } from '../../policy/policy.ts'

/** The third part: the rules themselves, from the categories and the settings. */
export function permissions(rules: AutoMode): string {
  return `# The environment

${bulleted(rules.environment)}

# Hard rules

Nothing clears these: no exception, no wish of the user.

${coded(rules.hard_deny, 'custom.hard-deny')}

# Soft rules

Block these unless an exception below covers exactly this case, or the user asked for exactly this action (see above).

${coded(rules.soft_deny, 'custom.soft-deny')}

# Exceptions

These are fine even where a soft rule seems to speak, but only for the part of the action that they cover.

${coded(rules.allow, 'custom.allow')}

# Which rule wins

A hard rule wins over everything. Then a soft rule, unless one of two things clears it: an exception that covers the whole of what the rule objects to, or the user's explicit request for exactly this action. An action that no rule speaks about passes.`
}

const CODE = /^\[([a-z][a-z0-9]*(?:[.-][a-z0-9]+)+)\] /

/** The code of a rule, when it brings one; else its number among the rules of its list. */
function codeOf(rule: string, index: number, prefix: string): string {
  return CODE.exec(rule)?.[1] ?? `${prefix}.${index + 1}`
}

/** Every code that a reason may name. */
export function ruleCodes(rules: AutoMode): ReadonlySet<string> {
  return new Set([
    ...rules.hard_deny.map((rule, index) => codeOf(rule, index, 'custom.hard-deny')),
    ...rules.soft_deny.map((rule, index) => codeOf(rule, index, 'custom.soft-deny')),
    USER_LIMIT,
  ])
}

/** A limit that the user set in the conversation. */
export const USER_LIMIT = 'user.limit'

function coded(rules: readonly string[], prefix: string): string {
  return bulleted(rules.map((rule, index) => `[${codeOf(rule, index, prefix)}] ${rule.replace(CODE, '')}`))
}

/** One rule, one line: a rule that brings lines of its own cannot look like several. */
function bulleted(lines: readonly string[]): string {
  return lines.length === 0 ? '- (none)' : lines.map((line) => `- ${line.replaceAll(/\s+/g, ' ').trim()}`).join('\n')
}
