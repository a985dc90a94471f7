import { hash } from 'node:crypto'
import { canonical } from '../call/canonical-json.ts'
import type { Entries } from '../call/programs/entry.ts'
import type { StricterEntries } from '../call/programs/from-settings.ts'
import type { ToolDescriptions } from '../call/tools/description.ts'
import type { JsonObject } from '../call/tool-call.ts'
import { type Mode, stricterMode } from '../session.ts'
import type { Severities } from '../call/severities.ts'
import { bySeverity, DEFAULT_MODE, NO_AUTO_MODE_DEFAULTS, spliceDefaults, type AutoModeDefaults } from './defaults.ts'
import type { AutoMode, OwnerSettings, Policy, Problem, Rule } from './policy.ts'
import type {
  AdmissionSettings,
  ApprovalSettings,
  GuardianSettings,
  JournalSettings,
  ResultSettings,
  TeamSettings,
} from './settings.ts'
import { mergeTrust, type SaidOfTrust, type TrustEntries, type TrustRemovals } from './trust.ts'

/**
 * What any settings file may say, whoever wrote it: it can only make the gate stricter.
 */
export interface Tightening {
  readonly deny: readonly Rule[]
  readonly ask: readonly Rule[]
  readonly firewall: Policy['firewall']
  readonly disableAutoMode: boolean
  readonly disableBypassPermissionsMode: boolean
  readonly powershellAutoMode: false | undefined
  /** Taken only when it is stricter than the mode otherwise in force. */
  readonly mode: Mode | undefined
  /** Entries with `!`: who is not trusted, whoever else says so. */
  readonly trust: TrustRemovals
  /** Categories that are hard, whoever says so. */
  readonly hard?: readonly string[]
  /** Effects of programs. Their type knows no role without one. */
  readonly programs?: StricterEntries | undefined
}

/** What only a file of the machine's owner, or of a workspace the owner trusts, may say. */
export interface Widening {
  readonly allow: readonly Rule[]
  readonly additionalDirectories: readonly string[]
  /** Entries with `!`, which clear what the firewall closes. */
  readonly firewall: Policy['firewall']
  readonly trust: TrustEntries
  readonly tools?: ToolDescriptions | undefined
  readonly programs?: Entries | undefined
  readonly powershellAutoMode: true | undefined
  readonly mode: Mode | undefined
}

/** Prose for the classifier. A project file has none, trusted or not. */
export type AutoModeSections = { readonly [Section in keyof AutoModeDefaults]?: readonly string[] | undefined } & {
  readonly classifyAllShell?: boolean | undefined
}

/** One settings file. The layer of an untrusted project has no `widens`: a cloned repository cannot allow itself. */
export type Layer =
  | (OwnerSettings &
      (
        | {
            readonly scope: 'managed'
            /** Hard categories that are soft here: nobody else may say so. */
            readonly soft?: readonly string[]
          }
        | { readonly scope: 'flag' | 'user' }
      ) & {
        readonly tightens: Tightening
        readonly widens: Widening
        readonly autoMode: AutoModeSections
      })
  | { readonly scope: 'trusted-project'; readonly tightens: Tightening; readonly widens: Widening }
  | { readonly scope: 'untrusted-project'; readonly tightens: Tightening }

/** What is known beside the layers. */
export interface Found extends Pick<Policy, 'locked' | 'policyBundle' | 'bundle'> {
  readonly problems: readonly Problem[]
  readonly notices: readonly Problem[]
  readonly trusted: boolean
}

