import { type CommandNode, type CompoundList, parse, type PipelineNode, type Script, type Statement } from 'unbash'
import { lowerCase, lowerFor, lowerIf, lowerWhile } from './control.ts'
import { arithmetic, expandJoined, expandPattern, expandWord } from './expand.ts'
import { tooNested } from './guards.ts'
import { isSieve } from './sieves.ts'
import type { ShellReader } from './reader.ts'
import { inlineCode, scriptFile } from './scripts.ts'
import { lowerSimple, lowerUncalled, startProgram } from './simple-command.ts'
import { applyRedirects } from './redirections.ts'
import { copyShell, inSubshell, LIMITS, mayGoOn, type Scope, type Shell, recordOpaque } from './state.ts'
import { inSequence, NOTHING, type Stream, UNKNOWN } from './stream.ts'
import { lowerTest } from './tests.ts'
import { isInside } from '../paths.ts'
import type { Place } from '../place.ts'
import { dynamic } from '../word.ts'

/** The reader of shell text, put together from its parts. */
export const shellReader: ShellReader = {
  script: lowerScript,
  text: lowerText,
  list: lowerList,
  loopBody: lowerLoopBody,
  node: lowerCommandNode,
  uncalledFunctions: lowerUncalled,
  word: expandJoined,
  pattern: expandPattern,
  arithmetic,
  program: startProgram,
  code: inlineCode,
  file: scriptFile,
}

/** Lowers a parsed script. A parse error anywhere is remembered; what could be read is still told. */
function lowerScript(scope: Scope, script: Script & { readonly errors?: readonly unknown[] | undefined }): Stream {
  if (script.errors && script.errors.length > 0) {
    const shown = scope.source.slice(script.pos, Math.min(script.end, script.pos + 400))
    // A file that cannot be read as shell is code not seen through; the call itself was read.
    if (scope.frame.files.length > 0) recordOpaque(scope, 'unreadable-code', `${scope.frame.files.at(-1)}: ${shown}`)
    else if (!scope.run.broken) {
      scope.run.broken = true
      recordOpaque(scope, 'not-parsed', shown)
    }
  }
  return lowerStatements(scope, script.commands)
}

/** Lowers text that is executed as shell code: eval, `sh -c`, a script. */
function lowerText(scope: Scope, text: string, via: string): Stream {
  if (scope.frame.depth >= LIMITS.depth || text.length > LIMITS.scriptBytes || tooNested(text)) {
    recordOpaque(scope, scope.frame.depth >= LIMITS.depth ? 'too-deep' : 'too-long', text.slice(0, 200))
    return UNKNOWN
  }
  const frame = {
    ...scope.frame,
    via: via === '' ? scope.frame.via : [...scope.frame.via, via],
    depth: scope.frame.depth + 1,
  }
  return lowerScript({ ...scope, frame, source: text }, parse(text))
}

function lowerList(scope: Scope, list: CompoundList): Stream {
  return lowerStatements(scope, list.commands)
}

function lowerStatements(scope: Scope, statements: readonly Statement[]): Stream {
  if (statements.length === 1) return lowerStatement(scope, statements[0]!)
  let output: Stream = NOTHING
  for (const statement of statements) output = inSequence(output, lowerStatement(scope, statement))
  return output
}

function lowerStatement(scope: Scope, statement: Statement): Stream {
  const inner: Scope = statement.background
    ? { ...inSubshell(scope, NOTHING), frame: { ...scope.frame, forks: true } }
    : scope
  const { command } = statement
  const { shell } = inner
  const { cwd } = shell
  if (command.type !== 'AndOr') {
    const output = lowerPipelineNode(inner, command)
    if (shell.cwd !== cwd && !shell.stopsOnError && !isCertain(inner)) mayBeIn(shell, cwd)
    return output
  }
  const [first, ...others] = command.commands
  let output = lowerPipelineNode(inner, first!)
  let before = new Map(shell.variables)
  let moved = shell.cwd
  for (const [index, next] of others.entries()) {
    if (command.operators[index] === '||') {
      forgetDifferences(inner, before)
      before = new Map(shell.variables)
      output = inSequence(output, lowerAlternative(inner, next, cwd, moved))
    } else output = inSequence(output, lowerPipelineNode(inner, next))
    moved = shell.cwd
  }
  forgetDifferences(inner, before)
  const gone = command.operators.at(-1) === '||' && leaves(others.at(-1)!)
  if (shell.cwd !== cwd && !gone) mayBeIn(shell, cwd)
  return output
}

/** The right side of `||` runs where the left side failed to go. */
function lowerAlternative(scope: Scope, node: PipelineNode, start: Place, moved: Place): Stream {
  const { shell } = scope
  if (moved === start) return lowerPipelineNode(scope, node)
  shell.cwd = start
  const output = lowerPipelineNode(scope, node)
  const arrived = shell.cwd
  shell.cwd = moved
  if (arrived !== start) mayBeIn(shell, arrived)
  return output
}

function mayBeIn(shell: Shell, place: Place): void {
  if (shell.elsewhere.length < MOST_DIRECTORIES && !shell.elsewhere.includes(place))
    shell.elsewhere = [...shell.elsewhere, place]
}

const MOST_DIRECTORIES = 8

/** The directory it changed to is there, or this call made it. */
function isCertain({ run, shell }: Scope): boolean {
  const { cwd } = shell
  if (cwd.kind !== 'path') return false
  const { world, surroundings } = run.context
  if (['/', '/tmp', surroundings.home, surroundings.workspace, surroundings.cwd].includes(cwd.real)) return true
  if (world.look(cwd.real) === 'directory') return true
  return run.actions.some(
    (action) =>
      action.does === 'write-file' &&
      action.how === 'directory' &&
      action.place.kind === 'path' &&
      isInside(action.place.real, cwd.real),
  )
}

