import type { Action } from '../call/action.ts'
import { isInside, normalise } from '../call/paths.ts'
import { shapeOf, type ShellShape } from '../call/shell/shape.ts'
import type { Doubtful } from '../classifier/walls.ts'

/**
 * Why a call cannot be contained; undefined when it can. That nothing but doubt speaks against it is for whoever asks to
 * see to: this is about what would not work behind walls, or would work and mean nothing.
 */
export function notContained(call: Doubtful): string | undefined {
  const command = call.input['command']
  if (call.tool !== 'Bash' || typeof command !== 'string') return 'it is no shell command'
  if (OTHER_SPELLINGS.some((name) => call.input[name] !== undefined)) return 'its command stands in it twice'
  if (IN_THE_BACKGROUND.some((name) => call.input[name] === true)) return 'it runs in the background'
  const shape = shapeOf(command)
  if (shape?.background === true) return 'something of it would outlive the call'
  if (shape !== undefined && isMissed(shape, call)) return 'it changes the shell it runs in'
  for (const action of call.actions) {
    const why =
      (shape === undefined ? guessOutside(action) : actionOutside(action, call.actions)) ??
      lostAfterwards(action, call.workspace)
    if (why !== undefined) return why
  }
  return undefined
}

/** One of them rewritten, and another one run. */
const OTHER_SPELLINGS: readonly string[] = ['cmd', 'script']

/** How clients say that a command goes on while the agent does something else. */
const IN_THE_BACKGROUND: readonly string[] = ['run_in_background', 'background', 'is_background', 'tty', 'isBackground']

/**
 * What a client's shell keeps from one command to the next, as it was seen. Claude Code starts a new shell for each and
 * carries the directory over; Codex, Gemini CLI and OpenCode start each where the session is. Of all others nothing is
 * known: there everything counts.
 */
const KEEPS: Readonly<Record<string, 'directory' | 'nothing'>> = {
  'claude-code': 'directory',
  codex: 'nothing',
  'gemini-cli': 'nothing',
  opencode: 'nothing',
}

/** Whether a later command would miss what a run in a shell of its own leaves behind. */
function isMissed(shape: ShellShape, call: Doubtful): boolean {
  switch (KEEPS[call.agent]) {
    case 'nothing':
      return false
    case 'directory':
      return shape.leaves.has('directory') && carriedBack(call, shape) === undefined
    default:
      return shape.leaves.size > 0
  }
}

/**
 * The directory in which the client's shell has to be afterwards, where that is known before it runs: one `cd` at the
 * beginning, to a place in the workspace.
 */
export function carriedBack(
  { agent, cwd, workspace, input }: Pick<Doubtful, 'agent' | 'cwd' | 'workspace' | 'input'>,
  known?: ShellShape,
): string | undefined {
  if (KEEPS[agent] !== 'directory') return undefined
  const command = input['command']
  const shape = known ?? (typeof command === 'string' ? shapeOf(command) : undefined)
  const to = shape?.leadingDirectory
  if (to === undefined) return undefined
  const place = normalise(to.startsWith('/') ? to : `${cwd}/${to}`)
  return isInside(place, workspace) ? place : undefined
}

/** Needs a terminal, a display, a daemon that is not there, or outlives the call. */
const NEEDS_MORE: ReadonlySet<string> = new Set(
  `sudo doas su pkexec docker podman nerdctl buildah containerd ctr lxc kubectl helm minikube kind systemctl service launchctl
   journalctl loginctl crontab mount umount ssh scp sftp telnet ftp nc ncat socat gdb lldb strace ltrace perf bpftrace vim vi
   nvim nano emacs top htop btop dialog whiptail fzf xdg-open open code cursor idea gnome-terminal firefox
   chromium google-chrome adb fastboot vagrant virsh qemu-system-x86_64 bwrap unshare nsenter chroot flatpak snap gpg
   gpg-agent ssh-agent ssh-add keyctl secret-tool psql mysql mongo mongosh redis-cli
   nohup setsid daemonize screen tmux at batch`
    .trim()
    .split(/\s+/),
)

