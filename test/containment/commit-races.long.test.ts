import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, forget, recover } from '../../src/containment/commit.node.ts'
import { makeScene, removeScene, runIn } from './scene.ts'

const ROUNDS = 25

/** Turns a directory into a link and back, as fast as it can, until it is ended. */
const RACER = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
const [, at, outside] = process.argv
process.stdout.write('ready')
for (;;) {
  try { renameSync(at, at + '.kept'); symlinkSync(outside, at) } catch {}
  try { unlinkSync(at) } catch {}
  try { renameSync(at + '.kept', at) } catch {}
}`

function race(at: string, outside: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const racer = spawn(process.execPath, ['-e', RACER, at, outside], { stdio: ['ignore', 'pipe', 'inherit'] })
    racer.on('error', reject)
    racer.stdout.once('data', () => resolve(racer))
  })
}

test('a directory that becomes a link while a commit runs leads nowhere', async () => {
  const ended = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const scene = makeScene({ 'home/project/deep/er/old.txt': 'old\n' })
    const outside = join(scene.root, 'outside')
    mkdirSync(outside)
    const ran = await runIn(
      scene,
      'i=0; while [ $i -lt 60 ]; do echo planted > deep/er/f$i; i=$((i+1)); done; echo x > deep/er/old.txt',
    )
    const racer = await race(join(scene.workspace, 'deep', 'er'), outside)
    try {
      ended.add(commit(ran.run, ran.did.changes).ended)
    } finally {
      const gone = new Promise((resolve) => racer.once('exit', resolve))
      racer.kill('SIGKILL')
      await gone
    }
    expect(readdirSync(outside), `round ${round}`).toEqual([])
    forget(ran.run)
    recover(scene.state, scene.tools)
    removeScene(scene)
  }
  // The race was one: not every commit came through untouched.
  expect([...ended].some((how) => how !== 'committed')).toBe(true)
})
