import type { Trust } from '../call/trust.ts'
import type { DescribedPrograms } from '../call/programs/from-settings.ts'
import type { ToolDescriptions } from '../call/tools/description.ts'
import type { Mode } from '../session.ts'
import type { Severities } from '../call/severities.ts'
import type { WhenExpired } from './bundle/shapes.ts'
import type { Lockable } from './lockable.ts'
import type { FollowedBundle } from './managed-settings.ts'
import type { ChannelSettings, NotifySettings } from './channel-settings.ts'
import type { LogSettings, SiemSettings, TraceSettings } from './observe-settings.ts'
import type { ConsoleSettings } from './console-settings.ts'
import type {
  AdmissionSettings,
  ApprovalSettings,
  ClassifierSettings,
  ContainmentOrder,
  ContainmentSetting,
  FlagSettings,
  GuardianSettings,
  JournalSettings,
  ResultSettings,
  TeamSettings,
} from './settings.ts'

/** What only the settings of an owner have a say in. */
export interface OwnerSettings {
  /** Absent: nobody said anything about a model, so none is asked. */
  readonly classifier?: ClassifierSettings
  /** Absent: off. */
  readonly guardian?: GuardianSettings
  readonly flags?: FlagSettings
  /** Chats in which people are asked. */
  readonly channels?: ChannelSettings
  readonly notify?: NotifySettings
  /** Absent: people log in with links of the command line only. */
  readonly console?: ConsoleSettings
  /** Absent: whoever is there may ask, at the usual rate. */
  readonly admission?: AdmissionSettings
  /** Absent: the agent's own prompt, then whoever is there. */
  readonly approvals?: ApprovalSettings
  /** Absent: the log has no witness. */
  readonly journal?: JournalSettings
  /** How this machine works with the team's gate it joined. Absent: by the defaults. */
  readonly team?: TeamSettings
  /** What may be tried behind walls. Absent: on, where a trial showed that they hold. */
  readonly containment?: ContainmentSetting
  /** Absent: walls come before the model. */
  readonly containmentOrder?: ContainmentOrder
  /** Absent: the agent is warned, and what a tainted session sends is asked about. */
  readonly results?: ResultSettings
  /** Hosts that a contained command may talk to. Absent: none. */
  readonly containmentNetwork?: readonly string[]
  /** Where records are sent. Absent: nowhere. */
  readonly siem?: SiemSettings
  /** Absent: no call is traced, unless the environment says where to. */
  readonly traces?: TraceSettings
  /** Absent: text. */
  readonly logs?: LogSettings
}

/** The signed bundle whose settings are part of the policy. */
export interface BundleInForce {
  readonly name: string
  readonly version: number
  readonly digest: string
  /** Id of the key that signed it. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly issued: number
  readonly expires: number
  readonly state: 'valid' | 'expired'
  /** What becomes of calls when it has expired. */
  readonly whenExpired: WhenExpired
}

/** The rules in force for one call: every settings file merged, with where each rule came from. */
export interface Policy extends OwnerSettings {
  readonly allow: readonly Rule[]
  readonly ask: readonly Rule[]
  readonly deny: readonly Rule[]
  readonly defaultMode: Mode
  /** An owner's or a trusted workspace's settings name a `defaultMode`; otherwise it is only where we start. */
  readonly modeChosen?: boolean
  readonly additionalDirectories: readonly string[]
  readonly disableAutoMode: boolean
  readonly disableBypassPermissionsMode: boolean
  readonly autoMode: AutoMode
  readonly firewall: { readonly readWrite: readonly string[]; readonly writeOnly: readonly string[] }
  /** Publishers, registries, hosts and their like that are trusted. */
  readonly trust: Trust
  /** Tools of programs and of MCP servers: what their parameters are. */
  readonly tools?: ToolDescriptions
  /** Programs that the settings describe. */
  readonly programs?: DescribedPrograms
  /** Categories whose severity is another than their own. */
  readonly severities?: Severities
  /** What only managed settings decide. */
  readonly locked?: readonly Lockable[]
  /** The seed's POWERSHELL_AUTO_MODE flag: off means that PowerShell calls go to a person. */
  readonly powershellAutoMode: boolean
  /** SHA-256 over everything above: part of every record and of every cache key. */
  readonly digest: string
  /** Files that could not be read. Not empty: nothing is allowed. */
  readonly problems: readonly Problem[]
  /** Settings that were read and set aside, and rules that may not do what they seem to. Shown, never enforced. */
  readonly notices?: readonly Problem[]
  /** Where the bundle comes from and whose keys count. Does not decide about a call: not part of the digest. */
  readonly policyBundle?: FollowedBundle
  readonly bundle?: BundleInForce
  /** The person who owns this machine called the workspace trusted: its project files may widen. */
  readonly trustedWorkspace?: boolean
}

export interface AutoMode {
  readonly allow: readonly string[]
  readonly soft_deny: readonly string[]
  readonly hard_deny: readonly string[]
  readonly environment: readonly string[]
  readonly classifyAllShell: boolean
}

/** One parsed rule. `text` is what was written: `Bash(git push *)`. */
export interface Rule {
  readonly text: string
  /** Tool name as written; may be a glob in deny and ask rules and after `mcp__server__`. */
  readonly tool: string
  /** What stands in parentheses; undefined for a bare tool name and for `Tool(*)`. */
  readonly specifier: string | undefined
  readonly source: Source
}

export interface Source {
  readonly scope: 'managed' | 'flag' | 'user' | 'project' | 'session' | 'defaults'
  readonly file: string
  readonly line: number
  /** The directory that `/path` patterns of this source start from. */
  readonly base: string
}

export interface Problem {
  readonly file: string
  readonly line: number
  readonly key: string
  readonly message: string
}
