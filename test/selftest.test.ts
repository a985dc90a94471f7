import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newKey } from '../src/journal/checkpoints.ts'
import { type Part, type Tried } from '../src/surfaces/selftest/part.ts'
import { partOf, signReport, verifyReport } from '../src/surfaces/selftest/report.ts'
import { isSound, PARTS, selftest, summaryOf } from '../src/surfaces/selftest/selftest.ts'

const BUILT = join(process.env['PORTCULLIS_BUILT']!, 'bin', 'portcullis.cjs')

function place(): { home: string; directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'self-'))
  const home = join(directory, 'home')
  mkdirSync(home)
  return { home, directory }
}

function portcullis(home: string, cwd: string, ...words: readonly string[]) {
  const { PORTCULLIS_STATE: _not, ...environment } = process.env
  return spawnSync(process.execPath, [BUILT, ...words], {
    cwd,
    encoding: 'utf8',
    env: { ...environment, HOME: home },
    timeout: 280_000,
  })
}

describe('the self-test of the package', () => {
  test('lets nothing through, touches nothing of the user, and signs what it says', () => {
    const { home, directory } = place()
    const run = portcullis(home, directory, 'selftest')
    expect(run.stdout).toMatch(/^0 of \d{3,} let a call through/m)
    expect(run.status, run.stdout + run.stderr).toBe(0)
    const report = JSON.parse(readFileSync(join(directory, 'portcullis-selftest.json'), 'utf8'))
    expect(report.parts.map(({ name }: { name: string }) => name)).toEqual(PARTS.map(({ name }) => name))
    for (const { name, tried } of report.parts) if (name !== 'containment') expect(tried, name).toBeGreaterThan(10)
    expect(readdirSync(home)).toEqual([])
    expect(portcullis(home, directory, 'selftest', '--verify', 'portcullis-selftest.json').status).toBe(0)
    writeFileSync(
      join(directory, 'changed.json'),
      JSON.stringify({ ...report, summary: '0 of 9999 let a call through' }),
    )
    const changed = portcullis(home, directory, 'selftest', '--verify', 'changed.json')
    expect(changed.status).toBe(1)
    expect(changed.stdout).toContain('NOT genuine')
  })

  test('a part that nobody knows is a usage error', () => {
    const { home, directory } = place()
    expect(portcullis(home, directory, 'selftest', '--only', 'luck').status).toBe(64)
  })
})

const part = (tried: readonly Tried[] | 'throws' | 'hangs'): Part => ({
  name: 'one',
  title: 'one',
  run: async () => {
    if (tried === 'hangs') return new Promise(() => undefined)
    if (tried === 'throws') throw new Error('broken')
    return tried
  },
})
const HELD: Tried = { what: 'a', ended: 'held' }

describe('what a self-test comes to', () => {
  test.each<[string, readonly Tried[] | 'throws' | 'hangs', boolean]>([
    ['everything held', [HELD], true],
    ['one could not be tried', [HELD, { what: 'b', ended: 'not tried' }], true],
    ['one was let through', [HELD, { what: 'b', ended: 'let through' }], false],
    ['one proves nothing', [HELD, { what: 'b', ended: 'proves nothing' }], false],
    ['nothing was tried', [{ what: 'b', ended: 'not tried' }], false],
    ['no row', [], false],
    ['the part throws', 'throws', false],
    ['the part does not end', 'hangs', false],
  ])('%s', async (_what, tried, sound) => {
    const results = await selftest([part(tried)], () => undefined, 200)
    expect(isSound(results)).toBe(sound)
    expect(summaryOf(results)).toMatch(/^\d of \d let a call through/)
  })
})

describe('a report', () => {
  const unsigned = async () => ({
    kind: 'portcullis selftest 1' as const,
    version: '1',
    node: 'v24',
    platform: 'linux x64',
    at: '2026-01-01T00:00:00.000Z',
    summary: '0 of 1 let a call through',
    sound: true,
    parts: (await selftest([part([HELD])], () => undefined)).map(partOf),
  })

  test('is signed by the installation where there is one, and known again there alone', async () => {
    const { directory } = place()
    writeFileSync(join(directory, 'journal.key'), newKey().pem, { mode: 0o600 })
    const text = JSON.stringify(signReport(await unsigned(), directory))
    expect(verifyReport(text, directory)).toMatchObject({ isOurs: true, genuine: { signedBy: 'installation' } })
    expect(verifyReport(text, place().directory)).toMatchObject({ isOurs: false })
  })

  test.each<[string, (report: Record<string, unknown>) => unknown]>([
    ['another summary', (report) => ({ ...report, summary: 'fine' })],
    ['another verdict', (report) => ({ ...report, sound: false })],
    ['fewer parts', (report) => ({ ...report, parts: [] })],
    ['another key', (report) => ({ ...report, publicKey: newKey().key.publicKey })],
    ['another signer', (report) => ({ ...report, signedBy: 'installation' })],
    ['no signature', (report) => ({ ...report, signature: '' })],
    ['one member more', (report) => ({ ...report, more: 1 })],
    ['nothing', () => null],
  ])('is refused with %s', async (_what, change) => {
    const { directory } = place()
    const report = signReport(await unsigned(), directory)
    expect(verifyReport(JSON.stringify(change({ ...report })), directory)).toHaveProperty('refused')
  })
})
