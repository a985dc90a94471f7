import { execFileSync } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadHookKey, proofText, provenBody, UnsoundKey } from './proof.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'portcullis-proof-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const KEY = Buffer.from('ab'.repeat(32), 'hex')
const NONCE = '0123456789abcdef'.repeat(2)
const ABOUT = {
  agent: 'claude-code',
  request: Buffer.from('{"a":1}'),
  exit: 0,
  answer: '{"stdout":"","stderr":"","exit":0}',
}

describe('the proof', () => {
  test('is an HMAC of the written text, and the last member of the answer', () => {
    const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
    const text = `portcullis hook proof 1\nclaude-code\n${NONCE}\n${sha('{"a":1}')}\n0\n${sha(ABOUT.answer)}\n`
    expect(proofText({ ...ABOUT, nonce: NONCE })).toBe(text)
    const proof = createHmac('sha256', KEY).update(text).digest('hex')
    expect(provenBody(KEY, ABOUT, NONCE)).toBe(`{"stdout":"","stderr":"","exit":0,"proof":"${proof}"}`)
  })

  test.each([
    ['another agent', { ...ABOUT, agent: 'codex' }, NONCE, KEY],
    ['another nonce', ABOUT, NONCE.replace('0', '1'), KEY],
    ['another request', { ...ABOUT, request: Buffer.from('{"a":2}') }, NONCE, KEY],
    ['another exit', { ...ABOUT, exit: 2 }, NONCE, KEY],
    ['another answer', { ...ABOUT, answer: '{"stdout":"x","stderr":"","exit":0}' }, NONCE, KEY],
    ['another key', ABOUT, NONCE, Buffer.from('cd'.repeat(32), 'hex')],
  ])('is another one for %s', (_what, about, nonce, key) => {
    const proofIn = (body: string): string => /"proof":"(\w{64})"/.exec(body)![1]!
    expect(proofIn(provenBody(key, about, nonce))).not.toBe(proofIn(provenBody(KEY, ABOUT, NONCE)))
  })

  test.each([undefined, '', 'abc', NONCE.toUpperCase(), `${NONCE}0`, `${NONCE}\n`])(
    'is not given for the nonce %j',
    (nonce) => expect(provenBody(KEY, ABOUT, nonce)).toBe(ABOUT.answer),
  )
})

describe('the key', () => {
  const path = (name: string): string => join(root, name)

  test('is made once, for its owner alone, and stays', () => {
    const key = loadHookKey(path('new.key'))
    expect(key).toHaveLength(32)
    expect(statSync(path('new.key')).mode & 0o777).toBe(0o600)
    expect(loadHookKey(path('new.key'))).toEqual(key)
    expect(readFileSync(path('new.key'), 'utf8')).toBe(`${key.toString('hex')}\n`)
    expect(readdirSync(root).filter((name) => name.startsWith('new.key'))).toEqual(['new.key'])
  })

  test.each<[string, (file: string) => void]>([
    ['others can read it', (file) => chmodSync(file, 0o640)],
    ['it is too short', (file) => writeFileSync(file, 'ab\n', { mode: 0o600 })],
    ['it is no hex', (file) => writeFileSync(file, `${'x'.repeat(64)}\n`, { mode: 0o600 })],
    [
      'it is a link',
      (file) => {
        writeFileSync(`${file}.real`, readFileSync(file), { mode: 0o600 })
        rmSync(file)
        symlinkSync(`${file}.real`, file)
      },
    ],
  ])('is refused when %s', (what, spoil) => {
    const file = path(`${what.replaceAll(' ', '-')}.key`)
    loadHookKey(file)
    spoil(file)
    expect(() => loadHookKey(file)).toThrow(UnsoundKey)
  })
})

/** The C of the native client and the library of Node must never differ. */
describe('the native SHA-256 and HMAC', () => {
  let program = ''
  beforeAll(() => {
    program = join(root, 'digests')
    const source = join(import.meta.dirname, '..', '..', '..', 'native', 'digests.c')
    execFileSync('cc', ['-std=c11', '-O2', '-o', program, source])
  })
  const native = (bytes: Buffer, key: Buffer): readonly string[] =>
    execFileSync(program, [key.toString('hex')], { input: bytes, encoding: 'utf8' })
      .trim()
      .split('\n')
  const node = (bytes: Buffer, key: Buffer): readonly string[] => [
    createHash('sha256').update(bytes).digest('hex'),
    createHmac('sha256', key).update(bytes).digest('hex'),
  ]

  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('FIPS 180 %#', (text, digest) => expect(native(Buffer.from(text), Buffer.alloc(0))[0]).toBe(digest))

  test('RFC 4231', () => {
    const [, mac] = native(Buffer.from('what do ya want for nothing?'), Buffer.from('Jefe'))
    expect(mac).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
  })

  test('every length around the blocks, and random ones, as Node computes them', () => {
    const lengths = [...Array.from({ length: 140 }, (_, length) => length), 1023, 1024, 4095, 65_537]
    for (const length of lengths) {
      const bytes = randomBytes(length)
      const key = randomBytes(length % 65)
      expect(native(bytes, key), `length ${length}`).toEqual(node(bytes, key))
    }
  })
})
