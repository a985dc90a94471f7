import { describe, expect, it } from 'vitest'
import { expectSound } from './faults.ts'
import type { SyncCount } from './syscalls.ts'
import { canTrace, countSyncs, withFault } from './syscalls.ts'

/** The property: no group is acknowledged without a sync of its own. */
function syncsEveryGroup({ groups, syncs }: SyncCount): boolean {
  return syncs >= groups
}

describe.skipIf(!canTrace)('what the kernel is really asked to do', () => {
  it('syncs at least once per commit group', () => {
    expect(countSyncs('FULL', 50)).toSatisfy(syncsEveryGroup)
  })

  it.each(['OFF', 'NORMAL'] as const)('and the same check goes red with synchronous=%s', (synchronous) => {
    expect(countSyncs(synchronous, 50)).not.toSatisfy(syncsEveryGroup)
  })

  const places = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16]
  it.each(places)('the sync number %i fails once: refused or durable, and the journal is sound', async (n) => {
    await expectSound(withFault('fsync,fdatasync', n, 'once', 5))
  })

  it.each([4, 8, 11])('every sync from number %i on fails: refused or durable, and the journal is sound', async (n) => {
    const run = withFault('fsync,fdatasync', n, 'for ever', 5)
    await expectSound(run)
    expect(run.refused.length, 'nothing may be acknowledged on a disk that cannot sync').toBeGreaterThan(0)
  })

  it.each([1, 10, 25, 40, 60, 80, 100, 120])('the write number %i fails once', async (n) => {
    await expectSound(withFault('pwrite64', n, 'once', 5))
  })

  it.each([30, 70, 110])('every write from number %i on fails', async (n) => {
    await expectSound(withFault('pwrite64', n, 'for ever', 5))
  })
})
