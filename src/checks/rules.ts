import type { Tool } from '../call/tools/tool.ts'
import { matchesParameter, matchesToolName, type RuleKind } from '../policy/rule-syntax.ts'
import type { Rule } from '../policy/policy.ts'
import { commandPattern, matchesCommand } from '../policy/wildcard.ts'
import { rulesOf, type CompiledRules } from './rules-compiled.ts'
import { allowsFiles, forbidsFiles } from './rules-files.ts'
import { hostOf, matchesDomain } from './rules-hosts.ts'
import { coversDeeds } from './rules-covered.ts'
import { allowsCommands, forbidsCommand, matchedCommands, mayForbidCommand, type Match } from './rules-shell.ts'
import type { Shell } from './shell-forms.ts'
import type { Subject } from './subject.ts'

export type { Match }

/**
 * The rule of this kind that speaks of the call, if any. The caller asks for deny, then ask, then allow; neither the
 * order in which rules were written nor how specific they are makes a difference to that.
 */
export function ruleFor(kind: RuleKind, subject: Subject): Match | undefined {
  const rules = rulesOf(subject.policy)
  return kind === 'allow' ? allowing(rules, subject) : forbidding(rules[kind], subject)
}

/**
 * The deny or ask rule that an unknown word might bring into play (`$X https://…` under a deny on `curl`). No allow rule
 * holds past it, so the call goes to the review or to a person.
 */
export function possibleRule(subject: Subject): Rule | undefined {
  const shell = shellOf(subject)
  if (shell === undefined) return undefined
  const rules = rulesOf(subject.policy)
  const names = namesOf(subject, 'deny')
  return mayForbidCommand(rules.deny, subject, shell, names) ?? mayForbidCommand(rules.ask, subject, shell, names)
}

/** The allow rule that a command matches by its text and that does not cover what the command does. For people. */
export function uncoveredRule(subject: Subject): Rule | undefined {
  const shell = shellOf(subject)
  if (shell === undefined || !isWhollySeen(subject)) return undefined
  const matched = matchedCommands(rulesOf(subject.policy).allow, subject, shell, namesOf(subject, 'allow')) ?? []
  return matched.length === 0 || coversDeeds(matched, subject) ? undefined : matched[0]?.rule
}

function forbidding(rules: CompiledRules, subject: Subject): Match | undefined {
  if (rules.none) return undefined
  const names = namesOf(subject, rules.kind)
  const bare = rules.bare.find((rule) => matchesToolName(rule.tool, names, rules.kind))
  if (bare !== undefined) return { rule: bare, matched: subject.call.tool }
  const parameter = rules.parameters.find(
    (each) =>
      matchesToolName(each.rule.tool, names, rules.kind) && matchesParameter(each.parameter, subject.call.input),
  )
  if (parameter !== undefined)
    return {
      rule: parameter.rule,
      matched: `${parameter.parameter.name}: ${String(subject.call.input[parameter.parameter.name])}`,
    }
  const shell = shellOf(subject) ?? shellWithin(subject)
  return (
    (shell === undefined ? undefined : forbidsCommand(rules, subject, shell, names)) ??
    forbidsFiles(rules, subject) ??
    forbidsHost(rules, subject) ??
    matchName(rules, rules.agents, agentNames(subject)) ??
    matchName(rules, rules.skills, skillNames(subject))
  )
}

function allowing(all: Readonly<Record<RuleKind, CompiledRules>>, subject: Subject): Match | undefined {
  const rules = all.allow
  if (rules.none) return undefined
  // Settings that could not be read may hold the deny rule that matters.
  if (subject.policy.problems.length > 0) return undefined
  const shell = shellOf(subject)
  if (shell !== undefined && (!isWhollySeen(subject) || possibleRule(subject) !== undefined)) return undefined
  const names = namesOf(subject, 'allow')
  // A rule for every skill was not written with the shell of this one in mind; one that names it was.
  const runsShell = subject.tool?.name === 'Skill' && shellWithin(subject) !== undefined && subject.mode === 'auto'
  const bare = runsShell ? undefined : rules.bare.find((rule) => matchesToolName(rule.tool, names, 'allow'))
  if (bare !== undefined) return { rule: bare, matched: subject.call.tool }
  if (shell !== undefined) return allowsCommands(rules, subject, shell, names)
  return (
    allowsFiles(rules, subject) ??
    allowsHost(rules, subject, names) ??
    matchName(rules, rules.agents, agentNames(subject)) ??
    matchName(rules, rules.skills, skillNames(subject))
  )
}

/** Parsed, and to its end: what was not looked at cannot be what a rule allows. */
function isWhollySeen({ understanding }: Subject): boolean {
  return (
    understanding.parsed &&
    !understanding.actions.some(
      (action) =>
        action.does === 'something-opaque' && (action.because === 'too-long' || action.because === 'too-deep'),
    )
  )
}

