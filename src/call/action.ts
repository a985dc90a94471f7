import type { Condition, Found } from './place-condition.ts'
import type { Place } from './place.ts'
import type { JsonObject } from './tool-call.ts'
import type { Word } from './word.ts'

/**
 * Deeds, not tool names. A tool call is understood as a list of Actions: what it would do if it ran. Checks and
 * categories read only these. An action states a fact and never a judgement.
 */
export type Action = Common &
  (
    | RunProgram
    | RunCode
    | ReadFile
    | WriteFile
    | DeleteFile
    | ChangeAccess
    | ContactHost
    | OpenDoor
    | ReadSecret
    | ReadSystem
    | ChangeRepository
    | ChangeService
    | ChangeDatabase
    | ChangeSystem
    | InstallPackage
    | EndProcess
    | Schedule
    | ChangeSettings
    | SpawnAgent
    | SendMessage
    | CallMcpTool
    | SomethingOpaque
  )

export type Does = Action['does']
/** The action of one kind: `Deed<'write-file'>`. */
export type ActionOf<D extends Does> = Extract<Action, { does: D }>

export interface Common {
  /** The piece of the input that does it, as written: quoted back to people as evidence. */
  readonly evidence: string
  readonly where: Where
  /** Runs with more rights than the agent's user: sudo, doas, pkexec, runas. */
  readonly elevated: boolean
}

/** On which machine it happens. Paths of another machine say nothing about this one. */
export type Where =
  | { readonly kind: 'here' }
  | { readonly kind: 'container'; readonly name: string }
  | { readonly kind: 'remote'; readonly host: string }

/** A program starts. Every simple command yields exactly one, also inside substitutions, wrappers and scripts. */
export interface RunProgram {
  readonly does: 'run-program'
  /** Lower-case base name without `.exe`; empty when the name itself is dynamic. */
  readonly program: string
  readonly typed: Word
  readonly args: readonly Word[]
  /** Wrappers looked through to find it, outermost first: `sudo`, `xargs`, `bash -c`, … */
  readonly via: readonly string[]
  /** Names of variables set for it, `LD_PRELOAD=…` and the like. */
  readonly environment: readonly string[]
}

/** Text is executed as code: inline, from a file, from a pipe. */
export interface RunCode {
  readonly does: 'run-code'
  readonly language: Language
  readonly origin: CodeOrigin
  /** The file, when `origin` is file, written-file or missing-file. */
  readonly place?: Place
  /** The host, when `origin` is network. */
  readonly host?: string
  /**
   * Its own deeds were worked out and stand in the same list. When false, what it does is not known: a call with such
   * an action is never harmless by itself.
   */
  readonly seenThrough: boolean
  /** What in it was not understood, as it is written. */
  readonly unread?: string
}

export type Language =
  | 'shell'
  | 'powershell'
  | 'cmd'
  | 'python'
  | 'javascript'
  | 'perl'
  | 'ruby'
  | 'php'
  | 'lua'
  | 'awk'
  | 'applescript'
  /** R and Julia. */
  | 'statistics'
  /** Source of Go, Java and Rust that is compiled and run at once. */
  | 'compiled'
  | 'sql'
  | 'binary'
  | 'other'

export type CodeOrigin =
  | 'inline'
  | 'standard-input'
  /** Fetched and run, in whatever steps: `curl | sh`, `sh <(curl)`, `curl -o x; ./x`. */
  | 'network'
  | 'file'
  /** A file that this call or an earlier call of the session wrote. */
  | 'written-file'
  /** A workspace file that does not exist and that nothing writes: it cannot do anything. */
  | 'missing-file'
  | 'dynamic'

export interface ReadFile {
  readonly does: 'read-file'
  readonly place: Place
  /** `names`: only directory entries or metadata (ls, stat, test -f); `content`: what is inside. */
  readonly extent: 'names' | 'content'
  readonly recursive?: boolean
  /** When recursive: which of what lies below. */
  readonly only?: Condition
}

export interface WriteFile {
  readonly does: 'write-file'
  readonly place: Place
  readonly how: 'create' | 'overwrite' | 'append' | 'edit' | 'link' | 'directory'
  readonly content: Content
}

/** What is being written, as far as it is known. */
export type Content =
  /** `original`: of a file that a session changed, what it held before. */
  | { readonly kind: 'text'; readonly text: string; readonly from?: 'contained'; readonly original?: string }
  /** For edits: text that comes in and text that goes out. */
  | { readonly kind: 'change'; readonly removed: string; readonly added: string }
  /** `clone`: a whole repository, which is run when somebody goes there. */
  | { readonly kind: 'network'; readonly host: string; readonly clone?: true }
  | { readonly kind: 'copy'; readonly of: Place }
  /** `below`: every line is a path that one of these searches yields. */
  | { readonly kind: 'unknown'; readonly below?: readonly Found[]; readonly from?: 'contained' }

