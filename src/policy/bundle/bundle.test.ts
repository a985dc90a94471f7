import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Bundle, isOlder, openBundle, signBundle, whyNot } from './bundle.ts'
import { keyId, publicKeyOf, publicKeyText } from './keys.ts'
import { stricterWhenExpired, type WhenExpired } from './shapes.ts'

const pair = generateKeyPairSync('ed25519')
const key = publicKeyText(pair.publicKey)!
const CONTENTS = {
  name: 'team',
  version: 7,
  issued: '2026-01-01T00:00:00Z',
  expires: '2026-04-01T00:00:00Z',
  settings: { permissions: { deny: ['Bash(make release)'] } },
}
const made = (more: object = {}): string => signBundle(JSON.stringify({ ...CONTENTS, ...more }), pair.privateKey)

function opened(text: string): Bundle {
  const found = openBundle(text, [key])
  if ('refused' in found) throw new Error(found.refused.message)
  return found.bundle
}

const codeOf = (text: string, keys: readonly string[] = [key]): string | undefined => {
  const found = openBundle(text, keys)
  return 'refused' in found ? found.refused.code : undefined
}

describe('a signed bundle', () => {
  it('says what was signed', () => {
    expect(opened(made()).contents).toEqual(CONTENTS)
    expect(publicKeyText(publicKeyOf(key)!)).toBe(key)
  })

  it('does not survive any change of one byte', () => {
    const text = made()
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 33, max: 126 }), (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        const found = openBundle(changed, [key])
        // White space between the parts of the envelope, and the last bits of base64, say nothing.
        if ('bundle' in found) expect(found.bundle.contents).toEqual(CONTENTS)
      }),
      { numRuns: 400 },
    )
  })

  const envelope = JSON.parse(made()) as Record<string, unknown>
  test.each([
    ['no JSON', 'x', 'bundle.unreadable'],
    ['null', 'null', 'bundle.unreadable'],
    ['an unknown form', JSON.stringify({ ...envelope, portcullisPolicy: 2 }), 'bundle.unreadable'],
    ['something beside it', JSON.stringify({ ...envelope, also: 1 }), 'bundle.unreadable'],
    ['no signature', JSON.stringify({ ...envelope, signature: '' }), 'bundle.signature'],
    [
      'the signature of another text',
      JSON.stringify({ ...envelope, signature: JSON.parse(made({ version: 8 })).signature }),
      'bundle.signature',
    ],
    ['a key of its own', JSON.stringify({ ...envelope, key: keyId('ed25519:x') }), 'bundle.unknown-key'],
    ['too much', `${made()}${' '.repeat(2_000_001)}`, 'bundle.unreadable'],
    ['an end before its beginning', made({ expires: '2025-01-01T00:00:00Z' }), 'bundle.unreadable'],
    ['no expiry', made({ expires: undefined }), 'bundle.unreadable'],
    ['version 0', made({ version: 0 }), 'bundle.unreadable'],
    ['half a version', made({ version: 1.5 }), 'bundle.unreadable'],
    ['keys of its own', made({ settings: { policyBundle: { keys: [key] } } }), 'bundle.unreadable'],
    ['an unknown word', made({ allows: 'all' }), 'bundle.unreadable'],
    ['more than all hosts', made({ canary: { percent: 101, salt: 's' } }), 'bundle.unreadable'],
  ])('is refused with %s', (_what, text, code) => expect(codeOf(text)).toBe(code))

  it('is refused without a trusted key, and when the key signed the same text for something else', () => {
    expect(codeOf(made(), [])).toBe('bundle.unknown-key')
    const payload = JSON.stringify(CONTENTS)
    const elsewhere = sign(null, Buffer.from(payload), pair.privateKey).toString('base64')
    expect(codeOf(JSON.stringify({ ...envelope, payload, signature: elsewhere }))).toBe('bundle.signature')
  })

  it('is made with a private Ed25519 key alone', () => {
    expect(() => signBundle('{}', pair.publicKey)).toThrow('private')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    expect(() => signBundle('{}', createPrivateKey(rsa.export({ format: 'pem', type: 'pkcs8' })))).toThrow('Ed25519')
  })
})

describe('whether a bundle may be in force', () => {
  const terms = { now: Date.parse('2026-02-01T00:00:00Z'), programVersion: '0.9.0', mark: undefined }
  const mark = { name: 'team', version: 7, digest: opened(made()).digest }
  test.each([
    ['nothing speaks against it', {}, {}, undefined],
    ['it is newer', { version: 8 }, { mark }, undefined],
    ['it is the one in force', {}, { mark }, undefined],
    ['it is older', { version: 6 }, { mark }, 'bundle.older'],
    ['it is another one of the same version', { settings: {} }, { mark }, 'bundle.two-of-a-version'],
    ['it has expired', {}, { now: Date.parse('2026-04-01T00:00:00Z') }, 'bundle.expired'],
    ['it has another name', { name: 'sales' }, { mark }, 'bundle.name'],
    ['it has another name than the settings want', {}, { name: 'sales' }, 'bundle.name'],
    ['the settings want another name now', { name: 'sales', version: 1 }, { mark, name: 'sales' }, undefined],
    ['it needs a newer program', { minimumVersion: '0.9.1' }, {}, 'bundle.program'],
    ['it needs this program', { minimumVersion: '0.9.0' }, {}, undefined],
  ])('%s', (_what, more, other, code) => expect(whyNot(opened(made(more)), { ...terms, ...other })?.code).toBe(code))

  test.each([
    ['1.2.3', '1.2.3', false],
    ['1.2.3', '1.2.4', true],
    ['1.10.0', '1.9.9', false],
    ['2.0.0-beta.1', '2.0.0', true],
    ['nonsense', '0.0.1', true],
  ])('%s is older than %s: %s', (one, other, older) => expect(isOlder(one, other)).toBe(older))

  test.each<[readonly (WhenExpired | undefined)[], WhenExpired]>([
    [[undefined, undefined], 'ask'],
    [['keep', undefined], 'keep'],
    [['keep', 'deny'], 'deny'],
    [['deny', 'keep'], 'deny'],
    [['ask', 'keep'], 'ask'],
  ])('when it expires, of %j the stricter holds', (said, holds) => expect(stricterWhenExpired(...said)).toBe(holds))
})
