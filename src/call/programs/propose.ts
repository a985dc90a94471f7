import type { Entry, Value } from './entry.ts'
import type { HelpOptions, ValueKind } from './help-text.ts'
import type { Role } from './roles.ts'

/** An entry made from what a program's help tells, for a person to review, and what they have to decide. */
export interface Proposal {
  readonly entry: Entry
  /** Not followed until somebody gives them a role. */
  readonly undecided: readonly string[]
  /** Told of, and left out: nothing says what they do. */
  readonly subcommands: readonly string[]
}

/** Options whose names say that more happens than printing. Whoever knows the program gives them a role. */
const MATTERS =
  /^-{1,2}(?:no-)?(?:.*-)?(?:apply|build|clean|cmd|code|command|commit|config|configuration|create|daemon|delete|deploy|destroy|drop|editor|eval|exec|execute|expression|fix|force|hook|hooks|import|in-?place|init|install|listen|load|module|move|overwrite|pager|password|plugin|plugins|post|preload|publish|purge|push|put|remove|replace|require|reset|restart|rm|rsh|run|save|script|secret|send|server|serve|shell|start|stop|sudo|sync|token|transform|uninstall|update|upgrade|upload|use|write|yes)(?:-.*)?$/i
const WRITES = /^(?:-o|-O|--(?:.*-)?(?:out|output|outfile|log|logfile|report|dump|dest|destination|target)(?:-.*)?)$/i
const READS = /^--(?:.*-)?(?:input|ignore|exclude|include|from|source|patterns?)(?:-.*)?$/i

/** What a value is taken for when nothing about its name speaks against it. A word alone could be anything that the program loads. */
const BY_KIND: Readonly<Record<ValueKind, Role>> = {
  value: 'text',
  number: 'number',
  file: 'opaque',
  directory: 'opaque',
  url: 'fetch',
  host: 'opaque',
  command: 'run-command',
}

/** Effects are proposed where names and values tell them; the rest is `opaque`, and operands and subcommands are left out. */
export function proposeEntry(recorded: HelpOptions): Proposal {
  const options: Record<string, Value> = {}
  const flags: string[] = []
  const undecided: string[] = []
  const inert = new Map<string, string[]>()
  for (const group of recorded.alike) {
    const names = group.filter((name) => name !== '--help' && name !== '--version')
    const role = roleOf(names, recorded)
    if (names.length === 0) continue
    if (role.startsWith('opaque')) undecided.push(...names)
    if (role === 'flag') flags.push(...names)
    else if (/^(?:text|number|opaque)/.test(role)) inert.set(role, [...(inert.get(role) ?? []), ...names])
    else options[names.join(', ')] = role
  }
  // An effect is reviewed by itself; text, numbers and what is not followed share a line.
  for (const [role, names] of inert) options[names.join(', ')] = role
  return {
    entry: {
      ...(Object.keys(options).length > 0 ? { options } : {}),
      ...(flags.length > 0 ? { flags: flags.join(' ') } : {}),
    },
    undecided,
    subcommands: recorded.subcommands,
  }
}

/** The role of one option by all its spellings: `-y, --yes` matters because of `--yes`. */
function roleOf(names: readonly string[], { valued, optionalValue }: HelpOptions): Role | `${Role}?` {
  const named = (pattern: RegExp): boolean => names.some((name) => pattern.test(name))
  const kind = names.map((name) => valued[name]).find((one) => one !== undefined)
  if (kind === undefined) {
    if (named(MATTERS)) return 'opaque?'
    return names.some((name) => optionalValue.includes(name)) ? 'text?' : 'flag'
  }
  if (named(WRITES) && (kind === 'file' || kind === 'value')) return 'write'
  if (named(WRITES) && kind === 'directory') return 'directory'
  if (kind === 'file' && named(READS)) return 'read'
  return kind !== 'command' && named(MATTERS) ? 'opaque' : BY_KIND[kind]
}
