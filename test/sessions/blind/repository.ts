import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitIndex } from '../git-index.ts'

const P = '/home/dev/project'

/**
 * The repository that a folder describes: `world.txt` is committed, `uncommitted.txt` is not, and the first branch is
 * checked out.
 */
export function repository(folder: string, branches: readonly string[]): Readonly<Record<string, string>> {
  const committed = files(folder, 'world.txt')
  return {
    ...inProject(committed),
    ...inProject(files(folder, 'uncommitted.txt')),
    [`${P}/.git/HEAD`]: `ref: refs/heads/${branches[0]}\n`,
    [`${P}/.git/index`]: gitIndex(committed),
    ...Object.fromEntries(
      ['main', ...branches].map((name, at) => [`${P}/.git/refs/heads/${name}`, `${'abcdef'[at]?.repeat(40)}\n`]),
    ),
  }
}

/** A file of files: `=== path`, then its text. */
function files(folder: string, name: string): Readonly<Record<string, string>> {
  const blocks = readFileSync(join(folder, name), 'utf8').split(/^=== /mu).slice(1)
  return Object.fromEntries(
    blocks.map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)]),
  )
}

const inProject = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).map(([path, text]) => [`${P}/${path}`, text]))
