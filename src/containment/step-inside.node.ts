import { type BigIntStats, lstatSync, statSync } from 'node:fs'

/**
 * Goes to a directory below another one without following a link or crossing a mount: Node opens nothing relative to a
 * descriptor, but the working directory is one. Each step looks at what it will enter and at what it has entered. From
 * then on names without a slash mean what lies there, whoever renames what above it.
 */
export function stepInside(root: string, mark: readonly [device: string, inode: string], path: string): void {
  process.chdir(root)
  const top = statSync('.', { bigint: true })
  if (String(top.dev) !== mark[0] || String(top.ino) !== mark[1])
    throw new Moved(`${root} is not the workspace that was judged`)
  for (const segment of path === '' ? [] : path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') throw new Moved(`${path} is no path of ours`)
    const seen = lstatSync(segment, { bigint: true, throwIfNoEntry: false })
    if (seen === undefined || !seen.isDirectory()) throw new Moved(`${path} is no directory any more`)
    process.chdir(segment)
    const entered = statSync('.', { bigint: true })
    if (entered.ino !== seen.ino || entered.dev !== seen.dev || entered.dev !== top.dev)
      throw new Moved(`${path} is another directory now`)
  }
}

/** Something else is there than what was judged. */
export class Moved extends Error {}

/** The directory of a path, and its last name. */
export function splitLast(path: string): readonly [directory: string, name: string] {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)]
}

const NANOSECONDS = 1_000_000_000n

/** `-`, or inode, size, time of change and mode: what a thing is, in the words of the other runner. */
export function describe(stat: BigIntStats | undefined): string {
  if (stat === undefined) return '-'
  const isDirectory = stat.isDirectory()
  const seconds = isDirectory ? 0n : stat.mtimeNs / NANOSECONDS
  const rest = isDirectory ? 0n : stat.mtimeNs % NANOSECONDS
  return `${stat.ino}:${isDirectory ? 0n : stat.size}:${seconds}.${String(rest).padStart(9, '0')}:${stat.mode.toString(8)}`
}

export function describeAt(name: string): string {
  return describe(lstatSync(name, { bigint: true, throwIfNoEntry: false }))
}