/** Layers in order of precedence: managed, flag, project-local, project, user. */
export function mergeLayers(
  layers: readonly Layer[],
  found: Found,
  defaults: AutoModeDefaults = NO_AUTO_MODE_DEFAULTS,
): Policy {
  const tightenings = layers.map((layer) => layer.tightens)
  const widenings = layers.flatMap((layer) => ('widens' in layer ? [layer.widens] : []))
  const disableAutoMode = tightenings.some((each) => each.disableAutoMode)
  const disableBypass = tightenings.some((each) => each.disableBypassPermissionsMode)
  const people = mergePeople(layers)
  const severities = mergeSeverities(layers)
  return seal({
    allow: widenings.flatMap((each) => each.allow),
    ask: tightenings.flatMap((each) => each.ask),
    deny: tightenings.flatMap((each) => each.deny),
    defaultMode: available(modeOf(layers), disableAutoMode, disableBypass),
    modeChosen: widenings.some((each) => each.mode !== undefined),
    additionalDirectories: unique(widenings.flatMap((each) => each.additionalDirectories)),
    disableAutoMode,
    disableBypassPermissionsMode: disableBypass,
    autoMode: mergeAutoMode(layers, bySeverity(defaults, severities)),
    ...(Object.keys(severities).length === 0 ? {} : { severities }),
    ...(found.locked === undefined || found.locked.length === 0 ? {} : { locked: found.locked }),
    ...(found.policyBundle === undefined ? {} : { policyBundle: found.policyBundle }),
    ...(found.bundle === undefined ? {} : { bundle: found.bundle }),
    ...mergeReviewer(layers),
    ...people,
    ...mergeObserved(layers),
    ...mergeAdmission(layers),
    firewall: {
      readWrite: unique([
        ...secretFiles(people),
        ...witnessFiles(layers),
        ...siemFiles(layers),
        ...firewallOf(layers, 'readWrite'),
      ]),
      writeOnly: unique([...bundleSource(found), ...firewallOf(layers, 'writeOnly')]),
    },
    trust: mergeTrust(layers.map(saidOfTrust)),
    ...mergeTools(widenings),
    ...mergePrograms(layers),
    powershellAutoMode: powershell(layers),
    problems: found.problems,
    notices: found.notices,
    trustedWorkspace: found.trusted,
  })
}

function saidOfTrust(layer: Layer): SaidOfTrust {
  if (!('widens' in layer)) return { by: 'stranger', entries: layer.tightens.trust }
  return { by: 'autoMode' in layer ? 'owner' : 'project', entries: layer.widens.trust }
}

/** Each tool as the highest layer that describes it says. */
function mergeTools(widenings: readonly Widening[]): Pick<Policy, 'tools'> {
  const tools: ToolDescriptions = Object.assign({}, ...widenings.map((each) => each.tools).reverse())
  return Object.keys(tools).length === 0 ? {} : { tools }
}

/** Each program as the highest layer that describes it says; effects that untrusted projects add are all kept. */
function mergePrograms(layers: readonly Layer[]): Pick<Policy, 'programs'> {
  const widenings = layers.flatMap((layer) => ('widens' in layer ? [layer.widens.programs] : []))
  const known: Entries = Object.assign({}, ...widenings.reverse())
  const stricter = layers.map((layer) => layer.tightens.programs).filter(isPresent)
  if (Object.keys(known).length === 0 && stricter.length === 0) return {}
  return { programs: { known, stricter } }
}

/** The highest layer that may choose decides; an untrusted project may then still choose something stricter. */
function modeOf(layers: readonly Layer[]): Mode {
  const chosen = layers.flatMap((layer) => ('widens' in layer ? [layer.widens.mode] : [])).find(isPresent)
  return layers
    .flatMap((layer) => ('widens' in layer ? [] : [layer.tightens.mode]))
    .filter(isPresent)
    .reduce(stricterMode, chosen ?? DEFAULT_MODE)
}

function available(mode: Mode, noAuto: boolean, noBypass: boolean): Mode {
  if (mode === 'bypassPermissions' && noBypass) return 'default'
  return mode === 'auto' && noAuto ? 'default' : mode
}

function powershell(layers: readonly Layer[]): boolean {
  if (layers.some((layer) => !('widens' in layer) && layer.tightens.powershellAutoMode === false)) return false
  const said = layers.map((layer) =>
    'widens' in layer ? (layer.widens.powershellAutoMode ?? layer.tightens.powershellAutoMode) : undefined,
  )
  return said.find(isPresent) ?? false
}

/**
 * The highest layer that speaks of the model decides all about it, so that nobody's key goes to somebody else's server.
 * Budgets are limits: the smallest holds.
 */
