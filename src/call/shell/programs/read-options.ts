import type { Action } from '../../action.ts'
import { show, textOf, type Word } from '../../word.ts'
import { type Arity, type GivenOption, type Grammar, readArguments, type ReadArguments } from '../options.ts'
import { inertOptionsOf } from './known-options.ts'
import type { Invocation, ProgramContext } from './program.ts'

/**
 * Reads the options of a program whose meaning is code. Closed: an option that is neither in the grammar nor among those
 * that are known to have no effect is not understood, and neither is a value for a flag.
 */
export function readOptions(context: ProgramContext, args: readonly Word[], grammar: Grammar): ReadArguments {
  const { program } = context.invocation
  optionsAreRead(context)
  const arity = together(grammar.arity, inertOptionsOf(program))
  const read = readArguments(args, { ...grammar, arity })
  recordUnknown(context, read, arity)
  return read
}

function recordUnknown(context: ProgramContext, read: ReadArguments, arity: Arities): void {
  const unknown = new Set<string>()
  for (const option of read.given) if (!isWrittenDown(option, arity)) unknown.add(spellingOf(option))
  for (const name of unknown)
    context.opaque('unknown-option', `unknown option \`${name}\` of ${context.invocation.program}`)
}

/** Invocations whose options have been read, by an entry or by the program's code. */
const readByCode = new WeakSet<Invocation>()

export function optionsAreRead({ invocation }: ProgramContext): void {
  readByCode.add(invocation)
}

/** To these programs a word with a dash is text like any other, or their code reads its own language. */
const OWN_LANGUAGE: ReadonlySet<string> = new Set(
  'echo gecho printf gprintf print test [ true false : expr return exit continue break seq gseq jot factor dirs find gfind fd fdfind git yadm dotfiles busybox toybox convert magick mogrify composite montage gm compare import display animate gdb lldb rr bwrap portcullis portcullis.cjs portcullis.js $ % sh bash dash zsh ksh ash fish csh tcsh mksh pwsh powershell python python2 python3 pypy pypy3 py graalpy capsh setpriv sg ksu'.split(
    ' ',
  ),
)

export function hasOwnLanguage(program: string): boolean {
  return OWN_LANGUAGE.has(program)
}

/**
 * Of a program whose code looks at single words, the options that are not written down: where nothing is `recorded` that
 * is looked at anyway.
 */
export function recordUnlisted(context: ProgramContext, recorded: readonly Action[]): void {
  const { invocation } = context
  if (readByCode.has(invocation) || OWN_LANGUAGE.has(invocation.program)) return
  if (recorded.some(({ does }) => SPEAKS.has(does))) return
  const arity = inertOptionsOf(invocation.program)
  recordUnknown(context, readArguments(invocation.args, { arity, style: 'gnu', stopAtOperand: false }), arity)
}

const SPEAKS: ReadonlySet<Action['does']> = new Set([
  'something-opaque',
  'change-system',
  'change-settings',
  'read-secret',
])

type Arities = ReadonlyMap<string, Arity>

const joined = new WeakMap<Arities, WeakMap<Arities, Arities>>()

function together(own: Arities, inert: Arities): Arities {
  const before = joined.get(own)?.get(inert)
  if (before) return before
  const both: Arities = new Map([...inert, ...own])
  joined.set(own, (joined.get(own) ?? new WeakMap<Arities, Arities>()).set(inert, both))
  return both
}

function isWrittenDown({ name, value }: GivenOption, arity: Arities): boolean {
  const known = arity.get(name)
  if (known === undefined) return false
  return known !== 'flag' || value === undefined || SWITCH.test(textOf(value) ?? '')
}

/** What a flag may be set to: `--wait=false`, `--color=auto`. */
const SWITCH = /^(?:true|false|yes|no|on|off|[01]|auto|always|never|all|none)$/i

/** As it was typed, without its value: `-auto-approve` of a program that reads letters is no row of letters. */
function spellingOf({ name, typed }: GivenOption): string {
  const text = show(typed)
  const end = text.indexOf('=')
  return name.startsWith('--') || /^-\w\w?$/.test(text) ? name : end < 0 ? text : text.slice(0, end)
}
