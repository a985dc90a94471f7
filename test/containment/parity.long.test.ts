import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { realpathSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commit, forget } from '../../src/containment/commit.node.ts'
import { collect, watched } from '../../src/containment/runs.node.ts'
import { EVERYDAY, PROJECT } from './everyday.ts'
import { makeScene, open, removeScene, type Scene, start } from './scene.ts'
import { treeOf } from './tree.ts'

/** Of everyday commands, this share does the same behind walls: exit code, output, and what is in the workspace after. */
const LEAST = 0.95

let scene: Scene
let template = ''
const PATH = `${dirname(realpathSync(process.execPath))}:/usr/local/bin:/usr/bin:/bin`

beforeAll(() => {
  scene = makeScene(PROJECT)
  chmodSync(join(scene.workspace, 'run.sh'), 0o755)
  mkdirSync(join(scene.workspace, 'empty'))
  const set = `git init -q . && git add . && git commit -qm 'First commit' && tar cf archive.tar README.md && gzip -c README.md > archive.gz`
  expect(spawnSync('/bin/sh', ['-c', set], { cwd: scene.workspace, env: { PATH, HOME: scene.home } }).status).toBe(0)
  template = join(scene.root, 'template')
  cpSync(scene.workspace, template, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
})
afterAll(() => removeScene(scene))

interface Seen {
  readonly code: number | null | undefined
  readonly stdout: string
  readonly stderr: string
  readonly tree: object
}

function fresh(): void {
  rmSync(scene.workspace, { recursive: true, force: true })
  cpSync(template, scene.workspace, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}

function plain(command: string): Seen {
  fresh()
  const { status, signal, stdout, stderr } = spawnSync('/bin/bash', ['-c', command], {
    cwd: scene.workspace,
    env: { PATH, HOME: scene.home, LANG: 'C.UTF-8', TMPDIR: '/tmp' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { code: signal === 'SIGKILL' ? 137 : status, stdout, stderr, tree: files() }
}

async function contained(command: string): Promise<Seen> {
  fresh()
  const environment = { PATH, HOME: scene.home, LANG: 'C.UTF-8' }
  const run = open(scene, ['/bin/bash', '-c', command], { environment })
  const { stdout, stderr } = await start(run)
  const { changes } = collect(run)
  const { ended } = commit(run, changes)
  const seen = { code: watched(run).exit, stdout, stderr, tree: ended === 'committed' ? files() : { ended } }
  forget(run)
  return seen
}

/** Git's own files hold times. */
function files(): object {
  return Object.fromEntries(
    Object.entries(treeOf(scene.workspace)).filter(
      ([name]) => !/^\.git\/|__pycache__|^x\.db|^hello|\.o$|\.t?gz$/.test(name),
    ),
  )
}

test(`at least ${LEAST * 100} % of everyday commands do the same behind walls`, async () => {
  expect(EVERYDAY.length).toBeGreaterThanOrEqual(150)
  const different: string[] = []
  for (const command of EVERYDAY) {
    const [one, other] = [plain(command), await contained(command)]
    try {
      expect(other).toEqual(one)
    } catch {
      different.push(
        `${command}\n    plain ${JSON.stringify({ ...one, tree: 0 }).slice(0, 300)}\n    contained ${JSON.stringify({ ...other, tree: 0 }).slice(0, 300)}`,
      )
    }
  }
  const share = 1 - different.length / EVERYDAY.length
  process.stderr.write(
    `the same behind walls: ${EVERYDAY.length - different.length} of ${EVERYDAY.length} (${(share * 100).toFixed(1)} %)\n${different.join('\n')}\n`,
  )
  expect(share, different.join('\n')).toBeGreaterThanOrEqual(LEAST)
}, 900_000)
