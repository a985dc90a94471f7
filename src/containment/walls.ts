import { isInside } from '../call/paths.ts'

/** What the machine has, as it was looked at just now. Paths are absolute and real. */
export interface Ground {
  readonly home: string
  /** The overlay that may be committed: everything the command writes there is a proposal. */
  readonly workspace: string
  readonly cwd: string
  /** System places: the directory itself, or the target when the name is a link (`/bin` → `usr/bin`). */
  readonly system: readonly { readonly path: string; readonly link?: string }[]
  /** Directories over which an overlay is mounted that is thrown away: toolchains, caches. */
  readonly throwaway: readonly string[]
  /** Files and directories that are read and never written. */
  readonly readOnly: readonly string[]
  /** What lies in a place that is there, and must not be: an empty file or directory stands in its place. */
  readonly masked: readonly Masked[]
  /** Where `/etc/resolv.conf` really lies. */
  readonly resolver?: string
}

export interface Masked {
  readonly path: string
  readonly as: 'file' | 'directory'
  /** What stands there in its place: settings without the secrets in them. Left out: nothing. */
  readonly text?: string
}

/** Where the parts of one run lie. */
export interface RunPlaces {
  /** Directory of the run: plan, events, masks, layers. */
  readonly at: string
}

export interface Limits {
  readonly processes: number
  /** Bytes. */
  readonly memory: number
  readonly disk: number
  readonly file: number
  /** 0: no limit of our own. */
  readonly seconds: number
}

export interface Overlay {
  readonly lower: string
  readonly upper: string
  readonly work: string
  /** Where it is mounted, outside of what the command sees. */
  readonly at: string
}

export interface Mask {
  /** The empty file or directory of the run that stands in its place, and is watched. */
  readonly file: string
  readonly path: string
  readonly as: 'file' | 'directory'
}

/** Everything `native/run.c` needs to build the walls. */
export interface Plan {
  readonly bubblewrap: string
  readonly events: string
  /** Device and inode of the workspace: another directory of its name is not run in. */
  readonly root: readonly [device: string, inode: string]
  readonly limits: Limits
  readonly overlays: readonly Overlay[]
  readonly masks: readonly Mask[]
  /**
   * What is masked or shown, by device, inode and type. Moved since, what is masked would be seen under its new name; replaced
   * by a link, what is shown would be something else.
   */
  readonly same: readonly (readonly [path: string, device: string, inode: string, type: string])[]
  readonly walls: readonly string[]
  readonly environment: readonly string[]
  /** Variables of whoever starts the runner that may pass, and pieces that no value of them has. */
  readonly client?: readonly string[]
  readonly never?: readonly string[]
  readonly command: readonly string[]
  /** What is started outside when something inside first asks for the network; empty: there is none. */
  readonly proxy: readonly string[]
}

/** Where the proxy listens inside. */
export const PROXY_PORT = 3128

const MEBIBYTE = 1024 * 1024

/** Memory that files in scratch directories may take. */
const SCRATCH = { '/tmp': 1024, '/var/tmp': 128, '/run': 16, '/dev/shm': 256 } as const

/** Own namespaces for everything there is one for. The network's is made by the runner, with its own name server in it. */
const NAMESPACES: readonly string[] = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
]

