import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A home directory as text: what rows are judged against, without looking at the machine again. */
export interface HomeFiles {
  readonly path: string
  /** Absolute path → text. */
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
}

/** More than a checkout or two have. */
const MOST_FILES = 100_000
/** What the gate itself would read of a file. */
const LONGEST = 256 * 1024

export function readHome(path: string): HomeFiles {
  const home = resolve(path)
  const files: Record<string, string> = {}
  const links: Record<string, string> = {}
  let count = 0
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory)) {
      const each = join(directory, name)
      if (++count > MOST_FILES) throw new Error(`${home} has more than ${MOST_FILES} files: name a smaller directory`)
      const found = lstatSync(each)
      if (found.isDirectory()) walk(each)
      else if (found.isSymbolicLink()) links[each] = resolve(dirname(each), readlinkSync(each))
      else if (found.isFile()) files[each] = found.size > LONGEST ? '' : readFileSync(each, 'utf8')
    }
  }
  walk(home)
  return { path: home, files, links }
}
