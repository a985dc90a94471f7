import { describe, expect, it, test } from 'vitest'
import { mergeLayers, seal, type Layer, type Tightening, type Widening } from './merge.ts'
import { NO_TRUST } from '../call/trust.ts'
import type { Rule } from './policy.ts'

const FOUND = { problems: [], notices: [], trusted: false }

const TIGHTENS: Tightening = {
  deny: [],
  ask: [],
  firewall: { readWrite: [], writeOnly: [] },
  disableAutoMode: false,
  disableBypassPermissionsMode: false,
  powershellAutoMode: undefined,
  mode: undefined,
  trust: {},
}
const WIDENS: Widening = {
  allow: [],
  additionalDirectories: [],
  firewall: { readWrite: [], writeOnly: [] },
  trust: {},
  powershellAutoMode: undefined,
  mode: undefined,
}

const allowed: Rule = {
  text: 'Bash',
  tool: 'Bash',
  specifier: undefined,
  source: { scope: 'project', file: 'settings.json', line: 1, base: '/' },
}

describe('provenance limits power', () => {
  it('the layer of an untrusted project cannot be written with an allow rule', () => {
    // @ts-expect-error An untrusted project has no `widens`.
    const layer: Layer = { scope: 'untrusted-project', tightens: TIGHTENS, widens: { ...WIDENS, allow: [allowed] } }
    expect(layer.scope).toBe('untrusted-project')
    // @ts-expect-error What tightens has no `allow`.
    const tightens: Tightening = { ...TIGHTENS, allow: [allowed] }
    expect(mergeLayers([{ scope: 'untrusted-project', tightens }], FOUND).allow).toEqual([])
  })
  it('the layer of a project has no prose for the judge, trusted or not', () => {
    // @ts-expect-error A project has no `autoMode`.
    const layer: Layer = { scope: 'trusted-project', tightens: TIGHTENS, widens: WIDENS, autoMode: { allow: ['all'] } }
    expect(layer.scope).toBe('trusted-project')
  })
  it('a trusted project and the user may both allow', () => {
    const layers: readonly Layer[] = [
      { scope: 'trusted-project', tightens: TIGHTENS, widens: { ...WIDENS, allow: [allowed] } },
      { scope: 'user', tightens: TIGHTENS, widens: { ...WIDENS, allow: [allowed] }, autoMode: {} },
    ]
    expect(mergeLayers(layers, FOUND).allow).toHaveLength(2)
  })
})

it('PowerShell is reviewed automatically only where an owner says so', () => {
  const user = (said: true | undefined): Layer => ({
    scope: 'user',
    tightens: TIGHTENS,
    widens: { ...WIDENS, powershellAutoMode: said },
    autoMode: {},
  })
  expect(mergeLayers([], FOUND).powershellAutoMode).toBe(false)
  expect(mergeLayers([user(undefined)], FOUND).powershellAutoMode).toBe(false)
  expect(mergeLayers([user(true)], FOUND).powershellAutoMode).toBe(true)
})

describe('the digest', () => {
  const policy = mergeLayers([], FOUND)
  it('does not depend on itself, nor on notices', () => {
    expect(seal(policy).digest).toBe(policy.digest)
    const notice = { file: 'a', line: 1, key: '', message: 'x' }
    expect(seal({ ...policy, notices: [notice] }).digest).toBe(policy.digest)
  })
  test.each([
    ['an allow rule', { allow: [allowed] }],
    ['a deny rule', { deny: [allowed] }],
    ['the mode', { defaultMode: 'plan' as const }],
    ['a trusted host', { trust: { ...NO_TRUST, hosts: { trusted: ['example.com'], not: [] } } }],
    ['the firewall', { firewall: { readWrite: ['/srv'], writeOnly: [] } }],
    ['a problem', { problems: [{ file: 'a', line: 1, key: '', message: 'x' }] }],
    ['PowerShell', { powershellAutoMode: true }],
    ['that the mode was chosen', { modeChosen: true }],
  ])('changes with %s', (_, change) => {
    expect(seal({ ...policy, ...change }).digest).not.toBe(policy.digest)
  })
})
