import type { Policy, Rule } from '../policy/policy.ts'
import { isIgnored, parameterOf, type Parameter, type RuleKind } from '../policy/rule-syntax.ts'
import { commandPattern, type CommandPattern } from '../policy/wildcard.ts'
import { compilePathRules, type PathRules } from './rules-paths.ts'
import { fold, type Shell } from './shell-forms.ts'

export interface CommandRule {
  readonly rule: Rule
  readonly pattern: CommandPattern
}

/** Command rules by their first word; those whose first word has a wildcard are tried for every command. */
export interface CommandIndex {
  readonly byFirstWord: ReadonlyMap<string, readonly CommandRule[]>
  readonly anyFirstWord: readonly CommandRule[]
  readonly all: readonly CommandRule[]
}

/** The rules of one kind, sorted by what they speak of. Made once for each policy. */
export interface CompiledRules {
  readonly kind: RuleKind
  /** There are no rules of this kind. */
  readonly none: boolean
  readonly bare: readonly Rule[]
  readonly parameters: readonly { readonly rule: Rule; readonly parameter: Parameter }[]
  readonly commands: Readonly<Record<Shell, CommandIndex>>
  readonly read: PathRules
  readonly edit: PathRules
  readonly changeDirectory: PathRules
  readonly domains: readonly { readonly rule: Rule; readonly domain: string }[]
  readonly agents: readonly Rule[]
  readonly skills: readonly Rule[]
}

type ByKind = Readonly<Record<RuleKind, CompiledRules>>

const compiled = new WeakMap<Policy, ByKind>()

export function rulesOf(policy: Policy): ByKind {
  const known = compiled.get(policy)
  if (known !== undefined) return known
  const fresh: ByKind = {
    allow: compile('allow', policy.allow),
    ask: compile('ask', policy.ask),
    deny: compile('deny', policy.deny),
  }
  compiled.set(policy, fresh)
  return fresh
}

const AGENT_TOOLS: readonly string[] = ['agent', 'task']

function compile(kind: RuleKind, all: readonly Rule[]): CompiledRules {
  const rules = all.filter((rule) => !isIgnored(rule))
  const specified = rules.flatMap((rule) => (rule.specifier === undefined ? [] : [{ rule, text: rule.specifier }]))
  const on = (tool: string): readonly Rule[] => rules.filter((rule) => rule.tool === tool)
  const commands = specified.filter(({ rule }) => !['Read', 'Edit', 'Cd', 'WebFetch'].includes(rule.tool))
  return {
    kind,
    none: rules.length === 0,
    bare: rules.filter((rule) => rule.specifier === undefined),
    parameters: specified.flatMap(({ rule, text }) => {
      const parameter = kind === 'allow' ? undefined : parameterOf(text)
      return parameter === undefined ? [] : [{ rule, parameter }]
    }),
    commands: { posix: index(commands, 'posix'), powershell: index(commands, 'powershell') },
    read: compilePathRules(kind, on('Read')),
    edit: compilePathRules(kind, on('Edit')),
    changeDirectory: compilePathRules(kind, on('Cd')),
    domains: specified.flatMap(({ rule, text }) => {
      const parameter = rule.tool === 'WebFetch' ? parameterOf(text) : undefined
      return parameter?.name === 'domain' ? [{ rule, domain: parameter.value }] : []
    }),
    agents: specified.filter(({ rule }) => AGENT_TOOLS.includes(rule.tool.toLowerCase())).map(({ rule }) => rule),
    skills: specified.filter(({ rule }) => rule.tool === 'Skill').map(({ rule }) => rule),
  }
}

function index(rules: readonly { readonly rule: Rule; readonly text: string }[], shell: Shell): CommandIndex {
  const byFirstWord = new Map<string, CommandRule[]>()
  const anyFirstWord: CommandRule[] = []
  const all = rules.map(({ rule, text }) => ({
    rule,
    pattern: commandPattern(fold(commandPattern(text).whole, shell)),
  }))
  for (const each of all) {
    const word = each.pattern.firstWord
    if (word === undefined) {
      anyFirstWord.push(each)
      continue
    }
    const sameWord = byFirstWord.get(word)
    if (sameWord === undefined) byFirstWord.set(word, [each])
    else sameWord.push(each)
  }
  return { byFirstWord, anyFirstWord, all }
}

/** The rules that could match this text, in the order they were written. */
export function candidates(rules: CommandIndex, text: string): readonly CommandRule[] {
  const named = rules.byFirstWord.size === 0 ? undefined : rules.byFirstWord.get(firstWord(text))
  if (named === undefined) return rules.anyFirstWord
  return rules.anyFirstWord.length === 0 ? named : [...named, ...rules.anyFirstWord]
}

/** Most commands have a blank after it; any other white space ends it too. */
function firstWord(text: string): string {
  const blank = text.indexOf(' ')
  const first = blank < 0 ? text : text.slice(0, blank)
  const end = first.search(/\s/)
  return end < 0 ? first : first.slice(0, end)
}
