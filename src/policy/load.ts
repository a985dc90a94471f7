import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { isAbsolute, join } from 'node:path'
import { readClaudeSettings } from './claude-settings.ts'
import { type AutoModeDefaults, NO_AUTO_MODE_DEFAULTS } from './defaults.ts'
import { bundleLayers, type BundleLayers, type BundleSource } from './bundle/layer.ts'
import { absolute, makeLayer, type Made, type Origin } from './layers.ts'
import type { Lockable } from './lockable.ts'
import { everyLock, withoutLocked } from './locked.ts'
import { type Found, mergeLayers } from './merge.ts'
import type { Policy, Problem } from './policy.ts'
import {
  MOST_BUNDLE_BYTES,
  MOST_SETTINGS_CHARACTERS,
  readSettings,
  type Reading,
  type ReadSettings,
} from './read-settings.ts'

/** Where settings are looked for. Nothing here has a hidden default, so that tests and daemons see the same. */
export interface PolicyLocations {
  readonly cwd: string
  readonly workspace: string
  readonly home: string
  /** `/etc/portcullis`. */
  readonly managedDirectory: string
  /** `/etc/claude-code`: where `readClaudeSettings` finds managed rules. */
  readonly claudeManagedDirectory?: string
  /** `--settings`: a path, or JSON text that begins with `{`. */
  readonly flagSettings?: string
  /** Text in place of the user's file: to see what it would change before it is saved. */
  readonly userSettings?: string
  readonly autoModeDefaults?: AutoModeDefaults
  /** The codes of all categories; a severity for another one is a problem. */
  readonly categories?: readonly string[]
  /** Where the signed bundle is kept. Left out: there is none. */
  readonly bundle?: BundlePlaces
  /**
   * The judged account is not the one that runs the gate. Its agents may write in its home, so nothing there is the
   * user's own word; the settings for it are kept by the gate, below `settingsHome`.
   */
  readonly foreign?: { readonly settingsHome: string; readonly mayRead: (file: string) => boolean }
}

export interface BundlePlaces extends Pick<BundleSource, 'now' | 'programVersion' | 'trial'> {
  /** The bundle in force, as it came. */
  readonly active: string
  /** What `portcullis policy trust` keeps; managed settings come before it. */
  readonly trust: string
  /** Where the highest version is kept, more than once: the higher one counts. */
  readonly marks: readonly string[]
}

export const MANAGED_DIRECTORY = '/etc/portcullis'
export const CLAUDE_MANAGED_DIRECTORY = '/etc/claude-code'
const MOST_MANAGED_FILES = 100

interface Candidate {
  readonly scope: 'managed' | 'flag' | 'user' | 'project'
  readonly file: string
  readonly base: string
  /** Given text instead of a file. */
  readonly inline?: string
  /** A file the person named must exist. */
  readonly required?: true
}

interface Opened {
  readonly candidate: Candidate
  readonly read: ReadSettings
}

/** Reads every settings file and merges them. Never throws: what is broken is a problem, and then nothing is allowed. */
export function loadPolicy(locations: PolicyLocations): Policy {
  const problems: Problem[] = []
  const files = ownFiles(locations, problems).flatMap((candidate) => open(candidate, readSettings, locations, problems))
  const source = bundleSource(files, locations, problems)
  const { layers, problems: broken, ...bundle } = source === undefined ? NO_BUNDLE : bundleLayers(source)
  const { managedDirectory: base } = locations
  const opened = [
    ...files,
    ...layers.map(({ file, read }): Opened => ({ candidate: { scope: 'managed', file, base }, read })),
  ]
  const managed = opened.filter(({ candidate }) => candidate.scope === 'managed')
  const locked = everyLock(managed.flatMap(({ read }) => read.settings.locked ?? []))
  const trusted = isTrusted(locked.includes('trustedWorkspaces') ? managed : opened, locations)
  const shut: Problem[] = []
  const kept = opened.map((each) => keepLocked(each, locked, trusted, shut))
  const claude = readsClaude(kept, trusted) ? claudeFiles(locations, problems) : []
  const left: Problem[] = []
  const claudeOpened = claude
    .flatMap((candidate) => open(candidate, claudeReader(candidate, left), locations, problems))
    .map((each) => keepLocked(each, locked, trusted, shut))
  const made = [...kept, ...claudeOpened].sort(byPrecedence).map((each) => make(each, trusted, locations))
  const found: Found = {
    problems: [...problems, ...broken, ...unknownCategories(kept, locations), ...made.flatMap((each) => each.problems)],
    notices: [...left, ...shut, ...made.flatMap((each) => each.notices)],
    trusted,
    locked,
    ...bundle,
  }
  const isUnset = made.length === 0 && source === undefined && found.problems.length + found.notices.length === 0
  if (isUnset) return policyWithoutSettings(found, locations.autoModeDefaults ?? NO_AUTO_MODE_DEFAULTS)
  return mergeLayers(
    made.map((each) => each.layer),
    found,
    locations.autoModeDefaults,
  )
}

const withoutSettings = new WeakMap<AutoModeDefaults, Map<boolean, Policy>>()

