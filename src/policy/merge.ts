import { hash } from 'node:crypto'
import { canonical } from '../call/canonical-json.ts'
import type { ToolDescriptions } from '../call/tools/description.ts'
import type { JsonObject } from '../call/tool-call.ts'
import { type Mode, stricterMode } from '../session.ts'
import { DEFAULT_MODE, NO_AUTO_MODE_DEFAULTS, type AutoModeDefaults } from './defaults.ts'
import type { AutoMode, OwnerSettings, Policy, Problem, Rule } from './policy.ts'
import type { ApprovalSettings, GuardianSettings, WitnessSetting } from './settings.ts'

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
}

/** What only a file of the machine's owner, or of a workspace the owner trusts, may say. */
export interface Widening {
  readonly allow: readonly Rule[]
  readonly additionalDirectories: readonly string[]
  /** Entries with `!`, which clear what the firewall closes. */
  readonly firewall: Policy['firewall']
  readonly trustedHosts: readonly string[]
  readonly tools?: ToolDescriptions | undefined
  readonly powershellAutoMode: true | undefined
  readonly mode: Mode | undefined
}

/** Prose for the classifier. A project file has none, trusted or not. */
export type AutoModeSections = { readonly [Section in keyof AutoModeDefaults]?: readonly string[] | undefined } & {
  readonly classifyAllShell?: boolean | undefined
}

/** One settings file. The layer of an untrusted project has no `widens`: a cloned repository cannot allow itself. */
export type Layer =
  | (OwnerSettings & {
      readonly scope: 'managed' | 'flag' | 'user'
      readonly tightens: Tightening
      readonly widens: Widening
      readonly autoMode: AutoModeSections
    })
  | { readonly scope: 'trusted-project'; readonly tightens: Tightening; readonly widens: Widening }
  | { readonly scope: 'untrusted-project'; readonly tightens: Tightening }

/** Layers in order of precedence: managed, flag, project-local, project, user. */
export function mergeLayers(
  layers: readonly Layer[],
  found: { readonly problems: readonly Problem[]; readonly notices: readonly Problem[]; readonly trusted: boolean },
  defaults: AutoModeDefaults = NO_AUTO_MODE_DEFAULTS,
): Policy {
  const tightenings = layers.map((layer) => layer.tightens)
  const widenings = layers.flatMap((layer) => ('widens' in layer ? [layer.widens] : []))
  const disableAutoMode = tightenings.some((each) => each.disableAutoMode)
  const disableBypass = tightenings.some((each) => each.disableBypassPermissionsMode)
  const people = mergePeople(layers)
  return seal({
    allow: widenings.flatMap((each) => each.allow),
    ask: tightenings.flatMap((each) => each.ask),
    deny: tightenings.flatMap((each) => each.deny),
    defaultMode: available(modeOf(layers), disableAutoMode, disableBypass),
    additionalDirectories: unique(widenings.flatMap((each) => each.additionalDirectories)),
    disableAutoMode,
    disableBypassPermissionsMode: disableBypass,
    autoMode: mergeAutoMode(layers, defaults),
    ...mergeReviewer(layers),
    ...people,
    ...mergeAdmission(layers),
    firewall: {
      readWrite: unique([...secretFiles(people), ...witnessFiles(layers), ...firewallOf(layers, 'readWrite')]),
      writeOnly: firewallOf(layers, 'writeOnly'),
    },
    trustedHosts: unique(widenings.flatMap((each) => each.trustedHosts)),
    ...mergeTools(widenings),
    powershellAutoMode: powershell(layers),
    problems: found.problems,
    notices: found.notices,
    trustedWorkspace: found.trusted,
  })
}

/** Each tool as the highest layer that describes it says. */
function mergeTools(widenings: readonly Widening[]): Pick<Policy, 'tools'> {
  const tools: ToolDescriptions = Object.assign({}, ...widenings.map((each) => each.tools).reverse())
  return Object.keys(tools).length === 0 ? {} : { tools }
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
  return said.find(isPresent) ?? true
}

/**
 * The highest layer that speaks of the model decides all about it, so that nobody's key goes to somebody else's server.
 * Budgets are limits: the smallest holds.
 */
