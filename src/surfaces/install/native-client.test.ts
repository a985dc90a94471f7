import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtNative, takePrebuilt } from './native-client.ts'

let place: string
let count = 0

beforeAll(() => (place = mkdtempSync(join(tmpdir(), 'prebuilt-'))))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const NAME = 'portcullis-hook-of-a-test'
const here = `${process.platform}-${process.arch}`

/** A package that was published with this digest, and beside it an optional package with these bytes. */
function installed(sha256: string, bytes: Buffer | undefined, machine = here): string {
  const root = join(place, `case-${count++}`, 'node_modules', 'portcullis')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'prebuilt.json'), JSON.stringify({ [machine]: { package: NAME, sha256 } }))
  if (bytes === undefined) return root
  const beside = join(root, '..', NAME)
  mkdirSync(beside)
  writeFileSync(join(beside, 'package.json'), '{}')
  writeFileSync(join(beside, 'portcullis-hook'), bytes)
  return root
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

describe('a prebuilt client', () => {
  const client = readFileSync(builtNative()!)
  const into = (): string => join(place, `client-${count++}`)

  test('is taken when it is the very one that the package was published with', () => {
    const path = into()
    expect(takePrebuilt(path, installed(digest(client), client))).toEqual({ binary: path })
    expect(readFileSync(path).equals(client)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o755)
  })

  test('is not taken when somebody else published it', () => {
    const other = Buffer.concat([client, Buffer.from('!')])
    expect(takePrebuilt(into(), installed(digest(client), other))).toEqual({
      failed: expect.stringContaining('is not the client that this version was published with'),
    })
  })

  test('is not taken when it does not run here', () => {
    const script = Buffer.from('#!/bin/sh\nexit 0\n')
    expect(takePrebuilt(into(), installed(digest(script), script))).toEqual({
      failed: expect.stringContaining('does not run here'),
    })
  })

  test('has the runner beside it, which is taken by a digest of its own', () => {
    const root = installed(digest(client), client)
    const table = { [here]: { package: NAME, sha256: digest(client), runner: digest(client) } }
    expect(takePrebuilt(into(), root, 'portcullis-run')).toEqual({
      failed: expect.stringContaining('none is prebuilt'),
    })
    writeFileSync(join(root, 'dist', 'prebuilt.json'), JSON.stringify(table))
    expect(takePrebuilt(into(), root, 'portcullis-run')).toEqual({ failed: expect.stringContaining('not installed') })
    writeFileSync(join(root, '..', NAME, 'portcullis-run'), client)
    const path = into()
    expect(takePrebuilt(path, root, 'portcullis-run')).toEqual({ binary: path })
    writeFileSync(join(root, '..', NAME, 'portcullis-run'), 'other')
    expect(takePrebuilt(into(), root, 'portcullis-run')).toEqual({
      failed: expect.stringContaining('is not the client that this version was published with'),
    })
  })

  test('is missing where its package is, where none is prebuilt, and where none was published', () => {
    expect(takePrebuilt(into(), installed(digest(client), undefined))).toEqual({
      failed: `the package ${NAME} is not installed`,
    })
    expect(takePrebuilt(into(), installed(digest(client), client, 'amiga-m68k'))).toEqual({
      failed: expect.stringContaining('none is prebuilt for'),
    })
    expect(takePrebuilt(into(), place)).toEqual({ failed: 'this package was published without prebuilt clients' })
  })
})
