import { describe, expect, test } from 'vitest'
import { merged } from './merged.testing.ts'
import { readSettings } from './read-settings.ts'

const OIDC = { issuer: 'https://id.example.com', clientId: 'gate', clientSecretFile: 'oidc.secret' }

function problemsOf(oidc: object): string {
  return readSettings(JSON.stringify({ console: { oidc } }), 'settings.json')
    .problems.map(({ key, message }) => `${key}: ${message}`)
    .join('\n')
}

describe('single sign-on in the settings', () => {
  test.each([
    ['https', OIDC],
    ['http to this machine', { ...OIDC, issuer: 'http://127.0.0.1:8080' }],
    ['a public client', { issuer: OIDC.issuer, clientId: 'gate' }],
  ])('%s is fine', (_name, oidc) => expect(problemsOf(oidc)).toBe(''))

  test.each([
    ['a provider in the open', { ...OIDC, issuer: 'http://id.example.com' }, 'must be https'],
    ['one in the private network in the open', { ...OIDC, issuer: 'http://192.168.0.1' }, 'must be https'],
    ['a password in the address', { ...OIDC, issuer: 'https://a:b@id.example.com' }, 'must be https'],
    ['a query in the address', { ...OIDC, issuer: 'https://id.example.com?x=1' }, 'must be https'],
    ['a secret in the settings', { ...OIDC, clientSecret: 'x' }, 'unknown key'],
    ['two places for the secret', { ...OIDC, clientSecretEnv: 'X' }, 'either clientSecretEnv or clientSecretFile'],
    ['users without a role', { ...OIDC, provision: true }, 'provision needs groups'],
    ['a group of owners', { ...OIDC, groups: { claim: 'groups', roles: { all: 'owner' } } }, 'roles.all'],
    ['a login of days', { ...OIDC, sessionHours: 100 }, 'sessionHours'],
  ])('%s is refused', (_name, oidc, words) => expect(problemsOf(oidc)).toContain(words))

  test('is not for a project to name, trusted or not', () => {
    for (const owner of ['trusted-project', 'untrusted-project'] as const) {
      const policy = merged([owner, { console: { oidc: OIDC } }], ['user', {}])
      expect(policy.console).toBeUndefined()
      expect(policy.notices?.map(({ key }) => key)).toEqual(['console'])
    }
  })

  test('is that of the highest file, closes the file of its secret, and changes no decision', () => {
    const policy = merged(
      ['managed', { console: { oidc: { ...OIDC, clientId: 'theirs' } } }],
      ['user', { console: {} }],
    )
    expect(policy.console?.oidc?.clientId).toBe('theirs')
    const own = merged(['user', { console: { oidc: OIDC } }])
    expect(own.firewall.readWrite).toContain('/home/dev/.portcullis/oidc.secret')
    const open = merged(['user', { console: { oidc: { ...OIDC, clientSecretFile: undefined } } }])
    expect(open.digest).toBe(merged(['user', {}]).digest)
  })
})
