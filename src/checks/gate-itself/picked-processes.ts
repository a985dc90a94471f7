import type { ActionOf } from '../../call/action.ts'
import { baseName } from '../../call/paths.ts'
import { isGiven, knownText, textOf, type Word } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { isInsideAny } from './finding.ts'
import { matchesLine } from './process-patterns.ts'

/** By number, by process group, or everything. */
export function isOurs(pid: number, { world }: Subject): boolean {
  return pid === -1 || pid === 0 || world.gate.processes.includes(Math.abs(pid))
}

/** What `ps -o comm` shows of a daemon that runs on Node. */
const PROCESS_NAMES = ['node', 'MainThread', 'node-MainThread', 'portcullis'] as const

export function processNames({ world }: Subject): readonly string[] {
  return [...PROCESS_NAMES, ...world.gate.commandLines.map((line) => baseName(line.split(' ')[0]!))]
}

/** Names as Windows writes them, with or without `.exe`, with wildcards. */
export function byNames(words: readonly Word[], subject: Subject): boolean {
  return words.some((word) =>
    knownText(word)
      .split(/[\s,]+/)
      .some((name) => {
        const bare = name.replace(/\.exe$/i, '')
        if (/^[*?]+$/.test(bare)) return true
        if (bare === '' || bare.startsWith('-') || bare.startsWith('/')) return false
        const pattern = bare
          .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
          .replaceAll('*', '.*')
          .replaceAll('?', '.')
        return matchesLine(pattern, processNames(subject), { exact: true, ignoreCase: true })
      }),
  )
}

const PGREP_VALUES =
  /^-(?:[UuPgGstFOydDrA]|-(?:uid|euid|parent|pgroup|group|session|terminal|pidfile|older|delimiter|signal|runstates|cgroup|env|ns|nslist))$/

/** `pgrep` and `pkill`: the pattern is matched against the name, with `-f` against the whole command line. */
export function picksGate(words: readonly Word[], subject: Subject): boolean {
  const { gate, user } = subject.world
  const operands: Word[] = []
  let full = false
  let exact = false
  let ignoreCase = false
  let inverted = false
  for (let at = 0; at < words.length; at++) {
    const text = textOf(words[at])
    if (text === undefined || !text.startsWith('-') || text === '-') {
      operands.push(words[at]!)
      continue
    }
    if (PGREP_VALUES.test(text)) {
      const value = textOf(words[++at])
      // Another user's, or another session's: not the gate. What is not known may be.
      if (value === undefined) continue
      if (/^-(?:u|U|-uid|-euid)$/.test(text) && value !== user && !/^\d+$/.test(value)) return false
      if (/^-(?:g|s|P|-pgroup|-session|-parent)$/.test(text) && !isOurs(Number(value), subject) && value !== '1')
        return false
      if (/^-(?:t|-terminal)$/.test(text)) return false
      continue
    }
    if (text.startsWith('--')) {
      if (text === '--full') full = true
      else if (text === '--exact') exact = true
      else if (text === '--ignore-case') ignoreCase = true
      else if (text === '--inverse') inverted = true
      continue
    }
    if (/^-(?:[A-Z][A-Z0-9]+|\d+)$/.test(text)) continue
    full ||= text.includes('f')
    exact ||= text.includes('x')
    ignoreCase ||= text.includes('i')
    inverted ||= text.includes('v')
  }
  if (inverted || operands.length === 0) return true
  const lines = full ? gate.commandLines : processNames(subject)
  return operands.some((word) => {
    const pattern = textOf(word)
    return pattern === undefined
      ? !isGiven(word)
      : /portcullis/i.test(pattern) || matchesLine(pattern, lines, { exact, ignoreCase })
  })
}

export function killsByName(words: readonly Word[], subject: Subject): boolean {
  const texts = words.map((word) => textOf(word))
  const user = texts.findIndex((text) => text === '-u' || text === '--user')
  if (user >= 0 && texts[user + 1] !== undefined && texts[user + 1] !== subject.world.user) return false
  const regexp = texts.some((text) => text === '-r' || text === '--regexp')
  const ignoreCase = texts.some((text) => text === '-I' || text === '--ignore-case')
  const names = words.filter((word, at) => {
    const text = textOf(word)
    return !(text?.startsWith('-') ?? false) && !/^-[uysoZn]$|^--(?:user|signal)$/.test(texts[at - 1] ?? '')
  })
  if (names.length === 0) return user >= 0
  return names.some((word) => {
    const name = textOf(word)
    if (name === undefined) return !isGiven(word)
    if (name.includes('/')) return isInsideAny(name, subject.world.gate.fixed) || baseName(name) === 'node'
    return regexp
      ? matchesLine(name, processNames(subject), { ignoreCase })
      : processNames(subject).some((one) => (ignoreCase ? one.toLowerCase() === name.toLowerCase() : one === name))
  })
}

