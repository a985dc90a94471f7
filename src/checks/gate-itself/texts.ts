import { tailIn, tailsOf } from './composed.ts'
import type { Subject } from '../subject.ts'
import { changed, type Finding } from './finding.ts'
import { portOfUrl } from './ports.ts'
import { namesSecretPath } from './named-places.ts'

/** Longest text that is searched for names of the gate. */
const LONGEST = 256 * 1024

/**
 * What a text that somebody obeys (a script, a configuration, a list of names) would do to the gate: it names what only the
 * gate may open, changes what belongs to it, signals its process or speaks to its port.
 */
export function orderedIn(
  text: string,
  by: string,
  subject: Subject,
  reach: 'changes' | 'any' = 'changes',
): Finding | undefined {
  if (text.length > LONGEST) return undefined
  const { gate } = subject.world
  const { home } = subject.surroundings
  const secret = namesSecretPath(text, subject) ?? tailIn(text, tailsOf(gate.secrets, subject), home)
  if (secret !== undefined)
    return {
      code: 'itself.secret',
      what: `${by} names \`${secret}\`, where the gate keeps its state, keys and log`,
    }
  const own = reach === 'any' || CHANGES.test(text) ? tailIn(text, tailsOf(gate.fixed, subject), home) : undefined
  if (own !== undefined)
    return changed(`${by} may change \`${own}\`, which belongs to the gate`, `${home}/${own}`, subject)
  const pid = gate.processes.find((one) => signals(text, String(one)))
  if (pid !== undefined || NAMED.test(text) || FOUND.every((pattern) => pattern.test(joined(text))))
    return { code: 'itself.process', what: `${by} could signal the gate's own process` }
  const port = portOfUrl(text, gate.ports)
  return port === undefined ? undefined : { code: 'itself.port', what: `${by} names the gate's own port ${port}` }
}

/** Words with which anything is moved, removed, written or closed off. */
const CHANGES =
  /\b(?:mv|rm|cp|ln|dd|tee|install|unlink|shred|truncate|chmod|chown|chattr|rename|remove\w*|delete\w*|move\w*|write\w*|copy\w*|symlink\w*|lineinfile|replace\w*|blockinfile|state:\s*absent|put_contents|open|R|r|F|f)\b|>|\brm[A-Z]|sed\s+-i/

const SIGNALS = String.raw`\b(?:p?kill\w*|killpg|signal\w*|send_signal|terminate|tgkill|pidfd_\w+|ptrace|process_vm_\w+|gdb|strace|renice|nsenter)\b`

function signals(text: string, pid: string): boolean {
  return text.includes(pid) && new RegExp(`${SIGNALS}[^\\n]{0,60}(?<![\\d.])${pid}(?![\\d.])`, 'i').test(text)
}

/** By its name: `pkill -f 'portcullis serve'`, `systemctl stop portcullis`. */
const NAMED =
  /\b(?:p?kill(?:all)?|pkill|stop-process|taskkill)\b[^\n]{0,60}portcullis|\b(?:stop|disable|mask|kill|restart|bootout|unload|remove)\b[^\n]{0,30}\bportcullis(?:\.service)?\b/i
/** By a look at all processes. */
const FOUND: readonly RegExp[] = [
  /portcullis/i,
  /\bkill|signal|terminate/i,
  /\/proc\b|\bpgrep\b|\bpidof\b|process_iter|\bps\s+-?[aefuxo]/,
]

/** With pieces put together that stand in quotes. */
function joined(text: string): string {
  return text.replaceAll(/["'`]\s*(?:\+|\.{1,2}|~)\s*["'`]/g, '')
}
