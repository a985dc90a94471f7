import type { ActionOf } from '../../call/action.ts'
import { isGiven, knownPrefix, knownText, textOf } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { type Finding, here } from './finding.ts'
import {
  byNames,
  CHOOSERS,
  couldChoose,
  isOurs,
  killsByName,
  mayBePort,
  picksByUse,
  picksGate,
  processNames,
} from './picked-processes.ts'
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
    if (isProbe(end.evidence) || clearsUp(end, subject)) continue
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

/** `trap 'kill 0' EXIT`: a script that ends what it has started. The daemon is started in a group of its own. */
function clearsUp({ target, evidence }: ActionOf<'end-process'>, subject: Subject): boolean {
  return (
    target === '0' &&
    here(subject, 'run-program').some(({ program, args }) => program === 'trap' && textOf(args[0])?.includes(evidence))
  )
}

/** `pkill`, `killall`, `fuser -k`, `Stop-Process -Name` and their like. */
function namesGate(end: ActionOf<'end-process'>, subject: Subject): boolean {
  const run = here(subject, 'run-program').findLast(
    ({ evidence, program }) => evidence === end.evidence && !WRAPPERS.has(program),
  )
  if (run === undefined) return matchesLine(end.target, processNames(subject))
  switch (run.program) {
    case 'pkill':
    case 'skill':
    case 'snice':
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

/** A number that is only known when it runs: what printed it decides. */
function choosesGate(end: ActionOf<'end-process'>, subject: Subject): Finding | undefined {
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

/** Programs that attach to a process, change its limits or read its memory, by its number. */
const HANDLERS: ReadonlySet<string> = new Set(
  'gdb lldb strace ltrace dtruss prlimit renice ionice taskset cpulimit reptyr gcore nsenter chrt schedtool perf py-spy rbspy bpftrace rr dlv jmap jstack jcmd pmap process-dump procdump cgclassify criu gstack pstack eu-stack'.split(
    ' ',
  ),
)

function handlesGate(subject: Subject): Finding | undefined {
  const { processes } = subject.world.gate
  for (const run of here(subject, 'run-program')) {
    if (sharesProcesses(run)) return finding(run.evidence)
    const inspects = run.program === 'node' && textOf(run.args[0]) === 'inspect'
    if (!HANDLERS.has(run.program) && !inspects) continue
    const named = run.args.some((word) => {
      const number = /^(?:-[-\w]*?=?)?(\d+)$/.exec(textOf(word) ?? '')?.[1]
      return number !== undefined && processes.includes(Number(number))
    })
    if (named) return finding(run.evidence)
    // A probe in the program that the gate runs on is one in the gate: `bpftrace -e 'uprobe:/…/node:… '`.
    const probes = run.args.some((word) => gateNodes(subject).some((path) => knownText(word).includes(path)))
    if (TRACERS.test(run.program) && probes) return finding(run.evidence)
    const dynamic = run.args.some(
      (word) => word.kind === 'dynamic' && !isGiven(word) && !knownPrefix(word).includes('/'),
    )
    const choosers = here(subject, 'run-program').filter(({ program }) => CHOOSERS.has(program))
    if (dynamic && choosers.some((one) => couldChoose(one, here(subject, 'run-program'), subject)))
      return finding(run.evidence)
  }
  return undefined
}

const TRACERS =
  /^(?:bpftrace|perf|stap|dtrace|ltrace|strace|uprobe|trace-bpfcc|funccount(?:-bpfcc)?|frida(?:-trace)?|lttng)$/

/** The program that the daemon is an instance of. */
function gateNodes({ world }: Subject): readonly string[] {
  return world.gate.commandLines.map((line) => line.split(' ')[0]!).filter((path) => path.startsWith('/'))
}

/** A container that sees every process of the machine: `docker run --pid=host`. */
function sharesProcesses({ program, args }: ActionOf<'run-program'>): boolean {
  return (
    /^(?:docker|podman|nerdctl)$/.test(program) &&
    args.some(
      (word, at) =>
        knownText(word) === '--pid=host' || (knownText(word) === '--pid' && textOf(args[at + 1]) === 'host'),
    )
  )
}

/** Code that is not wholly read, with a signal and the daemon's number or a walk over all processes in it. */
function codeSignals(subject: Subject): Finding | undefined {
  const { processes } = subject.world.gate
  for (const action of subject.actions) {
    if (action.where.kind !== 'here') continue
    if (action.does !== 'run-code' && action.does !== 'something-opaque') continue
    const text = action.evidence
    if (
      !/kill|signal|terminate|stop-process|suspend|psutil|setpriority|rlimit|ptrace|pidfd|process_vm|debug|attach/i.test(
        text,
      )
    )
      continue
    if (processes.some((pid) => new RegExp(`(?<![\\d.])${pid}(?![\\d.])`).test(text))) return finding(text)
    if (/\b(?:process_iter|psutil\.pids|getprocesses|processlist)\b|['"]\/proc['"/]/i.test(text)) return finding(text)
  }
  return undefined
}

/** Units that the daemon may be part of, whatever it is called. */
const WHOLE_SESSION =
  /^(?:user(?:@\d+)?\.(?:slice|service)|session-\S+\.scope|.*\*.*|(?:default|basic|exit)\.target|-\.slice|app\.slice)$/

/** What shows units and changes none. */
const LOOKS_AT_UNITS = /^(?:status|show|cat|help|is-[a-z-]+|list-[a-z-]+|show-environment|get-default)$/
const PACKET_FILTERS = /^(?:ip6?tables(?:-\w+)?|nft|ufw|firewall-cmd|pfctl|ipfw|tc|ebtables|socketfilterfw)$/

/** The daemon as a service of the machine or of the user, or connections to it cut by the kernel. */
function stopsService(subject: Subject): Finding | undefined {
  for (const run of here(subject, 'run-program')) {
    const words = run.args.map(knownText)
    if (run.program === 'systemctl') {
      if (words.includes('--user') && words.some((word) => /^(?:exit|isolate|emergency|rescue|halt)$/.test(word)))
        return finding(run.evidence)
      const verb = words.find((word) => /^[a-z][a-z-]+$/.test(word))
      const looks = verb === undefined || LOOKS_AT_UNITS.test(verb)
      if (!looks && words.some((word) => WHOLE_SESSION.test(word) || /portcullis/i.test(word)))
        return finding(run.evidence)
    }
    // Packets to the gate's port dropped, sent elsewhere or slowed down.
    if (PACKET_FILTERS.test(run.program) && run.args.some((word) => mayBePort(word, subject)))
      return finding(run.evidence)
    const cuts =
      run.program === 'tcpkill' || (run.program === 'ss' && words.some((word) => /^-\w*K|^--kill$/.test(word)))
    if (cuts && (run.args.some((word) => mayBePort(word, subject)) || !words.some((word) => /\d/.test(word))))
      return finding(run.evidence)
  }
  for (const action of here(subject, 'change-system'))
    if (action.deed === 'inject-process' && /^\d+$/.test(action.target) && isOurs(Number(action.target), subject))
      return finding(action.evidence)
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
