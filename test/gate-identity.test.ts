import { expect, test } from 'vitest'
import { gateIdentity, loadIdentity } from './suites/gate-identity.ts'

test('the gate knows what belongs to it on a real machine', async () => {
  expect(await gateIdentity(await loadIdentity())).toEqual([])
})
