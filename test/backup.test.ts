import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../src/journal/stores/sqlite-reader.ts'
import { BUILT_LAUNCHER } from './built.ts'
import { loadDaemon, run, UNLIMITED } from './daemon/client.ts'
import { backup, BACKUP_ROWS, loadBackup } from './suites/backup.ts'
import { until } from './until.ts'

describe('backup and restore', () => {
  test.each(BACKUP_ROWS)('%s', async (name) => {
    expect(await backup(await loadBackup(), new RegExp(`^${name}$`))).toEqual([])
  })

  test('under load: whatever was acknowledged before is in it, and a daemon goes on from there', async () => {
    const product = await loadDaemon()
    const running = await run(product)
    const place = mkdtempSync(join(tmpdir(), 'pc-restore-'))
    const home = join(running.directory, 'home')
    const load = { going: true }
    onTestFinished(async () => {
      load.going = false
      await running.end()
      rmSync(place, { recursive: true, force: true })
    })
    const cli = (...words: readonly string[]) =>
      promisify(execFile)(process.execPath, [BUILT_LAUNCHER, ...words], { env: { ...process.env, HOME: home } })
    await running.post('/v1/users/change', { does: 'add', user: 'ann', role: 'owner' })
    const acknowledged: string[] = []
    const agents = Array.from({ length: 4 }, async (_, agent) => {
      for (let number = 0; load.going; number++) {
        const id = `a${agent}-${number}`
        const { status, body } = await running.post('/v1/judge', running.call(`echo ${id}`, `s${agent}`))
        if (status === 200 && body.includes('"decision":"allow"')) acknowledged.push(id)
      }
    })
    await until('calls are judged', () => acknowledged.length > 60)
    const before = [...acknowledged]
    const file = join(place, 'gate.backup')
    await cli('backup', file, '--state', running.daemon.paths.directory)
    const during = acknowledged.length - before.length
    await until('calls go on', () => acknowledged.length > before.length + during + 20)
    load.going = false
    await Promise.all(agents)

    expect((await cli('restore', '--check', file)).stdout).toMatch(/^sound: records up to \d+/)
    const state = join(place, 'state')
    const said = await cli('restore', file, '--state', state)
    expect(said.stdout).toContain('restored in')
    const reader = openReader(statePaths(state).database)
    const text = [...reader.records()].map(({ body, code }) => `${code} ${body}`).join('\n')
    reader.close()
    const recorded = new Set([...text.matchAll(/echo (a\d-\d+)/g)].map(([, id]) => id))
    expect(before.filter((id) => !recorded.has(id))).toEqual([])
    expect(text).toContain('journal.restored')
    const verified = await cli('log', 'verify', '--state', state).catch((error: { stdout: string }) => error)
    expect(verified.stdout).toMatch(/restored from a backup on/)
    expect(verified.stdout).toMatch(/unwitnessed: \d+ records, nothing wrong/)

    const next = await product.daemon.startDaemon({
      ...UNLIMITED,
      stateDirectory: state,
      home,
      managedDirectory: '/nonexistent',
      log: () => undefined,
    })
    await next.stop()
    const users = await cli('users', '--json', '--state', state)
    expect(JSON.parse(users.stdout)).toMatchObject({ users: [{ id: 'ann', role: 'owner' }] })
  })
})
