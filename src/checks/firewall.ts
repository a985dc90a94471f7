import type { Action, Deed } from '../call/action.ts'
import { globToRegExp } from '../call/glob.ts'
import { expandTilde, foldPath, isInside, normalise, resolvePlace, resolveText, windowsPath } from '../call/paths.ts'
import { candidatePaths } from '../call/place-kinds.ts'
import { type Place, showPlace } from '../call/place.ts'
import { rest } from '../call/shell/options.ts'
import { understandShell } from '../call/shell/understand-shell.ts'
import { copyJson, isJsonObject } from '../call/strict-json.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { toolNamed } from '../call/tools/index.ts'
import { type Context, UnreadableInput } from '../call/tools/tool.ts'
import { knownPrefix, textOf, type Word } from '../call/word.ts'
import { realWorld } from '../call/world.node.ts'
import type { Surroundings, World } from '../call/world.ts'
import { isPlainSetUp } from '../categories/package-sources.ts'
import { deny, type Reason, type Ruling } from '../verdict.ts'
import {
  type ForbiddenPath,
  ORDINARY_READS,
  PATH_PARAMETERS,
  READ_WRITE,
  STREAM_DEVICES,
  WRITE_ONLY,
} from './firewall-paths.ts'
import type { Subject } from './subject.ts'

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
}

/** The firewall's step of the flow: forbidden paths, whatever tool or program touches them. */
export function firewall(subject: Subject): Ruling | undefined {
  const found = violations(subject.actions, subject, subject.policy.firewall)
  const [first, ...more] = found.slice(0, 3).map(reasonFor)
  return first === undefined ? undefined : deny(first, ...more)
}

function reasonFor(violation: Violation): Reason {
  const verb = violation.operation === 'write' ? 'changes' : violation.operation === 'read' ? 'reads' : 'lists'
  return {
    code: 'firewall.path',
    sentence: `${verb} \`${violation.path}\`, which the firewall closes: \`${violation.rule}\` (${violation.why})`,
    clearedBy: `an entry \`!${violation.path}\` in the settings under firewall`,
  }
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
      return this.#result(violations(tool.understand(input, this.#context()).actions, this.#context(), this.#extra)[0])
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
  return { ...surroundingsOf(cwd, world), workspace: world.real(cwd) }
}

type Ground = Pick<Context, 'surroundings' | 'world'>

function violations(actions: readonly Action[], ground: Ground, extra: ExtraPaths): readonly Violation[] {
  const found: Violation[] = []
  const beside = lookBeside(actions)
  const done: Readonly<Record<Operation, Set<Place>>> = { read: new Set(), write: new Set(), list: new Set() }
  for (const action of actions) {
    if (action.where.kind !== 'here') continue
    for (const [place, operation] of touched(action, beside, ground)) {
      if (done[operation].has(place)) continue
      done[operation].add(place)
      const violation = violationAt(place, operation, ground, extra)
      if (violation && violation.why !== BY_SETTINGS && isSetUp(action, actions)) continue
      if (violation && !found.some((other) => other.path === violation.path)) found.push(violation)
    }
  }
  return found
}

const BY_SETTINGS = 'closed by the settings'

function isSetUp(action: Action, actions: readonly Action[]): boolean {
  return (action.does === 'write-file' || action.does === 'change-access') && isPlainSetUp(action, actions)
}

/** The places an action touches. Running a program is not reading its file. */
function touched(action: Action, beside: Beside, ground: Ground): readonly (readonly [Place, Operation])[] {
  switch (action.does) {
    case 'run-program':
      return isUnknown(action, beside) ? action.args.flatMap((word) => namedBy(word, ground)) : []
    case 'read-file':
      return [[action.place, action.extent === 'names' || isLoaded(action, beside) ? 'list' : 'read']]
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
            [action.content.of, 'read'],
          ]
        : [[action.place, 'write']]
    case 'delete-file':
      return action.movedTo
        ? [
            [action.place, 'write'],
            [action.movedTo, 'write'],
          ]
        : [[action.place, 'write']]
    case 'change-access':
      return [[action.place, 'write']]
    case 'contact-host':
      return action.payload?.place ? [[action.payload.place, 'read']] : []
    default:
      return []
  }
}

/** What stands in the same command as an action, by its evidence. */
interface Beside {
  readonly unknownPrograms: ReadonlySet<string>
  readonly loading: ReadonlyMap<string, readonly Deed<'run-program'>[]>
}

function lookBeside(actions: readonly Action[]): Beside {
  const unknownPrograms = new Set<string>()
  const loading = new Map<string, Deed<'run-program'>[]>()
  for (const action of actions) {
    if (action.does === 'something-opaque' && action.because === 'unknown-program') unknownPrograms.add(action.evidence)
    if (action.does !== 'run-program') continue
    if (!LOADERS.has(action.program) && !action.args.some((word) => textOf(word)?.startsWith('--env-file'))) continue
    loading.set(action.evidence, [...(loading.get(action.evidence) ?? []), action])
  }
  return { unknownPrograms, loading }
}

/** What an unknown program does with its arguments is not known, so a path among them counts as read. */
function isUnknown(program: Deed<'run-program'>, { unknownPrograms }: Beside): boolean {
  return !LOADERS.has(program.program) && unknownPrograms.has(program.evidence)
}

/** Programs whose work is to start another one with the settings of a file. */
const LOADERS: ReadonlySet<string> = new Set(['dotenv', 'dotenvx', 'dotenv-cli', 'env-cmd', 'direnv', 'foreman'])

/** A loader, or a program given `--env-file`, uses a file of settings and shows it to nobody. */
function isLoaded(read: Deed<'read-file'>, { loading }: Beside): boolean {
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

function violationAt(place: Place, operation: Operation, ground: Ground, extra: ExtraPaths): Violation | undefined {
  // What was written decides for streams: `/dev/stdin` really is some pipe of this process.
  if (place.kind === 'path' && isStream(place.path)) return undefined
  for (const path of candidatePaths(place, ground.surroundings, ground.world)) {
    const rule = forbiddenBy(path, operation, ground, extra)
    // An unknown name below a system directory may be ordinary information: whoever reviews the call sees it.
    if (rule?.as === 'directory' && operation === 'read' && place.kind === 'unknown' && !LEAKS.test(place.source))
      continue
    if (rule) return { rule: rule.pattern, why: rule.why, path: showPlace(place), operation }
  }
  return undefined
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

const ordinary = ORDINARY_READS.map((entry) => globToRegExp(entry.endsWith('/') ? `${entry}**` : entry))

function isOrdinary(typed: string): boolean {
  const path = /^[A-Z]:\//.test(typed) ? typed.toLowerCase() : typed
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
