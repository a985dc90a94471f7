import { isInside, resolvePlace } from '../call/paths.ts'
import type { Place } from '../call/place.ts'
import type { SimpleCommand } from '../call/understanding.ts'
import { literal, show, textOf } from '../call/word.ts'
import type { Rule } from '../policy/policy.ts'
import { matchesToolName } from '../policy/rule-syntax.ts'
import { couldMatchCommand, matchesCommand } from '../policy/wildcard.ts'
import { candidates, type CompiledRules } from './rules-compiled.ts'
import { type Allowed, coversDeeds } from './rules-covered.ts'
import { allowsPlace, forbidsPlace, isHarmlessSink, type Standing } from './rules-paths.ts'
import { SAFE_VARIABLES } from './shell-tables.ts'
import { allowForms, denyForms, denyFormsAt, unwrapped, type Shell } from './shell-forms.ts'
import type { Subject } from './subject.ts'

export interface Match {
  readonly rule: Rule
  /** What the rule matched, for a person. */
  readonly matched: string
  /** A path is not known, and the rule may be meant. */
  readonly uncertain?: true
}

/** Deny and ask: any one command, however deep inside. */
export function forbidsCommand(
  rules: CompiledRules,
  subject: Subject,
  shell: Shell,
  names: readonly string[],
): Match | undefined {
  const commands = subject.understanding.commands
  const index = rules.commands[shell]
  if (index.all.length === 0 && !speaksOfMoves(rules)) return undefined
  for (const [at, command] of commands.entries()) {
    for (const text of denyFormsAt(commands, at, shell).texts) {
      for (const { rule, pattern } of candidates(index, text))
        if (speaksOf(rule, names, shell) && matchesCommand(pattern, text))
          return { rule, matched: command.text || text }
    }
    const moved = forbidsMove(rules, command, subject)
    if (moved !== undefined) return moved
  }
  return subject.understanding.parsed ? undefined : forbidsRough(rules, subject, shell, names)
}

/** `Bash(…)` speaks of every POSIX shell, under whatever name the agent knows it. */
function speaksOf(rule: Rule, names: readonly string[], shell: Shell): boolean {
  if (shell === 'posix' && rule.tool === 'Bash') return true
  return matchesToolName(rule.tool, names, 'deny')
}

