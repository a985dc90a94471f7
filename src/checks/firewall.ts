import { LOCAL_FILES } from '../call/tools/mcp-arguments.ts'
import { timesMissed } from '../call/code/grammars.ts'
import type { Action, ActionOf } from '../call/action.ts'
import { globToRegExp } from '../call/glob.ts'
import { expandTilde, foldPath, isInside, normalise, resolvePlace, resolveText, windowsPath } from '../call/paths.ts'
import { chosenBy, type Condition } from '../call/place-condition.ts'
import { pathKinds } from '../call/place-kinds.ts'
import { SOME_NAME } from '../call/place-protected.ts'
import { type Extent, touchedPaths } from '../call/place-reach.ts'
import { type Place, showPlace } from '../call/place.ts'
import { rest } from '../call/shell/options.ts'
import { understandShell } from '../call/languages.ts'
import { copyJson, isJsonObject } from '../call/strict-json.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { toolNamed } from '../call/tools/index.ts'
import { type Context, UnreadableInput } from '../call/tools/tool.ts'
import { knownPrefix, textOf, type Word } from '../call/word.ts'
import { realWorld } from '../call/world.node.ts'
import type { Surroundings, World } from '../call/world.ts'
import { placesOf, textsOf } from '../categories/mcp-input.ts'
import { mcpEffect } from '../categories/mcp-verbs.ts'
import { isPlainSetUp } from '../categories/package-sources.ts'
import { DEFAULT_TRUST } from '../policy/trust.ts'
import { deny, type Reason } from '../verdict.ts'
import {
  type ForbiddenPath,
  ORDINARY_READS,
  PATH_PARAMETERS,
  READ_WRITE,
  STREAM_DEVICES,
  WRITE_ONLY,
} from './firewall-paths.ts'
import { onceForSame } from './once-for-same.ts'

/** `list`: only names and metadata; `read`: content. */
type Operation = 'list' | 'read' | 'write'

/** Paths the settings add. An entry that starts with `!` clears what it names. */
export interface ExtraPaths {
  readonly readWrite: readonly string[]
  readonly writeOnly: readonly string[]
}

const NO_EXTRA: ExtraPaths = { readWrite: [], writeOnly: [] }

export interface FirewallCheckResult {
  allowed: boolean
  deniedBy?: string
  reason?: string
}

interface Violation {
  readonly rule: string
  readonly why: string
  readonly path: string
  readonly operation: Operation
  /** The place is not wholly known, or takes in what lies below: this is what it could be. */
  readonly may?: string
}

/** The firewall's step of the flow: forbidden paths, whatever tool or program touches them. */
export const firewall = onceForSame((subject) => {
  const found = violations(subject.actions, subject, subject.policy.firewall)
  const [first, ...more] = found.slice(0, 3).map(reasonFor)
  return first === undefined ? undefined : deny(first, ...more)
})

function reasonFor(violation: Violation): Reason {
  const verb = violation.operation === 'write' ? 'changes' : violation.operation === 'read' ? 'reads' : 'lists'
  if (violation.may !== undefined)
    return {
      code: 'firewall.path',
      sentence: `${verb} \`${violation.path}\`, which may be or hold \`${violation.may}\`, and the firewall closes that: \`${violation.rule}\` (${violation.why})`,
      clearedBy: `a path or a search that cannot reach it, or ${entryFor(violation.may, violation.operation)}`,
    }
  return {
    code: 'firewall.path',
    sentence: `${verb} \`${violation.path}\`, which the firewall closes: \`${violation.rule}\` (${violation.why})`,
    clearedBy: entryFor(violation.path, violation.operation),
  }
}

/** What a person can paste into their settings. */
function entryFor(path: string, operation: Operation): string {
  const list = operation === 'write' ? 'writeOnly' : 'readWrite'
  return `\`"firewall": { "${list}": [${JSON.stringify(`!${path}`)}] }\` in the settings`
}

/** The seed's firewall, usable alone: paths, shell commands and tool calls against the two lists of forbidden paths. */
export class ExecutionFirewall {
  readonly #world: World
  readonly #extra: ExtraPaths
  #surroundings: Surroundings

  constructor(workspacePath: string, world: World = realWorld(), extra: ExtraPaths = NO_EXTRA) {
    this.#world = world
    this.#extra = extra
    this.#surroundings = around(workspacePath, world)
  }

  setWorkspacePath(newPath: string): void {
    this.#surroundings = around(newPath, this.#world)
  }