/** The same in every directory: a check asks for it twice, for where the call runs and for the home of the reviewer. */
function policyWithoutSettings(found: Found, defaults: AutoModeDefaults): Policy {
  const known = withoutSettings.get(defaults) ?? new Map<boolean, Policy>()
  const policy = known.get(found.trusted) ?? mergeLayers([], found, defaults)
  withoutSettings.set(defaults, known.set(found.trusted, policy))
  return policy
}

/** A severity for a category that does not exist protects nobody. */
function unknownCategories(opened: readonly Opened[], { categories }: PolicyLocations): readonly Problem[] {
  if (categories === undefined) return []
  return opened.flatMap(({ candidate: { file }, read: { settings, lineOf } }) =>
    Object.keys(settings.severities ?? {})
      .filter((code) => !categories.includes(code))
      .map((code) => ({
        file,
        line: lineOf(['severities', code]),
        key: 'severities',
        message: `\`${code}\` is no category`,
      })),
  )
}

/** Notes what of a file is not taken over. */
function claudeReader({ scope }: Candidate, left: Problem[]): (text: string, file: string) => Reading {
  return (text, file) => {
    const { notices = [], ...reading } = readClaudeSettings(text, file, scope === 'project' ? 'shared' : 'own')
    left.push(...notices)
    return reading
  }
}

/** Every file that `loadPolicy` may read, whether it is there or not: what to look at to see a change. */
export function settingsFiles(locations: PolicyLocations): readonly string[] {
  const { bundle } = locations
  return [
    ...[...ownFiles(locations, []), ...claudeFiles(locations, [])].flatMap((candidate) =>
      candidate.inline === undefined ? [candidate.file] : [],
    ),
    ...(bundle === undefined ? [] : [bundle.active, bundle.trust, ...bundle.marks]),
  ]
}

/**
 * What managed settings lock, nobody else has a say in. What a project that is not trusted says cannot loosen anything:
 * it stays as it is.
 */
function keepLocked(opened: Opened, locked: readonly Lockable[], trusted: boolean, notices: Problem[]): Opened {
  const { scope, file } = opened.candidate
  if (locked.length === 0 || scope === 'managed' || (scope === 'project' && !trusted)) return opened
  const kept = withoutLocked(opened.read, file, locked)
  notices.push(...kept.notices)
  return { candidate: opened.candidate, read: kept.read }
}

/** Whose keys count is said by files of this machine's owner alone, never by a bundle. */
function bundleSource(
  files: readonly Opened[],
  locations: PolicyLocations,
  problems: Problem[],
): BundleSource | undefined {
  const { bundle, managedDirectory, home } = locations
  if (bundle === undefined) return undefined
  const text = (file: string): string | undefined =>
    readText({ scope: 'managed', file, base: managedDirectory }, locations, problems, MOST_BUNDLE_BYTES)
  const managed = files
    .filter(({ candidate }) => candidate.scope === 'managed')
    .map(({ read }) => read.settings.policyBundle)
    .find((said) => said !== undefined)
  const texts = { active: text(bundle.active), trust: text(bundle.trust), marks: bundle.marks.map(text) }
  // Most machines have none: nothing of it is then looked at.
  const found = [texts.active, texts.trust, ...texts.marks, managed, bundle.trial].some((each) => each !== undefined)
  return found ? { ...bundle, managed, origin: { owner: 'managed', base: managedDirectory, home }, texts } : undefined
}

const NO_BUNDLE: BundleLayers = { layers: [], problems: [] }

/** The directories whose files `loadPolicy` reads, whatever they are called. */
export function settingsDirectories({ managedDirectory, claudeManagedDirectory }: PolicyLocations): readonly string[] {
  return [
    join(managedDirectory, DROP_INS),
    ...(claudeManagedDirectory === undefined ? [] : [join(claudeManagedDirectory, CLAUDE_DROP_INS)]),
  ]
}

const DROP_INS = 'settings.d'
const CLAUDE_DROP_INS = 'managed-settings.d'

function make(opened: Opened, trusted: boolean, locations: PolicyLocations): Made {
  const { scope, file, base } = opened.candidate
  const owner: Origin['owner'] = scope !== 'project' ? scope : trusted ? 'trusted-project' : 'untrusted-project'
  return makeLayer(opened.read, { owner, file, base, home: locations.home })
}

const PRECEDENCE: readonly Candidate['scope'][] = ['managed', 'flag', 'project', 'user']

function byPrecedence(one: Opened, other: Opened): number {
  return PRECEDENCE.indexOf(one.candidate.scope) - PRECEDENCE.indexOf(other.candidate.scope)
}

export function userSettingsFile(home: string): string {
  return join(home, '.portcullis', 'settings.json')
}