/** Read their standard input when they are told nothing else: with none, they end at once, behind walls as before them. */
const READS_INPUT: ReadonlySet<string> = new Set(
  'node deno bun lua python python3 ruby irb perl php swift sqlite3 duckdb bc dc gnuplot R julia ghci scala jshell bash sh zsh'.split(
    ' ',
  ),
)

/** Show what they have to show where there is no terminal. */
const PAGED = /^git help (?!.*(?:^|\s)(?:-w|--web|-i|--info)\b)/
/** Asks about each piece, and ends where nobody answers. */
const ASKS = /^git (?:\S+ )*?(?:restore|checkout)\b.*\s(?:-p|--patch)(?:\s|$)/

/**
 * What a piece of a text would do that cannot be read as shell. Mostly no shell can read it either, and it ends with that;
 * what asks for the network or for somebody elsewhere finds neither behind walls, and is told so.
 */
function guessOutside(action: Action): string | undefined {
  if (action.does === 'run-program' || action.where.kind !== 'here' || action.elevated) return actionOutside(action, [])
  return undefined
}

function actionOutside(action: Action, all: readonly Action[]): string | undefined {
  if (action.where.kind !== 'here') return 'it acts on another machine'
  if (action.elevated) return 'it runs with more rights'
  switch (action.does) {
    case 'run-program':
      return NEEDS_MORE.has(action.program) ? `\`${action.program}\` does not work behind walls` : undefined
    case 'contact-host':
      return 'it needs the network'
    case 'change-service':
      return action.deed === 'local-only' ? undefined : 'its effect is elsewhere'
    case 'change-database':
      return action.host === undefined ? undefined : 'its effect is elsewhere'
    case 'install-package':
      return isRunAtOnce(action, all) ? undefined : 'it needs the network'
    case 'change-repository':
      return WITH_REMOTE.has(action.deed) ? 'it needs the network' : undefined
    case 'something-opaque':
      return action.because === 'interactive' && !endsWithoutInput(action, all) ? 'it is interactive' : undefined
    case 'open-door':
    case 'read-secret':
    case 'change-system':
    case 'end-process':
    case 'schedule':
    case 'change-settings':
    case 'spawn-agent':
    case 'send-message':
    case 'call-mcp-tool':
      return 'its effect is elsewhere'
    case 'run-code':
    case 'read-file':
    case 'write-file':
    case 'delete-file':
    case 'change-access':
    case 'read-system':
      return undefined
  }
}

/** What is written elsewhere would be gone with the run, and whoever asked for it would look for it in vain. */
function lostAfterwards(action: Action, workspace: string): string | undefined {
  if (action.does !== 'write-file' && action.does !== 'delete-file' && action.does !== 'change-access') return undefined
  const { place } = action
  if (place.kind !== 'path' || isInside(place.real, workspace) || place.real.startsWith('/dev/')) return undefined
  return 'it writes outside the workspace'
}

/** `npx`, `pipx run` and their like run a package that the project or a cache may hold already. */
function isRunAtOnce({ evidence, ...action }: Action, all: readonly Action[]): boolean {
  if (action.does !== 'install-package' || action.origin !== 'registry') return false
  return all.some((one) => one.does === 'run-code' && one.origin === 'network' && one.evidence === evidence)
}

function endsWithoutInput({ evidence }: Action, all: readonly Action[]): boolean {
  if (PAGED.test(evidence) || ASKS.test(evidence)) return true
  return all.some(
    (one) =>
      one.does === 'run-program' && one.evidence === evidence && (READS_INPUT.has(one.program) || isOwnProgram(one)),
  )
}

/** `tools/script` is the project's, whatever the system has under that name. */
function isOwnProgram(action: Extract<Action, { does: 'run-program' }>): boolean {
  const { typed } = action
  return typed.kind === 'literal' && typed.text.includes('/') && !typed.text.startsWith('/')
}

const WITH_REMOTE: ReadonlySet<string> = new Set([
  'fetch',
  'clone',
  'push',
  'force-push',
  'force-push-lease',
  'delete-remote-ref',
])
