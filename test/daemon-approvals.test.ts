import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { APPROVALS } from './suites/daemon-approvals.ts'

describe('a person decides', () => {
  for (const { what, holds } of APPROVALS)
    test(what, async () => {
      expect(await holds(await loadDaemon())).toEqual([])
    })
})