function mergeReviewer(
  layers: readonly Layer[],
): Pick<
  Policy,
  | 'classifier'
  | 'guardian'
  | 'flags'
  | 'approvals'
  | 'journal'
  | 'team'
  | 'results'
  | 'containment'
  | 'containmentOrder'
  | 'containmentNetwork'
> {
  const owned = layers.flatMap((layer) => ('autoMode' in layer ? [layer] : []))
  const spoken = owned.map((layer) => layer.classifier).filter(isPresent)
  const smallest = (name: 'session' | 'day'): number | undefined =>
    spoken
      .map((each) => each.budget?.[name])
      .filter(isPresent)
      .sort((one, other) => one - other)[0]
  const [first] = spoken
  const flags = owned.map((layer) => layer.flags).find(isPresent)
  const containment = owned.map((layer) => layer.containment).find(isPresent)
  const containmentOrder = owned.map((layer) => layer.containmentOrder).find(isPresent)
  const guardian = strictestGuardian(owned.map((layer) => layer.guardian).filter(isPresent))
  return {
    ...(first === undefined
      ? {}
      : { classifier: { ...first, budget: { session: smallest('session'), day: smallest('day') } } }),
    ...(guardian === undefined ? {} : { guardian }),
    ...(flags === undefined ? {} : { flags }),
    ...(containment === undefined ? {} : { containment }),
    ...(containmentOrder === undefined ? {} : { containmentOrder }),
    ...mergeNetwork(owned.map((layer) => layer.containmentNetwork).filter(isPresent)),
    ...mergeApprovals(owned.map((layer) => layer.approvals).filter(isPresent)),
    ...mergeResults(owned.map((layer) => layer.results).filter(isPresent)),
    ...mergeJournal(owned.map((layer) => layer.journal).filter(isPresent)),
    ...mergeTeam(owned.map((layer) => layer.team).filter(isPresent)),
  }
}

/** Who may answer is said in one place: the highest layer that speaks of channels decides all of them. So with the console. */
function mergePeople(layers: readonly Layer[]): Pick<Policy, 'channels' | 'console' | 'notify'> {
  const owned = layers.flatMap((layer) => ('autoMode' in layer ? [layer] : []))
  const channels = owned.map((layer) => layer.channels).find(isPresent)
  const notify = owned.map((layer) => layer.notify).find(isPresent)
  const console = owned.map((layer) => layer.console).find(isPresent)
  return {
    ...(channels === undefined ? {} : { channels }),
    ...(console === undefined ? {} : { console }),
    ...(notify === undefined ? {} : { notify }),
  }
}

/**
 * The highest layer that names users names all of them: nobody makes themselves an owner from below. So with what counts
 * as a loop. The slowest rate holds.
 */
function mergeAdmission(layers: readonly Layer[]): Pick<Policy, 'admission'> {
  const spoken = layers.flatMap((layer) => ('autoMode' in layer && layer.admission ? [layer.admission] : []))
  if (spoken.length === 0) return {}
  const users = spoken.map((each) => each.users).find(isPresent)
  const loop = spoken.map((each) => each.loop).find(isPresent)
  const rate = slowest(spoken.map((each) => each.rate))
  const ratePerAgent = slowest(spoken.map((each) => each.ratePerAgent))
  const ratePerUser = slowest(spoken.map((each) => each.ratePerUser))
  return {
    admission: {
      ...(rate === undefined ? {} : { rate }),
      ...(ratePerAgent === undefined ? {} : { ratePerAgent }),
      ...(ratePerUser === undefined ? {} : { ratePerUser }),
      ...(loop === undefined ? {} : { loop }),
      ...(users === undefined ? {} : { users }),
    },
  }
}

type Rate = NonNullable<AdmissionSettings['rate']>

function slowest(said: readonly (Rate | undefined)[]): Rate | undefined {
  const rates = said.filter(isPresent)
  if (rates.length === 0) return undefined
  return {
    burst: Math.min(...rates.map((each) => each.burst)),
    perSecond: Math.min(...rates.map((each) => each.perSecond)),
  }
}

