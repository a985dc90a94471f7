import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importPeers } from './peers.ts'
import { readSecret } from './secrets.ts'

const directory = mkdtempSync(join(tmpdir(), 'pc-secrets-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function fileWith(name: string, text: string, mode: number): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

describe('tokens', () => {
  test('come from the environment or from a file of one’s own', () => {
    expect(readSecret({ env: 'A', file: undefined }, { A: ' token ' })).toBe('token')
    expect(readSecret({ env: undefined, file: fileWith('own', 'token\n', 0o600) }, {})).toBe('token')
  })

  test.each([
    ['a variable that is not set', { env: 'B', file: undefined }, 'B is not set'],
    ['a variable that is empty', { env: 'C', file: undefined }, 'C is not set'],
    ['a file that is not there', { env: undefined, file: join(directory, 'none') }, 'cannot be opened'],
    ['a directory', { env: undefined, file: directory }, 'not a small file'],
    ['a file others can read', { env: undefined, file: fileWith('open', 'hidden-token', 0o644) }, 'chmod 600'],
    ['an empty file', { env: undefined, file: fileWith('empty', '\n', 0o600) }, 'is empty'],
    ['a large file', { env: undefined, file: fileWith('large', 'hidden-token'.repeat(1000), 0o600) }, 'not a small'],
    ['neither', { env: undefined, file: undefined }, 'neither'],
  ])('%s is refused with words and without the value', (_name, source, words) => {
    const read = (): string => readSecret(source, { C: ' ' })
    expect(read).toThrow(words)
    expect(read).not.toThrow('hidden-token')
  })

  test('a link in place of the file is refused', () => {
    const link = join(directory, 'link')
    symlinkSync(fileWith('target', 'token', 0o600), link)
    expect(() => readSecret({ env: undefined, file: link }, {})).toThrow('cannot be opened')
  })
})

describe('packages of a service', () => {
  test('that are not there are asked for with the command that brings them', async () => {
    const missing = importPeers('slack', () => import(/* @vite-ignore */ join(directory, 'no-such-package.mjs')))
    await expect(missing).rejects.toThrow('npm install --save-exact @slack/web-api@')
  })

  test('that fail for another reason say so', async () => {
    const broken = importPeers('slack', () => Promise.reject(new Error('syntax')))
    await expect(broken).rejects.toThrow('syntax')
  })
})
