import type { Deed } from '../../call/action.ts'
import { baseName } from '../../call/paths.ts'
import { isGiven, knownPrefix, textOf, type Word } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { type Finding, here, isInsideAny, knownText } from './finding.ts'
import { matchesLine } from './process-patterns.ts'

/** Signals to the daemon, and programs that attach to it or take its resources away, however it is picked out. */
export function signalsGate(subject: Subject): Finding | undefined {
  const { gate } = subject.world
  if (gate.processes.length === 0 && gate.commandLines.length === 0) return undefined
  return endsGate(subject) ?? handlesGate(subject) ?? codeSignals(subject) ?? stopsService(subject)
}

function finding(evidence: string): Finding {
  return { code: 'itself.process', what: `\`${evidence}\` could reach the gate's own process` }
}

function unknown(evidence: string): Finding {
  return {
    code: 'itself.process',
    what: `which process \`${evidence}\` means is not known, and it may be the gate's`,
    instead: "find out the number first and name it, or choose by a port or a pattern that is not the gate's",
  }
}

function endsGate(subject: Subject): Finding | undefined {
  for (const end of here(subject, 'end-process')) {
    if (isProbe(end.evidence)) continue
    switch (end.whose) {
      case 'own':
        break
      case 'all':
        return finding(end.evidence)
      case 'pid': {
        // PowerShell tells `(Get-Process node).Id` as a number that it does not know.
        const found = /^-?\d+$/.test(end.target)
          ? isOurs(Number(end.target), subject) && finding(end.evidence)
          : choosesGate(end, subject)
        if (found) return found
        break
      }
      case 'named':
        if (namesGate(end, subject)) return finding(end.evidence)
        break
      case 'unknown': {
        const found = choosesGate(end, subject)
        if (found !== undefined) return found
        break
      }
    }
  }
  return undefined
}

/** `kill -0` only asks whether a process is there. */
function isProbe(evidence: string): boolean {
  return /^\S*kill\s+(?:-0|-s\s*0|-n\s*0)\s/.test(evidence)
}

/** By number, by process group, or everything. */
function isOurs(pid: number, { world }: Subject): boolean {
  return pid === -1 || pid === 0 || world.gate.processes.includes(Math.abs(pid))
}

/** What `ps -o comm` shows of a daemon that runs on Node. */
const PROCESS_NAMES = ['node', 'MainThread', 'node-MainThread', 'portcullis'] as const

function processNames({ world }: Subject): readonly string[] {
  return [...PROCESS_NAMES, ...world.gate.commandLines.map((line) => baseName(line.split(' ')[0]!))]
}

/** `pkill`, `killall`, `fuser -k`, `Stop-Process -Name` and their like. */
function namesGate(end: Deed<'end-process'>, subject: Subject): boolean {
  const run = here(subject, 'run-program').findLast(
    ({ evidence, program }) => evidence === end.evidence && !WRAPPERS.has(program),
  )
  if (run === undefined) return matchesLine(end.target, processNames(subject))
  switch (run.program) {
    case 'pkill':
    case 'skill':
    case 'slay':
      return picksGate(run.args, subject)
    case 'killall':
      return killsByName(run.args, subject)
    case 'fuser':
      return picksByUse(run.args, subject)
    case 'kill-port':
    case 'fkill':
      return run.args.some((word) => mayBePort(word, subject)) || byNames(run.args, subject)
    case 'wmic':
      return /node|portcullis/i.test(end.target) || !/where/i.test(end.target)
    case 'loginctl':
      return true
    default:
      return byNames([{ kind: 'literal', text: end.target }], subject)
  }
}

const WRAPPERS: ReadonlySet<string> = new Set(['xargs', 'npx', 'command', 'sudo', 'nohup', 'timeout', 'env'])

/** Names as Windows writes them, with or without `.exe`, with wildcards. */
function byNames(words: readonly Word[], subject: Subject): boolean {
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
function picksGate(words: readonly Word[], subject: Subject): boolean {
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
    return pattern === undefined ? !isGiven(word) : matchesLine(pattern, lines, { exact, ignoreCase })
  })
}

