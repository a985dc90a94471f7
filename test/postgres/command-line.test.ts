import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOURCES } from '../product.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { until, unhurried } from '../until.ts'

const MAIN = join(SOURCES, 'surfaces', 'cli', 'main.ts')

describe('a team on the command line', () => {
  let postgres: TestPostgres
  const homes: string[] = []
  beforeAll(async () => {
    postgres = await startPostgres({ tls: true })
  })
  afterAll(async () => {
    await postgres?.stop()
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  })

  function host(url: string): { readonly state: string; readonly env: NodeJS.ProcessEnv } {
    const home = mkdtempSync(join(tmpdir(), 'pch'))
    homes.push(home)
    const state = join(home, '.portcullis', 'state')
    mkdirSync(state, { recursive: true, mode: 0o700 })
    writeFileSync(join(state, 'database.url'), `${url}\n`, { mode: 0o600 })
    return { state, env: { ...process.env, HOME: home, PORTCULLIS_STATE: state } }
  }

  function portcullis(env: NodeJS.ProcessEnv, ...words: readonly string[]): { status: number | null; said: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], { env, encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  test('the tables are made, a daemon serves, and every command sees the same log', async () => {
    const { env } = host((await postgres.database()).replace('gate@', 'gate:hunter2pass@'))
    const said = [portcullis(env, 'migrate', '--dry-run'), portcullis(env, 'migrate')]
    expect(said.map(({ said: text }) => text.split('\n')[0])).toEqual([
      'tables      version 0, and this program knows 7',
      'tables      version 0 before, 7 now',
    ])
    const daemon = spawn(process.execPath, ['--disable-sigusr1', MAIN, 'serve', '--port', '0'], { env })
    let heard = ''
    for (const stream of [daemon.stdout, daemon.stderr])
      stream.on('data', (chunk: Buffer) => (heard += chunk.toString()))
    const ended = new Promise((resolve) => daemon.once('exit', resolve))
    try {
      await until('it listens', () => heard.includes('listening'), unhurried(20_000))
      expect(portcullis(env, 'users', 'add', 'ann', '--role', 'owner').said).toContain('ann is a user now')
      expect(portcullis(env, 'users').said).toContain('ann')
      expect(portcullis(env, 'log').said).toContain('user_created')
      expect(portcullis(env, 'log', 'export').said).toContain('"code":"user.created"')
      const verified = portcullis(env, 'log', 'verify')
      expect([verified.status, verified.said]).toEqual([3, expect.stringContaining('1 records, nothing wrong')])
      expect(portcullis(env, 'log', 'accept').said).toContain('belongs to several daemons')
    } finally {
      daemon.kill('SIGTERM')
      await ended
    }
    expect(heard + said.map(({ said: text }) => text).join('')).not.toContain('hunter2pass')
  })

  test('an address that others can read is refused', async () => {
    const { env, state } = host(await postgres.database())
    writeFileSync(join(state, 'shared.url'), 'postgres://x', { mode: 0o644 })
    const { status, said } = portcullis(env, 'migrate', '--database-file', join(state, 'shared.url'))
    expect([status, said]).toEqual([2, expect.stringContaining('chmod 600')])
  })

  test('TLS to the database is as the address says: the server has to prove its name', async () => {
    const url = (await postgres.database()).replace('127.0.0.1', 'localhost')
    const authority = join(mkdtempSync(join(tmpdir(), 'pca')), 'ca.crt')
    copyFileSync(postgres.certificate, authority)
    const trusted = `sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`
    expect(portcullis(host(`${url}?sslmode=verify-full`).env, 'migrate').said).toContain('self-signed certificate')
    expect(portcullis(host(`${url.replace('localhost', '127.0.0.1')}?${trusted}`).env, 'migrate').status).toBe(2)
    expect(portcullis(host(`${url}?${trusted}`).env, 'migrate').said).toContain('version 0 before, 7 now')
  })
})
