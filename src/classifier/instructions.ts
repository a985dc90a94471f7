import type { Deeds } from '../categories/category.ts'
import type { Instructions } from './reviewer.ts'

/** Where a project tells agents about itself. */
const FILES: readonly string[] = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md']

const MOST_BYTES = 256 * 1024

/**
 * The project's own words. A link is not followed: it could lead to a secret that would then be sent to a model. A file
 * that the agent wrote in this session is left out: it must not brief its own judge.
 */
export function projectInstructions({ surroundings, world, session }: Deeds): readonly Instructions[] {
  return FILES.flatMap((file) => {
    const path = `${surroundings.workspace}/${file}`
    if (world.look(path) !== 'file' || world.real(path) !== path || session.written.has(path)) return []
    const text = world.read(path, MOST_BYTES)
    return text === undefined || text.trim() === '' ? [] : [{ file, text }]
  })
}
