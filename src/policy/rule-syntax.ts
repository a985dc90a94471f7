import { matchesWildcard } from './wildcard.ts'
import type { Rule, Source } from './policy.ts'

export type RuleKind = 'allow' | 'ask' | 'deny'

/** A rule that cannot be read. In a deny or ask list it must not be skipped: nothing is allowed until it is fixed. */
export interface RuleProblem {
  readonly text: string
  readonly problem: string
}

export const LONGEST_RULE = 2_000

/** Fields that have a rule syntax of their own: a `param:value` rule on them would look right and check nothing. */
export const PRIMARY_FIELDS: readonly string[] = ['command', 'file_path', 'path', 'notebook_path', 'url']

/** Path rules on these tools are read by nobody: `Edit(…)` covers every write and `Read(…)` every read. */
const IGNORED_PATH_RULES: Readonly<Record<string, string>> = {
  Write: 'Edit',
  NotebookEdit: 'Edit',
  MultiEdit: 'Edit',
  Glob: 'Read',
  Grep: 'Read',
  LS: 'Read',
}

/** Reads `Tool` or `Tool(specifier)`. Parentheses inside the specifier are literal. */
export function parseRule(text: string, source: Source, kind: RuleKind = 'deny'): Rule | RuleProblem {
  const trimmed = text.trim()
  const refuse = (problem: string): RuleProblem => ({ text, problem })
  if (trimmed === '') return refuse('the rule is empty')
  if (trimmed.length > LONGEST_RULE) return refuse(`the rule is longer than ${LONGEST_RULE} characters`)
  if (/[\u0000-\u0008\u000e-\u001f\u007f]/.test(trimmed)) return refuse('the rule contains a control character')
  const open = trimmed.indexOf('(')
  if (open < 0 && trimmed.includes(')')) return refuse('a closing parenthesis without an opening one')
  const tool = open < 0 ? trimmed : trimmed.slice(0, open)
  if (tool.trim() === '') return refuse('a tool name must stand before the parenthesis')
  if (!/^[\w*.:@/-]+$/u.test(tool)) return refuse(`\`${tool}\` is not a tool name`)
  if (open >= 0 && !trimmed.endsWith(')')) return refuse('the closing parenthesis is missing')
  const inside = open < 0 ? undefined : trimmed.slice(open + 1, -1).trim()
  if (inside === '') return refuse('the parentheses are empty; write the tool name alone to mean every call')
  if (kind === 'allow' && tool.includes('*') && !/^mcp__(?:[^*_]|_(?!_))+__/.test(tool))
    return refuse('an allow rule may have a wildcard in the tool name only after `mcp__<server>__`')
  const specifier = inside === undefined || /^\*+$/.test(inside) || inside === ':*' ? undefined : inside
  if (specifier !== undefined && isPathTool(tool)) {
    const problem = pathProblem(specifier, kind)
    if (problem !== undefined) return refuse(problem)
  }
  return { text: trimmed, tool, specifier, source }
}

export function isProblem(parsed: Rule | RuleProblem): parsed is RuleProblem {
  return 'problem' in parsed
}

/** What a person should know about a rule that is valid and yet may not do what it seems to. */
export function warnAbout(rule: Rule, kind: RuleKind): string | undefined {
  if (rule.specifier === undefined) return undefined
  const instead = IGNORED_PATH_RULES[rule.tool]
  if (instead !== undefined && parameterOf(rule.specifier) === undefined)
    return `\`${rule.text}\` is ignored: path rules are read from \`Read(…)\` and \`Edit(…)\` only; write \`${instead}(${rule.specifier})\``
  const parameter = parameterOf(rule.specifier)
  if (rule.tool.startsWith('mcp__') && (kind === 'allow' || parameter === undefined))
    return `\`${rule.text}\` is ignored: a rule on an MCP tool takes no parentheses`
  if (kind !== 'allow' && parameter !== undefined && PRIMARY_FIELDS.includes(parameter.name))
    return `\`${rule.text}\` does not look at the parameter \`${parameter.name}\`: that field has a rule syntax of its own`
  if (kind === 'allow' && isShellTool(rule.tool)) {
    const head = /^(\S+) \*(?=\s+\S)/.exec(rule.specifier)?.[1]
    if (head !== undefined && !head.includes('*'))
      return `\`${rule.text}\` has a wildcard before the subcommand: it also admits options such as \`${head} -c …\` that can run other programs`
  }
  return undefined
}

/** True for a rule that no check consults. */
export function isIgnored(rule: Rule): boolean {
  if (rule.specifier === undefined || parameterOf(rule.specifier) !== undefined) return false
  return IGNORED_PATH_RULES[rule.tool] !== undefined || rule.tool.startsWith('mcp__')
}

export interface Parameter {
  readonly name: string
  readonly value: string
}

/** The reading of a specifier as `param:value`, if it can be read so. `npm run:*` cannot: a name has no blanks. */
export function parameterOf(specifier: string): Parameter | undefined {
  const found = /^([A-Za-z_][\w-]*):(.+)$/s.exec(specifier)
  return found === null ? undefined : { name: found[1]!, value: found[2]! }
}

/** One top-level scalar, compared as it was sent. A parameter that was left out never matches. */
export function matchesParameter(parameter: Parameter, input: Readonly<Record<string, unknown>>): boolean {
  if (PRIMARY_FIELDS.includes(parameter.name) || !Object.hasOwn(input, parameter.name)) return false
  const value = input[parameter.name]
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false
  return matchesWildcard(parameter.value, String(value))
}

/**
 * Does the rule's tool name mean one of these names? `mcp__server` and `mcp__server__*` mean every tool of the server.
 * Allow rules compare exactly; deny and ask rules without regard to case, so that `bash` is as good as `Bash`.
 */
export function matchesToolName(ruleTool: string, names: readonly string[], kind: RuleKind): boolean {
  const fold = (name: string): string => (kind === 'allow' ? name : name.toLowerCase())
  const wanted = fold(ruleTool)
  const wholeServer = /^mcp__(?:[^_]|_(?!_))+$/.test(wanted)
  return names.some((each) => {
    const name = fold(each)
    if (wanted === name) return true
    if (wholeServer && name.startsWith(`${wanted}__`)) return true
    return wanted.includes('*') && matchesWildcard(wanted, name)
  })
}

export function isPathTool(tool: string): boolean {
  return tool === 'Read' || tool === 'Edit' || tool === 'Cd'
}

export function isShellTool(tool: string): boolean {
  return tool === 'Bash' || tool === 'PowerShell' || tool === 'Monitor'
}

/** Path patterns become regular expressions in the gitignore matcher; these bounds keep them from backtracking far. */
function pathProblem(specifier: string, kind: RuleKind): string | undefined {
  if (specifier.startsWith('!')) {
    if (kind === 'allow') return 'an allow rule cannot be negated; write a deny rule'
    if (/^!(\/|~)/.test(specifier)) return 'only a pattern relative to the working directory can be negated'
  }
  const segments = specifier.split(/[\\/]/)
  if (segments.filter((segment) => segment === '**').length > 4) return 'the path has more than four `**`'
  if (segments.some((segment) => segment !== '**' && segment.split('*').length > 5))
    return 'a part of the path has more than four wildcards'
  return undefined
}
