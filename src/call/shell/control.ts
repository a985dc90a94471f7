import type { Case, CompoundList, For, If, Select, While } from 'unbash'
import { dynamic, textOf, type Word } from '../word.ts'
import { expandJoined, expandPattern, expandWords } from './expand.ts'
import { matches } from './patterns.ts'
import { copyShell, LIMITS, type Scope, type Shell, type Value } from './state.ts'
import { either, inSequence, NOTHING, type Stream } from './stream.ts'

export function lowerIf(scope: Scope, node: If): Stream {
  const { elsewhere } = scope.shell
  scope.run.reader.list(scope, node.clause)
  // `if cd x; then`: what follows runs only where the change of directory worked.
  if (node.clause.commands.length === 1 && !node.else && node.elif.length === 0) {
    const doubts = scope.shell.elsewhere
    scope.shell.elsewhere = elsewhere
    const output = lowerBranches(scope, [node.then], true)
    scope.shell.elsewhere = [...new Set([...doubts, ...scope.shell.elsewhere])]
    return output
  }
  const bodies: CompoundList[] = [node.then]
  for (const elif of node.elif) {
    scope.run.reader.list({ ...scope, shell: copyShell(scope.shell) }, elif.clause)
    bodies.push(elif.then)
  }
  if (node.else) bodies.push(node.else)
  return lowerBranches(scope, bodies, node.else === undefined)
}

/** Each body runs in the state before; afterwards only what all paths agree on is known. */
function lowerBranches(scope: Scope, bodies: readonly CompoundList[], mayDoNothing: boolean): Stream {
  const before = copyShell(scope.shell)
  const ends: Shell[] = mayDoNothing ? [before] : []
  let output: Stream | undefined = mayDoNothing ? NOTHING : undefined
  for (const body of bodies) {
    const shell = copyShell(before)
    const stream = scope.run.reader.list({ ...scope, shell }, body)
    output = output ? either(output, stream) : stream
    ends.push(shell)
  }
  join(scope.shell, ends)
  return output ?? NOTHING
}

function join(shell: Shell, ends: readonly Shell[]): void {
  const names = new Set(ends.flatMap((end) => [...end.variables.keys()]))
  for (const name of names) {
    const values = ends.map((end) => end.variables.get(name))
    const first = values[0]
    const agreed = first !== undefined && values.every((value) => value === first || sameWord(value, first))
    shell.variables.set(name, agreed ? first : dynamic(`$${name}`))
  }
  for (const end of ends) {
    for (const name of end.exported) shell.exported.add(name)
    for (const [name, body] of end.functions) shell.functions.set(name, body)
    for (const [name, text] of end.aliases) shell.aliases.set(name, text)
  }
  const [first, ...others] = ends.map((end) => end.cwd)
  const same = others.every((place) => place.kind === 'path' && first?.kind === 'path' && place.path === first.path)
  shell.cwd = first && same ? first : { kind: 'unknown', source: '$PWD' }
  if (ends.some((end) => end.positional !== ends[0]!.positional)) shell.positional = undefined
  shell.elsewhere = [...new Set(ends.flatMap((end) => end.elsewhere))]
  shell.stopsOnError = ends.every((end) => end.stopsOnError)
}

function sameWord(a: Value | undefined, b: Value): boolean {
  return a?.kind === 'literal' && b.kind === 'literal' && a.text === b.text
}

export function lowerWhile(scope: Scope, node: While): Stream {
  scope.run.reader.list(scope, node.clause)
  if (node.kind === 'while' && isBusy(node))
    scope.run.actions.push({
      does: 'change-system',
      deed: 'exhaust',
      target: 'processor',
      evidence: scope.source.slice(node.pos, node.end),
      where: scope.frame.where,
      elevated: scope.frame.elevated,
    })
  return scope.run.reader.loopBody(scope, node.body)
}

/** `while :; do :; done`: it turns for ever and does nothing, or starts one process after another and waits for none. */
function isBusy(node: While): boolean {
  const idle = (list: CompoundList): boolean =>
    list.commands.length > 0 &&
    list.commands.every(
      ({ command }) =>
        command.type === 'Command' && command.suffix.length === 0 && /^(?:true|:)$/.test(command.name?.value ?? ''),
    )
  return idle(node.clause) && (idle(node.body) || node.body.commands.every((statement) => waitsForNothing(statement)))
}

function waitsForNothing(statement: CompoundList['commands'][number]): boolean {
  if (statement.background) return true
  const { command } = statement
  return command.type === 'Subshell' && command.body.commands.every(waitsForNothing)
}

/** A loop over words that are known is unrolled; any other runs its body once with an unknown variable. */
export function lowerFor(scope: Scope, node: For | Select): Stream {
  const name = node.name.value
  const words: readonly Word[] | undefined = node.wordlist ? expandWords(scope, node.wordlist) : scope.shell.positional
  const known = words?.every((word) => word.kind === 'literal') ? words : undefined
  if (node.type === 'For' && known && known.length <= LIMITS.loopRounds) {
    let output: Stream = NOTHING
    for (const word of known) {
      scope.shell.variables.set(name, word)
      output = inSequence(output, scope.run.reader.list(scope, node.body))
    }
    return output
  }
  if (words && words.length <= LIMITS.loopRounds && node.type === 'For') {
    // Globs and partly known words: each round with what is known of its word.
    let output: Stream = NOTHING
    for (const word of words) {
      scope.shell.variables.set(name, word)
      output = inSequence(output, scope.run.reader.loopBody(scope, node.body))
    }
    return output
  }
  scope.shell.variables.set(name, dynamic(`$${name}`))
  return scope.run.reader.loopBody(scope, node.body)
}

export function lowerCase(scope: Scope, node: Case): Stream {
  const subject = textOf(expandJoined(scope, node.word))
  const bodies: CompoundList[] = []
  let settled = false
  for (const item of node.items) {
    const patterns = item.pattern.map((pattern) => expandPattern(scope, pattern))
    const verdicts = patterns.map((pattern) =>
      subject === undefined || pattern === undefined ? undefined : matches(subject, pattern),
    )
    if (verdicts.every((verdict) => verdict === false)) continue
    bodies.push(item.body)
    if (verdicts.includes(true) && (item.terminator ?? ';;') === ';;') {
      settled = true
      break
    }
    if (patterns.includes('*') && (item.terminator ?? ';;') === ';;') {
      settled = true
      break
    }
  }
  return lowerBranches(scope, bodies, !settled)
}
