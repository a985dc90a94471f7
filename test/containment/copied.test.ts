import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commit, recover } from '../../src/containment/commit.node.ts'
import { copiedPlanWords, readCopiedPlan } from '../../src/containment/copied-plan.ts'
import { hiddenPlaces, namesTheOriginal } from '../../src/containment/copied-walls.ts'
import { collect, openRun, watched } from '../../src/containment/runs.node.ts'
import { containmentTools } from '../../src/surfaces/contained.ts'
import { examineContainment } from '../../src/surfaces/doctor/containment.ts'
import { tryWalls } from '../../src/surfaces/try-walls.ts'
import { until } from '../until.ts'
import { makeScene, open, ownTools, removeScene, runIn, type Scene, start, surroundingsIn, useCopies } from './scene.ts'
import { treeOf } from './tree.ts'

useCopies()

/** Built for this machine; what it does on macOS can only be tried there. */
let scene: Scene
beforeEach(
  () =>
    void (scene = makeScene({
      'home/project/.git/HEAD': 'ref: refs/heads/main\n',
      'home/project/.env': 'PASSWORD=hunter2-of-the-workspace\n',
      'home/project/config/.env': 'PASSWORD=hunter2-of-the-workspace\n',
      'home/project/notes.txt': 'notes\n',
      'home/project/src/index.ts': 'export {}\n',
      'home/.ssh/id_ed25519': 'hunter2-of-the-home\n',
      'home/.cargo/credentials.toml': 'token = "hunter2-of-cargo"\n',
      'home/.cargo/bin/tool': '#!/bin/sh\necho tool\n',
      'elsewhere/secret.txt': 'hunter2-of-elsewhere\n',
      'state/key': 'hunter2-of-the-gate\n',
    })),
)
afterEach(() => removeScene(scene))

const at = (name: string): string => join(scene.workspace, name)