export interface DeleteFile {
  readonly does: 'delete-file'
  readonly place: Place
  readonly recursive: boolean
  /** Where it was moved to, when it was moved and not destroyed. */
  readonly movedTo?: Place
  /** Which of them is chosen by a filter that cannot be evaluated here (`find -name … -delete`). */
  readonly filtered?: boolean
  /** When recursive: which of what lies below. */
  readonly only?: Condition
}

/** chmod, chown, chattr, setfacl, icacls. */
export interface ChangeAccess {
  readonly does: 'change-access'
  readonly place: Place
  readonly grants: 'execute' | 'everyone' | 'setuid' | 'capability' | 'owner' | 'less' | 'other'
  readonly recursive: boolean
}

export interface ContactHost {
  readonly does: 'contact-host'
  readonly host: Host
  readonly sends: 'nothing' | 'data' | 'unknown'
  /** What goes out, where that is known: a file, a piped stream, literal text. */
  readonly payload?: Payload
  /** `fetch` reads; `upload` sends content; `registry` and `repository` are package and git traffic; `api` is a write by method. */
  readonly purpose:
    | 'fetch'
    | 'upload'
    | 'api'
    | 'registry'
    | 'repository'
    | 'shell'
    | 'lookup'
    | 'probe'
    | 'copy'
    | 'other'
  readonly url?: string
}

export type Host =
  | { readonly kind: 'named'; readonly name: string; readonly port?: number }
  | { readonly kind: 'unknown'; readonly source: string }

export interface Payload {
  readonly from: 'file' | 'pipe' | 'text' | 'environment' | 'unknown'
  readonly place?: Place
  readonly text?: string
}

/** A way in (or out) is opened. */
export interface OpenDoor {
  readonly does: 'open-door'
  readonly what: 'reverse-shell' | 'bind-shell' | 'listener' | 'tunnel' | 'web-shell' | 'port-forward' | 'remote-access'
  /** The address it listens on or connects to; `0.0.0.0` and `::` are everyone, undefined is the program's default. */
  readonly address?: string
}

/** A secret is taken from somewhere that is not a file named here: keychain, environment, metadata service, vault, memory. */
export interface ReadSecret {
  readonly does: 'read-secret'
  readonly store:
    | 'keychain'
    | 'environment'
    | 'metadata'
    | 'password-manager'
    | 'vault'
    | 'cloud'
    | 'cluster'
    | 'memory'
    | 'browser'
    | 'agent'
    | 'token'
    | 'other'
  readonly target: string
}

/** Ordinary information about the machine: uname, ps, df, ip addr, whoami. */
export interface ReadSystem {
  readonly does: 'read-system'
  readonly what:
    | 'machine'
    | 'processes'
    | 'network'
    | 'users'
    | 'packages'
    | 'logs'
    | 'hardware'
    | 'services'
    | 'environment'
    | 'security'
    | 'clipboard'
    | 'screen'
}

export interface ChangeRepository {
  readonly does: 'change-repository'
  readonly deed: RepositoryDeed
  readonly remote?: string
  /** The URL the remote stands for, when it is known. */
  readonly url?: string
  readonly branch?: string
}

export type RepositoryDeed =
  | 'inspect'
  | 'fetch'
  | 'clone'
  | 'stage'
  | 'commit'
  | 'amend'
  | 'branch'
  | 'switch'
  | 'merge'
  | 'stash'
  | 'tag'
  | 'push'
  | 'force-push'
  | 'force-push-lease'
  | 'delete-remote-ref'
  | 'delete-local-ref'
  /** Uncommitted work is lost: reset --hard, checkout -- ., clean -fd, restore, stash drop. */
  | 'discard-work'
  /** Commits are rewritten or made unreachable: rebase, filter-branch, reflog expire. */
  | 'rewrite-history'
  | 'add-remote'
  | 'configure'
  | 'skip-hooks'
  | 'apply-patch'
  | 'impersonate'

/** Something outside this machine is read or changed through its own tool: cloud, cluster, forge, registry, SaaS, infrastructure code. */
export interface ChangeService {
  readonly does: 'change-service'
  /** `aws`, `gcloud`, `azure`, `kubernetes`, `helm`, `terraform`, `github`, `npm`, `docker`, `mail`, … */
  readonly service: string
  readonly deed: ServiceDeed
  readonly target: string
  /** By name or flag: prod, production, live. */
  readonly production: boolean
}