/** Every name a rule may call the tool by: ours, the agent's own, `mcp__server__tool`; to forbid it, any alias. */
function namesOf(subject: Subject, kind: RuleKind): readonly string[] {
  const names = new Set([subject.call.tool])
  const { tool } = subject
  const served = subject.understanding.actions.filter((action) => action.does === 'call-mcp-tool')
  if (tool !== undefined) {
    if (served.length === 0 && subject.call.tool === tool.name && tool.name !== 'Skill') return ownNames(tool, kind)
    names.add(tool.name)
    if (kind !== 'allow') for (const name of [...tool.aliases, ...kin(tool.name)]) names.add(name)
  }
  if (kind !== 'allow' && shellWithin(subject) !== undefined) names.add('Bash')
  for (const action of served) names.add(`mcp__${action.server}__${action.tool}`)
  return [...names]
}

/** The names of a tool that is called by our own name for it: always the same. */
function ownNames(tool: Tool, kind: RuleKind): readonly string[] {
  const known = knownNames.get(tool) ?? {
    allow: [tool.name],
    forbid: [...new Set([tool.name, ...tool.aliases, ...kin(tool.name)])],
  }
  knownNames.set(tool, known)
  return kind === 'allow' ? known.allow : known.forbid
}

const knownNames = new WeakMap<Tool, { readonly allow: readonly string[]; readonly forbid: readonly string[] }>()

/** Tools of other agents that do what a rule on these tools means to forbid. */
const KIN: Readonly<Record<string, readonly string[]>> = {
  ApplyPatch: ['Edit', 'Write'],
  TextEditor: ['Edit', 'Write'],
  MultiEdit: ['Edit'],
  Delete: ['Edit'],
  ReadManyFiles: ['Read'],
  Monitor: ['Bash'],
}

function kin(name: string): readonly string[] {
  return Object.hasOwn(KIN, name) ? KIN[name]! : []
}

function shellOf(subject: Subject): Shell | undefined {
  if (subject.tool?.specifier !== 'command') return undefined
  return subject.tool.name === 'PowerShell' ? 'powershell' : 'posix'
}

/** A skill whose file holds shell, a server that runs commands: what a rule forbids the shell, it forbids them. */
function shellWithin({ understanding }: Subject): Shell | undefined {
  return understanding.commands.length > 0 ? 'posix' : undefined
}

function forbidsHost(rules: CompiledRules, subject: Subject): Match | undefined {
  if (subject.tool?.specifier !== 'url' || rules.domains.length === 0) return undefined
  const host = hostOf(subject.call.input)
  // An address that cannot be read may be the forbidden one.
  const found = rules.domains.find(({ domain }) => host === undefined || matchesDomain(domain, host))
  return found === undefined ? undefined : { rule: found.rule, matched: host ?? String(subject.call.input['url']) }
}

function allowsHost(rules: CompiledRules, subject: Subject, names: readonly string[]): Match | undefined {
  const host = subject.tool?.specifier === 'url' ? hostOf(subject.call.input) : undefined
  if (host === undefined) return undefined
  const found = rules.domains.find(
    ({ rule, domain }) => matchesToolName(rule.tool, names, 'allow') && matchesDomain(domain, host),
  )
  return found === undefined ? undefined : { rule: found.rule, matched: host }
}

/** The type of agent a call would start. */
function agentNames(subject: Subject): readonly string[] {
  const types = subject.understanding.actions.flatMap((action) => (action.does === 'spawn-agent' ? [action.type] : []))
  return subject.tool?.specifier === 'agent' ? types : []
}

function skillNames(subject: Subject): readonly string[] {
  if (subject.tool?.name !== 'Skill' && subject.call.tool !== 'Skill') return []
  return stringsOf(subject, ['skill', 'name', 'command'])
}

function stringsOf(subject: Subject, keys: readonly string[]): readonly string[] {
  const { input } = subject.call
  return keys.flatMap((key) => {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    return typeof value === 'string' && value !== '' ? [value.replace(/^\//, '')] : []
  })
}

/** Allow: every name the call gives, exactly. Deny and ask: any of them, without regard to case. */
function matchName(rules: CompiledRules, named: readonly Rule[], names: readonly string[]): Match | undefined {
  if (names.length === 0) return undefined
  const fold = (text: string): string => (rules.kind === 'allow' ? text : text.toLowerCase())
  const matches = (rule: Rule, name: string): boolean =>
    rule.specifier !== undefined && matchesCommand(commandPattern(fold(rule.specifier)), fold(name))
  const found = named.find((rule) =>
    rules.kind === 'allow' ? names.every((name) => matches(rule, name)) : names.some((name) => matches(rule, name)),
  )
  return found === undefined ? undefined : { rule: found, matched: names.join(', ') }
}