/** `fuser`: whoever uses a port or a file. */
export function picksByUse(words: readonly Word[], subject: Subject): boolean {
  const { gate } = subject.world
  return words.some((word) => {
    const text = textOf(word)
    if (text === undefined) return !isGiven(word)
    if (text.startsWith('-')) return /^-[a-z]*m/.test(text) || text === '--mount'
    return mayBePort(word, subject) || isInsideAny(text, [...gate.secrets, ...gate.sockets, ...gate.fixed])
  })
}

export function mayBePort(word: Word, { world }: Subject): boolean {
  const text = textOf(word)
  if (text === undefined) return false
  return [...text.matchAll(/(?<![\d.])(\d{2,5})(?:-(\d{2,5}))?(?![\d.])/g)].some(([, from, to]) =>
    world.gate.ports.some((port) => port >= Number(from) && port <= Number(to ?? from)),
  )
}

/** Programs whose output picks processes out, and whether they could pick the gate. */
export const CHOOSERS: ReadonlySet<string> = new Set(
  'pgrep pidof ps lsof fuser ss netstat top pstree seq get-process tasklist get-ciminstance get-nettcpconnection'.split(
    ' ',
  ),
)

/** Whether what this program prints could be the daemon's number. */
export function couldChoose(
  run: ActionOf<'run-program'>,
  all: readonly ActionOf<'run-program'>[],
  subject: Subject,
): boolean {
  const { gate } = subject.world
  switch (run.program) {
    case 'pgrep':
      return picksGate(run.args, subject)
    case 'pidof':
    case 'get-process':
      return byNames(run.args, subject)
    case 'fuser':
      return picksByUse(run.args, subject)
    case 'lsof': {
      const words = run.args.map(knownText)
      const ports = run.args.filter((word) => /:[\w$\u0000]/.test(knownText(word).replace(/^TCP:LISTEN$/i, '')))
      if (ports.length > 0)
        return ports.some((word) => mayBePort(word, subject) || (word.kind === 'dynamic' && !isGiven(word)))
      if (words.some((word) => /^-[a-zA-Z]*i/.test(word))) return true
      const paths = words.filter((word) => word.includes('/'))
      return (
        paths.length === 0 || paths.some((path) => isInsideAny(path, [...gate.secrets, ...gate.sockets, ...gate.fixed]))
      )
    }
    case 'seq':
      return true
    case 'ss': {
      // Sockets of one port: `ss -ltnp 'sport = :3000'`.
      const ports = run.args.filter((word) => /:\d{2,5}\b/.test(knownText(word)))
      if (ports.length > 0 && !ports.some((word) => mayBePort(word, subject))) return false
      return couldBeListed(all, subject)
    }
    case 'get-nettcpconnection': {
      const at = run.args.findIndex((word) => /^-LocalPort/i.test(knownText(word)))
      return at < 0 || mayBePort(run.args[at + 1] ?? run.args[at]!, subject)
    }
    default:
      return couldBeListed(all, subject)
  }
}

/** A list of all processes: what is chosen from it is what the filters let through. */
function couldBeListed(all: readonly ActionOf<'run-program'>[], { world }: Subject): boolean {
  const { gate, user } = world
  const lines = gate.commandLines.map(
    (line, at) =>
      `${user} ${gate.processes[at] ?? 0} LISTEN 0.0 127.0.0.1:${gate.ports.join(' 127.0.0.1:')} users:(("node",pid=${gate.processes[at] ?? 0},fd=20)) ${line}`,
  )
  return !filtersOf(all).some((pattern) => !matchesLine(pattern.text, lines, pattern.how))
}

/** What `grep` and `awk '/…/'` of the same call let through. */
function filtersOf(
  programs: readonly ActionOf<'run-program'>[],
): readonly { readonly text: string; readonly how: { readonly ignoreCase: boolean } }[] {
  return programs.flatMap(({ program, args }) => {
    const texts = args.map((word) => textOf(word))
    if (/^[ef]?grep$|^rg$/.test(program)) {
      const letters = texts.filter((text) => /^-[a-zA-Z]+$/.test(text ?? '')).join('')
      const pattern = texts.find((text) => text !== undefined && !text.startsWith('-'))
      if (letters.includes('v') || pattern === undefined || texts.some((text) => text?.startsWith('--inv'))) return []
      // `\K` of Perl's expressions only says where what is printed begins.
      return [{ text: pattern.replaceAll('\\K', ''), how: { ignoreCase: letters.includes('i') } }]
    }
    const pattern = /^g?awk$|^mawk$/.test(program) ? /^\s*\/((?:[^/\\]|\\.)+)\//.exec(texts[0] ?? '')?.[1] : undefined
    return pattern === undefined ? [] : [{ text: pattern, how: { ignoreCase: false } }]
  })
}
