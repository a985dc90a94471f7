import { normalise, parent } from './paths.ts'
import { NO_TRUST, type Trust } from './trust.ts'
import type { Surroundings, World } from './world.ts'

/** What the settings in force say about the surroundings. Left out: nothing is added, and nobody is trusted. */
export interface InForce {
  readonly additionalDirectories: readonly string[]
  readonly trust: Trust
}

/**
 * Finds the workspace (repository root of cwd, else cwd). The repository's remotes and its branch are looked up when
 * somebody asks: most calls have nothing to do with them.
 */
export function surroundingsOf(
  cwd: string,
  world: World,
  { additionalDirectories = [], trust = NO_TRUST }: Partial<InForce> = {},
): Surroundings {
  const root = repositoryRoot(cwd, world)
  const git = root === undefined ? undefined : new Repository(root, world)
  return {
    cwd,
    workspace: world.real(root ?? cwd),
    additional: [...additionalDirectories.map((path) => world.real(path)), ...CONTAINER_WORKSPACES],
    home: world.home,
    platform: world.platform,
    trust,
    get remotes() {
      return git?.remotes ?? NO_REMOTES
    },
    get branch() {
      return git?.branch
    },
  }
}

const NO_REMOTES: ReadonlyMap<string, string> = new Map()

/**
 * Where development containers and agents' sandboxes mount the project: `/workspace`, `/workspaces/<name>`. They count
 * as the workspace's own. Where the name is a link nothing lies there: places are known by where they really are.
 */
const CONTAINER_WORKSPACES: readonly string[] = ['/workspace', '/workspaces']

class Repository {
  readonly #world: World
  readonly #root: string
  #directory: GitDirectory | undefined | 'not looked' = 'not looked'

  constructor(root: string, world: World) {
    this.#root = root
    this.#world = world
  }

  get remotes(): ReadonlyMap<string, string> {
    const git = this.#git()
    return git === undefined ? NO_REMOTES : remotesIn(this.#world.read(`${git.common}/config`) ?? '')
  }

  get branch(): string | undefined {
    const git = this.#git()
    const head = git === undefined ? undefined : this.#world.read(`${git.own}/HEAD`, 4096)
    return /^ref: refs\/heads\/(\S+)/.exec(head ?? '')?.[1]
  }

  #git(): GitDirectory | undefined {
    if (this.#directory === 'not looked') this.#directory = gitDirectory(this.#root, this.#world)
    return this.#directory
  }
}

export interface GitDirectory {
  readonly own: string
  readonly common: string
}

/** A repository at the home directory or at `/` (dotfiles) does not make everything in it a workspace. */
function repositoryRoot(cwd: string, world: World): string | undefined {
  for (let directory = cwd, steps = 0; steps < 60; directory = parent(directory), steps++) {
    if (directory === '/' || directory === world.home) return undefined
    if (world.look(`${directory}/.git`) !== 'absent') return directory
  }
  return undefined
}

/** Where the settings of the repository with this root lie: its own directory, or that of the one it was made from. */
export function gitDirectoryOf(root: string, world: World): string | undefined {
  return gitDirectory(root, world)?.common
}

/** `.git` is a directory, or in worktrees and submodules a file that names one. */
export function gitDirectory(root: string, world: World): GitDirectory | undefined {
  const dot = `${root}/.git`
  if (world.look(dot) === 'directory') return { own: dot, common: dot }
  const named = /^gitdir: (.+)/.exec(world.read(dot, 4096) ?? '')?.[1]?.trim()
  if (named === undefined) return undefined
  const own = normalise(named.startsWith('/') ? named : `${root}/${named}`)
  const common = world.read(`${own}/commondir`, 4096)?.trim()
  return { own, common: common === undefined ? own : normalise(common.startsWith('/') ? common : `${own}/${common}`) }
}

/** By the text they stand in: a repository's settings are the same from call to call. */
const knownRemotes = new Map<string, ReadonlyMap<string, string>>()
const MOST_KNOWN = 32
const MOST_CHARACTERS = 16 * 1024

function remotesIn(config: string): ReadonlyMap<string, string> {
  const known = knownRemotes.get(config)
  if (known !== undefined) return known
  const remotes = readRemotes(config)
  if (config.length > MOST_CHARACTERS) return remotes
  if (knownRemotes.size >= MOST_KNOWN) knownRemotes.clear()
  knownRemotes.set(config, remotes)
  return remotes
}

function readRemotes(config: string): ReadonlyMap<string, string> {
  const remotes = new Map<string, string>()
  let name: string | undefined
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*(\w+)(?:\s+"([^"]*)")?\s*\]/.exec(line)
    if (section) name = section[1] === 'remote' ? section[2] : undefined
    else if (name !== undefined) {
      const url = /^\s*url\s*=\s*(\S+)/.exec(line)
      if (url) remotes.set(name, url[1]!)
    }
  }
  return remotes
}
