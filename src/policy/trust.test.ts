import { describe, expect, test } from 'vitest'
import { TRUST_KINDS, type TrustKind, trusts } from '../call/trust.ts'
import { mergeLayers } from './merge.ts'
import { makeLayer, type Owner } from './layers.ts'
import { readSettings } from './read-settings.ts'
import { DEFAULT_TRUST, TRUST_DEFAULTS } from './trust.ts'
import type { Policy } from './policy.ts'

const FOUND = { problems: [], notices: [], trusted: false }

function merged(...files: readonly (readonly [Owner, object])[]): Policy & { readonly notes: readonly string[] } {
  const made = files.map(([owner, settings]) => {
    const { read, problems } = readSettings(JSON.stringify(settings), `${owner}.json`)
    if (read === undefined) throw new Error(JSON.stringify(problems))
    return makeLayer(read, { owner, file: `${owner}.json`, base: '/w', home: '/h' })
  })
  const notes = made.flatMap(({ notices }) => notices.map(({ key, message }) => `${key}: ${message}`))
  return {
    ...mergeLayers(
      made.map(({ layer }) => layer),
      FOUND,
    ),
    notes,
  }
}

const on = (policy: Policy, kind: TrustKind, name: string): boolean => trusts(policy.trust, kind, name)

describe('the built-in lists', () => {
  test.each(TRUST_KINDS)('%s has no entry twice, none with a space, none that takes away', (kind) => {
    const { defaults } = TRUST_DEFAULTS[kind]
    expect(new Set(defaults).size).toBe(defaults.length)
    for (const entry of defaults) expect(entry).toMatch(/^[^\s!]+$/)
  })

  test('are in force where nobody says anything', () => {
    expect(merged().trust).toEqual(DEFAULT_TRUST)
    expect(on(merged(), 'registries', 'registry.npmjs.org')).toBe(true)
    expect(on(merged(), 'hosts', 'github.com')).toBe(false)
  })
})

describe('settings change them', () => {
  test('a list with "$defaults" adds', () => {
    const policy = merged(['user', { trust: { publishers: ['$defaults', 'acme'] } }])
    expect(on(policy, 'publishers', 'acme')).toBe(true)
    expect(on(policy, 'publishers', 'github')).toBe(true)
  })

  test('a list without replaces, an empty one is nobody', () => {
    const policy = merged(['user', { trust: { publishers: ['acme'], taps: [] } }])
    expect(on(policy, 'publishers', 'acme')).toBe(true)
    expect(on(policy, 'publishers', 'github')).toBe(false)
    expect(on(policy, 'taps', 'homebrew')).toBe(false)
    expect(on(policy, 'registries', 'pypi.org')).toBe(true)
  })

  test('"!name" takes one away and leaves the rest', () => {
    const policy = merged(['user', { trust: { registries: ['!pypi.org'] } }])
    expect(on(policy, 'registries', 'pypi.org')).toBe(false)
    expect(on(policy, 'registries', 'npmjs.org')).toBe(true)
  })

  test('what managed settings take away no other file gives back', () => {
    const policy = merged(
      ['managed', { trust: { taps: ['!acme'] } }],
      ['trusted-project', { trust: { taps: ['acme'] } }],
      ['user', { trust: { taps: ['$defaults', 'acme'] } }],
    )
    expect(on(policy, 'taps', 'acme')).toBe(false)
    expect(on(policy, 'taps', 'homebrew')).toBe(true)
  })

  test('trustedHosts adds to trust.hosts', () => {
    const policy = merged(['user', { trustedHosts: ['*.Company.com'], trust: { hosts: ['a.example'] } }])
    expect(on(policy, 'hosts', 'x.company.com')).toBe(true)
    expect(on(policy, 'hosts', 'a.example')).toBe(true)
  })

  test('a trusted project adds, and replaces nothing', () => {
    const policy = merged(['trusted-project', { trust: { registries: ['npm.company.com'] } }])
    expect(on(policy, 'registries', 'npm.company.com')).toBe(true)
    expect(on(policy, 'registries', 'pypi.org')).toBe(true)
  })

  test.each(TRUST_KINDS)('an untrusted project cannot widen %s, only take away', (kind) => {
    const known = TRUST_DEFAULTS[kind].defaults[0]
    const policy = merged([
      'untrusted-project',
      { trust: { [kind]: ['$defaults', 'evil.example', ...(known === undefined ? [] : [`!${known}`])] } },
    ])
    expect(on(policy, kind, 'evil.example')).toBe(false)
    if (known !== undefined) expect(policy.trust[kind].not).toEqual([known])
    expect(policy.notes).toEqual([
      expect.stringContaining(`trust.${kind}: has no effect until the workspace is trusted`),
    ])
  })

  test('an untrusted project that only takes away is heard without a notice', () => {
    expect(merged(['untrusted-project', { trust: { registries: ['!pypi.org'] } }]).notes).toEqual([])
  })

  test('what is trusted is part of the digest', () => {
    expect(merged(['user', { trust: { taps: ['!wez'] } }]).digest).not.toBe(merged().digest)
  })

  test.each([
    { nobody: [] },
    { publishers: ['a b'] },
    { publishers: [''] },
    { publishers: ['a!b'] },
    { publishers: 'x' },
  ])('%j is a problem', (trust) => {
    expect(readSettings(JSON.stringify({ trust }), 'x.json').problems).not.toEqual([])
  })
})
