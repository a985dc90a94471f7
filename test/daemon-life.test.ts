import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { LIVES } from './suites/daemon-life.ts'

const isRoot = process.getuid?.() === 0

describe('the life of the daemon', () => {
  for (const life of LIVES)
    test.skipIf(life.asRoot === true && !isRoot)(life.what, async () => {
      expect(await life.holds(await loadDaemon())).toEqual([])
    })
})
