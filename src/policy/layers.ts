import { normalise, windowsPath } from '../call/paths.ts'
import { TRUST_KINDS } from '../call/trust.ts'
import { likeProblem, stricterPart } from '../call/programs/from-settings.ts'
import type { Layer, Tightening, Widening } from './merge.ts'
import type { Policy, Problem, Rule, Source } from './policy.ts'
import { showKey, type ReadSettings } from './read-settings.ts'
import { isProblem, parseRule, warnAbout, type RuleKind } from './rule-syntax.ts'
import type { ChannelSettings } from './channel-settings.ts'
import type { ConsoleSettings } from './console-settings.ts'
import type { FlagSettings, Settings } from './settings.ts'
import { isRemoval, type TrustEntries, type TrustRemovals } from './trust.ts'

/** Whose file it is. A project file is either trusted or not; there is no third. */
export type Owner = 'managed' | 'flag' | 'user' | 'trusted-project' | 'untrusted-project'

export interface Origin {
  readonly owner: Owner
  readonly file: string
  /** The directory that `/path` patterns of this file start from. */
  readonly base: string
  readonly home: string
}

export interface Made {
  readonly layer: Layer
  readonly problems: readonly Problem[]
  readonly notices: readonly Problem[]
}

type Noted = { readonly problems: Problem[]; readonly notices: Problem[] }

/** Turns one file into the layer its owner may make of it; what it may not say is set aside with a notice. */
export function makeLayer(read: ReadSettings, origin: Origin): Made {
  const noted: Noted = { problems: [], notices: [] }
  const { settings, lineOf } = read
  const note = (path: readonly (string | number)[], message: string): void => {
    noted.notices.push({ file: origin.file, line: lineOf(path), key: showKey(path), message })
  }
  const tightens = tightening(read, origin, noted)
  checkPrograms(read, origin, noted)
  const layer = ((): Layer => {
    switch (origin.owner) {
      case 'managed':
      case 'flag':
      case 'user':
        if (settings.autoMode?.hard_deny !== undefined && !settings.autoMode.hard_deny.includes('$defaults'))
          note(['autoMode', 'hard_deny'], 'replaces the built-in hard rules unless another file lists "$defaults"')
        return {
          ...(origin.owner === 'managed'
            ? { scope: origin.owner, soft: severitiesOf(settings, 'soft') }
            : { scope: origin.owner }),
          tightens,
          widens: widening(read, origin, noted),
          autoMode: settings.autoMode ?? {},
          ...(settings.classifier === undefined ? {} : { classifier: settings.classifier }),
          ...(settings.guardian === undefined ? {} : { guardian: settings.guardian }),
          ...(settings.admission === undefined ? {} : { admission: settings.admission }),
          ...(settings.approvals === undefined ? {} : { approvals: settings.approvals }),
          ...(settings.journal === undefined ? {} : { journal: settings.journal }),
          ...(settings.team === undefined ? {} : { team: settings.team }),
          ...(settings.results === undefined ? {} : { results: settings.results }),
          ...(settings.containment === undefined ? {} : { containment: settings.containment }),
          ...(settings.containmentOrder === undefined ? {} : { containmentOrder: settings.containmentOrder }),
          ...(settings.containmentNetwork === undefined ? {} : { containmentNetwork: settings.containmentNetwork }),
          ...(settings.siem === undefined ? {} : { siem: settings.siem }),
          ...(settings.traces === undefined ? {} : { traces: settings.traces }),
          ...(settings.logs === undefined ? {} : { logs: settings.logs }),
          ...(settings.console === undefined ? {} : { console: consoleOf(settings.console, origin) }),
          ...(settings.flags === undefined ? {} : { flags: flagsOf(settings.flags, origin) }),
          ...(settings.channels === undefined ? {} : { channels: channelsOf(settings.channels, origin) }),
          ...(settings.notify === undefined ? {} : { notify: settings.notify.map((each) => withFiles(each, origin)) }),
        }
      case 'trusted-project':
        return { scope: 'trusted-project', tightens, widens: widening(read, origin, noted) }
      case 'untrusted-project':
        for (const [name, entry] of Object.entries(settings.programs ?? {}))
          for (const key of stricterPart(entry).aside)
            note(
              ['programs', name, ...key.split('.').slice(0, 1)],
              `\`${key}\` could make less of what ${name} does: it has no effect until the workspace is trusted`,
            )
        for (const path of wideningKeys(settings))
          note(path, 'has no effect until the workspace is trusted: trustedWorkspaces in your own settings')
        return { scope: 'untrusted-project', tightens }
    }
  })()
  for (const key of [
    'autoMode',
    'classifier',
    'guardian',
    'admission',
    'approvals',
    'journal',
    'team',
    'results',
    'containment',
    'containmentOrder',
    'containmentNetwork',
    'siem',
    'traces',
    'logs',
    'flags',
  ] as const)
    if (isProject(origin.owner) && settings[key] !== undefined)
      note([key], 'is ignored in project settings: a repository does not instruct its own judge')
  for (const key of ['channels', 'console', 'notify'] as const)
    if (isProject(origin.owner) && settings[key] !== undefined)
      note([key], 'is ignored in project settings: a repository does not choose who approves it')
  if (origin.owner !== 'managed') {
    for (const code of severitiesOf(settings, 'soft'))
      note(['severities', code], 'has no effect: only managed settings make a category soft')
    for (const key of ['locked', 'policyBundle'] as const)
      if (settings[key] !== undefined) note([key], 'is read from managed settings only')
  }
  if (settings.trustedWorkspaces !== undefined && origin.owner !== 'user' && origin.owner !== 'managed')
    note(['trustedWorkspaces'], 'is read from user and managed settings only')
  return { layer, ...noted }
}

