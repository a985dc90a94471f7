import { type CommandNode, type CompoundList, parse, type PipelineNode, type Script, type Statement } from 'unbash'
import { lowerCase, lowerFor, lowerIf, lowerWhile } from './control.ts'
import { arithmetic, expandWord } from './expand.ts'
import { tooNested } from './guards.ts'
import { lowerSimple } from './simple-command.ts'
import { applyRedirects } from './redirections.ts'
import { copyShell, inSubshell, LIMITS, type Scope, tellOpaque } from './state.ts'
import { inSequence, NOTHING, type Stream, UNKNOWN } from './stream.ts'
import { lowerTest } from './tests.ts'
import { dynamic } from '../word.ts'

/** Lowers a parsed script. A parse error anywhere is remembered; what could be read is still told. */
export function lowerScript(
  scope: Scope,
  script: Script & { readonly errors?: readonly unknown[] | undefined },
): Stream {
  if (script.errors && script.errors.length > 0 && !scope.run.broken) {
    scope.run.broken = true
    tellOpaque(scope, 'not-parsed', scope.source.slice(script.pos, Math.min(script.end, script.pos + 400)))
  }
  return lowerStatements(scope, script.commands)
}

/** Lowers text that is executed as shell code: eval, `sh -c`, a script. */
export function lowerText(scope: Scope, text: string, via: string): Stream {
  if (scope.frame.depth >= LIMITS.depth || text.length > LIMITS.scriptBytes || tooNested(text)) {
    tellOpaque(scope, scope.frame.depth >= LIMITS.depth ? 'too-deep' : 'too-long', text.slice(0, 200))
    return UNKNOWN
  }
  const frame = {
    ...scope.frame,
    via: via === '' ? scope.frame.via : [...scope.frame.via, via],
    depth: scope.frame.depth + 1,
  }
  return lowerScript({ ...scope, frame, source: text }, parse(text))
}

export function lowerList(scope: Scope, list: CompoundList): Stream {
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
  if (command.type !== 'AndOr') return lowerPipelineNode(inner, command)
  let output = lowerPipelineNode(inner, command.commands[0]!)
  for (const next of command.commands.slice(1)) {
    const before = new Map(inner.shell.variables)
    output = inSequence(output, lowerPipelineNode(inner, next))
    forgetDifferences(inner, before)
  }
  return output
}

/** After something that may or may not have run: a variable it changed is unknown. */
export function forgetDifferences(scope: Scope, before: ReadonlyMap<string, unknown>): void {
  for (const [name, value] of scope.shell.variables) {
    const old = before.get(name)
    if (old !== value && !sameText(old, value)) {
      // A variable that nothing set before is unknown when it is not set now: its only known value stands.
      if (old !== undefined) scope.shell.variables.set(name, dynamic(`$${name}`, 'variable'))
    }
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
  tellPipedShell(scope, node.commands)
  let stream = scope.stdin
  for (const command of node.commands) {
    stream = lowerCommandNode({ ...inSubshell(scope, stream), frame: { ...scope.frame, forks: true } }, command)
  }
  return stream
}

const SHELL = /^(?:\S*\/)?(?:ba|z|da|k|a)?sh$/
const NETWORK_PIPE = /^(?:\S*\/)?(?:nc|ncat|netcat|nc\.\w+|telnet|socat|openssl)$/

/** A shell whose output goes straight to a network program talks with whoever is at the other end. */
function tellPipedShell(scope: Scope, commands: readonly CommandNode[]): void {
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

export function lowerCommandNode(scope: Scope, node: CommandNode): Stream {
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
export function lowerLoopBody(scope: Scope, body: CompoundList): Stream {
  const before = copyShell(scope.shell)
  const output = lowerList(scope, body)
  let changed = false
  for (const [name, value] of scope.shell.variables) {
    if (before.variables.get(name) !== value && !sameText(before.variables.get(name), value)) {
      changed = true
      scope.shell.variables.set(name, dynamic(`$${name}`, 'variable'))
    }
  }
  if (changed && before.variables.size > 0) lowerList(scope, body)
  return output.kind === 'text' || output.kind === 'nothing' ? UNKNOWN : output
}
