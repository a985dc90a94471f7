import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { sso, SSO_ROWS } from './suites/sso.ts'
import { HOSTILE_ROWS, ssoDiscovery, ssoHostile } from './suites/sso-hostile.ts'

const exactly = (name: string): RegExp => new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

describe('single sign-on with a real provider', () => {
  test.each(SSO_ROWS)('%s', async (name) => {
    expect(await sso(await loadDaemon(), exactly(name))).toEqual([])
  })
})

describe('single sign-on with an issuer that is wrong in one thing', () => {
  test.each(HOSTILE_ROWS)('%s', async (name) => {
    expect(await ssoHostile(await loadDaemon(), exactly(name))).toEqual([])
  })

  test('what it says about itself', async () => {
    expect(await ssoDiscovery(await loadDaemon())).toEqual([])
  })
})
