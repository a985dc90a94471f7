import type { Deeds } from '../categories/category.ts'
import type { Instructions } from './reviewer.ts'

/** Where a project tells agents about itself. */
const FILES: readonly string[] = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md']

/** Where a person tells every agent about their projects, below the home directory. */
const AT_HOME: readonly string[] = ['.claude/CLAUDE.md']

const MOST_BYTES = 256 * 1024

/**
 * The project's own words. A link is not followed: it could lead to a secret that would then be sent to a model. A file
 * that the agent wrote in this session is left out: it must not brief its own judge.
 */
export function projectInstructions({ surroundings, world, session }: Deeds): readonly Instructions[] {
  const { workspace, home } = surroundings
  const places = [
    ...AT_HOME.filter(() => home !== workspace).map((file) => ({ file: `~/${file}`, path: `${home}/${file}` })),
    ...FILES.map((file) => ({ file, path: `${workspace}/${file}` })),
  ]
  return places.flatMap(({ file, path }) => {
    if (world.look(path) !== 'file' || world.real(path) !== path || session.written.has(path)) return []
    const text = world.read(path, MOST_BYTES)
    return text === undefined || text.trim() === '' ? [] : [{ file, text }]
  })
}