/** The arguments of bubblewrap, the overlays below them and the masks, in the order in which they are put up. */
export function buildWalls(
  ground: Ground,
  run: RunPlaces,
): Pick<Plan, 'walls' | 'overlays' | 'masks'> & {
  readonly emptyDirectory: string
  readonly resolver: string
  /** Files of the run that stand in the place of others, with what is in them. */
  readonly stand: readonly { readonly file: string; readonly path: string; readonly text: string }[]
} {
  const overlays = [ground.workspace, ...ground.throwaway].map((lower, index) => ({
    lower,
    upper: `${run.at}/upper/${index}`,
    work: `${run.at}/work/${index}`,
    at: `${run.at}/mount/${index}`,
  }))
  // Whoever walks the workspace opens its directories: only those elsewhere say something about the command.
  const empty = ground.masked.filter(({ text }) => text === undefined)
  const stand = ground.masked.flatMap(({ path, text }, index) =>
    text === undefined ? [] : [{ file: `${run.at}/mask/t${index}`, path, text }],
  )
  const masks = empty
    .filter(({ as, path }) => as === 'file' || !isInside(path, ground.workspace))
    .map(({ path, as }, index) => ({ file: `${run.at}/mask/${as === 'file' ? '' : 'd'}${index}`, path, as }))
  const unwatched = empty.filter(({ path }) => !masks.some((mask) => mask.path === path))
  const emptyDirectory = `${run.at}/mask/directory`
  const resolver = `${run.at}/resolv.conf`
  const [own, ...others] = overlays
  const walls = [
    ...NAMESPACES,
    ...ground.system.flatMap(({ path, link }) =>
      link === undefined ? ['--ro-bind', path, path] : ['--symlink', link, path],
    ),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...Object.entries(SCRATCH).flatMap(([path, size]) => scratch(path, size)),
    ...scratch(ground.home, 512),
    ...others.flatMap(({ at, lower }) => ['--bind', at, lower]),
    ...ground.readOnly.flatMap((path) => ['--ro-bind', path, path]),
    '--bind',
    own!.at,
    own!.lower,
    ...masks.flatMap(({ file, path }) => ['--ro-bind', file, path]),
    ...unwatched.flatMap(({ path }) => ['--ro-bind', emptyDirectory, path]),
    ...stand.flatMap(({ file, path }) => ['--ro-bind', file, path]),
    ...(ground.resolver === undefined ? [] : ['--ro-bind', resolver, ground.resolver]),
    // Settings of the kernel belong to root, and so to whoever is root outside, rights or not.
    '--remount-ro',
    '/proc',
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    ground.cwd,
  ]
  return { walls, overlays, masks, emptyDirectory, resolver, stand }
}

function scratch(path: string, mebibytes: number): readonly string[] {
  return ['--size', String(mebibytes * MEBIBYTE), '--tmpfs', path]
}

/** Why this directory cannot be a workspace behind walls; undefined when it can. */
export function notContainable(workspace: string, home: string): string | undefined {
  if (workspace === '/' || isInside(home, workspace))
    return `\`${workspace}\` holds the home directory: containment needs a project directory`
  if (['/usr', '/etc', '/proc', '/sys', '/dev', '/run', '/boot'].some((path) => isInside(workspace, path)))
    return `\`${workspace}\` belongs to the machine: containment needs a project directory`
  return undefined
}

/** The plan as the runner reads it: words, each ended by a NUL, and `done` as the last. */
export function planWords(plan: Plan): string {
  const { limits } = plan
  const words = [
    'bubblewrap',
    plan.bubblewrap,
    'events',
    plan.events,
    'root',
    ...plan.root,
    'limits',
    ...[limits.processes, limits.memory, limits.disk, limits.file, limits.seconds].map((one) =>
      String(Math.floor(one)),
    ),
    ...plan.overlays.flatMap(({ lower, upper, work, at }) => ['overlay', lower, upper, work, at]),
    ...plan.masks.flatMap(({ file, path }) => ['mask', file, path]),
    ...plan.same.flatMap((mark) => ['same', ...mark]),
    ...plan.walls.flatMap((wall) => ['wall', wall]),
    ...plan.environment.flatMap((variable) => ['env', variable]),
    ...(plan.client ?? []).flatMap((variable) => ['client', variable]),
    ...(plan.never ?? []).flatMap((piece) => ['never', piece]),
    ...plan.command.flatMap((word) => ['word', word]),
    ...plan.proxy.flatMap((word) => ['proxy', word]),
    'done',
  ]
  return joinWords(words)
}

/** Throws for a word with a NUL in it: it would be two. */
export function joinWords(words: readonly string[]): string {
  if (words.some((word) => word.includes('\u0000'))) throw new Error('a NUL character cannot be handed to a program')
  return words.map((word) => `${word}\u0000`).join('')
}
