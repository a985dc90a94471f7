import type { Content, Deed } from '../call/action.ts'
import { liveSecret } from './text-secrets.ts'

/** The text that comes in with a write, when it is known. For an edit only what is added counts. */
export function incoming(content: Content): string | undefined {
  switch (content.kind) {
    case 'text':
      return content.text
    case 'change':
      return content.added
    case 'network':
    case 'copy':
    case 'unknown':
      return undefined
  }
}

const REVERSE_SHELLS: readonly RegExp[] = [
  /\/dev\/(tcp|udp)\/[^/\s]+\/\S+/,
  /\b(bash|sh|zsh)\s+-i\b[^\n]*(>&|0<&|<&)/,
  /\bn(c|cat|etcat)\b[^\n]*\s-[a-z]*[ec]\s*['"]?(\/bin\/)?(ba|z|da)?sh\b/,
  /\bsocat\b[^\n]*\bexec:/i,
  /\bdup2\s*\(\s*\w+\.fileno\(\)\s*,\s*[012]\s*\)/,
  /pty\.spawn\s*\(\s*\[?\s*["'](\/bin\/)?(ba|z)?sh/,
  /TCPSocket\.(new|open)\b[^\n]*\b(exec|popen|spawn)\b/,
  /\bfsockopen\s*\([^\n]*\b(exec|proc_open|shell_exec|popen)\b/,
  /net\.(Socket|connect)\b[^;]*;?[^\n]*child_process[^\n]*\bspawn\b[^\n]*(sh|cmd)\b|\bspawn\(["'](\/bin\/)?(ba)?sh["'][^\n]*\)[^\n]*\.pipe\(/,
  /New-Object\s+(System\.)?Net\.Sockets\.TCPClient/i,
  /\bmkfifo\b[^\n]*\bn(c|cat)\b/,
  /\b0<&\d+;\s*exec\s+\d+<>\s*\/dev\/tcp/,
]

const WEB_SHELLS: readonly RegExp[] = [
  /\b(system|exec|shell_exec|passthru|popen|proc_open|eval|assert)\s*\(\s*(base64_decode\s*\(\s*)?@?\$_(GET|POST|REQUEST|COOKIE|SERVER)\b/i,
  /Runtime\.getRuntime\(\)\.exec\s*\(\s*request\.getParameter/,
  /\b(os\.system|os\.popen|subprocess\.(run|call|Popen|check_output|getoutput)|eval|exec)\s*\(\s*(flask\.)?request\.(args|form|values|json|data|GET|POST)/,
  /\b(exec|execSync|eval|spawn)\s*\(\s*req\.(query|body|params)\b/,
  /\beval\s*\(\s*Request(\.Item)?\s*[[(]/i,
  /ProcessStartInfo[^\n]*Request(\.QueryString)?\[/,
]

/** In any language: an outgoing connection to a fixed address, and a shell that is given its streams. */
const CONNECTS =
  /\b(socket\.connect|connect\s*\(|WSAConnect|new\s+Socket\s*\(|Socket\.connect|TcpStream::connect|net\.Dial|TCPSocket|TCPClient|create_connection|fsockopen|stream_socket_client|IO::Socket::INET|gen_tcp:connect)/
const SHELL =
  /["'`](\/bin\/|\/usr\/bin\/)?(ba|z|da|k)?sh["'`]|["'`]cmd(\.exe)?["'`]|["'`]powershell(\.exe)?["'`]|\/bin\/(ba|z|da)?sh\b/
const STARTS =
  /\b(execve?|execl|execvp|dup2|CreateProcess\w*|Runtime\.getRuntime\(\)|\w+\.exec|ProcessBuilder|Process\.start|popen|Popen|subprocess\.\w+|spawn|exec\.Command|Command::new|proc_open|shell_exec|system)\s*\(?/

/** What the text would do to the machine it runs on, when that is plain from the text alone. */
export function hostileContent(text: string): string | undefined {
  if (REVERSE_SHELLS.some((mark) => mark.test(text)) || (CONNECTS.test(text) && SHELL.test(text) && STARTS.test(text)))
    return 'a shell that connects back to somebody else'
  if (WEB_SHELLS.some((mark) => mark.test(text))) return 'a web shell that runs what a request tells it'
  return undefined
}

const DESTRUCTIVE =
  /\brm\s+(-[a-zA-Z]*\s+)*-[a-zA-Z]*[rRf][a-zA-Z]*\s+(--no-preserve-root\s+)?["']?(\/|~|\$HOME|\/\*|\/(bin|boot|etc|home|lib|mnt|media|opt|proc|root|sbin|srv|sys|usr|var|dev)\b)|\bmkfs(\.\w+)?\s|\bdd\b[^\n]*\bof=\/dev\/(sd|nvme|hd|vd|disk)|:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}|Remove-Item[^\n]*-Recurse[^\n]*[A-Z]:\\(?:\s|$|\*|Windows|Users)|\bformat\s+[a-z]:/i

/** Text that would wipe a home, a system directory or a disk when it runs. */
export function destructiveContent(text: string): boolean {
  return DESTRUCTIVE.test(text)
}

const DOWNLOAD_AND_RUN =
  /\b(curl|wget|fetch|iwr|invoke-webrequest)\b[^\n|;&]*\|\s*(sudo\s+(-\w+\s+)*)?(env\s+)?(ba|z|da|k)?sh\b|\b(bash|sh|zsh|source|\.)\s+<\(\s*(curl|wget)\b|\b(ba|z)?sh\s+-c\s+["']\$\(\s*(curl|wget)|\b(iex|invoke-expression)\b[^\n]*(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)|\|\s*(iex|invoke-expression)\b|\b(eval|source)\s+["']?\$\(\s*(curl|wget)\b|\b(curl|wget)\b[^\n]*\|\s*(python3?|node|perl|ruby)\b/i

/** Text that fetches code and runs it. */
export function downloadsAndRuns(text: string): boolean {
  return DOWNLOAD_AND_RUN.test(text)
}

const SECRET_SOURCES =
  /(~|\$HOME|\/home\/\w+|\/root)\/\.(ssh\/id_|aws\/|netrc|kube\/config|gnupg|npmrc|pypirc|docker\/config)|\bprintenv\b|\$\(env\)|process\.env\b(?!\.)|os\.environ\b(?!\[|\.get)|\$\{\{\s*(toJSON\(\s*)?secrets\b|\b[A-Z_]*(SECRET|TOKEN|API_KEY|PASSWORD)[A-Z_]*\b|\.env\b/

const SENDERS =
  /\bcurl\b[^\n]*(\s-d\b|--data|\s-F\b|--form|\s-T\b|--upload-file|-X\s*P(OST|UT)|\?[\w=&-]*\$)|\bwget\b[^\n]*--post|\bnc(at)?\b\s+[\w.-]+\s+\d+|requests\.(post|put)\(|\bfetch\([^\n]*method:\s*["']P(OST|UT)|https?\.request\(|axios\.(post|put)\(|Invoke-(WebRequest|RestMethod)[^\n]*-Method\s+P(ost|ut)|\bnslookup\b[^\n]*\$|\bdig\b[^\n]*\$/i

/** Text that takes secrets and sends something out. */
export function sendsSecrets(text: string): boolean {
  return SECRET_SOURCES.test(text) && SENDERS.test(text)
}

/** Which live secret a write would leave in a file, in words. */
export function writtenSecret(action: Deed<'write-file'>): string | undefined {
  const text = incoming(action.content)
  return text === undefined ? undefined : liveSecret(text)
}

const LASTING =
  /\bcrontab\b|\/etc\/cron|systemctl\s+(--user\s+)?enable|launchctl\s+(load|bootstrap)|\.bashrc|\.zshrc|\.profile\b|authorized_keys|\/etc\/sudoers|schtasks\s+\/create|CurrentVersion\\Run/i

/** Text that would leave something behind that runs by itself. */
export function leavesSomethingRunning(text: string): boolean {
  return LASTING.test(text)
}

/** The gravest thing the text would do if it ran, in words: for scripts, hooks, jobs and unit files. */
export function harmIfRun(text: string): string | undefined {
  const hostile = hostileContent(text)
  if (hostile !== undefined) return hostile
  if (destructiveContent(text)) return 'a command that wipes a system or home directory'
  if (sendsSecrets(text)) return 'a command that sends secrets out'
  if (downloadsAndRuns(text)) return 'a command that downloads code and runs it'
  return undefined
}