/** Text that no parser understood is cut at everything that may separate commands. Only ever used to refuse. */
function forbidsRough(
  rules: CompiledRules,
  subject: Subject,
  shell: Shell,
  names: readonly string[],
): Match | undefined {
  // Each piece once: a long command says the same thing many times over.
  for (const piece of new Set(rawCommand(subject).split(/[;&|\n(){}`$<>]+/))) {
    const words = piece
      .replace(/["'\\]/g, '')
      .trim()
      .split(/\s+/)
      .map(literal)
    if (words[0]?.text === '') continue
    const command: SimpleCommand = { text: piece.trim(), words, assignments: [], redirects: [], via: [], cwd: UNKNOWN }
    for (const text of denyForms(command, shell).texts)
      for (const { rule, pattern } of candidates(rules.commands[shell], text))
        if (speaksOf(rule, names, shell) && matchesCommand(pattern, text)) return { rule, matched: piece.trim() }
  }
  return undefined
}

const UNKNOWN: Place = { kind: 'unknown', source: '' }

function rawCommand(subject: Subject): string {
  const { input } = subject.call
  for (const key of ['command', 'cmd', 'script']) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (typeof value === 'string') return value.slice(0, 131_072)
    if (Array.isArray(value))
      return value
        .filter((part) => typeof part === 'string')
        .join(' ')
        .slice(0, 131_072)
  }
  return ''
}

/**
 * A deny or ask rule that would match if the unknown words were the right ones: `$X https://…` under a deny on `curl`.
 * It does not deny, but nothing is allowed by rule past it.
 */
export function mayForbidCommand(
  rules: CompiledRules,
  subject: Subject,
  shell: Shell,
  names: readonly string[],
): Rule | undefined {
  const index = rules.commands[shell]
  if (index.all.length === 0) return undefined
  const { commands } = subject.understanding
  for (const at of commands.keys())
    for (const text of denyFormsAt(commands, at, shell).possible)
      for (const { rule, pattern } of /^[^\s*]+(?=\s|$)/.test(text) ? candidates(index, text) : index.all)
        if (speaksOf(rule, names, shell) && couldMatchCommand(pattern, text)) return rule
  return undefined
}

/** Allow: every command that stands in the call itself, also in substitutions; and every redirection is covered. */
export function allowsCommands(
  rules: CompiledRules,
  subject: Subject,
  shell: Shell,
  names: readonly string[],
): Match | undefined {
  const allowed = matchedCommands(rules, subject, shell, names)
  const [first] = allowed ?? []
  if (allowed === undefined || first === undefined || !coversDeeds(allowed, subject)) return undefined
  const direct = allowed.map(({ command }) => command)
  const others = shell === 'posix' ? !setsVariables(subject) : commandsExplainDeeds(direct, subject)
  if (!others || !coversRedirections(rules, subject, shell)) return undefined
  return { rule: first.rule, matched: first.matched }
}

/** Each command of the call with the rule that its text matches; undefined when one has none. */
export function matchedCommands(
  rules: CompiledRules,
  subject: Subject,
  shell: Shell,
  names: readonly string[],
): readonly (Allowed & Match)[] | undefined {
  const allowed: (Allowed & Match)[] = []
  for (const command of subject.understanding.commands) {
    if (!command.via.every((via) => via === 'alias')) continue
    const match = allowsCommand(rules, command, subject, shell, names)
    if (match === undefined || !coversFiles(rules, command, subject)) return undefined
    allowed.push({ command, ...match })
  }
  return allowed
}

/** PowerShell does things without any command (`$env:PATH = …`, .NET calls): no command rule speaks of those. */
function commandsExplainDeeds(direct: readonly SimpleCommand[], subject: Subject): boolean {
  return subject.understanding.actions.every((action) => direct.some(({ text }) => text.includes(action.evidence)))
}

function allowsCommand(
  rules: CompiledRules,
  command: SimpleCommand,
  subject: Subject,
  shell: Shell,
  names: readonly string[],
): Match | undefined {
  const forms = allowForms(command, shell)
  if (forms === undefined) return undefined
  const index = rules.commands[shell]
  for (const text of forms.texts)
    for (const { rule, pattern } of candidates(index, text))
      if (
        matchesCommand(pattern, text) &&
        (!pattern.wild || forms.byPrefix()) &&
        matchesToolName(rule.tool, names, 'allow')
      )
        return { rule, matched: command.text }
  for (const text of forms.openEnded)
    for (const { rule, pattern } of candidates(index, text))
      if (
        pattern.whole.endsWith('*') &&
        matchesCommand(pattern, text) &&
        forms.byPrefix() &&
        matchesToolName(rule.tool, names, 'allow')
      )
        return { rule, matched: command.text }
  const target = moveTarget(command, subject)
  return target === undefined ? undefined : allowsPlace(rules.changeDirectory, target, standingOf(subject))
}

/**
 * A command rule vouches for the command, not for the files its output goes to: a redirection or `tee` needs an
 * `Edit(…)` rule (or acceptEdits mode, inside the workspace), input from outside the workspace a `Read(…)` rule.
 * What is not one known path is never covered.
 */
function coversFiles(rules: CompiledRules, command: SimpleCommand, subject: Subject): boolean {
  const standing = standingOf(subject)
  const writes = (place: Place): boolean => coversWrite(rules, place, subject, standing)
  return (
    command.redirects.every(({ reads: input, writes: output, place, text }) => {
      if (needsApproval(text)) return false
      return (!output || writes(place)) && (!input || coversRead(rules, place, subject, standing))
    }) && teeTargets(command, subject).every(writes)
  )
}

function coversWrite(rules: CompiledRules, place: Place, subject: Subject, standing: Standing): boolean {
  if (isHarmlessSink(place) || (subject.mode === 'acceptEdits' && isInWorkspace(place, subject))) return true
  return allowsPlace(rules.edit, place, standing) !== undefined
}

function coversRead(rules: CompiledRules, place: Place, subject: Subject, standing: Standing): boolean {
  if (isHarmlessSink(place) || isInWorkspace(place, subject)) return true
  return allowsPlace(rules.read, place, standing) !== undefined
}

/**
 * A variable that is set for what follows (`PATH=/tmp; npm test`, `for PATH in …`) changes what an allowed command
 * runs. Assignments are counted in the text, name by name; more of them than stand in front of commands or among their
 * words means that one stands alone. A false alarm only means that no rule allows the call.
 */
function setsVariables(subject: Subject): boolean {
  const raw = rawCommand(subject).replaceAll('\\\n', '')
  const outermost = subject.understanding.commands.filter(({ via, inside }) => via.length === 0 && inside === undefined)
  const explained = assignmentsIn(outermost.map(({ text }) => text).join('\n'))
  for (const { name } of outermost.flatMap(({ assignments }) => assignments))
    explained.set(name, (explained.get(name) ?? 0) + 1)
  for (const [name, count] of assignmentsIn(raw))
    if (!SAFE_VARIABLES.has(name) && count > (explained.get(name) ?? 0)) return true
  return /\b(?:for|select)\s+\w*(?:[A-Z]|_proxy\b)\w*/.test(raw) || /\$\{\w+(?::?=|[^}]*@P\})/.test(raw)
}

function assignmentsIn(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [, name] of text.matchAll(/(?<![\w.$-])([A-Za-z_]\w*)(?:\[[^\]\n]{0,100}\])?\+?=/g))
    found.set(name!, (found.get(name!) ?? 0) + 1)
  return found
}

/**
 * Redirections of groups and loops belong to no simple command: they are found among the deeds, by how they are
 * written. Those of scripts that a command runs are not written in the call and are the command's own affair.
 */
function coversRedirections(rules: CompiledRules, subject: Subject, shell: Shell): boolean {
  const raw = rawCommand(subject)
  const standing = standingOf(subject)
  return subject.understanding.actions.every((action) => {
    // PowerShell shows the whole command as evidence.
    const redirects = shell === 'posix' ? /^\s*(?:\d+|\{\w+\}|&)?[<>]/ : />/
    if (!redirects.test(action.evidence) || !raw.includes(action.evidence)) return true
    switch (action.does) {
      case 'write-file':
        return !needsApproval(action.evidence) && coversWrite(rules, action.place, subject, standing)
      case 'read-file':
        return !needsApproval(action.evidence) && coversRead(rules, action.place, subject, standing)
      // `/dev/tcp/host/port`
      case 'contact-host':
      case 'open-door':
        return shell !== 'posix'
      default:
        return true
    }
  })
}

/** A target written with `~` or a wildcard is for a person, even where it is known today. */
function needsApproval(text: string): boolean {
  return /^\s*\d*[<>&|]+\s*~/.test(text)
}

function isInWorkspace(place: Place, subject: Subject): boolean {
  const { workspace, additional } = subject.surroundings
  return place.kind === 'path' && [workspace, ...additional].some((directory) => isInside(place.real, directory))
}

function teeTargets(command: SimpleCommand, subject: Subject): readonly Place[] {
  let words = command.words
  for (let inner = unwrapped(words); inner !== undefined; inner = unwrapped(words)) words = inner.words
  const program = textOf(words[0])
  if (program !== 'tee' && program?.endsWith('/tee') !== true) return []
  return words
    .slice(1)
    .filter((word) => !(textOf(word) ?? '').startsWith('-'))
    .map((word) => resolvePlace(word, command.cwd, subject.surroundings, subject.world))
}

function speaksOfMoves(rules: CompiledRules): boolean {
  return rules.bare.some((rule) => rule.tool === 'Cd') || rules.changeDirectory.groups.length > 0
}

function forbidsMove(rules: CompiledRules, command: SimpleCommand, subject: Subject): Match | undefined {
  if (!speaksOfMoves(rules)) return undefined
  const target = moveTarget(command, subject)
  if (target === undefined) return undefined
  const bare = rules.bare.find((rule) => rule.tool === 'Cd')
  if (bare !== undefined) return { rule: bare, matched: command.text }
  return forbidsPlace(rules.changeDirectory, target, standingOf(subject))
}

const MOVES: readonly string[] = ['cd', 'chdir', 'pushd', 'set-location', 'sl', 'push-location']

/** Where `cd` goes; undefined for every other command. */
function moveTarget(command: SimpleCommand, subject: Subject): Place | undefined {
  const program = textOf(command.words[0])?.toLowerCase()
  if (program === undefined || !MOVES.includes(program)) return undefined
  const target = command.words
    .slice(1)
    .find((word) => !/^-[LPe@]+$|^--$|^-(path|literalpath)$/i.test(textOf(word) ?? ''))
  if (target === undefined) return resolvePlace(literal('~'), command.cwd, subject.surroundings, subject.world)
  if (textOf(target) === '-') return { kind: 'unknown', source: show(target) }
  return resolvePlace(target, command.cwd, subject.surroundings, subject.world)
}

export function standingOf(subject: Subject): Standing {
  const { cwd, workspace, home } = subject.surroundings
  return { cwd, workspace, home, world: subject.world, surroundings: subject.surroundings }
}
