import { describe, expect, test } from 'vitest'
import { isEncodedText, readingsOf } from './encoded-secrets.ts'

describe('text in another alphabet', () => {
  test.each([
    ['base64', Buffer.from('import { createHmac } from').toString('base64')],
    ['base64url', Buffer.from('const SECRET = process.env.JWT').toString('base64url')],
    ['hexadecimal', Buffer.from('STRIPE_SECRET_KEY').toString('hex')],
  ])('%s is found', (_name, text) => expect(isEncodedText(text)).toBe(true))

  test.each([
    ['the id of a commit', '0d2e1c9f3b7a4f5e8c6d1a2b3c4d5e6f7a8b9c0d'],
    ['a digest', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['the name of a page', 'Global_Objects-Array-reduce-right'],
    ['a word with a number', 'typescript-5-9-release-notes'],
    ['an id', '550e8400-e29b-41d4-a716-446655440000'],
    ['a signature', 'MEUCIQDx7Yk3mJ0VtV2c1bq8Zl4Qy5r9sT6uW0xA1B2C3D4E5F'],
    ['a number', '20251118013734'],
  ])('%s is none', (_name, text) => expect(isEncodedText(text)).toBe(false))

  test('an encoding in an encoding is undone', () => {
    const twice = Buffer.from(Buffer.from('the secret of the house').toString('hex')).toString('base64')
    expect(readingsOf(`x ${twice} y`)).toContain('the secret of the house')
  })

  test('long text ends in bounded work', () => {
    const start = readingsOf('Ab3/'.repeat(4000))
    expect(start.length).toBeLessThanOrEqual(256)
  })
})
