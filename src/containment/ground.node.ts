import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { isInside } from '../call/paths.ts'
import { pathKinds } from '../call/place-kinds.ts'
import type { GateIdentity } from '../call/gate-identity.ts'
import type { Surroundings } from '../call/world.ts'
import { redact } from '../journal/redact.ts'
import { DECOYS, HOME, HOME_FILES, HOME_SECRETS, SYSTEM, SYSTEM_SECRETS } from './shown.ts'
import { type Ground, notContainable } from './walls.ts'

export type Looked = { readonly ground: Ground } | { readonly refused: string }

export interface LookOptions {
  readonly surroundings: Surroundings
  readonly cwd: string
  readonly gate: Pick<GateIdentity, 'secrets' | 'fixed' | 'sockets'>
  /** The PATH of the command: programs in it are there. */
  readonly path: string
  /** Directories that the settings show, read-only. */
  readonly show?: readonly string[]
}

/** Beyond this many files a workspace is not looked through, and so nothing in it can be masked. */
const MOST_ENTRIES = 400_000

/** What the machine has of what may be there. Refuses where something would be there that must not be. */
export function lookAround(options: LookOptions): Looked {
  const home = realpathSync(options.surroundings.home)
  const { workspace } = options.surroundings
  const cwd = realpathSync(options.cwd)
  const refused = notContainable(workspace, home)
  if (refused !== undefined) return { refused }
  if (!isInside(cwd, workspace)) return { refused: `\`${cwd}\` does not lie in the workspace \`${workspace}\`` }
  const inWorkspace = masksIn(workspace, options.surroundings)
  if (inWorkspace === undefined)
    return { refused: `\`${workspace}\` has more than ${MOST_ENTRIES} files: secrets in it cannot be masked` }
  const system = SYSTEM.flatMap((path) => systemPlace(path))
  const throwaway = HOME.map((name) => join(home, name)).filter(
    (path) => isDirectory(path) && !isInside(workspace, path) && !isInside(path, workspace),
  )
  const files = HOME_FILES.map((name) => join(home, name)).filter(isPlainText)
  // Whoever chooses PATH does not choose what is there: a directory of secrets is none of programs.
  const programs = programDirectories(options.path, [
    workspace,
    ...throwaway,
    ...system.map(({ path }) => path),
  ]).filter((path) => !isMasked(`${path}/program`, options.surroundings))
  const shown = (options.show ?? []).filter((path) => existsSync(path)).map((path) => realpathSync(path))
  const common = gitCommon(workspace)
  const readOnly = [...files, ...programs, ...shown, ...(common === undefined ? [] : [common])].filter(
    (path) => !isInside(home, path) && !isInside(workspace, path),
  )
  const visible = [workspace, ...throwaway, ...readOnly, ...system.map(({ path }) => path)]
  const elsewhere = [
    ...SYSTEM_SECRETS,
    ...HOME_SECRETS.map((name) => join(home, name)),
    ...options.gate.secrets,
    ...options.gate.sockets,
    join(home, '.portcullis'),
  ].filter((path) => visible.some((place) => isInside(path, place)) && existsSync(path))
  const masked = [...inWorkspace, ...elsewhere.flatMap((path) => maskFor(path)), ...decoysIn(home, visible)]
  const resolver = resolverPlace()
  return {
    ground: {
      home,
      workspace,
      cwd,
      system,
      throwaway,
      readOnly,
      masked: withoutNested(masked),
      ...(resolver === undefined ? {} : { resolver }),
    },
  }
}

function systemPlace(path: string): Ground['system'] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return stat.isSymbolicLink() ? [{ path, link: readlinkSync(path) }] : [{ path }]
}

function isDirectory(path: string): boolean {
  // A link may lead anywhere: what it names is not there.
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** A small file in which nothing looks like a secret. */
function isPlainText(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile() || stat.size > 64 * 1024) return false
  try {
    const text = readFileSync(path, 'utf8')
    return redact(text) === text
  } catch {
    return false
  }
}

