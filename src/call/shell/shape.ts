import { type Command, type CommandNode, parse, type PipelineNode, type Statement, type Word as Written } from 'unbash'
import { tooNested } from './guards.ts'
import { LIMITS } from './state.ts'

/** What of a command outlives it in the shell that runs it. */
export type Left = 'directory' | 'everything else'

/** What can be said of a command from its form alone, whatever it runs. */
export interface ShellShape {
  /** A job goes on when the command is over. */
  readonly background: boolean
  /** Changed in the shell itself, and so for the commands after it; not in a subshell or a pipe, which have their own. */
  readonly leaves: ReadonlySet<Left>
  /** The whole of what it leaves of the directory is one `cd` to this place, before anything else. */
  readonly leadingDirectory?: string
}

/** Undefined when the text cannot be read as shell. */
export function shapeOf(text: string): ShellShape | undefined {
  if (text.length > LIMITS.scriptBytes || tooNested(text)) return undefined
  const script = parse(text)
  if (script.errors !== undefined && script.errors.length > 0) return undefined
  const seen: Seen = { background: false, leaves: new Set(), changes: 0 }
  for (const statement of script.commands) seeStatement(statement, 'itself', seen)
  const leading = leadingDirectory(script.commands[0])
  return {
    background: seen.background,
    leaves: seen.leaves,
    ...(leading === undefined || seen.changes !== 1 ? {} : { leadingDirectory: leading }),
  }
}

interface Seen {
  background: boolean
  readonly leaves: Set<Left>
  /** How often the directory is changed. */
  changes: number
}

/** Whose the changes are: the shell's itself, or those of one that ends before it. */
type Whose = 'itself' | 'another'

function seeStatement({ background, command }: Statement, whose: Whose, seen: Seen): void {
  if (background === true) seen.background = true
  const nodes: readonly PipelineNode[] = command.type === 'AndOr' ? command.commands : [command]
  for (const node of nodes) seeNode(node, background === true ? 'another' : whose, seen)
}

function seeNode(node: PipelineNode, whose: Whose, seen: Seen): void {
  switch (node.type) {
    case 'Pipeline':
      for (const one of node.commands) seeNode(one, node.commands.length > 1 ? 'another' : whose, seen)
      return
    case 'Command':
      if (whose === 'itself') seeCommand(node, seen)
      return
    case 'Redirected':
      return seeNode(node.command, whose, seen)
    case 'Subshell':
      return seeAll(node.body.commands, 'another', seen)
    case 'BraceGroup':
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
      return seeAll(node.body.commands, whose, seen)
    case 'While':
      return seeAll([...node.clause.commands, ...node.body.commands], whose, seen)
    case 'If':
      return seeAll(
        [
          ...node.clause.commands,
          ...node.then.commands,
          ...node.elif.flatMap((one) => [...one.clause.commands, ...one.then.commands]),
          ...(node.else?.commands ?? []),
        ],
        whose,
        seen,
      )
    case 'Case':
      return seeAll(
        node.items.flatMap(({ body }) => body.commands),
        whose,
        seen,
      )
    case 'Function':
      // Kept for later commands, and run here perhaps.
      if (whose === 'itself') seen.leaves.add('everything else')
      return node.body.type === 'CompoundList'
        ? seeAll(node.body.commands, whose, seen)
        : seeNode(node.body, whose, seen)
    case 'Coproc':
      seen.background = true
      return
    case 'TestCommand':
    case 'ArithmeticCommand':
      return
  }
}

function seeAll(statements: readonly Statement[], whose: Whose, seen: Seen): void {
  for (const statement of statements) seeStatement(statement, whose, seen)
}

/** Builtins by what they leave. */
const DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir'])
const OTHERS: ReadonlySet<string> = new Set(
  `export source . alias unalias unset set shopt setopt unsetopt umask ulimit trap exec eval declare typeset readonly
   local hash enable bind complete disown let read mapfile readarray getopts printf-v`.split(/\s+/),
)
/** Builtins that run another: `command cd`, `builtin cd`. */
const THROUGH: ReadonlySet<string> = new Set(['command', 'builtin'])

function seeCommand(command: Command, seen: Seen): void {
  const words = command.suffix.filter((one) => one.type === 'Word')
  let name = command.name === undefined ? undefined : plainText(command.name)
  if (command.name === undefined) {
    if (command.prefix.some((one) => one.type === 'Assignment')) seen.leaves.add('everything else')
    return
  }
  if (name !== undefined && THROUGH.has(name)) name = words[0] === undefined ? name : plainText(words[0])
  // A name that is not known yet is taken for a program: at worst the client is not where a `cd` would have taken it.
  if (name === undefined) {
    seen.leaves.add('everything else')
    seen.changes += 2
  } else if (DIRECTORY.has(name)) {
    seen.leaves.add('directory')
    seen.changes += name === 'cd' ? 1 : 2
  } else if (name === 'eval' || name === 'source' || name === '.') {
    seen.leaves.add('directory').add('everything else')
    seen.changes += 2
  } else if (OTHERS.has(name)) seen.leaves.add('everything else')
}

/** `cd <place> && …`, `cd <place>; …`: the first simple command, with one operand that is wholly known. */
function leadingDirectory(first: Statement | undefined): string | undefined {
  if (first === undefined || first.background === true) return undefined
  const { command } = first
  const node: CommandNode | PipelineNode | undefined =
    command.type === 'AndOr' ? (command.operators.includes('||') ? undefined : command.commands[0]) : command
  if (node?.type !== 'Command' || node.prefix.length > 0 || node.redirects.length > 0) return undefined
  const words = node.suffix.filter((one) => one.type === 'Word')
  if (words.length !== node.suffix.length || node.name?.value !== 'cd') return undefined
  const [place, ...more] = words.map(plainText)
  return place === undefined || place === '' || place.startsWith('-') || more.length > 0 ? undefined : place
}

/** The text of a word that nothing expands; undefined when something does. */
function plainText(word: Written): string | undefined {
  const plain = (word.parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'SingleQuoted' ||
      (part.type === 'DoubleQuoted' && part.parts.every((inner) => inner.type === 'Literal')),
  )
  return plain && !word.value.startsWith('~') ? word.value : undefined
}
