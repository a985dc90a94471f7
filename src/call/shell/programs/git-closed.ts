import { literal, show, textOf, type Word } from '../../word.ts'
import { KNOWN_OPTIONS } from './git-known.ts'
import type { ProgramContext } from './program.ts'

/**
 * Arguments of a subcommand of git with its abbreviated options written out (`--open` is `--open-files-in-pager`), after
 * saying of each option that is not known that it is not understood.
 */
export function knownArguments(context: ProgramContext, subcommand: string, args: readonly Word[]): readonly Word[] {
  const known = optionsOf(subcommand)
  if (known === undefined) return args
  const end = args.findIndex((word) => textOf(word) === '--' || textOf(word) === COMMAND_AFTER[subcommand])
  return args.map((word, at) => {
    const text = textOf(word)
    if ((end >= 0 && at >= end) || text === undefined || !/^-\S+$/.test(text)) return word
    if (TAKES_NEXT.has(textOf(args[at - 1]) ?? '')) return word
    const whole = text.startsWith('--') ? longOption(text, known) : isShort(text, known, subcommand) ? text : undefined
    if (whole !== undefined) return whole === text ? word : literal(whole)
    context.opaque('unknown-option', `unknown option \`${show(word).slice(0, 100)}\` of git ${subcommand}`)
    return word
  })
}

/** The word after which a command stands, with options of its own. */
const COMMAND_AFTER: Readonly<Record<string, string>> = { bisect: 'run', submodule: 'foreach' }

/** Options whose value, the next word, often begins with a dash. */
const TAKES_NEXT = new Set([
  '-m',
  '--message',
  '--sort',
  '--grep',
  '--author',
  '--format',
  '--pretty',
  '-S',
  '-G',
  '-e',
])

const sets = new Map<string, ReadonlySet<string>>()

function optionsOf(subcommand: string): ReadonlySet<string> | undefined {
  const written = KNOWN_OPTIONS[subcommand]
  if (written === undefined) return undefined
  let set = sets.get(subcommand)
  if (set === undefined) sets.set(subcommand, (set = new Set([...written.split(' '), ...EVERYWHERE])))
  return set
}

const EVERYWHERE = ['--help', '-h']

/** The option as git reads it: exactly, negated, or the beginning of exactly one. */
function longOption(text: string, known: ReadonlySet<string>): string | undefined {
  const [, name, value = ''] = /^(--[^=]+)(=.*)?$/s.exec(text) ?? []
  if (name === undefined) return undefined
  if (known.has(name) || known.has(name.replace(/^--no-/, '--'))) return text
  const longer = [...known].filter((option) => option.startsWith(name))
  return longer.length === 1 ? `${longer[0]}${value}` : undefined
}

/**
 * `-am`, `-n5`, `-U3`, `-Sneedle`, `-20`: letters that are known, up to one that takes what is left as its value. A letter
 * that starts a program has to stand alone, where it is read: hidden behind others (`-nO/tmp/x`) it is not understood.
 */
function isShort(text: string, known: ReadonlySet<string>, subcommand: string): boolean {
  if (/^-\d+$/.test(text)) return true
  const starts = STARTS[subcommand]
  if (starts !== undefined && /^[A-Za-z]*/.exec(text.slice(2))![0].includes(starts)) return false
  for (let at = 1; at < text.length; at++) {
    const letter = text[at]!
    if (/^\d+$/.test(text.slice(at))) return true
    if (!known.has(`-${letter}`)) return false
    if (TAKES_REST.has(letter)) return true
  }
  return true
}

/** The letter of a subcommand whose value is started as a program. */
const STARTS: Readonly<Record<string, string>> = { grep: 'O', rebase: 'x', difftool: 'x', clone: 'u', 'ls-remote': 'u' }

/** Letters after which the rest of the word is a value. */
const TAKES_REST = new Set('mFCcStuUnMDBOLGlXjIopx')
