import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOSTS } from '../../src/agents/hosts.ts'
import { answerInProcess } from '../../src/surfaces/hook/in-process.ts'
import { containScene, runAsClient } from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

let scene: Scene
beforeEach(() => {
  scene = containScene()
  vi.stubEnv('HOME', scene.home)
  vi.stubEnv('SHELL', '/bin/sh')
})
afterEach(() => {
  vi.unstubAllEnvs()
  removeScene(scene)
})

/** Those that were seen to run what an answer puts in the place of a call. */
const REWRITE: readonly string[] = [
  'Claude Code',
  'Claude Code before onFailure existed',
  'Codex',
  'Gemini CLI',
  'OpenCode',
  'Copilot CLI',
]

const COMMAND = './tool.bin; echo made > made.txt; echo out; exit 5'

describe('with the payloads that each client sends', () => {
  test.each(HOSTS)('%s', async (name, host) => {
    const payload = host.beforeTool({ tool: 'bash', input: { command: COMMAND }, cwd: scene.workspace, session: 's1' })
    const answer = await answerInProcess(host.name, Buffer.from(JSON.stringify(payload)), { state: scene.state })
    const ending = { how: 'ended', ...answer } as const
    if (!REWRITE.includes(name)) {
      // Asked about, or refused where nobody can be asked: never the call itself, and never a ticket.
      expect(host.reads(ending, payload)).not.toBe('allow')
      expect(answer.stdout).not.toContain('portcullis-run')
      return
    }
    const runs = host.runs!(ending, payload)
    expect(host.reads(ending, payload), answer.stderr).toBe('allow')
    expect(runs!['command']).not.toBe(COMMAND)
    const ran = await runAsClient(String(runs!['command']), scene.workspace, scene.home)
    expect([ran.code, ran.stdout]).toEqual([5, expect.stringMatching(/(?:^|\n)out\n$/)])
    expect(readFileSync(join(scene.workspace, 'made.txt'), 'utf8')).toBe('made\n')
    expect(existsSync(join(scene.workspace, 'contained'))).toBe(false)
  })
})