/** A program that is like another one needs that one: without it nothing would be known about either. */
function checkPrograms(read: ReadSettings, origin: Origin, noted: Noted): void {
  const { programs = {} } = read.settings
  for (const [name, entry] of Object.entries(programs)) {
    if (entry.like === undefined || origin.owner === 'untrusted-project') continue
    const message = likeProblem(name, entry.like, programs)
    const path = ['programs', name, 'like']
    if (message !== undefined)
      noted.problems.push({ file: origin.file, line: read.lineOf(path), key: showKey(path), message })
  }
}

function mapEntries<From, To>(rows: Readonly<Record<string, From>>, map: (row: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, map(row)]))
}

function flagsOf(flags: FlagSettings, origin: Origin): FlagSettings {
  return flags.file === undefined ? flags : { ...flags, file: absolute(flags.file, origin) }
}

function consoleOf({ oidc, ...rest }: ConsoleSettings, origin: Origin): ConsoleSettings {
  return { ...rest, ...(oidc === undefined ? {} : { oidc: withFiles(oidc, origin) }) }
}

function channelsOf(channels: ChannelSettings, origin: Origin): ChannelSettings {
  const { telegram, discord, slack, webhook, ...forgotten } = channels
  // A channel that is not named here would be lost in silence: then this does not compile.
  forgotten satisfies Readonly<Record<string, never>>
  return {
    ...(telegram === undefined ? {} : { telegram: withFiles(telegram, origin) }),
    ...(discord === undefined ? {} : { discord: withFiles(discord, origin) }),
    ...(slack === undefined ? {} : { slack: withFiles(slack, origin) }),
    ...(webhook === undefined ? {} : { webhook: withFiles(webhook, origin) }),
  }
}

/** Files of secrets (`tokenFile`, `secretFile` …) are found from where the settings file stands. */
function withFiles<Entry extends object>(entry: Entry, origin: Origin): Entry {
  const files = Object.entries(entry).flatMap(([name, value]) =>
    name.endsWith('File') && typeof value === 'string' ? [[name, absolute(value, origin)] as const] : [],
  )
  return { ...entry, ...Object.fromEntries(files) }
}

function severitiesOf({ severities = {} }: Settings, wanted: 'hard' | 'soft'): readonly string[] {
  return Object.keys(severities).filter((code) => severities[code] === wanted)
}

function scopeOf(owner: Owner): Source['scope'] {
  return owner === 'trusted-project' || owner === 'untrusted-project' ? 'project' : owner
}

function isProject(owner: Owner): boolean {
  return owner === 'trusted-project' || owner === 'untrusted-project'
}

function wideningKeys(settings: Settings): readonly (readonly string[])[] {
  const { permissions } = settings
  const mode = permissions?.defaultMode
  const keys: (readonly string[])[] = []
  if ((permissions?.allow ?? []).length > 0) keys.push(['permissions', 'allow'])
  if ((permissions?.additionalDirectories ?? []).length > 0) keys.push(['permissions', 'additionalDirectories'])
  if (mode === 'auto' || mode === 'bypassPermissions' || mode === 'acceptEdits')
    keys.push(['permissions', 'defaultMode'])
  for (const list of ['readWrite', 'writeOnly'] as const)
    if (settings.firewall?.[list]?.some((entry) => entry.startsWith('!')) === true) keys.push(['firewall', list])
  if ((settings.trustedHosts ?? []).length > 0) keys.push(['trustedHosts'])
  for (const kind of TRUST_KINDS) if (settings.trust?.[kind]?.every(isRemoval) === false) keys.push(['trust', kind])
  if (settings.tools !== undefined) keys.push(['tools'])
  if (settings.readClaudeSettings === true) keys.push(['readClaudeSettings'])
  return keys
}

