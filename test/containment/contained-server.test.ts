import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUILT_LAUNCHER } from '../built.ts'
import { makeScene, removeScene, type Scene } from './scene.ts'

let scene: Scene
beforeEach(() => {
  scene = makeScene({
    'home/project/.git/HEAD': 'ref: refs/heads/main\n',
    'home/secret.txt': 'a secret',
    'home/project/server.mjs': SERVER,
  })
})
afterEach(() => removeScene(scene))

/** Answers every request with what it can see, and writes into the workspace. */
const SERVER = `
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
writeFileSync('left.txt', 'x')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line)
  if (id === undefined) return
  const serverInfo = { name: process.env.PORTCULLIS_CONTAINED ?? 'free', version: String(existsSync('../secret.txt')) }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo } }))
})
`

test('a whole server runs behind walls: it answers, sees no secret, and what it wrote is judged when it ends', async () => {
  const words = [
    'mcp',
    '--contained',
    '--name',
    'files',
    '--state',
    scene.state,
    '--cwd',
    scene.workspace,
    '--',
    process.execPath,
    'server.mjs',
  ]
  const child = spawn(process.execPath, [BUILT_LAUNCHER, ...words], {
    cwd: scene.workspace,
    env: { PATH: process.env['PATH'] ?? '', HOME: scene.home },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [said, err] = ['', '']
  child.stderr.on('data', (part: Buffer) => (err += part.toString()))
  const answered = new Promise<void>((resolve) =>
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString()
      if (said.includes('\n')) resolve()
    }),
  )
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } } })}\n`,
  )
  await Promise.race([answered, ended])
  expect(said, err).toContain('"name":"1"')
  expect(said).toContain('"version":"false"')
  expect(existsSync(join(scene.workspace, 'left.txt'))).toBe(false)
  child.stdin.end()
  await ended
}, 60_000)
