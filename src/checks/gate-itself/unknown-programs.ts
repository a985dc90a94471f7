import type { ActionOf } from '../../call/action.ts'
import { hostKind } from '../../call/hosts.ts'
import { isInside, normalise, parent, resolvePlace } from '../../call/paths.ts'
import { knownText } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { tailIn, tailsOf } from './composed.ts'
import { changed, type Finding, here, HOME, isInsideAny } from './finding.ts'
import { SETTINGS } from './hook-entries.ts'
import { mounted } from './mounted.ts'
import { isThisMachine } from './ports.ts'

/**
 * A program that nobody knows, or that was not understood, is given something of the gate's: a path in whatever spelling and
 * behind whatever option, the number of its process or port, the settings of an agent that it guards.
 */
export function namedToUnknown(subject: Subject): Finding | undefined {
  const opaque = here(subject, 'something-opaque')
  const unread = here(subject, 'run-code').filter(({ origin, seenThrough }) => origin === 'file' && !seenThrough)
  const evidence = new Set([...opaque, ...unread].map((action) => action.evidence))
  const unknown = new Set(opaque.flatMap((action) => (action.because === 'unknown-program' ? [action.evidence] : [])))
  for (const run of here(subject, 'run-program')) {
    const found =
      signalled(run, subject) ?? unit(run, unknown.has(run.evidence), subject) ?? throughItself(run, subject)
    if (found !== undefined) return found
    if (
      TEXT_ONLY.has(run.program) ||
      (!evidence.has(run.evidence) && !CONTAINERS.test(run.program) && !TAKES_ALL.test(run.program))
    )
      continue
    const given =
      settings(run, unknown.has(run.evidence), subject) ??
      pathIn(run, subject) ??
      wholeIn(run, subject) ??
      (unknown.has(run.evidence) ? numberIn(run, subject) : undefined)
    if (given !== undefined) return given
  }
  return undefined
}