describe('a command in a copy of the workspace', () => {
  test('changes nothing until its changes are committed, and then exactly what was shown', async () => {
    const before = treeOf(scene.workspace)
    const ran = await runIn(scene, 'echo new > src/new.ts; echo more >> notes.txt; rm src/index.ts; ls -a; exit 3')
    expect([ran.exit, ran.stderr]).toEqual([3, ''])
    expect(ran.stdout.split('\n')).toEqual(expect.arrayContaining(['.env', '.git', 'notes.txt', 'src']))
    expect(treeOf(scene.workspace)).toEqual(before)
    expect(ran.did.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'file notes.txt',
      'delete src/index.ts',
      'file src/new.ts',
    ])
    expect(commit(ran.run, ran.did.changes)).toEqual({ ended: 'committed' })
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('notes\nmore\n')
    expect([existsSync(at('src/index.ts')), readFileSync(at('src/new.ts'), 'utf8')]).toEqual([false, 'new\n'])
    expect(readFileSync(at('.env'), 'utf8')).toContain('hunter2')
  })

  test('that writes what was there already has changed nothing', async () => {
    const ran = await runIn(scene, 'cp notes.txt x; cat x > notes.txt; rm x; touch src/index.ts')
    expect(ran.did.changes).toEqual([])
  })

  test('sees no secret: of the workspace, the home directory, the gate, the original, or its environment', async () => {
    const words = [
      `cat .env config/.env ${scene.home}/.ssh/id_ed25519 ${scene.home}/.cargo/credentials.toml`,
      `cat ${scene.root}/elsewhere/secret.txt ${scene.state}/key ${at('.env')} ${at('notes.txt')} /etc/shadow`,
      'cat /proc/1/environ /proc/self/environ | tr "\\0" "\\n"; ls ..; cat ../plan ../marks.json',
      `cat /proc/1/root${at('.env')} /proc/1/cwd/.env`,
    ]
    const ran = await runIn(scene, words.join('; '), {
      environment: { PATH: '/usr/bin:/bin', HOME: scene.home, API_TOKEN: 'hunter2-of-a-variable', NODE_ENV: 'test' },
    })
    expect(ran.stdout + ran.stderr).not.toMatch(/hunter2|root:[*$!]/)
    expect(ran.stdout).toContain('NODE_ENV=test')
  })

  test('is not told what a shell of the user would export, nor has its walls built by programs of its PATH', async () => {
    writeFileSync(join(scene.home, '.bashrc'), 'export LEAKED=hunter2-of-the-shell\n')
    writeFileSync(join(scene.home, '.profile'), 'export LEAKED=hunter2-of-the-shell\n')
    const planted = join(scene.home, '.cargo', 'bin')
    for (const name of ['bwrap', 'socat', 'rg', 'which', 'sandbox-exec', 'bash', 'env'])
      writeFileSync(join(planted, name), `#!/bin/sh\necho ran > ${scene.root}/planted-${name}\nexit 0\n`, {
        mode: 0o755,
      })
    const path = `${planted}:/usr/bin:/bin`
    const ran = await runIn(scene, 'env; echo "$PATH"; perl -e "print shmget(1234, 8, 01666) // 0"', {
      environment: { PATH: path, HOME: scene.home },
    })
    expect(ran.stdout + ran.stderr).not.toContain('hunter2')
    expect(ran.stdout).toContain(path)
    expect(readdirSync(scene.root).filter((name) => name.startsWith('planted'))).toEqual([])
  })

  test('shares no memory with anybody outside', async () => {
    const key = 0x70_6f_72_74
    const shm = (text: string): string => `perl -e '$i=shmget(${key},64,${text}); print defined $i ? "there" : "none"'`
    expect(spawnSync('/bin/sh', ['-c', shm('0600|01000')], { encoding: 'utf8' }).stdout).toBe('there')
    const ran = await runIn(scene, shm('0'))
    spawnSync('ipcrm', ['-M', String(key)])
    expect(ran.stdout).toBe('none')
  })

  test('runs the toolchains of the home directory and cannot change them', async () => {
    const ran = await runIn(scene, `sh ${scene.home}/.cargo/bin/tool; echo x > ${scene.home}/.cargo/bin/tool`)
    expect(ran.stdout).toBe('tool\n')
    expect(readFileSync(join(scene.home, '.cargo/bin/tool'), 'utf8')).toContain('echo tool')
  })

  test('writes nowhere else: not to the original, home, the run, shared scratch, nor what sandbox-runtime leaves open', async () => {
    const made = mkdirSync('/tmp/claude', { recursive: true })
    const places = [
      at('x'),
      join(scene.home, 'x'),
      join(scene.root, 'x'),
      '/tmp/claude/portcullis-x',
      '/var/tmp/portcullis-x',
    ]
    const text = [...places, '../plan', '../upper/0/x', '../events', '../../x']
      .map((path) => `echo x > ${path}`)
      .join('; ')
    const ran = await runIn(scene, `${text}; ln -s ${scene.root} out; echo x > out/y; true`)
    const written = places.filter((path) => existsSync(path))
    if (made !== undefined) rmSync(made, { recursive: true })
    expect(written).toEqual([])
    expect(readdirSync(scene.root).toSorted()).toEqual(['elsewhere', 'home', 'state'])
    expect(ran.did.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['link out'])
  })

  test('reaches nobody, by address, by name or through the proxy, and what it tried is known', async () => {
    let reached = 0
    const server = createServer((socket) => void (reached++, socket.destroy()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const text = `(exec 3<>/dev/tcp/127.0.0.1/${port}); curl -sS -m 5 http://127.0.0.1:${port}; curl -sS -m 5 --noproxy '*' http://127.0.0.1:${port}; curl -sS -m 5 https://api.example.com/x`
    const ran = await runIn(scene, `bash -c '${text.replaceAll("'", `'\\''`)}'`)
    server.close()
    expect(reached).toBe(0)
    expect(ran.did.events).toContainEqual({ kind: 'host', host: 'api.example.com', port: 443 })
    expect(ran.did.events).toContainEqual({ kind: 'unseen' })
  })

  test('leaves nothing running that could write to what is judged', async () => {
    const run = open(scene, [
      '/bin/bash',
      '-c',
      `(setsid bash -c 'sleep 0.5; echo late > late.txt' &) ; echo now > now.txt`,
    ])
    await start(run)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(collect(run).changes.map(({ path }) => path)).toEqual(['now.txt'])
    expect(existsSync(join(run.at, 'ground', 'late.txt'))).toBe(false)
  })

  test('cannot have what stands in the place of a secret committed over it, whatever it does with it', async () => {
    for (const text of ['echo x > .env', 'rm -f .env', 'mv config other', 'rm -rf config', 'chmod 777 .env']) {
      const ran = await runIn(scene, `${text}; true`)
      const touched = ran.did.changes.filter(({ path }) => path.includes('.env'))
      if (touched.some(({ kind }) => kind !== 'file' || ran.did.changes.some(({ path }) => path === 'config')))
        expect(commit(ran.run, ran.did.changes).ended, text).toBe('conflict')
      expect(readFileSync(at('.env'), 'utf8'), text).toContain('hunter2')
      expect(readFileSync(at('config/.env'), 'utf8'), text).toContain('hunter2')
    }
  })

  test('follows no link out of the workspace, when it is copied or afterwards', async () => {
    symlinkSync(join(scene.root, 'elsewhere'), at('linked'))
    const ran = await runIn(scene, 'cat linked/secret.txt; echo x > linked/secret.txt; readlink linked')
    expect(ran.stdout).toBe(`${join(scene.root, 'elsewhere')}\n`)
    expect(readFileSync(join(scene.root, 'elsewhere/secret.txt'), 'utf8')).toContain('hunter2')
  })

  test('that names its copy in a file has that told', async () => {
    const ran = await runIn(scene, 'pwd > where.txt; ln -s "$PWD/notes.txt" link; echo fine > fine.txt')
    expect(ran.did.namesCopy).toEqual(['link', 'where.txt'])
  })

  test('has its walls named when they cannot be built, and then nothing ran', async () => {
    const run = open(scene, ['/bin/sh', '-c', 'echo ran'])
    writeFileSync(join(run.at, 'ground'), 'in the way')
    const { code, stdout, stderr } = await start(run)
    expect([code, stdout]).toEqual([125, ''])
    expect(stderr).toContain('no walls can be built here')
    expect(watched(run).exit).toBeUndefined()
  })

  test('that is cut off leaves the workspace as it was, and its leftovers go', async () => {
    const before = treeOf(scene.workspace)
    const run = open(scene, ['/bin/sh', '-c', 'echo x > x; echo ready; sleep 60'], { until: 1 })
    const child = spawn(run.tools.runner, ['run', join(run.at, 'plan')], {
      cwd: run.cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await until('the beginning of the command', () => existsSync(join(run.at, 'ground', 'x')))
    expect(recover(scene.state, scene.tools)).toEqual([])
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
    expect(recover(scene.state, scene.tools)).toMatchObject([{ id: run.id, did: 'removed' }])
    expect(treeOf(scene.workspace)).toEqual(before)
    expect(existsSync(run.at)).toBe(false)
  })

  test('is ended when its time is over, with everything it started', async () => {
    const ran = await runIn(scene, 'echo x > x; sleep 30', { limits: { seconds: 1 } })
    expect(ran.exit).not.toBe(0)
    expect(ran.did.events).toContainEqual({ kind: 'limit', what: 'time' })
  })

  test('that writes more than may be kept has nothing of it judged or committed', async () => {
    const run = open(scene, ['/bin/sh', '-c', 'head -c 3000000 /dev/zero | tr "\\0" x > large; echo done'], {
      limits: { disk: 1024 * 1024 },
    })
    const { code, stderr } = await start(run)
    expect([code, stderr]).toEqual([125, expect.stringContaining('nothing was written')])
    expect(() => collect(run)).toThrow(/cannot be listed/)
    expect(existsSync(at('large'))).toBe(false)
  })

  test('is not planned for a workspace that is too large to be copied', () => {
    writeFileSync(at('large'), '')
    truncateSync(at('large'), 3 * 1024 ** 3)
    expect(openRun({ ...REQUEST(), tools: scene.tools })).toMatchObject({ refused: /2 GB/ })
  })
})

const REQUEST = (): Parameters<typeof openRun>[0] => ({
  command: ['/bin/true'],
  cwd: scene.workspace,
  surroundings: surroundingsIn(scene),
  gate: { secrets: [], fixed: [], sockets: [] },
  state: scene.state,
  environment: { PATH: '/usr/bin:/bin' },
  tools: scene.tools,
})

const isRoot = process.getuid?.() === 0

describe('where it is used', () => {
  test('the canary of doctor finds nothing open', async () => {
    expect(await examineContainment(scene.home, ownTools())).toMatchObject(
      isRoot
        ? { state: 'yellow', says: expect.stringContaining('open to root') as string }
        : { state: 'green', says: expect.stringContaining('in a copy of the workspace') as string },
    )
  })

  test('a Linux that gives no overlay does not fall back on a copy, though one would work', async () => {
    writeFileSync(
      join(scene.root, 'no-walls'),
      '#!/bin/sh\necho "portcullis: no walls can be built here: an overlay" >&2\nexit 125\n',
      { mode: 0o755 },
    )
    const home = join(scene.root, 'elsewhere')
    const tools = { runner: join(scene.root, 'no-walls'), bubblewrap: '/usr/bin/false' }
    const finding = await tryWalls(scene.state, home, tools)
    expect(finding).toMatchObject({ state: 'yellow', says: expect.stringContaining('an overlay') as string })
    expect(containmentTools(home)).not.toHaveProperty('ground')
  })

  test('a command that names the workspace by its whole path would look for it in vain', () => {
    expect(namesTheOriginal(`./tool ${at('notes.txt')}`, scene.workspace)).toMatch(/whole path/)
    expect(namesTheOriginal('./tool notes.txt', scene.workspace)).toBeUndefined()
  })

  test('at the top of a machine only what holds programs is open', () => {
    const tree: Readonly<Record<string, readonly string[]>> = {
      '/': ['Users', 'usr', 'bin', 'private', 'System', 'Volumes', 'opt', 'data'],
      '/private': ['etc', 'var', 'tmp'],
      '/private/var': ['db', 'select', 'folders', 'root'],
    }
    expect(hiddenPlaces('darwin', (path) => tree[path] ?? [])).toEqual([
      '/Users',
      '/Volumes',
      '/data',
      '/private/tmp',
      '/private/var/folders',
      '/private/var/root',
    ])
    expect(hiddenPlaces('linux', () => ['usr', 'etc', 'home', 'work', 'run', 'sys'])).toEqual([
      '/home',
      '/work',
      '/run',
      '/sys',
    ])
  })

  test('a plan that is not whole, or says something else, is none', () => {
    const text = readFileSync(join(open(scene, ['/bin/true']).at, 'plan'), 'utf8')
    expect(copiedPlanWords(readCopiedPlan(text))).toBe(text)
    const words = text.split('\u0000')
    for (const other of [
      text.slice(0, -1),
      words.toSpliced(-2, 1).join('\u0000'),
      words.toSpliced(1, 0, 'unknown').join('\u0000'),
      words.toSpliced(1, 0, 'cwd', '/').join('\u0000'),
      words.with(0, 'copied 2').join('\u0000'),
    ])
      expect(() => readCopiedPlan(other)).toThrow()
  })
})
