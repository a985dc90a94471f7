import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitIndex } from '../../git-index.ts'

const P = '/home/dev/project'

/** A file of files: `=== path`, then its text. */
function files(name: string): Readonly<Record<string, string>> {
  const blocks = readFileSync(join(import.meta.dirname, name), 'utf8')
    .split(/^=== /mu)
    .slice(1)
  return Object.fromEntries(
    blocks.map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)]),
  )
}

const COMMITTED = files('world.txt')

const inProject = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).map(([path, text]) => [`${P}/${path}`, text]))

/**
 * A clinic's software in eight languages, and what tests, builds and ships it. `gateway/src/format.ts` is modified,
 * `calendar.ts` and `ideas/` were never added; data, models, databases and `.env` are ignored.
 */
export const THIRD_WORLD: Readonly<Record<string, string>> = {
  ...inProject(COMMITTED),
  ...inProject(files('uncommitted.txt')),
  [`${P}/.git/HEAD`]: 'ref: refs/heads/feature/reminders\n',
  [`${P}/.git/index`]: gitIndex(COMMITTED),
  [`${P}/.git/refs/heads/main`]: `${'a'.repeat(40)}\n`,
  [`${P}/.git/refs/heads/feature/reminders`]: `${'b'.repeat(40)}\n`,
  [`${P}/.git/refs/heads/feature/calendar`]: `${'c'.repeat(40)}\n`,
}