/** Programs that only print or search what they are given. */
const TEXT_ONLY: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep rg ag git test [ [[ true false :'.split(' '),
)

/** What runs a program among directories of this machine that it is given. */
const CONTAINERS =
  /^(?:docker(?:-compose)?|podman(?:-compose)?|nerdctl|buildah|lima|limactl|colima|finch|ctr|crictl|runc|crun|singularity|apptainer|udocker|systemd-nspawn|firejail|bwrap|proot|flatpak|snap|toolbox|distrobox|lxc|lxc-\w+|incus|multipass|vagrant|qemu-\S+|unshare|chroot|wasmtime|wasmer|wazero|wasmedge|gvisor|runsc|kata-runtime|minikube|kind|k3d)$/

/** `crudini --set ~/.codex/config.toml …`. */
function settings(run: ActionOf<'run-program'>, isUnknown: boolean, subject: Subject): Finding | undefined {
  if (!isUnknown) return undefined
  const { surroundings, world } = subject
  const cwd = { kind: 'path', path: surroundings.cwd, real: world.real(surroundings.cwd) } as const
  const guarded = new Set(world.gate.hooked.map(parent))
  for (const word of run.args) {
    if (word.kind !== 'literal' || word.text.startsWith('-')) continue
    const place = resolvePlace(word, cwd, surroundings, world)
    const path = place.kind === 'path' ? place.real : undefined
    if (path === undefined) continue
    if (world.gate.hooked.includes(path) || (SETTINGS.test(path) && guarded.has(parent(path))))
      return {
        code: 'itself.hook',
        what: `\`${run.program}\`, which is not known, may change \`${path}\`, where the gate's hook is registered or could be disabled`,
      }
    // In the gate's own checkout programs that nobody knows are asked about like anywhere.
    if (isInsideAny(path, world.gate.fixed) && !isInside(path, surroundings.workspace))
      return changed(
        `\`${run.program}\`, which is not known, may change \`${path}\`, which belongs to the gate`,
        path,
        subject,
      )
  }
  return undefined
}

/** A path of the gate inside a word: `--dir ~/.portcullis::/p`, `--mount source=…`, `copy:/home/dev/gs/x`. */
function pathIn(run: ActionOf<'run-program'>, subject: Subject): Finding | undefined {
  const { gate } = subject.world
  const { home } = subject.surroundings
  const tails = tailsOf(gate.secrets, subject)
  for (const word of run.args) {
    const text = knownText(word)
    if (text.length > 4096) continue
    const path =
      tailIn(text, tails, home) ??
      text
        .split(/[=:,@\s"'`;()<>|&{}]+/)
        .map((piece) => normalise(piece.replace(HOME, home)))
        .find((piece) => piece.startsWith('/') && (isInsideAny(piece, gate.secrets) || holds(piece, subject))) ??
      mounted(text, subject)
    if (path !== undefined)
      return {
        code: 'itself.secret',
        what: `\`${run.evidence}\` hands \`${path}\` to what is not understood, and the gate keeps its state, keys and log there`,
      }
  }
  return undefined
}

/** What keeps or serves a whole directory, home itself among them. */
const TAKES_ALL =
  /^(?:dar|mksquashfs|mkisofs|genisoimage|xorriso|rdiff-backup|duplicity|duplicacy|kopia|bup|borg|restic|rsnapshot|rustic|timeshift|serve|http-server|live-server|browser-sync|miniserve|dufs|darkhttpd|webfsd?|thttpd|simplehttpserver|filebrowser|php|ruby|busybox|httpd|syncthing|unison)$/

function wholeIn(run: ActionOf<'run-program'>, { surroundings, world }: Subject): Finding | undefined {
  if (!TAKES_ALL.test(run.program)) return undefined
  const { cwd, home } = surroundings
  const path = run.args
    .map((word) =>
      knownText(word)
        .replace(/^--?[\w-]+=/, '')
        .replace(HOME_ITSELF, home),
    )
    .filter((text) => /^[/.]/.test(text))
    .map((text) => normalise(text.startsWith('/') ? text : `${cwd}/${text}`))
    .find((one) => world.gate.secrets.some((secret) => isInside(secret, one)))
  return path === undefined
    ? undefined
    : {
        code: 'itself.secret',
        what: `\`${run.evidence}\` takes all of \`${path}\`, where the gate keeps its state, keys and log`,
      }
}

const HOME_ITSELF = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/

/** A directory of the home that the gate's own lie below: not home itself, nor what the workspace lies in. */
function holds(path: string, { surroundings, world }: Subject): boolean {
  const { home, workspace } = surroundings
  return (
    path !== home &&
    isInside(path, home) &&
    !isInside(workspace, path) &&
    world.gate.secrets.some((secret) => isInside(secret, path))
  )
}

function numberIn(run: ActionOf<'run-program'>, subject: Subject): Finding | undefined {
  const { processes, ports } = subject.world.gate
  for (const word of run.args) {
    const numbers = [...knownText(word).matchAll(/(?<![\d.])\d{2,7}(?![\d.])/g)].map(([text]) => Number(text))
    // A small number is a count or a size more often than a process, unless its option says so.
    const pid = numbers.find((one) => processes.includes(one) && (one > 999 || /pid|proc/i.test(run.evidence)))
    if (pid !== undefined)
      return {
        code: 'itself.process',
        what: `\`${run.evidence}\` gives ${pid}, the number of the gate's own process, to a program that is not known`,
      }
    const port = numbers.find((one) => ports.includes(one))
    if (port !== undefined)
      return {
        code: 'itself.port',
        what: `\`${run.evidence}\` gives the gate's own port ${port} to a program that is not known`,
      }
  }
  return undefined
}

/** `pg_ctl kill TERM 4242`: a signal and a number, whatever the program is called. */
function signalled(run: ActionOf<'run-program'>, { world }: Subject): Finding | undefined {
  if (TEXT_ONLY.has(run.program) || WAITS.has(run.program)) return undefined
  const words = run.args.map(knownText)
  const pid = world.gate.processes.find((one) => words.some((word) => word === String(one) || word.endsWith(`=${one}`)))
  return pid !== undefined && words.some((word) => SIGNAL.test(word))
    ? { code: 'itself.process', what: `\`${run.evidence}\` could reach the gate's own process ${pid}` }
    : undefined
}

/** They start or await another program; a signal among their words is for what they start. */
const WAITS: ReadonlySet<string> = new Set('timeout tail env nohup time xargs wait'.split(' '))
const SIGNAL =
  /^(?:-{0,2}(?:kill|stop|terminate|signal|term|int|hup|quit|usr[12]|abrt|cont|tstp)|-{0,2}(?:SIG)?(?:TERM|KILL|INT|HUP|QUIT|STOP|USR[12]|ABRT|CONT|TSTP))(?:=.*)?$/i

/** Whoever controls services, terminals or windows is told to act on what is called like the gate. */
function unit(run: ActionOf<'run-program'>, isUnknown: boolean, { surroundings, world }: Subject): Finding | undefined {
  if (!CONTROLS.test(run.program) && !isUnknown) return undefined
  const word = run.args.map(knownText).find((text) => (isUnknown ? UNIT : NAME).test(text))
  if (word === undefined || world.look(normalise(`${surroundings.cwd}/${word}`)) !== 'absent') return undefined
  return { code: 'itself.process', what: `\`${run.evidence}\` acts on \`${word}\`, which may be the gate itself` }
}

const CONTROLS =
  /^(?:busctl|gdbus|dbus-send|qdbus\w*|journalctl|kitten|kitty|wezterm|zellij|tmux|screen|xdotool|ydotool|wtype|wmctrl|osascript|launchctl|supervisorctl|pm2|s6-svc|runit|sv|rc-service|rc-update|service|initctl|nssm|sc|schtasks|systemd-run|machinectl|loginctl|at-spi|dogtail)$/
const NAME = /\bportcullis\b/i
const UNIT = /\bportcullis(?:\.(?:service|socket|scope|slice|target|desktop|app))?$/i

/** Files of this machine by way of its own address, below the home directory unless said otherwise. */
function throughItself(run: ActionOf<'run-program'>, subject: Subject): Finding | undefined {
  if (!REMOTE.test(run.program)) return undefined
  const { surroundings, world, call } = subject
  const { home } = surroundings
  const words = run.args.map(knownText)
  const hosts = words.flatMap((word) => hostIn(word, run.program) ?? [])
  if (!hosts.some(isThisMachine)) return undefined
  const certain = hosts.some((host) => hostKind(host) === 'loopback')
  const command = typeof call.input['command'] === 'string' ? call.input['command'] : ''
  const path =
    words
      .flatMap((word) => /^[^/]*?:(?:\/\/[^/]*\/)?(.+)$/s.exec(word)?.[1] ?? [])
      .map((text) => normalise(/^[/~]/.test(text) ? text.replace(HOME, home) : `${home}/${text}`))
      .find(
        (one) =>
          isInsideAny(one, world.gate.secrets) ||
          (certain && world.gate.secrets.some((secret) => isInside(secret, one))),
      ) ?? tailIn(command, tailsOf(world.gate.fixed, subject), home)
  return path === undefined
    ? undefined
    : {
        code: 'itself.secret',
        what: `\`${run.evidence}\` reaches \`${path}\` by this machine's own address, where the gate keeps its state, keys and log`,
      }
}

const REMOTE =
  /^(?:scp|sftp|rsync|ssh|sshfs|mosh|autossh|pssh|parallel-ssh|rclone|lftp|ftp|curl|git|ansible|unison|fish)$/
/** Programs whose plain words are hosts; elsewhere a host has something after it, or is this machine for certain. */
const TAKES_HOSTS = /^(?:ssh|mosh|autossh|pssh|parallel-ssh|sftp|l?ftp)$/

/** The host in a word. Whether a name of the local network means this machine is not known: `git restore :/` names none. */
function hostIn(word: string, program: string): string | undefined {
  const host = HOST_OF.exec(word)?.[1]
  if (host === undefined || host === '') return undefined
  return TAKES_HOSTS.test(program) || /[:@]/.test(word) || hostKind(host) === 'loopback' ? host : undefined
}

const HOST_OF = /^(?:\w+:\/\/)?(?:[\w.-]+@)?(\[[\da-f:.]+\]|[\w.-]+?)(?::.*)?(?:\/.*)?,?$/is

/** Programs that take orders from what they get on their standard input. */
const LISTENS = /^(?:crontab|at|batch|s?ftp|lftp|bsdtar|tar|cpio|pax|entr|parallel|m4|expect|gdb|lldb|ed|ex|redis-cli)$/

/** What is typed into such a program names what the gate keeps: `echo '* * * * * cp ~/…' | crontab -`. */
export function typedIn(subject: Subject): Finding | undefined {
  const { call, world, surroundings } = subject
  const command = call.input['command']
  if (typeof command !== 'string' || command.length > 64 * 1024) return undefined
  const program = here(subject, 'run-program').find((run) => LISTENS.test(run.program))?.program
  const secret = program && tailIn(command, tailsOf(world.gate.secrets, subject), surroundings.home)
  return secret
    ? {
        code: 'itself.secret',
        what: `\`${program}\` is told of \`${secret}\`, where the gate keeps its state, keys and log`,
      }
    : undefined
}