function tightening(read: ReadSettings, origin: Origin, noted: Noted): Tightening {
  const { permissions, powershellAutoMode } = read.settings
  const mode = permissions?.defaultMode
  return {
    deny: rulesOf('deny', read, origin, noted),
    ask: rulesOf('ask', read, origin, noted),
    firewall: firewallEntries(read.settings, origin, 'closes'),
    disableAutoMode: isSwitchedOff(permissions?.disableAutoMode),
    disableBypassPermissionsMode: isSwitchedOff(permissions?.disableBypassPermissionsMode),
    powershellAutoMode: powershellAutoMode === false ? false : undefined,
    hard: severitiesOf(read.settings, 'hard'),
    programs:
      origin.owner === 'untrusted-project' && read.settings.programs !== undefined
        ? mapEntries(read.settings.programs, (entry) => stricterPart(entry).part)
        : undefined,
    mode: mode === 'plan' || mode === 'dontAsk' || mode === 'default' ? mode : undefined,
    trust: removals(read.settings),
  }
}

function widening(read: ReadSettings, origin: Origin, noted: Noted): Widening {
  const { permissions, powershellAutoMode } = read.settings
  return {
    allow: rulesOf('allow', read, origin, noted),
    additionalDirectories: (permissions?.additionalDirectories ?? []).map((path) => absolute(path, origin)),
    firewall: firewallEntries(read.settings, origin, 'clears'),
    trust: trustOf(read.settings),
    tools: read.settings.tools,
    programs: read.settings.programs,
    powershellAutoMode: powershellAutoMode === true ? true : undefined,
    mode: permissions?.defaultMode,
  }
}

/** `trustedHosts` is another way to add to `trust.hosts`. */
function trustOf({ trust = {}, trustedHosts }: Settings): TrustEntries {
  return trustedHosts === undefined ? trust : { ...trust, hosts: [...(trust.hosts ?? ['$defaults']), ...trustedHosts] }
}

function removals({ trust = {} }: Settings): TrustRemovals {
  return Object.fromEntries(TRUST_KINDS.map((kind) => [kind, (trust[kind] ?? []).filter(isRemoval)] as const))
}

/** An entry with `!` clears a path, which only an owner or a trusted workspace may do; every other entry closes one. */
function firewallEntries(settings: Settings, origin: Origin, effect: 'closes' | 'clears'): Policy['firewall'] {
  // A bare name (`*.key`) holds wherever it occurs.
  const named = (path: string): string =>
    /^(?:\/|~(?:\/|$)|\.\.?\/)/.test(path) || windowsPath(path) !== undefined ? absolute(path, origin) : path
  const entries = (list: readonly string[] | undefined): readonly string[] =>
    (list ?? [])
      .filter((entry) => entry.startsWith('!') === (effect === 'clears'))
      .map((entry) => (effect === 'clears' ? `!${named(entry.slice(1))}` : named(entry)))
  return { readWrite: entries(settings.firewall?.readWrite), writeOnly: entries(settings.firewall?.writeOnly) }
}

function isSwitchedOff(value: boolean | 'disable' | undefined): boolean {
  return value === true || value === 'disable'
}

/** A deny or ask rule that cannot be read is a problem; an allow rule that cannot be read is only left out. */
function rulesOf(kind: RuleKind, read: ReadSettings, origin: Origin, noted: Noted): readonly Rule[] {
  return (read.settings.permissions?.[kind] ?? []).flatMap((text, index) => {
    const path = ['permissions', kind, index]
    const source: Source = {
      scope: scopeOf(origin.owner),
      file: origin.file,
      line: read.lineOf(path),
      base: origin.base,
    }
    const at = { file: origin.file, line: source.line, key: showKey(path) }
    const parsed = parseRule(text, source, kind)
    if (isProblem(parsed)) {
      const list = kind === 'allow' ? noted.notices : noted.problems
      list.push({ ...at, message: `\`${text.slice(0, 200)}\`: ${parsed.problem}` })
      return []
    }
    const warning = warnAbout(parsed, kind)
    if (warning !== undefined) noted.notices.push({ ...at, message: warning })
    return [parsed]
  })
}

/** `~` is home; a relative path starts from the file's base. Wildcards pass through. */
export function absolute(path: string, origin: Pick<Origin, 'base' | 'home'>): string {
  if (path === '~' || path.startsWith('~/')) return normalise(`${origin.home}/${path.slice(1)}`)
  const windows = windowsPath(path)
  if (windows !== undefined) return windows
  return normalise(path.startsWith('/') ? path : `${origin.base}/${path}`)
}