function mergeReviewer(
  layers: readonly Layer[],
): Pick<Policy, 'classifier' | 'guardian' | 'flags' | 'approvals' | 'journal'> {
  const owned = layers.flatMap((layer) => ('autoMode' in layer ? [layer] : []))
  const spoken = owned.map((layer) => layer.classifier).filter(isPresent)
  const smallest = (name: 'session' | 'day'): number | undefined =>
    spoken
      .map((each) => each.budget?.[name])
      .filter(isPresent)
      .sort((one, other) => one - other)[0]
  const [first] = spoken
  const flags = owned.map((layer) => layer.flags).find(isPresent)
  const guardian = strictestGuardian(owned.map((layer) => layer.guardian).filter(isPresent))
  return {
    ...(first === undefined
      ? {}
      : { classifier: { ...first, budget: { session: smallest('session'), day: smallest('day') } } }),
    ...(guardian === undefined ? {} : { guardian }),
    ...(flags === undefined ? {} : { flags }),
    ...mergeApprovals(owned.map((layer) => layer.approvals).filter(isPresent)),
    ...mergeJournal(owned.flatMap((layer) => layer.journal?.witness ?? [])),
  }
}

/** Who may answer is said in one place: the highest layer that speaks of channels decides all of them. */
function mergePeople(layers: readonly Layer[]): Pick<Policy, 'channels' | 'notify'> {
  const owned = layers.flatMap((layer) => ('autoMode' in layer ? [layer] : []))
  const channels = owned.map((layer) => layer.channels).find(isPresent)
  const notify = owned.map((layer) => layer.notify).find(isPresent)
  return { ...(channels === undefined ? {} : { channels }), ...(notify === undefined ? {} : { notify }) }
}

/** The highest layer that names users names all of them: nobody makes themselves an owner from below. The slowest rate holds. */
function mergeAdmission(layers: readonly Layer[]): Pick<Policy, 'admission'> {
  const spoken = layers.flatMap((layer) => ('autoMode' in layer && layer.admission ? [layer.admission] : []))
  if (spoken.length === 0) return {}
  const rates = spoken.map((each) => each.rate).filter(isPresent)
  const users = spoken.map((each) => each.users).find(isPresent)
  const rate = {
    burst: Math.min(...rates.map((each) => each.burst)),
    perSecond: Math.min(...rates.map((each) => each.perSecond)),
  }
  return { admission: { ...(rates.length === 0 ? {} : { rate }), ...(users === undefined ? {} : { users }) } }
}

/** Each key as the highest layer that has it says. */
function mergeApprovals(spoken: readonly ApprovalSettings[]): Pick<Policy, 'approvals'> {
  return spoken.length === 0 ? {} : { approvals: Object.assign({}, ...[...spoken].reverse()) as ApprovalSettings }
}

/** No call may touch what a witness keeps, or the token for it. */
function witnessFiles(layers: readonly Layer[]): readonly string[] {
  return layers
    .flatMap((layer) => ('autoMode' in layer ? (layer.journal?.witness ?? []) : []))
    .flatMap((witness) => ('file' in witness ? [witness.file] : 'tokenFile' in witness ? [witness.tokenFile] : []))
}

/** Every layer may name witnesses, and none takes another's away. */
function mergeJournal(witness: readonly WitnessSetting[]): Pick<Policy, 'journal'> {
  return witness.length === 0 ? {} : { journal: { witness: [...witness] } }
}

/** Files that hold tokens of channels. No call may touch one, and no entry clears it: ours come first. */
function secretFiles({ channels, notify }: Pick<Policy, 'channels' | 'notify'>): readonly string[] {
  return [...Object.values(channels ?? {}), ...(notify ?? [])].flatMap((entry) =>
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

/**
 * Scopes add up. `"$defaults"` stands for the built-in list where it is written first; a section that somebody wrote
 * and that has no `"$defaults"` replaces the built-in list; a section nobody wrote is the built-in list.
 */
export function spliceDefaults(
  lists: readonly (readonly string[] | undefined)[],
  defaults: readonly string[],
): readonly string[] {
  const written = lists.filter(isPresent)
  if (written.length === 0) return defaults
  const all = written.flat()
  const first = all.indexOf('$defaults')
  return unique(all.flatMap((entry, index) => (entry !== '$defaults' ? [entry] : index === first ? defaults : [])))
}

/** Adds the digest: SHA-256 over the canonical JSON of everything else that decides. Where people are asked does not. */
export function seal(policy: Omit<Policy, 'digest'>): Policy {
  // A copy as plain JSON: a policy holds nothing else.
  const { channels: _channels, notify: _notify, journal: _journal, notices: _notices, ...rest } = policy
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