  checkPath(filePath: string, operation: 'read' | 'write' = 'read'): FirewallCheckResult {
    return this.#check(filePath, operation)
  }

  #check(filePath: string, operation: Operation): FirewallCheckResult {
    if (filePath.includes('\u0000')) return refusal('input', 'the path has a NUL character in it')
    const place = this.#place(filePath)
    return this.#result(violationAt(place, operation, this.#context(), this.#extra))
  }

  checkCommand(command: string): FirewallCheckResult {
    const understanding = understandShell(command, this.#context())
    const found = violations(understanding.actions, this.#context(), this.#extra)[0]
    if (found) return this.#result(found)
    // Paths of Windows do not survive the reading of a POSIX shell, and a command that cannot be read has no words.
    const typed = command.match(understanding.parsed ? WINDOWS_PATHS : ANY_PATHS) ?? []
    for (const path of typed) {
      const result = this.checkPath(path.replaceAll(/^["'=]+|["']+$/g, ''), 'write')
      if (!result.allowed) return result
    }
    return { allowed: true }
  }

  checkToolCall(toolName: string, params: Record<string, unknown>): FirewallCheckResult {
    const copied = copyJson(params)
    if ('unreadable' in copied || !isJsonObject(copied.ok)) return refusal('input', 'the parameters are not plain JSON')
    const input = copied.ok
    const row = PATH_PARAMETERS[toolName.toLowerCase()]
    for (const name of row?.names ?? []) {
      const path = input[name]
      if (path === undefined) continue
      if (typeof path !== 'string') return refusal('input', `parameter \`${name}\` is not a path`)
      const result = this.#check(path, row?.operation ?? 'write')
      if (!result.allowed) return result
    }
    const tool = toolNamed(toolName)
    if (!tool) return this.#checkUnknown(input)
    try {
      const missed = timesMissed()
      const { actions } = tool.understand(input, this.#context())
      const found = violations(actions, this.#context(), this.#extra)[0]
      // Code that could not be read may reach anything; the gate itself loads what it needs and looks again.
      if (found === undefined && timesMissed() !== missed)
        return refusal('input', 'the code in the call cannot be read before its grammar is loaded')
      return this.#result(found)
    } catch (error) {
      if (error instanceof UnreadableInput) return refusal('input', error.message)
      return refusal('input', 'the call could not be understood')
    }
  }

  /** Any parameter of an unknown tool that looks like a path is one, and may be written. */
  #checkUnknown(input: Readonly<Record<string, unknown>>): FirewallCheckResult {
    for (const value of Object.values(input)) {
      if (typeof value !== 'string' || !/^(?:[~/.$]|file:|[a-z]:[\\/]|\\\\)/i.test(value)) continue
      const result = this.checkPath(value, 'write')
      if (!result.allowed) return result
    }
    return { allowed: true }
  }

  #context(): Context {
    return { surroundings: this.#surroundings, world: this.#world, memory: { written: new Map() } }
  }

  #place(path: string): Place {
    const home = path.replace(/^(?:\$HOME|\$\{HOME\}|%USERPROFILE%)(?=[\\/]|$)/i, '~')
    const { cwd } = this.#surroundings
    return resolveText(home, { kind: 'path', path: cwd, real: this.#world.real(cwd) }, this.#surroundings, this.#world)
  }

  #result(found: Violation | undefined): FirewallCheckResult {
    return found ? refusal(found.rule, reasonFor(found).sentence) : { allowed: true }
  }
}

const WINDOWS_PATHS = /(?:\b[a-z]:\\|\\\\[\w.-]+\\)[^\s"'|&;<>]*/gi
const ANY_PATHS = /(?:\b[a-z]:\\|\\\\[\w.-]+\\|(?:^|[\s"'=<>(])(?:~|\$HOME)?\/)[^\s"'|&;<>)]*/gi

function refusal(deniedBy: string, reason: string): FirewallCheckResult {
  return { allowed: false, deniedBy, reason: `[firewall] Blocked: ${reason}` }
}

function around(workspacePath: string, world: World): Surroundings {
  const cwd = windowsPath(workspacePath) ?? normalise(workspacePath)
  // The directory it was given is the workspace, whatever repository it may lie in.
  return { ...surroundingsOf(cwd, world, { trust: DEFAULT_TRUST }), workspace: world.real(cwd) }
}

type Ground = Pick<Context, 'surroundings' | 'world'>

function violations(actions: readonly Action[], ground: Ground, extra: ExtraPaths): readonly Violation[] {
  const found: Violation[] = []
  const beside = lookBeside(actions)
  const done: Readonly<Record<Operation, Set<Place>>> = { read: new Set(), write: new Set(), list: new Set() }
  for (const action of actions) {
    if (action.where.kind !== 'here') continue
    for (const [place, operation, extent = 'itself'] of touched(action, beside, ground)) {
      if (extent === 'itself' && done[operation].has(place)) continue
      if (extent === 'itself') done[operation].add(place)
      const violation = violationAt(place, operation, ground, extra, extent)
      if (violation && violation.why !== BY_SETTINGS && isSetUp(action, { actions, surroundings: ground.surroundings }))
        continue
      if (violation && !found.some((other) => other.path === violation.path)) found.push(violation)
    }
  }
  return found
}

const BY_SETTINGS = 'closed by the settings'

function isSetUp(action: Action, deeds: Parameters<typeof isPlainSetUp>[1]): boolean {
  return (action.does === 'write-file' || action.does === 'change-access') && isPlainSetUp(action, deeds)
}

/** A home directory or one at the root goes: the check of the tool itself says so in better words, in every mode. */
function isCriticalRemoval({ place }: ActionOf<'delete-file'>, { surroundings }: Ground): boolean {
  return place.kind === 'path' && pathKinds(place.real, surroundings).has('root')
}

type Touched = readonly [place: Place, operation: Operation, extent?: Extent]

/** How far a recursive act goes. */
function below(action: { readonly recursive?: boolean; readonly only?: Condition }): Extent {
  return action.recursive !== true ? 'itself' : action.only === undefined ? 'everything below' : { below: action.only }
}

/** The places an action touches. Running a program is not reading its file. */
function touched(action: Action, beside: Beside, ground: Ground): readonly Touched[] {
  switch (action.does) {
    case 'run-program':
      return isUnknown(action, beside) ? action.args.flatMap((word) => namedBy(word, ground)) : []
    case 'read-file':
      return action.extent === 'names' || isLoaded(action, beside)
        ? [[action.place, 'list']]
        : [[action.place, 'read', below(action)]]
    case 'write-file':
      // A copy of an example holds no secret yet: `cp .env.example .env`.
      if (
        action.content.kind === 'copy' &&
        action.content.of.kind === 'path' &&
        isExample(foldPath(action.content.of.real))
      )
        return []
      return action.content.kind === 'copy'
        ? [
            [action.place, 'write'],
            // Whoever has a link to a directory has everything below it.
            [action.content.of, 'read', action.how === 'link' ? 'everything below' : 'itself'],
          ]
        : [[action.place, 'write']]
    case 'delete-file':
      // What is moved goes with everything in it.
      return action.movedTo
        ? [
            [action.place, 'write', 'everything below'],
            [action.movedTo, 'write'],
          ]
        : [[action.place, 'write', isCriticalRemoval(action, ground) ? 'itself' : below(action)]]
    case 'change-access':
      return [[action.place, 'write', below(action)]]
    case 'contact-host':
      return action.payload?.place ? [[action.payload.place, 'read']] : []
    case 'call-mcp-tool':
      return touchedByTool(action, ground)
    default:
      return []
  }
}

/** A tool of such a server acts on the paths it is given; one that reads takes in what its own pattern reaches. */
function touchedByTool(action: ActionOf<'call-mcp-tool'>, ground: Ground): readonly Touched[] {
  if (!LOCAL_FILES.test(action.server)) return []
  const effect = mcpEffect(action.tool)
  const names = LISTS_NAMES.test(action.tool)
  const operation: Operation = effect === 'read' ? (names ? 'list' : 'read') : 'write'
  const globs = textsOf(action)
    .filter(({ name }) => /^(?:glob|pattern|include|file_?pattern|glob_?pattern)s?$/i.test(name))
    .map(({ text }) => text)
  return placesOf(action, ground).map((place): Touched => {
    const only = place.kind === 'path' && globs.length > 0 ? chosenBy(globs, place.real) : undefined
    return [place, operation, names ? 'itself' : only === undefined ? 'everything below' : { below: only }]
  })
}

const LISTS_NAMES = /(?:^|[._-])(?:list|ls|tree|stat|info|exists|glob|find|search_files|directory)(?:$|[._-])/i

/** What stands in the same command as an action, by its evidence. */
interface Beside {
  readonly unknownPrograms: ReadonlySet<string>
  readonly loading: ReadonlyMap<string, readonly ActionOf<'run-program'>[]>
}

function lookBeside(actions: readonly Action[]): Beside {
  const unknownPrograms = new Set<string>()
  const loading = new Map<string, ActionOf<'run-program'>[]>()
  for (const action of actions) {
    if (action.does === 'something-opaque' && action.because === 'unknown-program') unknownPrograms.add(action.evidence)
    if (action.does !== 'run-program') continue
    if (!LOADERS.has(action.program) && !action.args.some((word) => textOf(word)?.startsWith('--env-file'))) continue
    loading.set(action.evidence, [...(loading.get(action.evidence) ?? []), action])
  }
  return { unknownPrograms, loading }
}

/** What an unknown program does with its arguments is not known, so a path among them counts as read. */
function isUnknown(program: ActionOf<'run-program'>, { unknownPrograms }: Beside): boolean {
  return !LOADERS.has(program.program) && unknownPrograms.has(program.evidence)
}

/** Programs whose work is to start another one with the settings of a file. */
const LOADERS: ReadonlySet<string> = new Set(['dotenv', 'dotenvx', 'dotenv-cli', 'env-cmd', 'direnv', 'foreman'])

/** A loader, or a program given `--env-file`, uses a file of settings and shows it to nobody. */
function isLoaded(read: ActionOf<'read-file'>, { loading }: Beside): boolean {
  return (loading.get(read.evidence) ?? []).some((action) => {
    if (LOADERS.has(action.program)) return true
    const words = action.args.map((word) => textOf(word) ?? '')
    const files = words.flatMap((word, at) =>
      word === '--env-file' ? [words[at + 1] ?? ''] : word.startsWith('--env-file=') ? [word.slice(11)] : [],
    )
    return files.some((file) => file !== '' && showPlace(read.place).endsWith(`/${file.replace(/^\.\//, '')}`))
  })
}

function namedBy(word: Word, { surroundings, world }: Ground): readonly (readonly [Place, Operation])[] {
  // A program that is told where its own settings are uses them; it does not show them.
  if (/^--?env-file/.test(knownPrefix(word))) return []
  const value = /^--?[\w-]+=/.exec(knownPrefix(word))
  const bare = value ? rest(word, value[0].length) : word
  if (!/^[~/.]|\//.test(knownPrefix(bare)) || /^[a-z]+:\/\//i.test(knownPrefix(bare))) return []
  const cwd = { kind: 'path', path: surroundings.cwd, real: world.real(surroundings.cwd) } as const
  return [[resolvePlace(bare, cwd, surroundings, world), 'read']]
}

/** Files of a process that hold its secrets, whichever process it is. */
const LEAKS = /^\/proc\/.*\/(?:environ|mem|fd\/.*)$/

function violationAt(
  place: Place,
  operation: Operation,
  ground: Ground,
  extra: ExtraPaths,
  extent: Extent = 'itself',
): Violation | undefined {
  // What was written decides for streams: `/dev/stdin` really is some pipe of this process.
  if (place.kind === 'path' && isStream(place.path)) return undefined
  const named = place.kind === 'path' ? new Set([place.path, place.real]) : undefined
  for (const path of touchedPaths(place, operation === 'list' ? 'itself' : extent, ground)) {
    // Names of a search or a wildcard are listed without opening what they name.
    if (operation === 'list' && place.kind !== 'path') return undefined
    const rule = forbiddenBy(path, operation, ground, extra)
    if (rule === undefined) continue
    const possible = named === undefined ? place.kind === 'unknown' : !named.has(path)
    // An unknown name below a system directory may be ordinary information: whoever reviews the call sees it.
    if (possible && rule.as === 'directory' && operation === 'read' && !isLeak(path, place, ground)) continue
    const violation = { rule: rule.pattern, why: rule.why, path: showPlace(place), operation }
    return possible && !path.endsWith(SOME_NAME) ? { ...violation, may: path.replaceAll(SOME_NAME, '*') } : violation
  }
  return undefined
}

/** Secret by its own name, or a file that gives away a process. */
function isLeak(path: string, place: Place, { surroundings }: Ground): boolean {
  return (place.kind === 'unknown' && LEAKS.test(place.source)) || pathKinds(path, surroundings).has('secret')
}

const LISTS: Readonly<Record<'read' | 'write', readonly ForbiddenPath[]>> = {
  read: READ_WRITE,
  write: [...READ_WRITE, ...WRITE_ONLY],
}

/** The entries of a list that name this path. Only the path's text decides, so the answer is kept from call to call. */
function rulesNaming(lower: string, list: 'read' | 'write'): readonly ForbiddenPath[] {
  const known = knownRules[list].get(lower)
  if (known !== undefined) return known
  const rules = LISTS[list].filter((rule) => matches(rule, lower))
  if (knownRules[list].size >= MOST_KNOWN) knownRules[list].clear()
  if (lower.length <= LONGEST_KNOWN) knownRules[list].set(lower, rules)
  return rules
}

const MOST_KNOWN = 4096
const LONGEST_KNOWN = 1024
const knownRules: Readonly<Record<'read' | 'write', Map<string, readonly ForbiddenPath[]>>> = {
  read: new Map(),
  write: new Map(),
}

function forbiddenBy(
  path: string,
  operation: Operation,
  { surroundings, world }: Ground,
  extra: ExtraPaths,
): ForbiddenPath | undefined {
  if (isStream(path)) return undefined
  // The first entry that names the path decides, so that nobody clears what somebody above them closed.
  for (const entry of [...extra.readWrite, ...(operation === 'write' ? extra.writeOnly : [])]) {
    const clears = entry.startsWith('!')
    if (!isNamedBy(clears ? entry.slice(1) : entry, path, surroundings)) continue
    return clears ? undefined : { as: 'file', pattern: entry, path: entry, why: BY_SETTINGS }
  }
  const lower = foldPath(path)
  for (const rule of rulesNaming(lower, operation === 'write' ? 'write' : 'read')) {
    // The workspace wins over a system directory it lies in, never over a secret.
    if (
      rule.as === 'directory' &&
      (operation === 'list' || (operation === 'read' && isOrdinary(path)) || isOurs(world.real(path), surroundings))
    )
      continue
    if (rule.as === 'file' && (operation === 'list' || isExample(lower))) continue
    if (rule.as === 'folder' && operation !== 'write' && PUBLIC_IN_SECRET_FOLDERS.test(lower)) continue
    return rule
  }
  return undefined
}

/** The halves that are made to be given away. */
const PUBLIC_IN_SECRET_FOLDERS = /\/\.ssh\/(?:[^/]+\.pub|known_hosts)$/

function isOurs(real: string, surroundings: Surroundings): boolean {
  return [surroundings.workspace, ...surroundings.additional].some(
    (directory) => directory !== '/' && isInside(real, directory),
  )
}

function matches(rule: ForbiddenPath, lower: string): boolean {
  switch (rule.as) {
    case 'directory': {
      const directory =
        rule.path.startsWith('?:') && /^[a-z]:/.test(lower) ? lower.slice(0, 2) + rule.path.slice(2) : rule.path
      return isInside(lower, directory)
    }
    case 'folder':
      return lower.includes(rule.path) && `${lower}/`.includes(`/${rule.path}/`)
    case 'file': {
      if (!rule.path.includes('*')) return lower.endsWith(rule.path) && lower.endsWith(`/${rule.path}`)
      const name = lower.slice(lower.lastIndexOf('/') + 1)
      const [head = '', tail = ''] = rule.path.split('*')
      return name.startsWith(head) && name.endsWith(tail) && name.length > head.length + tail.length - 1
    }
  }
}

/** Files that are made to be shared: `.env.example`, type declarations, public keys. */
function isExample(lower: string): boolean {
  return /\.(?:example|sample|template|tmpl|tpl|dist|test|defaults?|schema|d\.ts|md|pub)(?:\.\w+)?$/.test(lower)
}

let ordinary: readonly RegExp[] | undefined

function isOrdinary(typed: string): boolean {
  const path = /^[A-Z]:\//.test(typed) ? typed.toLowerCase() : typed
  ordinary ??= ORDINARY_READS.map((entry) => globToRegExp(entry.endsWith('/') ? `${entry}**` : entry))
  return ordinary.some((pattern) => pattern.test(path)) || ORDINARY_READS.includes(`${path}/`)
}

function isStream(path: string): boolean {
  return STREAM_DEVICES.some((device) => (device.endsWith('/') ? path.startsWith(device) : path === device))
}

/** An absolute path or `~/…` names itself and what lies below; anything else names those segments anywhere. */
function isNamedBy(entry: string, path: string, surroundings: Surroundings): boolean {
  const expanded = expandTilde(entry, surroundings).replace(/\/$/, '')
  if (!expanded.startsWith('/') && windowsPath(expanded) === undefined)
    return globToRegExp(`**/${expanded}`).test(path) || globToRegExp(`**/${expanded}/**`).test(path)
  const absolute = windowsPath(expanded) ?? expanded
  return globToRegExp(absolute).test(path) || globToRegExp(`${absolute}/**`).test(path)
}
