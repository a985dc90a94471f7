import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { journalFor, journalPaths } from '../../src/surfaces/journal-places.ts'
import { BUILT_LAUNCHER } from '../built.ts'
import { sample } from '../journal/samples.ts'

const home = mkdtempSync(join(tmpdir(), 'policy-home-'))
const work = mkdtempSync(join(tmpdir(), 'policy-work-'))
const state = join(home, '.portcullis', 'state')
mkdirSync(state, { recursive: true, mode: 0o700 })

function policy(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_LAUNCHER, 'policy', ...args], {
    cwd: work,
    encoding: 'utf8',
    env: { ...process.env, HOME: home },
  })
  return { status, stdout, stderr }
}

const settingsFile = (name: string, settings: object): string => {
  writeFileSync(join(work, name), JSON.stringify(settings))
  return name
}

function sign(settings: object, version: number, ...more: readonly string[]): string {
  const out = `v${version}.json`
  const file = settingsFile('settings.json', settings)
  const ran = policy(
    'sign',
    file,
    '--key',
    'team.key',
    '--name',
    'team',
    '--number',
    String(version),
    '--out',
    out,
    ...more,
  )
  expect(ran.stderr).toBe('')
  expect(ran.status).toBe(0)
  return out
}

const key = policy('keygen', 'team.key').stdout.split('\n')[0]!
const STRICT = { permissions: { deny: ['Bash(npm publish *)'] }, locked: ['permissions.allow'] }

describe('portcullis policy', () => {
  test('keygen makes a private key for its owner alone, and never overwrites one', () => {
    expect(key).toMatch(/^ed25519:/)
    expect(statSync(join(work, 'team.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(work, 'team.key'), 'utf8')).toContain('BEGIN PRIVATE KEY')
    expect(policy('keygen', 'team.key').status).not.toBe(0)
  })

  test('sign refuses a key that others can read, settings that cannot be, and a bundle that has expired', () => {
    const file = settingsFile('settings.json', {})
    const wanted = ['--name', 'team', '--number', '1']
    chmodSync(join(work, 'team.key'), 0o644)
    expect(policy('sign', file, '--key', 'team.key', ...wanted).stderr).toContain('chmod 600')
    chmodSync(join(work, 'team.key'), 0o600)
    expect(policy('sign', file, '--key', 'team.key', ...wanted, '--expires', '2020-01-01').status).not.toBe(0)
    const broken = settingsFile('broken.json', { permissions: { deny: ['Bash('] } })
    expect(policy('sign', broken, '--key', 'team.key', ...wanted).stderr).toContain('permissions.deny[0]')
    const keys = settingsFile('keys.json', { policyBundle: { keys: [key] } })
    expect(policy('sign', keys, '--key', 'team.key', ...wanted).stderr).toContain('does not say which keys are trusted')
  })

  test('verify, trust, activate, status and leave: a bundle is in force from one to the other', () => {
    const bundle = sign(STRICT, 1)
    expect(policy('status').stdout).toContain('follows no policy bundle')
    expect(policy('activate', bundle).stderr).toContain('no key is trusted here')
    expect(policy('verify', bundle, '--key', key).stdout).toContain('team 1 is sound')
    expect(policy('trust', key).status).toBe(0)
    expect(policy('activate', bundle).stdout).toContain('team 1 is in force now')
    const shown = policy('status')
    expect(shown.stdout).toContain('team 1, in force')
    expect(shown.stdout).toContain('permissions.allow')
    expect(shown.status).toBe(0)
    expect(JSON.parse(policy('show', '--settings').stdout)).toEqual(STRICT)
    // Older, and of another key.
    const newer = sign(STRICT, 3)
    expect(policy('activate', newer).status).toBe(0)
    const refused = policy('activate', bundle)
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toContain('3 was in force before')
    expect(policy('status').stdout).toContain('team 3, in force')
    // What a person does with it is in the log.
    const reader = openReader(journalPaths(state, home).database)
    const codes = [...reader.records()].filter(({ event }) => event === 'policy_bundle').map(({ code }) => code)
    reader.close()
    expect(codes).toEqual(['bundle.trusted', 'bundle.activated', 'bundle.activated', 'bundle.older'])
    expect(policy('leave').stdout).toContain('--yes')
    expect(policy('leave', '--yes').status).toBe(0)
    expect(policy('status').stdout).toContain('follows no policy bundle')
  })

  test('fetch takes the newest of a directory that this host has a share in', () => {
    const source = join(work, 'source')
    mkdirSync(source)
    const put = (name: string, file: string): void => writeFileSync(join(source, name), readFileSync(join(work, file)))
    put('stable.json', sign({}, 10))
    put('candidate.json', sign(STRICT, 11, '--canary', '0'))
    expect(policy('trust', key, '--source', source).status).toBe(0)
    const first = policy('fetch').stdout
    expect(first).toContain('team 10 is in force now')
    expect(first).toContain('comes in only above')
    put('candidate.json', sign(STRICT, 12, '--canary', '100'))
    expect(policy('fetch').stdout).toContain('team 12 is in force now')
    writeFileSync(join(source, 'candidate.json'), 'x')
    const damaged = policy('fetch')
    expect(damaged.stdout).toContain('FAILED')
    expect(damaged.stdout).toContain('team 12, in force')
    expect(damaged.status).toBe(1)
    expect(policy('leave', '--yes').status).toBe(0)
  })

  test('try replays what was recorded, says what would change, and fails when too much would', async () => {
    const journal = openSqliteJournal({ ...journalFor(state, home), thread: 'caller' })
    for (const [index, command] of ['git status', 'git log', 'npm test', 'git diff', 'rm -rf ~'].entries())
      await journal.remember(sample(`try-${index}`, { input: { command } }))
    await journal.close()
    const harmless = policy('try', sign({ permissions: { deny: ['Bash(terraform *)'] } }, 20), '--json')
    expect(harmless.status).toBe(0)
    expect(JSON.parse(harmless.stdout)).toMatchObject({ calls: 5, everyday: { changed: 0, loosened: 0 } })
    const harsh = policy(
      'try',
      settingsFile('harsh.json', { permissions: { deny: ['Bash(git log)', 'Bash(git log *)'] } }),
    )
    expect(harsh.status).toBe(1)
    expect(harsh.stdout).toMatch(/allow\s+deny\s+1/)
    expect(harsh.stdout).toContain('git log')
    expect(harsh.stdout).toMatch(/1 of \d calls that are allowed now would not be/)
    expect(policy('try', 'harsh.json', '--most', '50').status).toBe(0)
    // Nothing came in force by trying.
    expect(policy('status').stdout).toContain('follows no policy bundle')
  })
})
