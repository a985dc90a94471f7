import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isInside } from '../call/paths.ts'
import type { GateIdentity } from '../call/gate-identity.ts'
import type { Surroundings } from '../call/world.ts'
import {
  decoysIn,
  isDirectory,
  isMasked,
  isPlainText,
  listenersIn,
  maskFor,
  masksIn,
  MOST_ENTRIES,
  secondNames,
  settingsWithout,
  unreadableByOthers,
  withoutNested,
} from './masks.node.ts'
import { HOME, HOME_FILES, HOME_SECRETS, HOME_SETTINGS, SYSTEM, SYSTEM_SECRETS } from './shown.ts'
import { type Ground, notContainable } from './walls.ts'

export type Looked = { readonly ground: Ground } | { readonly refused: string }

export interface LookOptions {
  readonly surroundings: Surroundings
  readonly cwd: string
  readonly gate: Pick<GateIdentity, 'secrets' | 'fixed' | 'sockets'>
  /** The PATH of the command: programs in it are there. */
  readonly path: string
  /** Files and directories outside the workspace that are there, and are only read. */
  readonly show?: readonly string[]
}

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
  const shown = [...(options.show ?? []), ...options.surroundings.additional]
    .filter((path) => isItself(path) && !isMasked(path, options.surroundings))
    .map((path) => realpathSync(path))
  const common = gitCommon(workspace)
  const beside = [...programs, ...shown].filter((path) => !isInside(home, path) && !isInside(workspace, path))
  // What cannot be looked through is not there.
  const looked = beside.map((path) => ({ path, masks: isDirectory(path) ? masksIn(path, options.surroundings) : [] }))
  const readOnly = [
    ...files,
    ...looked.flatMap(({ path, masks }) => (masks === undefined ? [] : [path])),
    ...(common === undefined ? [] : [common]),
  ].filter((path) => !isInside(home, path) && !isInside(workspace, path))
  const visible = [workspace, ...throwaway, ...readOnly, ...system.map(({ path }) => path)]
  const elsewhere = [
    ...SYSTEM_SECRETS,
    ...HOME_SECRETS.map((name) => join(home, name)),
    ...options.gate.secrets,
    ...options.gate.sockets,
    join(home, '.portcullis'),
    // Over an overlay nobody listens; where the directory itself is shown, somebody may.
    ...listenersIn([...readOnly, ...system.map(({ path }) => path)]),
  ].filter((path) => visible.some((place) => isInside(path, place)) && existsSync(path))
  const secret = [
    ...inWorkspace,
    ...looked.flatMap(({ masks = [] }) => masks),
    ...elsewhere.flatMap((path) => maskFor(path)),
    ...unreadableByOthers('/etc'),
    ...decoysIn(home, visible),
  ]
  const masked = [
    ...secret,
    ...secondNames(secret, workspace),
    ...settingsWithout(
      [join(workspace, '.git'), ...(common === undefined ? [] : [common])],
      HOME_SETTINGS.map((name) => join(home, name)).filter((path) => visible.some((place) => isInside(path, place))),
    ),
  ]
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

/** No link, and no second name of something else: what is shown is what was meant. */
function isItself(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return false
  return stat.isDirectory() || (stat.isFile() && stat.nlink === 1 && realpathSync(path) === path)
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
