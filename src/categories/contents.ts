import type { Content, ActionOf } from '../call/action.ts'
import { inOnePart, onOneLine } from './on-one-line.ts'
import { isRemoteShell, isWebShell } from './remote-shells.ts'
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

/** What the text would do to the machine it runs on, when that is plain from the text alone. */
export function hostileContent(text: string): string | undefined {
  if (isRemoteShell(text)) return 'a shell that connects back to somebody else'
  if (isWebShell(text)) return 'a web shell that runs what a request tells it'
  return undefined
}

const DESTRUCTIVE =
  /\brm\s+(-[a-zA-Z]*\s+){0,64}?-[a-zA-Z]*[rRf][a-zA-Z]*\s+(--no-preserve-root\s+)?["']?(\/(?!tmp\/[\w$]+[\w$.-]*(?:["'\s;]|$))|~|\$HOME|\/\*|\/(bin|boot|etc|home|lib|mnt|media|opt|proc|root|sbin|srv|sys|usr|var|dev)\b)|\bmkfs(\.\w+)?\s|:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}|\bformat\s+[a-z]:/i

/** The same through a library: whole trees of the home directory or the disk, and the copies that would bring them back. */
const DESTRUCTIVE_CALLS =
  /\b(?:rmtree|remove_tree|rm_rf|rm_r|rmSync|rmdirSync|removeSync|emptyDirSync|remove_dir_all|RemoveAll|deleteDirectory|deleteRecursively|removeItem)\b\s*\(?\s*(?:atPath:\s*)?(?:["'](?:\/|~\/?|\/(?:home|root|etc|usr|var|boot|Users)(?:\/[\w.*-]*)?|[A-Z]:(?:\\\\?|\/)?(?:Users|Windows)?)["']|(?:os\.path\.expanduser|path\.expanduser)\(\s*["']~\/?["']|(?:pathlib\.)?Path\.home\(\)\s*[,)]|Dir\.home\s*\)?\s*$|os\.homedir\(\)\s*[,)]|process\.env\.HOME\s*[,)]|NSHomeDirectory\(\)\s*\)|os\.environ\[["']HOME["']\]\s*[,)]|os\.Getenv\(\s*"HOME"\s*\)\s*\)|(?:std::)?env::var\(\s*"HOME"\s*\)|(?:dirs::)?home_dir\(\))|\bvssadmin\s+delete\s+shadows|\bwmic\s+shadowcopy\s+delete|\bwbadmin\s+delete\s+(?:catalog|systemstatebackup|backup)|\bbcdedit\b[^\n]*recoveryenabled\s+no|\b(?:del|erase|rd|rmdir)\s+(?:\/[a-z]\s+)+["']?(?:[A-Z]:\\(?:\s|$|["'*]|Windows|Users|Program)|%(?:USERPROFILE|SYSTEMDRIVE|SYSTEMROOT)%)|[A-Z]:\\(?:Users|Windows)?[^\n|]*\|\s*Remove-Item\b/im

const DESTRUCTIVE_LINES: readonly RegExp[] = [
  onOneLine(/\bdd\b/i, /\bof=\/dev\/(?:sd|nvme|hd|vd|disk)/),
  onOneLine(/Remove-Item/i, /-Recurse/, /[A-Z]:\\(?:\s|$|\*|Windows|Users)/),
]

/** Code that would do so through a library. */
export function wipesByCall(text: string): boolean {
  return DESTRUCTIVE_CALLS.test(text)
}

/** Text that would wipe a home, a system directory or a disk when it runs. */
export function destructiveContent(text: string): boolean {
  return DESTRUCTIVE.test(text) || DESTRUCTIVE_CALLS.test(text) || DESTRUCTIVE_LINES.some((line) => line.test(text))
}

const DOWNLOAD_AND_RUN =
  /\b(bash|sh|zsh|source|\.)\s+<\(\s*(curl|wget)\b|\b(ba|z)?sh\s+-c\s+["']\$\(\s*(curl|wget)|\|\s*(iex|invoke-expression)\b|\b(eval|source)\s+["']?\$\(\s*(curl|wget)\b/i

const DOWNLOAD_AND_RUN_LINES: readonly RegExp[] = [
  inOnePart(
    String.raw`[^\n|;&]`,
    /\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b/i,
    /\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:ba|z|da|k)?sh\b/,
  ),
  onOneLine(/\b(?:iex|invoke-expression)\b/i, /iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring/),
  onOneLine(/\b(?:curl|wget)\b/i, /\|\s*(?:python3?|node|perl|ruby)\b/),
]

/** Text that fetches code and runs it. */
export function downloadsAndRuns(text: string): boolean {
  return DOWNLOAD_AND_RUN.test(text) || DOWNLOAD_AND_RUN_LINES.some((line) => line.test(text))
}

const SECRET_SOURCES =
  /(~|\$HOME|\/home\/\w+|\/root)\/\.(ssh(\/id_|\/?[\s"';|)])|aws\b|netrc|kube\/config|gnupg|npmrc|pypirc|docker\/config)|\bprintenv\b|\$\(env\)|process\.env\b(?!\.)|os\.environ\b(?!\[|\.get)|\$\{\{\s*(toJSON\(\s*)?secrets\b|\b[A-Z_]*(SECRET|TOKEN|API_KEY|PASSWORD)[A-Z_]*\b|\.env\b/

const SENDERS: readonly RegExp[] = [
  /\bnc(at)?\b\s+[\w.-]+\s+\d+|requests\.(post|put)\(|https?\.request\(|axios\.(post|put)\(/i,
  onOneLine(/\bcurl\b/i, /\s-d\b|--data|\s-F\b|--form|\s-T\b|--upload-file|-X\s*P(?:OST|UT)|\?[\w=&-]*\$/),
  onOneLine(/\bwget\b/i, /--post/),
  onOneLine(/\bfetch\(/i, /method:\s*["']P(?:OST|UT)/),
  onOneLine(/Invoke-(?:WebRequest|RestMethod)/i, /-Method\s+P(?:ost|ut)/),
  onOneLine(/\bnslookup\b|\bdig\b/i, /\$/),
]

/** Text that takes secrets and sends something out. */
export function sendsSecrets(text: string): boolean {
  return SECRET_SOURCES.test(text) && SENDERS.some((sender) => sender.test(text))
}

/** Which live secret a write would leave in a file, in words. */
export function writtenSecret(action: ActionOf<'write-file'>): string | undefined {
  const text = incoming(action.content)
  return text === undefined ? undefined : liveSecret(text)
}

const LASTING =
  /\bcrontab\b|\/etc\/cron|systemctl\s+(--user\s+)?enable|launchctl\s+(load|bootstrap)|\.bashrc|\.zshrc|\.profile\b|authorized_keys|\/etc\/sudoers|schtasks\s+\/create|CurrentVersion\\Run/i

/** Text that would leave something behind that runs by itself. */
export function leavesSomethingRunning(text: string): boolean {
  return LASTING.test(text)
}

/** The same for the description of an image, whose lines run inside it: what they remove is the image's own. */
export function harmInImage(text: string): string | undefined {
  const hostile = hostileContent(text)
  if (hostile !== undefined) return hostile
  if (sendsSecrets(text)) return 'a command that sends secrets out'
  return downloadsAndRuns(text) ? 'a command that downloads code and runs it' : undefined
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
