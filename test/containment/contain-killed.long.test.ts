import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { recover } from '../../src/containment/commit.node.ts'
import { STAGE } from '../../src/containment/held.ts'
import { BUILT_LAUNCHER } from '../built.ts'
import { until } from '../until.ts'
import { askDaemonIn, claudePayload, containScene, runAsClient, toldBy } from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

let scene: Scene
let daemon: ChildProcess
afterEach(() => {
  daemon.kill('SIGKILL')
  removeScene(scene)
})

const FILES = 3000

test.each([0, 40, 120])(
  'a daemon that is killed %d ms after it began to commit leaves all of it or nothing',
  async (wait) => {
    scene = containScene()
    daemon = spawn(process.execPath, [BUILT_LAUNCHER, 'serve', '--no-port', '--state', scene.state], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: scene.home, SHELL: '/bin/sh' },
      stdio: 'ignore',
    })
    await until('the daemon', () => existsSync(join(scene.state, 'portcullis.sock')))
    const command = `./tool.bin; for i in $(seq ${FILES}); do echo $i > made-$i.txt; done`
    // It tries its own walls first, and asks until it knows that they hold.
    const given = await until('an answer that contains', async () => {
      const event = claudePayload(scene, command)
      const { value } = await askDaemonIn(scene, 'POST', '/v1/hooks/claude-code', event, 'agent')
      return toldBy((value as { stdout: string }).stdout).updatedInput?.command
    })
    const running = runAsClient(given, scene.workspace, scene.home)
    await until('a commit', () => readdirSync(scene.workspace).some((name) => name.startsWith(STAGE)))
    await new Promise((resolve) => setTimeout(resolve, wait))
    daemon.kill('SIGKILL')
    const { code } = await running
    // Whatever had begun is brought to its end by the next start.
    await until('an end of the commit', () => {
      recover(scene.state, scene.tools)
      return !readdirSync(scene.workspace).some((name) => name.startsWith(STAGE))
    })
    const made = readdirSync(scene.workspace).filter((name) => name.startsWith('made-'))
    expect([0, FILES], `ended with ${code}`).toContain(made.length)
    if (code === 0) expect(made).toHaveLength(FILES)
    for (const name of made) expect(readFileSync(join(scene.workspace, name), 'utf8')).toBe(`${/\d+/.exec(name)![0]}\n`)
    expect(readFileSync(join(scene.workspace, 'notes.txt'), 'utf8')).toBe('mine\n')
  },
)
