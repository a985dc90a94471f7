import { resolve } from 'node:path'
import type { Command } from 'commander'
import { visible } from '../../call/visible.ts'
import { jsonText } from '../../journal/export.ts'
import { stripForAutoMode } from '../../policy/dangerous-rules.ts'
import type { Policy, Problem, Rule } from '../../policy/policy.ts'
import { lookAt } from '../../checks/look-at.ts'
import { newSession } from '../../session.ts'
import { composeGate } from '../compose.ts'
import { connect } from '../compose-reviewer.ts'
import { type UnreadWords, unreadWords } from '../unread-words.ts'
import { joinCommand, readTypedCall } from './call-from-arguments.ts'
import { addPolicyOptions, readMode } from './options.ts'
import { paintFor } from './paint.ts'
import { table } from './table.ts'
import { trustText, wholeTrustText } from './trust-text.ts'
import { ruleFor, uncoveredRule } from '../../checks/rules.ts'
import { withGrammars } from '../../call/code/grammar.node.ts'

interface Options {
  readonly cwd?: string
  readonly settings?: string
  readonly mode?: string
  readonly json?: boolean
  readonly trust?: boolean
}

export function addRules(program: Command): void {
  const rules = program.command('rules').description('the permission rules in force, and what they match')
  addPolicyOptions(rules.command('list', { isDefault: true }))
    .description(
      'every rule with its file and line, and who is trusted; with --mode auto also what auto mode leaves out',
    )
    .option('--mode <mode>', 'show the rules as they are in this mode')
    .option('--trust', 'show every publisher, registry, host … that is trusted')
    .action(async (options: Options) => {
      const policy = await policyOf(options)
      const mode = readMode(options.mode)
      if (options.json) process.stdout.write(`${jsonText(listJson(policy, mode === 'auto'), 2)}\n`)
      else if (options.trust) process.stdout.write(wholeTrustText(policy))
      else process.stdout.write(listText(policy, mode === 'auto'))
      complain(policy)
    })
  addPolicyOptions(rules.command('strip-preview'))
    .description('the allow rules that entering auto mode takes out of force, and why')
    .action(async (options: Options) => {
      const policy = await policyOf(options)
      const { stripped } = stripForAutoMode(policy)
      if (options.json)
        process.stdout.write(
          `${jsonText(
            stripped.map(({ rule, why }) => ({ rule: rule.text, source: rule.source, why })),
            2,
          )}\n`,
        )
      else process.stdout.write(strippedText(policy))
      complain(policy)
    })
  addPolicyOptions(rules.command('test'))
    .description('which rule a call would meet: deny before ask before allow')
    .argument('<tool>', 'a tool name')
    .argument('<input...>', 'its input as JSON, or the command, path or URL itself')
    .option('--mode <mode>', 'the mode', 'auto')
    .action(async (tool: string, input: readonly string[], options: Options) => {
      const gate = await composeGate(options.settings === undefined ? {} : { settings: options.settings })
      const read = readTypedCall(
        { tool, input: input.length > 1 ? joinCommand(input) : input[0]! },
        options.cwd ?? process.cwd(),
        'cli',
      )
      if ('unreadable' in read) throw new Error(read.unreadable.sentence)
      const policy = gate.policyFor(read.ok.cwd)
      const session = newSession('cli', { mode: readMode(options.mode) ?? 'auto' })
      const { subject } = await withGrammars(() => lookAt(gate, read.ok, session, policy))
      complain(policy)
      for (const kind of ['deny', 'ask', 'allow'] as const) {
        const found = ruleFor(kind, subject)
        if (!found) continue
        process.stdout.write(
          `${paintFor(process.stdout).decision(kind)}  ${visible(found.rule.text)}  (${whereText(found.rule)})  matches ${visible(found.matched)}\n`,
        )
        return
      }
      const uncovered = uncoveredRule(subject)
      process.stdout.write(
        uncovered === undefined
          ? 'no rule matches\n'
          : `no rule allows it: ${visible(uncovered.text)} matches the text, but the call runs or writes what the rule does not name\n`,
      )
    })
}

async function policyOf(options: Options): Promise<Policy> {
  const gate = await composeGate(options.settings === undefined ? {} : { settings: options.settings })
  return gate.policyFor(resolve(options.cwd ?? process.cwd()))
}

function listJson(policy: Policy, auto: boolean): object {
  const { allow, ask, deny } = auto ? stripForAutoMode(policy).policy : policy
  const { defaultMode, digest, problems, notices = [], trust } = policy
  const needModel = wordsOf(policy)?.sentences ?? []
  return { allow, ask, deny, defaultMode, digest, problems, notices, needModel, trust }
}

function listText(policy: Policy, auto: boolean): string {
  const shown = auto ? stripForAutoMode(policy).policy : policy
  const rows = (['deny', 'ask', 'allow'] as const).flatMap((kind) =>
    shown[kind].map((rule) => [kind, visible(rule.text), whereText(rule)]),
  )
  const none =
    policy.problems.length > 0
      ? 'no rules: the settings cannot be read, and nothing is allowed until that is fixed\n'
      : 'no rules: the firewall, the modes and the review decide\n'
  const list = rows.length === 0 ? none : table(['', 'rule', 'from'], rows)
  return `${list}default mode: ${policy.defaultMode}\n${auto ? `\n${strippedText(policy)}` : ''}${trustText(policy)}${wordsText(policy)}${setAsideText(policy)}`
}

function strippedText(policy: Policy): string {
  const { stripped } = stripForAutoMode(policy)
  if (stripped.length === 0) return 'auto mode leaves every allow rule in force\n'
  return `Out of force in auto mode, back when it is left:\n${table(
    ['rule', 'from', 'why'],
    stripped.map(({ rule, why }) => [visible(rule.text), whereText(rule), why]),
  )}`
}

function wordsOf(policy: Policy): UnreadWords | undefined {
  return unreadWords(policy, connect(policy.classifier, process.env) === 'offline' ? 'none' : 'some')
}

/** Prohibitions in words that no model reads: they ask a person about every change, and say so here. */
function wordsText(policy: Policy): string {
  const unread = wordsOf(policy)
  if (unread === undefined) return ''
  const list = unread.sentences.map((sentence) => `  ${visible(sentence)}\n`).join('')
  return `\nNeeds a model: ${unread.says}.\n${list}  To do: ${unread.fix}.\n`
}

/** What was read and has no effect, or another than it seems to have: nobody should have to find that out alone. */
function setAsideText(policy: Policy): string {
  const { notices = [] } = policy
  return notices.length === 0 ? '' : `\nTo know:\n${notices.map((notice) => `  ${problemText(notice)}\n`).join('')}`
}

function problemText({ file, line, key, message }: Problem): string {
  return visible(`${file}:${line}: ${key === '' ? '' : `${key}: `}${message}`)
}

/** A broken file is worse than no rule: say so, and refuse. */
function complain(policy: Policy): void {
  for (const problem of policy.problems) process.stderr.write(`${problemText(problem)}\n`)
  if (policy.problems.length === 0) return
  process.stderr.write('Nothing is allowed until this is fixed.\n')
  process.exitCode = 2
}

function whereText(rule: Rule): string {
  const { file, line, scope } = rule.source
  return line > 0 ? `${visible(file)}:${line}` : scope
}