/** `exit`, `return`, and groups that end in one. */
function leaves(node: PipelineNode): boolean {
  if (node.type === 'Command') return /^(?:exit|return|continue|break|die)$/.test(node.name?.value ?? '')
  if (node.type !== 'BraceGroup') return false
  const last = node.body.commands.at(-1)?.command
  return last !== undefined && last.type !== 'AndOr' && leaves(last)
}

/** After something that may or may not have run: a variable it changed is unknown. */
export function forgetDifferences(scope: Scope, before: ReadonlyMap<string, unknown>): void {
  for (const [name, value] of scope.shell.variables) {
    const old = before.get(name)
    if (old !== value && !sameText(old, value)) scope.shell.variables.set(name, dynamic(`$${name}`))
  }
}

function sameText(a: unknown, b: unknown): boolean {
  return (
    typeof a === 'object' &&
    typeof b === 'object' &&
    a !== null &&
    b !== null &&
    'text' in a &&
    'text' in b &&
    a.text === b.text
  )
}

function lowerPipelineNode(scope: Scope, node: PipelineNode): Stream {
  if (node.type !== 'Pipeline') return lowerCommandNode(scope, node)
  if (node.commands.length === 1) return lowerCommandNode(scope, node.commands[0]!)
  recordPipedShell(scope, node.commands)
  let stream = scope.stdin
  const lastSieve = node.commands.findLastIndex(isSieve)
  for (const [index, command] of node.commands.entries()) {
    const sifted = scope.frame.sifted || index < lastSieve
    stream = lowerCommandNode({ ...inSubshell(scope, stream), frame: { ...scope.frame, forks: true, sifted } }, command)
  }
  return stream
}

const SHELL = /^(?:\S*\/)?(?:ba|z|da|k|a)?sh$/
const NETWORK_PIPE = /^(?:\S*\/)?(?:nc|ncat|netcat|nc\.\w+|telnet|socat|openssl)$/

/** A shell whose output goes straight to a network program talks with whoever is at the other end. */
function recordPipedShell(scope: Scope, commands: readonly CommandNode[]): void {
  for (const [index, command] of commands.entries()) {
    const next = commands[index + 1]
    if (command.type !== 'Command' || next?.type !== 'Command') continue
    if (!SHELL.test(command.name?.value ?? '') || !NETWORK_PIPE.test(next.name?.value ?? '')) continue
    if (command.args.some((word) => word.type === 'Word' && /^-\w*c$/.test(word.value))) continue
    scope.run.actions.push({
      does: 'open-door',
      what: 'reverse-shell',
      evidence: scope.source.slice(command.pos, next.end),
      where: scope.frame.where,
      elevated: scope.frame.elevated,
    })
  }
}

function lowerCommandNode(scope: Scope, node: CommandNode): Stream {
  if (!mayGoOn(scope)) return UNKNOWN
  switch (node.type) {
    case 'Command':
      return lowerSimple(scope, node)
    case 'Redirected': {
      const applied = applyRedirects(scope, node.redirects)
      const output = lowerCommandNode({ ...scope, stdin: applied.stdin ?? scope.stdin }, node.command)
      applied.finish(output)
      return applied.stdout === 'elsewhere' ? NOTHING : output
    }
    case 'Subshell':
      return lowerList(inSubshell(scope), node.body)
    case 'BraceGroup':
      return lowerList(scope, node.body)
    case 'If':
      return lowerIf(scope, node)
    case 'While':
      return lowerWhile(scope, node)
    case 'For':
    case 'Select':
      return lowerFor(scope, node)
    case 'ArithmeticFor': {
      for (const expression of [node.initialize, node.test, node.update]) if (expression) arithmetic(scope, expression)
      for (const name of scope.shell.variables.keys())
        if (scope.source.slice(node.pos, node.body.pos).includes(name))
          scope.shell.variables.set(name, dynamic(`$${name}`, 'arithmetic'))
      return lowerLoopBody(scope, node.body)
    }
    case 'Case':
      return lowerCase(scope, node)
    case 'TestCommand':
      lowerTest(scope, node.expression)
      return NOTHING
    case 'ArithmeticCommand':
      if (node.expression) arithmetic(scope, node.expression)
      return NOTHING
    case 'Function': {
      const name = node.name.value
      scope.shell.functions.set(name, { node, source: scope.source, called: false })
      return NOTHING
    }
    case 'Coproc':
      if (node.name) expandWord(scope, node.name)
      if (node.body.type === 'CompoundList') return lowerList(inSubshell(scope, UNKNOWN), node.body)
      return lowerCommandNode(inSubshell(scope, UNKNOWN), node.body)
  }
}

/** A loop body: what it changes is unknown at its own start from the second round on. */
function lowerLoopBody(scope: Scope, body: CompoundList): Stream {
  const before = copyShell(scope.shell)
  const output = lowerList(scope, body)
  let changed = false
  for (const [name, value] of scope.shell.variables) {
    if (before.variables.get(name) !== value && !sameText(before.variables.get(name), value)) {
      changed = true
      scope.shell.variables.set(name, dynamic(`$${name}`))
    }
  }
  if (changed && before.variables.size > 0) lowerList(scope, body)
  return output.kind === 'text' || output.kind === 'nothing' ? UNKNOWN : output
}
