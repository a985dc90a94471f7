import { chmodSync, copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { answerInProcess } from '../../src/surfaces/hook/in-process.ts'
import { brokenRunner, type NativeChange } from './broken-runner.ts'
import { claudePayload, containScene, type Ended, otherHome, runAsClient, toldBy } from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

/** What `tickets.test.ts` and `contain-answer.test.ts` see as a fault, each with the check gone that prevents it. */
let scene: Scene
afterEach(() => {
  vi.unstubAllEnvs()
  removeScene(scene)
})

async function ranWith(changes: readonly NativeChange[], command: string, client: string): Promise<Ended> {
  vi.stubEnv('HOME', scene.home)
  vi.stubEnv('SHELL', '/bin/sh')
  const event = Buffer.from(JSON.stringify(claudePayload(scene, command)))
  const told = toldBy((await answerInProcess('claude-code', event, { state: scene.state })).stdout)
  const { runner } = brokenRunner(changes)
  const text = told.updatedInput!.command.replace(/^'[^']*'/, `'${runner}'`)
  return runAsClient(`${client}${text}`, scene.workspace, otherHome(scene))
}

test('the settings of another home count when the judge gets the client’s variables', async () => {
  scene = containScene({ permissions: { defaultMode: 'auto', deny: ['Edit(~/project/made.txt)'] } })
  copyFileSync('/bin/sh', join(scene.workspace, 'sh.bin'))
  chmodSync(join(scene.workspace, 'sh.bin'), 0o755)
  writeFileSync(join(scene.workspace, 'steps.dat'), 'echo x > made.txt\n')
  const trusting = {
    file: 'run.c',
    find: 'execve(words.at[0], words.at, nothing_else)',
    replace: 'execve(words.at[0], words.at, ((void)nothing_else, environ))',
  }
  const ran = await ranWith([trusting], './sh.bin steps.dat', '')
  expect([ran.code, existsSync(join(scene.workspace, 'made.txt'))], ran.stderr).toEqual([0, true])
})

test('a token of the client’s shell is seen inside when values are not looked at', async () => {
  scene = containScene()
  const blind = {
    file: 'variables.h',
    find: '  size_t run = 0, digits = 0;\n',
    replace: '  size_t run = 0, digits = 0;\n  return 1;\n',
  }
  const command = './tool.bin; echo "$NODE_ENV"'
  expect((await ranWith([blind], command, 'NODE_ENV=ghp_0123456789abcdef0123 ')).stdout).toContain('ghp_')
})
