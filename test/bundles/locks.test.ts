import { expect, test } from 'vitest'
import { eachLockHolds, loadLocks, locksHold } from '../suites/bundle-locks.ts'

const product = await loadLocks()

test('what is locked is as the bundle has it, whatever anybody else says', async () => {
  expect(await eachLockHolds(product)).toEqual([])
})

test('nothing that a bundle denies or locks is allowed by the settings of anybody else', async () => {
  expect(await locksHold({ runs: 250 })(product)).toEqual([])
})
