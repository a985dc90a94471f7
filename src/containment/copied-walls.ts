import { isInside } from '../call/paths.ts'
import type { CopiedPlan } from './copied-plan.ts'
import type { Ground } from './walls.ts'

/**
 * Directories in which programs and libraries lie. Everything else at the top is hidden, known or not; of those with
 * entries of their own here, only these entries stay.
 */
const OPEN: Readonly<Record<'linux' | 'darwin', Readonly<Record<string, readonly string[]>>>> = {
  linux: { '/': words('bin sbin lib lib32 lib64 libx32 usr etc opt nix proc dev') },
  darwin: {
    '/': words('bin sbin usr opt nix dev System Library Applications private'),
    '/private': ['etc', 'var'],
    // Where the loader, time zones and the choice of developer tools lie.
    '/private/var': ['db', 'select'],
  },
}

/** Inside what stays open: other names of the users' directories, and keys. */
const NEVER: readonly string[] = ['/System/Volumes/Data', '/Library/Keychains']

/** The directories that the machine has and that are not open. `directoriesIn` knows no links: they lead elsewhere. */
export function hiddenPlaces(
  platform: 'linux' | 'darwin',
  directoriesIn: (path: string) => readonly string[],
): readonly string[] {
  return Object.entries(OPEN[platform]).flatMap(([at, open]) =>
    directoriesIn(at)
      .filter((name) => !open.includes(name))
      .map((name) => (at === '/' ? `/${name}` : `${at}/${name}`)),
  )
}

/** What can be read and what cannot, around the copy. The workspace itself is hidden: secrets lie there as they are. */
export function copiedRules(
  ground: Ground,
  hidden: readonly string[],
  gate: readonly string[],
): Pick<CopiedPlan, 'hidden' | 'shown' | 'masks' | 'stand'> {
  const inside = ground.masked.filter(({ path }) => isInside(path, ground.workspace))
  const outside = ground.masked.filter(({ path }) => !isInside(path, ground.workspace)).map(({ path }) => path)
  const shown = [
    ...ground.system.flatMap(({ path, link }) => (link === undefined ? [path] : [])),
    ...ground.throwaway,
    ...ground.readOnly,
  ].filter((path) => !isInside(ground.workspace, path))
  return {
    hidden: [...new Set([...hidden, ...NEVER, ground.home, ground.workspace, ...gate, ...outside])],
    shown: shown.filter((path) => hidden.some((place) => isInside(path, place)) || isInside(path, ground.home)),
    masks: inside.flatMap(({ path, as, text }) => (text === undefined ? [{ path, as }] : [])),
    stand: inside.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }])),
  }
}

/** Why a command does not work in a copy; undefined: nothing in its text speaks against it. */
export function namesTheOriginal(text: string, workspace: string): string | undefined {
  return text.includes(workspace)
    ? 'it names the workspace by its whole path, and would run in a copy of it'
    : undefined
}

function words(text: string): readonly string[] {
  return text.split(' ')
}