/** Directories of PATH that are not there yet; for the programs of a package, the packages beside them. */
function programDirectories(path: string, there: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const name of path.split(':')) {
    if (!name.startsWith('/') || !existsSync(name)) continue
    const real = realpathSync(name)
    const directory = real.replace(/(\/node_modules)\/\.bin$/, '$1')
    if (!there.some((place) => isInside(real, place))) found.add(directory)
  }
  return [...found]
}

/** A worktree's repository lies elsewhere: it can be read there. */
function gitCommon(workspace: string): string | undefined {
  const dot = join(workspace, '.git')
  if (lstatSync(dot, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const named = /^gitdir: (.+)/.exec(readFileSync(dot, 'utf8'))?.[1]?.trim()
  const own = named === undefined ? undefined : resolve(workspace, named)
  const common = own?.replace(/\/worktrees\/[^/]+$/, '')
  return common !== undefined && isDirectory(common) ? realpathSync(common) : undefined
}

type Masked = Ground['masked'][number]

function maskFor(path: string): readonly Masked[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  // What a link names lies in a place of its own.
  if (stat.isSymbolicLink()) return []
  return [{ path, as: stat.isDirectory() ? 'directory' : 'file' }]
}

/** A secret under its own name that is a link: what it names is the secret, whatever that is called. */
function maskForTarget(path: string, entry: Dirent, workspace: string): readonly Masked[] {
  if (!entry.isSymbolicLink() || !existsSync(path)) return []
  const target = realpathSync(path)
  return isInside(target, workspace) && target !== workspace ? maskFor(target) : []
}

/** Well-known secrets of the user: an empty file of that name is there, so that whoever looks for one is seen. */
function decoysIn(home: string, visible: readonly string[]): readonly Masked[] {
  return DECOYS.flatMap((name) => {
    const path = join(home, name)
    if (visible.some((place) => isInside(path, place))) return []
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() === true) return [{ path, as: 'file' as const }]
    if (stat?.isDirectory() !== true) return []
    return entriesIn(path)
      .slice(0, 40)
      .filter((entry) => entry.isFile())
      .map((entry) => ({ path: join(path, entry.name), as: 'file' as const }))
  })
}

const MASKED_KINDS = ['secret', 'agent-settings', 'gate-state', 'agent-transcript'] as const
/** Not looked through: what package managers put there is nobody's secret, and Git's objects have no names. */
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Secrets, agents' settings and what belongs to the gate, by the same table that the firewall's categories use. */
function masksIn(workspace: string, surroundings: Surroundings): readonly Masked[] | undefined {
  const found: Masked[] = []
  const directories = [workspace]
  let left = MOST_ENTRIES
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of entriesIn(directory)) {
      if (left-- === 0) return undefined
      const path = `${directory}/${entry.name}`
      // Somebody may listen there, outside the walls.
      if (entry.isSocket()) found.push({ path, as: 'file' })
      else if (isMasked(path, surroundings)) found.push(...maskFor(path), ...maskForTarget(path, entry, workspace))
      else if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) directories.push(path)
    }
  }
  return found
}

function isMasked(path: string, surroundings: Surroundings): boolean {
  const kinds = pathKinds(path, surroundings)
  return MASKED_KINDS.some((kind) => kinds.has(kind))
}

function entriesIn(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // What we may not read, the command may not either: it runs as the same account, with fewer rights.
    return []
  }
}

/** A mask in a masked directory has nothing to stand on. */
function withoutNested(masked: readonly Masked[]): readonly Masked[] {
  const directories = masked.filter(({ as }) => as === 'directory').map(({ path }) => path)
  const seen = new Set<string>()
  return masked.filter(({ path }) => {
    if (seen.has(path) || directories.some((directory) => path !== directory && isInside(path, directory))) return false
    seen.add(path)
    return true
  })
}

/** Where our own answer to `/etc/resolv.conf` has to lie. Undefined: there is none, and names are not asked for. */
function resolverPlace(): string | undefined {
  const path = '/etc/resolv.conf'
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (!stat.isSymbolicLink()) return path
  const target = resolve('/etc', readlinkSync(path))
  return isInside(target, '/run')
    ? target
    : existsSync(target) && statSync(target).isFile()
      ? realpathSync(target)
      : undefined
}