/** Each key as the highest layer that has it says; what asks for more people holds whoever says it. */
function mergeApprovals(spoken: readonly ApprovalSettings[]): Pick<Policy, 'approvals'> {
  if (spoken.length === 0) return {}
  const merged = Object.assign({}, ...[...spoken].reverse()) as ApprovalSettings
  const who = Object.assign({}, ...[...spoken].reverse().map((each) => each.who ?? {})) as ApprovalSettings['who']
  const twoPeople = [...new Set(spoken.flatMap((each) => each.twoPeople ?? []))]
  return {
    approvals: {
      ...merged,
      ...(Object.keys(who ?? {}).length === 0 ? {} : { who }),
      ...(twoPeople.length === 0 ? {} : { twoPeople }),
      ...(spoken.some((each) => each.ownAgent === 'forbidden') ? { ownAgent: 'forbidden' as const } : {}),
    },
  }
}

/** As the highest layer says: managed settings may take every host away. */
function mergeNetwork([hosts]: readonly (readonly string[])[]): Pick<Policy, 'containmentNetwork'> {
  return hosts === undefined ? {} : { containmentNetwork: hosts }
}

/** Each key as the highest layer that has it says. */
function mergeResults(spoken: readonly ResultSettings[]): Pick<Policy, 'results'> {
  if (spoken.length === 0) return {}
  const lowestFirst = [...spoken].reverse()
  const taint = Object.assign({}, ...lowestFirst.map((each) => each.taint)) as ResultSettings['taint']
  return { results: { ...(Object.assign({}, ...lowestFirst) as ResultSettings), taint } }
}

/** No call may touch what a witness keeps, or the token for it. */
function witnessFiles(layers: readonly Layer[]): readonly string[] {
  return layers
    .flatMap((layer) => ('autoMode' in layer ? (layer.journal?.witness ?? []) : []))
    .flatMap((witness) => ('file' in witness ? [witness.file] : 'tokenFile' in witness ? [witness.tokenFile] : []))
}

/** No call may touch what a target is sent through, or the secret for it. */
function siemFiles(layers: readonly Layer[]): readonly string[] {
  return layers
    .flatMap((layer) => ('autoMode' in layer ? (layer.siem ?? []) : []))
    .flatMap((target) =>
      Object.entries(target).flatMap(([name, value]) =>
        (name === 'path' || name.endsWith('File')) && typeof value === 'string' ? [value] : [],
      ),
    )
}

/** Every layer may add targets; of two with one name the higher holds, so that nobody redirects another's records. */
function mergeObserved(layers: readonly Layer[]): Pick<Policy, 'siem' | 'traces' | 'logs'> {
  const owned = layers.flatMap((layer) => ('autoMode' in layer ? [layer] : []))
  const targets = owned.flatMap((layer) => layer.siem ?? [])
  const siem = targets.filter(({ name }, index) => targets.findIndex((each) => each.name === name) === index)
  const traces = owned.map((layer) => layer.traces).find(isPresent)
  const logs = owned.map((layer) => layer.logs).find(isPresent)
  return {
    ...(siem.length === 0 ? {} : { siem }),
    ...(traces === undefined ? {} : { traces }),
    ...(logs === undefined ? {} : { logs }),
  }
}

/** Every layer may name witnesses, and none takes another's away. Nor does one remove what another wants kept. */
function mergeJournal(spoken: readonly JournalSettings[]): Pick<Policy, 'journal'> {
  const witness = spoken.flatMap((each) => each.witness ?? [])
  const days = spoken.map((each) => each.retentionDays).filter(isPresent)
  const journal: JournalSettings = {
    ...(witness.length === 0 ? {} : { witness }),
    ...(days.length === 0 ? {} : { retentionDays: Math.max(...days) }),
  }
  return Object.keys(journal).length === 0 ? {} : { journal }
}

