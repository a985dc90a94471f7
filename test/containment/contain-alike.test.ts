import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startDaemon } from '../../src/surfaces/daemon/daemon.ts'
import { answerInProcess } from '../../src/surfaces/hook/in-process.ts'
import { openGate } from '../../src/surfaces/sdk/open-gate.ts'
import { BUILT_LAUNCHER } from '../built.ts'
import { askDaemonIn, claudePayload, containScene, toldBy } from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

const SETTINGS: readonly (readonly [what: string, settings: object, contained: number])[] = [
  ['nothing', {}, 3],
  ['containment off', { containment: 'off' }, 0],
  ['another doubt', { containment: ['dynamic-code'] }, 0],
  ['a rule that asks', { permissions: { defaultMode: 'auto', ask: ['Bash(./tool.bin *)', 'Bash(./tool.bin)'] } }, 1],
  ['mode acceptEdits', { permissions: { defaultMode: 'acceptEdits' } }, 3],
  ['mode default', { permissions: { defaultMode: 'default' } }, 0],
]

const COMMANDS: readonly string[] = [
  'git status',
  './tool.bin',
  './tool.bin --all > out.txt',
  'some-unknown-program --all',
  './tool.bin & ',
  'sudo ./tool.bin',
  './tool.bin; rm -rf ~',
  'cat /etc/shadow; ./tool.bin',
  'git push --force; some-unknown-program',
]

interface EffectDraft {
  readonly decision: string
  readonly because: readonly { readonly code: string }[]
}

const words = ({ decision, because }: EffectDraft): string => `${decision} ${because[0]!.code}`

async function checked(scene: Scene): Promise<readonly string[]> {
  const options = ['--jsonl', '--contain', '--state', scene.state, '--cwd', scene.workspace]
  const child = spawn(process.execPath, [BUILT_LAUNCHER, 'check', ...options], {
    cwd: scene.workspace,
    env: { PATH: process.env['PATH'] ?? '', HOME: scene.home },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end(
    COMMANDS.map(
      (command, id) => `${JSON.stringify({ id, tool: 'Bash', input: { command }, session: `c${id}` })}\n`,
    ).join(''),
  )
  const lines = (await text(child.stdout)).trimEnd().split('\n')
  return lines
    .map((line) => JSON.parse(line) as { decision: string; code: string })
    .map((row) => `${row.decision} ${row.code}`)
}

/** What a hook tells Claude Code: an allow with another input is a contain; a reason begins with its code. */
async function hooked(scene: Scene): Promise<readonly string[]> {
  const found: string[] = []
  for (const [index, command] of COMMANDS.entries()) {
    const event = claudePayload(scene, command, { session_id: `h${index}` })
    const told = toldBy(
      (await answerInProcess('claude-code', Buffer.from(JSON.stringify(event)), { state: scene.state })).stdout,
    )
    found.push(told.updatedInput === undefined ? (told.permissionDecision ?? 'allow') : 'contain')
  }
  return found
}

async function ofLibrary(scene: Scene): Promise<readonly string[]> {
  const at = { cwd: scene.workspace, home: scene.home, state: scene.state, agent: 'claude-code' }
  const gate = await openGate({ ...at, interactive: true })
  try {
    const found: string[] = []
    for (const [index, command] of COMMANDS.entries())
      found.push(words(await gate.openSession(`l${index}`).judge('Bash', { command }, { canRunRewritten: true })))
    return found
  } finally {
    await gate.close()
  }
}

async function ofDaemon(scene: Scene): Promise<readonly string[]> {
  const daemon = await startDaemon({
    stateDirectory: scene.state,
    home: scene.home,
    managedDirectory: join(scene.root, 'managed'),
    environment: { PATH: process.env['PATH'] ?? '', HOME: scene.home, SHELL: '/bin/sh' },
    log: () => undefined,
  })
  try {
    const found: string[] = []
    for (const [index, command] of COMMANDS.entries()) {
      const call = { tool: 'Bash', input: { command }, cwd: scene.workspace, agent: 'claude-code' }
      const body = { ...call, session: `d${index}`, canRunRewritten: true, interactive: true }
      found.push(words((await askDaemonIn(scene, 'POST', '/v1/judge', body, 'agent')).value as EffectDraft))
    }
    return found
  } finally {
    await daemon.stop()
  }
}

test.each(SETTINGS)(
  'library, check, daemon and hook agree about what is contained: %s',
  async (_what, settings, contained) => {
    const scene = containScene(settings)
    vi.stubEnv('HOME', scene.home)
    vi.stubEnv('SHELL', '/bin/sh')
    try {
      const library = await ofLibrary(scene)
      expect(library.filter((told) => told.startsWith('contain '))).toHaveLength(contained)
      expect(await checked(scene)).toEqual(library)
      expect(await hooked(scene)).toEqual(library.map((told) => told.split(' ')[0]))
      expect(await ofDaemon(scene)).toEqual(library)
    } finally {
      vi.unstubAllEnvs()
      removeScene(scene)
    }
  },
)