function killsByName(words: readonly Word[], subject: Subject): boolean {
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
function picksByUse(words: readonly Word[], subject: Subject): boolean {
  const { gate } = subject.world
  return words.some((word) => {
    const text = textOf(word)
    if (text === undefined) return !isGiven(word)
    if (text.startsWith('-')) return /^-[a-z]*m/.test(text) || text === '--mount'
    return mayBePort(word, subject) || isInsideAny(text, [...gate.secrets, ...gate.sockets, ...gate.fixed])
  })
}

function mayBePort(word: Word, { world }: Subject): boolean {
  const text = textOf(word)
  if (text === undefined) return false
  return [...text.matchAll(/(?<![\d.])(\d{2,5})(?:-(\d{2,5}))?(?![\d.])/g)].some(([, from, to]) =>
    world.gate.ports.some((port) => port >= Number(from) && port <= Number(to ?? from)),
  )
}

/** Programs whose output picks processes out, and whether they could pick the gate. */
const CHOOSERS: ReadonlySet<string> = new Set(
  'pgrep pidof ps lsof fuser ss netstat top pstree seq get-process tasklist get-ciminstance get-nettcpconnection'.split(
    ' ',
  ),
)

/** A number that is only known when it runs: what printed it decides. */
function choosesGate(end: Deed<'end-process'>, subject: Subject): Finding | undefined {
  const typed = codeNumber(end.target)
  if (typed !== undefined) return isOurs(typed, subject) ? finding(end.evidence) : undefined
  // In code a name may be what the code started; anything that is computed may be any number.
  const computed = /kill\w*\(\s*([^,)]*)/i.exec(end.target)?.[1]
  if (computed !== undefined) return /^[A-Za-z_$][\w$.?]*$/.test(computed) ? undefined : unknown(end.evidence)
  const programs = here(subject, 'run-program')
  const choosers = programs.filter(({ program }) => CHOOSERS.has(program))
  if (choosers.some((run) => couldChoose(run, programs, subject))) return finding(end.evidence)
  if (choosers.length > 0) return undefined
  if (/\/proc\b/.test(commandOf(subject))) return finding(end.evidence)
  const files = here(subject, 'read-file').filter(({ extent }) => extent === 'content')
  for (const { place } of files) {
    const text = place.kind === 'path' ? subject.world.read(place.real, 4096) : undefined
    if (text !== undefined && [...text.matchAll(/\d+/g)].some(([pid]) => isOurs(Number(pid), subject)))
      return finding(end.evidence)
  }
  // A variable that was there before, a job of this shell, a number kept in a file of the project.
  if (/^["']?\$\{?\w+\}?["']?$/.test(end.target) || files.length > 0) return undefined
  if (programs.some(({ program }) => program === 'jobs')) return undefined
  return /\$\(|`|\$\{/.test(end.target) || end.target === '…' ? unknown(end.evidence) : undefined
}

/** `os.kill(4242, 9)`: the number in code. */
function codeNumber(target: string): number | undefined {
  const found = /kill\w*\(\s*(-?\d+)\s*[,)]/i.exec(target)
  return found ? Number(found[1]) : undefined
}

function couldChoose(run: Deed<'run-program'>, all: readonly Deed<'run-program'>[], subject: Subject): boolean {
  const { gate, user } = subject.world
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
    case 'get-nettcpconnection': {
      const at = run.args.findIndex((word) => /^-LocalPort/i.test(knownText(word)))
      return at < 0 || mayBePort(run.args[at + 1] ?? run.args[at]!, subject)
    }
    default: {
      // A list of all processes: what is chosen from it is what the filters let through.
      const lines = gate.commandLines.map(
        (line, at) =>
          `${user} ${gate.processes[at] ?? 0} LISTEN 0.0 127.0.0.1:${gate.ports.join(' 127.0.0.1:')} users:(("node",pid=${gate.processes[at] ?? 0},fd=20)) ${line}`,
      )
      return !filtersOf(all).some((pattern) => !matchesLine(pattern.text, lines, pattern.how))
    }
  }
}

/** What `grep` and `awk '/…/'` of the same call let through. */
function filtersOf(
  programs: readonly Deed<'run-program'>[],
): readonly { readonly text: string; readonly how: { readonly ignoreCase: boolean } }[] {
  return programs.flatMap(({ program, args }) => {
    const texts = args.map((word) => textOf(word))
    if (/^[ef]?grep$|^rg$/.test(program)) {
      const letters = texts.filter((text) => /^-[a-zA-Z]+$/.test(text ?? '')).join('')
      const pattern = texts.find((text) => text !== undefined && !text.startsWith('-'))
      if (letters.includes('v') || pattern === undefined || texts.some((text) => text?.startsWith('--inv'))) return []
      return [{ text: pattern, how: { ignoreCase: letters.includes('i') } }]
    }
    const pattern = /^g?awk$|^mawk$/.test(program) ? /^\s*\/((?:[^/\\]|\\.)+)\//.exec(texts[0] ?? '')?.[1] : undefined
    return pattern === undefined ? [] : [{ text: pattern, how: { ignoreCase: false } }]
  })
}

/** Programs that attach to a process, change its limits or read its memory, by its number. */
const HANDLERS: ReadonlySet<string> = new Set(
  'gdb lldb strace ltrace dtruss prlimit renice ionice taskset cpulimit reptyr gcore nsenter chrt schedtool perf py-spy rbspy bpftrace rr dlv jmap jstack jcmd pmap process-dump procdump cgclassify criu gstack pstack eu-stack'.split(
    ' ',
  ),
)

function handlesGate(subject: Subject): Finding | undefined {
  const { processes } = subject.world.gate
  for (const run of here(subject, 'run-program')) {
    const inspects = run.program === 'node' && textOf(run.args[0]) === 'inspect'
    if (!HANDLERS.has(run.program) && !inspects) continue
    const named = run.args.some((word) => {
      const number = /^(?:-[-\w]*?=?)?(\d+)$/.exec(textOf(word) ?? '')?.[1]
      return number !== undefined && processes.includes(Number(number))
    })
    if (named) return finding(run.evidence)
    const dynamic = run.args.some(
      (word) => word.kind === 'dynamic' && !isGiven(word) && !knownPrefix(word).includes('/'),
    )
    const choosers = here(subject, 'run-program').filter(({ program }) => CHOOSERS.has(program))
    if (dynamic && choosers.some((one) => couldChoose(one, here(subject, 'run-program'), subject)))
      return finding(run.evidence)
  }
  return undefined
}

/** Code that is not wholly read, with a signal and the daemon's number or a walk over all processes in it. */
function codeSignals(subject: Subject): Finding | undefined {
  const { processes } = subject.world.gate
  for (const action of subject.actions) {
    if (action.where.kind !== 'here') continue
    if (action.does !== 'run-code' && action.does !== 'something-opaque') continue
    const text = action.evidence
    if (!/kill|signal|terminate|stop-process|suspend|psutil|setpriority|rlimit|ptrace/i.test(text)) continue
    if (processes.some((pid) => new RegExp(`(?<![\\d.])${pid}(?![\\d.])`).test(text))) return finding(text)
    if (/\b(?:process_iter|psutil\.pids|getprocesses|processlist)\b|['"]\/proc['"/]/i.test(text)) return finding(text)
  }
  return undefined
}

/** Units that the daemon may be part of, whatever it is called. */
const WHOLE_SESSION =
  /^(?:user(?:@\d+)?\.(?:slice|service)|session-\S+\.scope|.*\*.*|(?:default|basic|exit)\.target|-\.slice|app\.slice)$/

/** The daemon as a service of the machine or of the user, or connections to it cut by the kernel. */
function stopsService(subject: Subject): Finding | undefined {
  for (const run of here(subject, 'run-program')) {
    const words = run.args.map(knownText)
    if (run.program === 'systemctl') {
      if (words.includes('--user') && words.some((word) => /^(?:exit|isolate|emergency|rescue|halt)$/.test(word)))
        return finding(run.evidence)
      const ends = words.some((word) => /^(?:stop|kill|restart|disable|mask|freeze|reset-failed)$/.test(word))
      if (ends && words.some((word) => WHOLE_SESSION.test(word) || /portcullis/i.test(word)))
        return finding(run.evidence)
    }
    const cuts =
      run.program === 'tcpkill' || (run.program === 'ss' && words.some((word) => /^-\w*K|^--kill$/.test(word)))
    if (cuts && (run.args.some((word) => mayBePort(word, subject)) || !words.some((word) => /\d/.test(word))))
      return finding(run.evidence)
  }
  for (const action of here(subject, 'change-system'))
    if (
      /portcullis/i.test(action.target) &&
      (action.deed === 'stop-service' || action.deed === 'remove-package' || action.deed === 'disable-security')
    )
      return finding(action.evidence)
  return undefined
}

function commandOf({ call }: Subject): string {
  return typeof call.input['command'] === 'string' ? call.input['command'] : ''
}