/** Each part as the strictest file has it: nobody keeps working without the team where another file says deny. */
function mergeTeam(spoken: readonly TeamSettings[]): Pick<Policy, 'team'> {
  const strictest = <Value extends string>(order: readonly [Value, Value], said: readonly (Value | undefined)[]) =>
    order.find((value) => said.includes(value))
  const away = strictest(
    ['deny', 'local-rules'],
    spoken.map((each) => each.away),
  )
  const consult = strictest(
    ['every-call', 'questions'],
    spoken.map((each) => each.consult),
  )
  const approvals = strictest(
    ['team', 'local'],
    spoken.map((each) => each.approvals),
  )
  const team: TeamSettings = {
    ...(away === undefined ? {} : { away }),
    ...(consult === undefined ? {} : { consult }),
    ...(approvals === undefined ? {} : { approvals }),
  }
  return Object.keys(team).length === 0 ? {} : { team }
}

/** Files that hold tokens of channels and of the console. No call may touch one, and no entry clears it: ours come first. */
function secretFiles({ channels, console, notify }: ReturnType<typeof mergePeople>): readonly string[] {
  return [...Object.values(channels ?? {}), ...(notify ?? []), console?.oidc].flatMap((entry) =>
    Object.entries(entry ?? {}).flatMap(([name, value]) =>
      name.endsWith('File') && typeof value === 'string' ? [value] : [],
    ),
  )
}

const GUARDIAN_STRICTNESS: readonly GuardianSettings['mode'][] = ['off', 'monitor', 'guard', 'strict']

/** Nobody can switch off a guardian that somebody above or below them switched on. */
function strictestGuardian(spoken: readonly GuardianSettings[]): GuardianSettings | undefined {
  const [first] = spoken
  if (first === undefined) return undefined
  const strength = Math.max(...spoken.map(({ mode }) => GUARDIAN_STRICTNESS.indexOf(mode)))
  return { ...first, mode: GUARDIAN_STRICTNESS[strength] ?? 'strict' }
}

/** Hard when anybody says so, else soft where managed settings do. */
function mergeSeverities(layers: readonly Layer[]): Severities {
  const soft = layers.flatMap((layer) => (layer.scope === 'managed' ? (layer.soft ?? []) : []))
  const hard = layers.flatMap((layer) => layer.tightens.hard ?? [])
  return Object.fromEntries([
    ...soft.map((code) => [code, 'soft'] as const),
    ...hard.map((code) => [code, 'hard'] as const),
  ])
}

/** No call may write what the next bundle is read from. */
function bundleSource({ policyBundle }: Found): readonly string[] {
  const source = policyBundle?.source
  return source?.startsWith('/') === true ? [source.replace(/(?<=.)\/+$/, '')] : []
}

function mergeAutoMode(layers: readonly Layer[], defaults: AutoModeDefaults): AutoMode {
  const spoken = layers.flatMap((layer) => ('autoMode' in layer ? [layer.autoMode] : []))
  const section = (name: keyof AutoModeDefaults): readonly string[] =>
    spliceDefaults(
      spoken.map((each) => each[name]),
      defaults[name],
    )
  return {
    allow: section('allow'),
    soft_deny: section('soft_deny'),
    hard_deny: section('hard_deny'),
    environment: section('environment'),
    classifyAllShell: spoken.some((each) => each.classifyAllShell === true),
  }
}

/** Adds the digest: SHA-256 over the canonical JSON of everything else that decides. Where people are asked does not. */
export function seal(policy: Omit<Policy, 'digest'>): Policy {
  // A copy as plain JSON: a policy holds nothing else.
  const { channels: _channels, notify: _notify, journal: _journal, notices: _notices, ...others } = policy
  const { policyBundle: _policyBundle, bundle: _bundle, ...own } = others
  const { siem: _siem, traces: _traces, logs: _logs, console: _console, ...rest } = own
  const deciding = JSON.parse(JSON.stringify({ ...rest, digest: undefined })) as JsonObject
  const digest = hash('sha256', canonical(deciding))
  return { ...policy, digest }
}

/** In order of precedence, what a file closes before what it clears: the first entry that names a path decides. */
function firewallOf(layers: readonly Layer[], list: keyof Policy['firewall']): readonly string[] {
  return unique(
    layers.flatMap((layer) => [
      ...layer.tightens.firewall[list],
      ...('widens' in layer ? layer.widens.firewall[list] : []),
    ]),
  )
}

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)]
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}
