import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../src/journal/stores/sqlite-reader.ts'
import { startDaemon } from '../src/surfaces/daemon/daemon.ts'
import { UNLIMITED } from './daemon/client.ts'
import { CLIENTS, drive, sceneIn, stage } from './hooks/scene.ts'

const root = stage()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const HARM = 'rm -rf /portcullis-canary'

/** What the log says was decided, and what the agent was told of it. */
async function recorded(state: string): Promise<readonly string[]> {
  const reader = openReader(statePaths(state).database)
  try {
    const rows = await reader.db.selectFrom('audit_log').selectAll().orderBy('position').execute()
    return rows
      .filter(({ decision }) => decision !== '')
      .map(({ decision, body }) => `${decision}, told ${(JSON.parse(body) as { told?: string }).told ?? 'the verdict'}`)
  } finally {
    await reader.close()
  }
}

describe.each(CLIENTS)('a hook that only observes, asked with %s', (client) => {
  test.each(['a daemon', 'no daemon'] as const)('holds nothing up, and the log says so, with %s', async (gate) => {
    const scene = sceneIn(root, { client, manner: 'watches' })
    const daemon =
      gate === 'no daemon'
        ? undefined
        : await startDaemon({
            stateDirectory: scene.state,
            home: scene.home,
            managedDirectory: '/nonexistent',
            log: () => undefined,
            ...UNLIMITED,
          })
    try {
      const ending = await drive(scene, { command: HARM })
      expect(ending).toMatchObject({ how: 'ended', exit: 0, stdout: '' })
    } finally {
      await daemon?.stop()
    }
    expect(await recorded(scene.state)).toEqual(['deny, told nothing'])
  })
})