export type ServiceDeed =
  | 'read'
  | 'create'
  | 'update'
  | 'delete'
  | 'mass-delete'
  | 'grant'
  | 'deploy'
  | 'publish'
  | 'send'
  | 'purchase'
  | 'execute'
  | 'merge'
  | 'review'
  | 'write-secret'
  | 'disable-protection'
  | 'copy-out'
  | 'copy-in'
  | 'log-in'
  | 'local-only'

export interface ChangeDatabase {
  readonly does: 'change-database'
  readonly deed:
    | 'read'
    | 'write'
    | 'write-all'
    | 'drop'
    | 'delete-all'
    | 'grant'
    | 'schema'
    | 'execute'
    | 'dump'
    | 'restore'
  readonly target: string
  /** Undefined: a local file or the local server. */
  readonly host?: Host
}

export interface ChangeSystem {
  readonly does: 'change-system'
  readonly deed: SystemDeed
  readonly target: string
}

export type SystemDeed =
  | 'start-service'
  | 'stop-service'
  /** It will run again without being asked: units, launch agents, run keys, login items, udev, shell start-up. */
  | 'persist'
  | 'add-account'
  /** An account without a password or a shell, or a group: nobody can log in with it and it rules nothing. */
  | 'add-locked-account'
  | 'change-account'
  | 'become-administrator'
  | 'grant-privilege'
  | 'change-firewall'
  | 'disable-security'
  | 'weaken-tls'
  | 'trust-certificate'
  | 'erase-log'
  | 'erase-history'
  | 'stop-logging'
  | 'change-kernel'
  /** A limit of the kernel that programs ask for, with no bearing on who may do what. */
  | 'tune-kernel'
  | 'change-network'
  | 'destroy-disk'
  | 'mount'
  | 'power'
  | 'exhaust'
  | 'change-clock'
  | 'change-configuration'
  | 'dump-memory'
  | 'capture-traffic'
  | 'capture-input'
  | 'inject-process'
  | 'hide'
  | 'change-registry'
  | 'remove-backup'
  | 'remove-package'
  | 'mine'
  | 'scan'
  | 'crack'

export interface InstallPackage {
  readonly does: 'install-package'
  /** `npm`, `pip`, `cargo`, `apt`, `brew`, … */
  readonly ecosystem: string
  readonly packages: readonly string[]
  /** `declared`: from the project's manifest or lockfile. */
  readonly origin: 'declared' | 'registry' | 'url' | 'file' | 'repository' | 'other-registry'
  readonly scope: 'project' | 'user' | 'system'
}

export interface EndProcess {
  readonly does: 'end-process'
  /** `own`: a job of this shell or a pid it started; `named`: chosen by name or pattern; `all`: everything. */
  readonly whose: 'own' | 'pid' | 'named' | 'all' | 'unknown'
  readonly target: string
}

export interface Schedule {
  readonly does: 'schedule'
  readonly with: 'cron' | 'at' | 'timer' | 'agent' | 'task-scheduler'
  readonly when: string
  readonly task: string
}

export interface ChangeSettings {
  readonly does: 'change-settings'
  readonly of: 'agent' | 'gate' | 'git' | 'package-manager' | 'shell' | 'editor' | 'ssh' | 'other'
  readonly key: string
  readonly value: string
  /** The file that keeps it from now on, where that is known. */
  readonly place?: Place
}

export interface SpawnAgent {
  readonly does: 'spawn-agent'
  readonly task: string
  readonly type: string
  /** `broad`: permission checks off or bypassed for the child. */
  readonly permissions: 'inherited' | 'broad'
  readonly unattended: boolean
}

export interface SendMessage {
  readonly does: 'send-message'
  readonly to: string
  readonly text: string
  readonly through: 'agent' | 'mail' | 'chat' | 'other'
}

export interface CallMcpTool {
  readonly does: 'call-mcp-tool'
  readonly server: string
  readonly tool: string
  readonly input: JsonObject
}

/** Code we could not see through, a program we do not know, a construct we do not read. Never safe by itself. */
export interface SomethingOpaque {
  readonly does: 'something-opaque'
  readonly text: string
  readonly because: OpaqueBecause
}

export type OpaqueBecause =
  | 'unknown-program'
  | 'unknown-subcommand'
  /** A call into a library that nobody described. */
  | 'unknown-call'
  | 'unknown-tool'
  | 'dynamic-program'
  | 'dynamic-code'
  | 'unreadable-code'
  | 'not-parsed'
  | 'too-deep'
  | 'too-long'
  | 'interactive'
  | 'unknown-option'
  | 'other'

export const HERE: Where = { kind: 'here' }
