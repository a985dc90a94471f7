import { normalise, parent } from './paths.ts'
import type { Surroundings, World } from './world.ts'

/** Finds the workspace (repository root of cwd, else cwd) and the repository's remotes. */
export function surroundingsOf(cwd: string, world: World, additional: readonly string[] = []): Surroundings {
  const root = repositoryRoot(cwd, world)
  const git = root === undefined ? undefined : gitDirectory(root, world)
  const head = git === undefined ? undefined : world.read(`${git.own}/HEAD`, 4096)
  return {
    cwd,
    workspace: world.real(root ?? cwd),
    additional: [...additional.map((path) => world.real(path)), ...containerWorkspaces(world)],
    home: world.home,
    platform: world.platform,
    remotes: git === undefined ? new Map() : remotesIn(world.read(`${git.common}/config`) ?? ''),
    branch: /^ref: refs\/heads\/(\S+)/.exec(head ?? '')?.[1],
  }
}

/**
 * Where development containers and agents' sandboxes mount the project: `/workspace`, `/workspaces/<name>`. They count
 * as the workspace's own, unless the name is a link: then it is whatever it leads to.
 */
const CONTAINER_WORKSPACES: readonly string[] = ['/workspace', '/workspaces']

function containerWorkspaces(world: World): readonly string[] {
  return CONTAINER_WORKSPACES.filter((path) => world.real(path) === path)
}

/** A repository at the home directory or at `/` (dotfiles) does not make everything in it a workspace. */
function repositoryRoot(cwd: string, world: World): string | undefined {
  for (let directory = cwd, steps = 0; steps < 60; directory = parent(directory), steps++) {
    if (directory === '/' || directory === world.home) return undefined
    if (world.look(`${directory}/.git`) !== 'absent') return directory
  }
  return undefined
}

/** `.git` is a directory, or in worktrees and submodules a file that names one. */
function gitDirectory(root: string, world: World): { own: string; common: string } | undefined {
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
