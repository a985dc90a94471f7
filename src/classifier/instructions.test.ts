import { expect, test } from 'vitest'
import { frozenWorld } from '../call/world.frozen.ts'
import type { Deeds } from '../categories/category.ts'
import { newSession } from '../session.ts'
import { projectInstructions } from './instructions.ts'

const PROJECT = '/home/dev/project'

test('the person’s own words, the project’s and those that are not committed are sent, and no link', () => {
  const world = frozenWorld({
    files: {
      '/home/dev/.claude/CLAUDE.md': 'Always use pnpm.',
      [`${PROJECT}/CLAUDE.md`]: 'Run make test.',
      [`${PROJECT}/CLAUDE.local.md`]: 'The staging host is st1.',
      '/home/dev/secret': 'token',
    },
    links: { [`${PROJECT}/AGENTS.md`]: '/home/dev/secret' },
  })
  const session = newSession('s')
  const deeds = { surroundings: { workspace: PROJECT, home: '/home/dev' }, world, session } as unknown as Deeds
  expect(projectInstructions(deeds).map(({ file }) => file)).toEqual([
    '~/.claude/CLAUDE.md',
    'CLAUDE.md',
    'CLAUDE.local.md',
  ])
  session.written.set('/home/dev/.claude/CLAUDE.md', { kind: 'unknown' })
  expect(projectInstructions(deeds).map(({ file }) => file)).not.toContain('~/.claude/CLAUDE.md')
})
