import { spawnSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../../src/containment/commit.node.ts'
import { isSpecial } from '../../src/containment/held.ts'
import { listenersIn, unreadableByOthers } from '../../src/containment/masks.node.ts'
import { collect } from '../../src/containment/runs.node.ts'
import { makeScene, open, removeScene, runIn, type Scene, start } from './scene.ts'

const PASSWORD = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'

let scene: Scene
beforeEach(
  () =>
    void (scene = makeScene({
      'home/project/.env': `TOKEN=${PASSWORD}\n`,
      'home/project/config/credentials.json': `{"token":"${PASSWORD}"}\n`,
      'home/project/notes/plan.md': 'plan\n',
      'home/project/.git/HEAD': 'ref: refs/heads/main\n',
      'home/project/.git/objects/x': '',
      'home/project/.git/refs/x': '',
      'home/project/.git/config': `[user]\n\tname = Dev\n[remote "origin"]\n\turl = https://u:${PASSWORD}@git.example.com/p.git\n`,
      'home/project/.git/modules/lib/config': `[http]\n\textraheader = AUTHORIZATION: bearer ${PASSWORD}\n`,
      'home/.cargo/config.toml': `[net]\noffline = true\n[registries.own]\ntoken = "${PASSWORD}"\n`,
      'home/bin/tool': '#!/bin/sh\necho tool ran\n',
      'home/bin/.env': `TOKEN=${PASSWORD}\n`,
    })),
)
afterEach(() => removeScene(scene))

const inPath = (): object => ({
  environment: { PATH: `${scene.home}/bin:/usr/bin:/bin`, HOME: scene.home },
})

describe('a secret is not there under another name either', () => {
  test('a hard link that was there before', async () => {
    linkSync(join(scene.workspace, '.env'), join(scene.workspace, 'notes', 'backup.txt'))
    const { stdout } = await runIn(scene, 'cat notes/backup.txt notes/plan.md')
    expect(stdout).toBe('plan\n')
  })

  test('passwords in settings of Git are left out, and the rest of them is there', async () => {
    const { stdout } = await runIn(scene, 'cat .git/config .git/modules/lib/config; git config user.name')
    expect(stdout).not.toContain(PASSWORD)
    expect(stdout).toContain('git.example.com/p.git')
    expect(stdout).toMatch(/^Dev$/m)
  })

  test('passwords in settings of a toolchain are left out', async () => {
    const { stdout } = await runIn(scene, 'cat ~/.cargo/config.toml')
    expect(stdout).not.toContain(PASSWORD)
    expect(stdout).toContain('offline = true')
  })

  test('beside programs, whose directory is there', async () => {
    chmodSync(join(scene.home, 'bin', 'tool'), 0o755)
    const { stdout } = await runIn(scene, 'tool; cat ~/bin/.env', inPath())
    expect(stdout).toBe('tool ran\n')
  })

  test('what is masked and was moved since stops the run, and nothing of it begins', async () => {
    const run = open(scene, ['/bin/sh', '-c', 'echo began; cat moved/credentials.json'])
    renameSync(join(scene.workspace, 'config'), join(scene.workspace, 'moved'))
    const { code, stdout, stderr } = await start(run)
    expect([code, stdout]).toEqual([125, ''])
    expect(stderr).toContain('was moved or replaced since this was judged')
  })
})

describe('who closes a file says what it is', () => {
  test('what others may not read is masked, whatever it is called', () => {
    const etc = join(scene.root, 'etc')
    for (const [name, mode] of [
      ['open.conf', 0o644],
      ['closed.conf', 0o640],
    ] as const) {
      mkdirSync(etc, { recursive: true })
      writeFileSync(join(etc, name), '')
      chmodSync(join(etc, name), mode)
    }
    mkdirSync(join(etc, 'private'), { mode: 0o700 })
    mkdirSync(join(etc, 'public'), { mode: 0o755 })
    writeFileSync(join(etc, 'public', 'key'), '', { mode: 0o600 })
    expect(unreadableByOthers(etc)).toEqual(
      expect.arrayContaining([
        { path: join(etc, 'closed.conf'), as: 'file' },
        { path: join(etc, 'private'), as: 'directory' },
        { path: join(etc, 'public', 'key'), as: 'file' },
      ]),
    )
    expect(unreadableByOthers(etc)).toHaveLength(3)
  })

  test('listeners are found by what the kernel knows', async () => {
    const path = join(scene.root, 'listener.sock')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    expect(listenersIn([scene.root])).toEqual([path])
    expect(listenersIn([scene.home])).toEqual([])
    server.close()
  })
})

describe('what is shown of scratch space', () => {
  const scratch = (): string => join(scene.root, 'scratch', 'script.sh')
  beforeEach(() => {
    mkdirSync(join(scene.root, 'scratch'))
    writeFileSync(scratch(), 'echo from scratch\n')
  })

  test('is there, and is only read', async () => {
    const { stdout, exit } = await runIn(scene, `sh ${scratch()} && echo x >> ${scratch()}`, { show: [scratch()] })
    expect(stdout).toBe('from scratch\n')
    expect(exit).not.toBe(0)
  })

  test('is not there when nobody shows it', async () => {
    expect((await runIn(scene, `sh ${scratch()}`)).stdout).toBe('')
  })

  test.each([
    ['a link', () => symlinkSync(join(scene.workspace, '.env'), scratch())],
    ['a second name', () => linkSync(join(scene.workspace, '.env'), scratch())],
  ])('%s is not what was meant', async (_what, replace) => {
    rmSync(scratch())
    replace()
    expect((await runIn(scene, `cat ${scratch()}`, { show: [scratch()] })).stdout).toBe('')
  })

  test('replaced since, nothing begins', async () => {
    const run = open(scene, ['/bin/sh', '-c', `echo began; cat ${scratch()}`], { show: [scratch()] })
    rmSync(scratch())
    symlinkSync(join(scene.workspace, '.env'), scratch())
    expect(await start(run)).toMatchObject({ code: 125, stdout: '' })
  })
})

describe('what a look at the changes has to stand', () => {
  test('a pipe that stands in the place of a file meanwhile is not waited for', async () => {
    const path = join(scene.workspace, 'notes', 'plan.md')
    for (const text of ['echo x > notes/plan.md', 'rm notes/plan.md']) {
      writeFileSync(path, 'plan\n')
      const { run } = await runIn(scene, text)
      rmSync(path)
      spawnSync('mkfifo', [path])
      expect(collect(run).changes).toMatchObject([{ path: 'notes/plan.md', meanwhile: true }])
      rmSync(path)
    }
  })

  test('a file of more than two gigabytes has a hash', async () => {
    const { run, did } = await runIn(scene, 'truncate -s 2100M large')
    expect(hashOf(run, did.changes)).toMatch(/^[0-9a-f]{64}$/)
  }, 60_000)

  test('nothing is committed to where a commit works', async () => {
    const { did } = await runIn(scene, 'mkdir .portcullis-commit-0; echo x > .portcullis-commit-0/o1; echo x > fine')
    expect(did.changes.filter(isSpecial).map(({ path }) => path)).toEqual([
      '.portcullis-commit-0',
      '.portcullis-commit-0/o1',
    ])
  })

  test('a flood of programs does not hide whom it called', async () => {
    const { did } = await runIn(
      scene,
      'i=0; while [ $i -lt 1700 ]; do /bin/true $i; i=$((i+1)); done; curl -s http://192.0.2.7:81/; cat .env',
    )
    expect(did.events).toContainEqual({ kind: 'more' })
    expect(did.events).toContainEqual({ kind: 'host', host: '192.0.2.7', port: 81 })
    expect(did.events).toContainEqual({ kind: 'refused', path: join(scene.workspace, '.env') })
  }, 60_000)
})