/** In order of precedence within each scope. */
function ownFiles(locations: PolicyLocations, problems: Problem[]): readonly Candidate[] {
  const { managedDirectory, home, workspace, flagSettings, cwd } = locations
  const candidates: Candidate[] = [
    { scope: 'managed', file: join(managedDirectory, 'settings.json'), base: managedDirectory },
    ...dropIns(join(managedDirectory, DROP_INS), problems).map((file): Candidate => ({
      scope: 'managed',
      file,
      base: managedDirectory,
    })),
  ]
  if (flagSettings !== undefined) candidates.push(flagCandidate(flagSettings, cwd))
  // In the home directory itself the project file and the user file are one: the user's.
  if (workspace !== home || locations.foreign !== undefined)
    for (const name of ['settings.local.json', 'settings.json'])
      candidates.push({ scope: 'project', file: join(workspace, '.portcullis', name), base: workspace })
  const own = locations.foreign?.settingsHome ?? home
  candidates.push({
    scope: 'user',
    file: userSettingsFile(own),
    base: join(own, '.portcullis'),
    ...(locations.userSettings === undefined ? {} : { inline: locations.userSettings }),
  })
  return candidates
}

function flagCandidate(flag: string, cwd: string): Candidate {
  if (flag.trimStart().startsWith('{')) return { scope: 'flag', file: '--settings', base: cwd, inline: flag }
  return { scope: 'flag', file: isAbsolute(flag) ? flag : join(cwd, flag), base: cwd, required: true }
}

function claudeFiles(locations: PolicyLocations, problems: Problem[]): readonly Candidate[] {
  const { home, workspace, claudeManagedDirectory } = locations
  const candidates: Candidate[] = []
  if (claudeManagedDirectory !== undefined) {
    const base = claudeManagedDirectory
    candidates.push({ scope: 'managed', file: join(base, 'managed-settings.json'), base })
    for (const file of dropIns(join(base, CLAUDE_DROP_INS), problems)) candidates.push({ scope: 'managed', file, base })
  }
  if (workspace !== home)
    for (const name of ['settings.local.json', 'settings.json'])
      candidates.push({ scope: 'project', file: join(workspace, '.claude', name), base: workspace })
  if (locations.foreign === undefined)
    candidates.push({ scope: 'user', file: join(home, '.claude', 'settings.json'), base: join(home, '.claude') })
  return candidates
}

function dropIns(directory: string, problems: Problem[]): readonly string[] {
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith('.json'))
    if (names.length > MOST_MANAGED_FILES)
      problems.push({ file: directory, line: 1, key: '', message: `more than ${MOST_MANAGED_FILES} files` })
    return names
      .sort()
      .slice(0, MOST_MANAGED_FILES)
      .map((name) => join(directory, name))
  } catch (error) {
    if (!isAbsent(error)) problems.push({ file: directory, line: 1, key: '', message: 'the directory cannot be read' })
    return []
  }
}

function open(
  candidate: Candidate,
  parse: (text: string, file: string) => Reading,
  locations: PolicyLocations,
  problems: Problem[],
): readonly Opened[] {
  const text = candidate.inline ?? readText(candidate, locations, problems)
  if (text === undefined) return []
  const reading = parse(text, candidate.file)
  problems.push(...reading.problems)
  return reading.read === undefined ? [] : [{ candidate, read: reading.read }]
}

/** Only a regular file of bounded size is opened: a pipe in its place must not hang the gate. */
function readText(
  candidate: Candidate,
  { foreign }: PolicyLocations,
  problems: Problem[],
  most: number = MOST_SETTINGS_CHARACTERS,
): string | undefined {
  const fail = (message: string): undefined => {
    problems.push({ file: candidate.file, line: 1, key: '', message })
    return undefined
  }
  try {
    const stat = statSync(candidate.file)
    if (candidate.scope === 'project' && foreign?.mayRead(candidate.file) === false)
      return fail('the file cannot be read')
    if (!stat.isFile()) return fail('not a regular file')
    if (stat.size > most) return fail(`the file is larger than ${most / 1_000_000} MB`)
    const bytes = readFileSync(candidate.file)
    return isUtf8(bytes) ? bytes.toString('utf8') : fail('the file is not valid UTF-8')
  } catch (error) {
    if (!isAbsent(error)) return fail('the file cannot be read')
    return candidate.required === true ? fail('the file does not exist') : undefined
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Named in user or managed settings: the workspace itself, or a directory followed by `/**` for all below it. */
function isTrusted(opened: readonly Opened[], locations: PolicyLocations): boolean {
  const workspace = real(locations.workspace)
  return opened
    .filter(({ candidate }) => candidate.scope === 'user' || candidate.scope === 'managed')
    .flatMap(({ candidate, read }) =>
      (read.settings.trustedWorkspaces ?? []).map((path) => ({ path, base: candidate.base })),
    )
    .some(({ path, base }) => {
      const below = path.endsWith('/**')
      const directory = real(absolute(below ? path.slice(0, -3) : path, { base, home: locations.home }))
      return below ? workspace.startsWith(directory === '/' ? '/' : `${directory}/`) : workspace === directory
    })
}

/** The first file that speaks decides; an untrusted project does not speak. */
function readsClaude(opened: readonly Opened[], trusted: boolean): boolean {
  return (
    opened
      .filter(({ candidate }) => trusted || candidate.scope !== 'project')
      .map(({ read }) => read.settings.readClaudeSettings)
      .find((said) => said !== undefined) ?? false
  )
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
