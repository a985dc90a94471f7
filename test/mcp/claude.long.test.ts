import { type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, startModel, type Turn } from '../../src/surfaces/doctor/scripted-model.ts'
import { type Client, CLIENTS, put } from '../agents/clients.ts'
import {
  environmentFor,
  makeScene,
  rowsOf,
  runClient,
  runPortcullis,
  startRealDaemon,
  stop,
} from '../agents/play-session.ts'
import { installClient } from '../agents/run-clients.ts'
import type { Scene } from '../agents/session-script.ts'
import { SOURCES } from '../product.ts'

const CACHE = join(tmpdir(), 'portcullis-clients')
const MAIN = join(SOURCES, 'surfaces', 'cli', 'main.ts')
const NOTES = join(import.meta.dirname, '..', 'agents', 'notes-server.ts')
const client = CLIENTS.find(({ agent }) => agent === 'claude-code')!

beforeAll(() => installClient(client, CACHE))
const scenes: Scene[] = []
afterAll(() => scenes.forEach(({ root }) => rmSync(root, { recursive: true, force: true })))

interface Story {
  readonly settings: object
  readonly calls: readonly Reply[]
  /** `wrapped`: by `init --mcp`, with the hook. `proxy alone`: behind the proxy, and no hook. */
  readonly how: 'wrapped' | 'proxy alone' | 'prompt tool'
}

/** The real Claude Code with a scripted model, the real daemon, and the server behind the proxy. */
async function play({ settings, calls, how }: Story): Promise<{
  readonly results: readonly string[]
  readonly reached: readonly string[]
  readonly rows: readonly string[]
  readonly scene: Scene
  readonly tools: readonly string[]
}> {
  const scene = makeScene(client)
  scenes.push(scene)
  let last: Turn | undefined
  const model = await startModel((turn) => {
    // Claude Code asks the model about other things, too, without its tools.
    if (turn.tools.length > 0 && turn.results.length >= (last?.results.length ?? 0)) last = turn
    return turn.tools.length === 0 ? { say: 'ok' } : (calls[turn.calls] ?? { say: 'done' })
  })
  const environment = { ...environmentFor(client, scene, CACHE, model.url), NODE_NO_WARNINGS: '1' }
  let daemon: ChildProcess | undefined
  try {
    put(join(scene.home, '.portcullis', 'settings.json'), settings)
    put(join(scene.project, '.git', 'HEAD'), 'ref: refs/heads/main\n')
    const notes = { command: process.execPath, args: [NOTES, scene.notes] }
    const behind = {
      command: process.execPath,
      args: [MAIN, 'mcp', '--name', 'notes', '--', notes.command, ...notes.args],
    }
    const prompt = { command: process.execPath, args: [MAIN, 'mcp', '--permission-prompt'] }
    const config = join(scene.home, '.claude.json')
    put(config, {
      mcpServers: how === 'wrapped' ? { notes } : how === 'proxy alone' ? { notes: behind } : { portcullis: prompt },
    })
    const before = readFileSync(config, 'utf8')
    if (how === 'wrapped') {
      runPortcullis(SOURCES, environment, ['init', 'claude-code', '--mcp', '--yes', '--timeout', '60'])
      expect(readFileSync(config, 'utf8')).toContain('--wrapped')
    }
    daemon = await startRealDaemon(SOURCES, environment, scene)
    const allowed = ['--allowedTools', 'mcp__notes__get_note,mcp__notes__delete_note,mcp__notes__frob']
    const more =
      how === 'prompt tool'
        ? ['--permission-prompt-tool', 'mcp__portcullis__permission_prompt']
        : how === 'proxy alone'
          ? allowed
          : []
    const asked: Client = { ...client, arguments: (text) => ['-p', text, '--output-format', 'json'] }
    const output = await runClient(asked, environment, scene, more)
    if (last === undefined) throw new Error(`the client never asked the model: ${output}`)
    await stop(daemon)
    if (how === 'wrapped') {
      const numbers = JSON.parse(readFileSync(config, 'utf8')) as { mcpServers: object }
      runPortcullis(SOURCES, environment, ['uninstall', '--yes'])
      const after = JSON.parse(readFileSync(config, 'utf8')) as { mcpServers: object }
      expect(after.mcpServers).toEqual((JSON.parse(before) as { mcpServers: object }).mcpServers)
      expect(Object.keys(after)).toEqual(Object.keys(numbers))
    }
    const reached = existsSync(scene.notes) ? readFileSync(scene.notes, 'utf8').trim().split('\n') : []
    return {
      results: last.results,
      reached,
      rows: rowsOf(scene.state, 'audit_log'),
      scene,
      tools: last.tools.map(({ name }) => name),
    }
  } finally {
    await stop(daemon)
    await model.close()
  }
}

const note = (tool: string): Reply => ({ call: `mcp__notes__${tool}`, input: { id: '1' } })

describe('Claude Code with an MCP server behind the gate', () => {
  test('with its hook: what is allowed runs once, and what is denied does not', async () => {
    const { results, reached, rows } = await play({
      how: 'wrapped',
      settings: { permissions: { allow: ['mcp__notes__get_note'], deny: ['mcp__notes__delete_note'] } },
      calls: [note('get_note'), note('delete_note')],
    })
    expect(reached).toEqual(['get_note'])
    expect(results[0]).toContain('NOTES-get_note-DONE')
    expect(results[1]).toContain('rule.deny')
    // The hook's record, and the proxy's: in the session of the agent.
    const records = rows.filter((row) => row.includes('mcp__notes__get_note'))
    expect(records.length).toBeGreaterThanOrEqual(2)
    expect(new Set(records.map((row) => /"session(?:_id)?":"([^"]*)"/.exec(row)?.[1]))).toHaveLength(1)
  })

  test('without a hook: the proxy alone denies, and the model reads why', async () => {
    const { results, reached } = await play({
      how: 'proxy alone',
      settings: { permissions: { allow: ['mcp__notes__get_note'], deny: ['mcp__notes__delete_note'] } },
      calls: [note('get_note'), note('delete_note')],
    })
    expect(reached).toEqual(['get_note'])
    expect(results[0]).toContain('NOTES-get_note-DONE')
    expect(results[1]).toContain('portcullis: rule.deny')
  })

  test('as its permission prompt: what would be asked is judged', async () => {
    const bash = (command: string): Reply => ({ call: 'Bash', input: { command, description: 'run it' } })
    const { results, scene } = await play({
      how: 'prompt tool',
      settings: { permissions: { allow: ['Bash(touch yes.txt)'], deny: ['Bash(touch no.txt)'] } },
      calls: [bash('touch yes.txt'), bash('touch no.txt'), bash('rm -rf ~/')],
    })
    expect(existsSync(join(scene.project, 'yes.txt')), results.join('\n')).toBe(true)
    expect(existsSync(join(scene.project, 'no.txt'))).toBe(false)
    expect(results[1]).toContain('rule.deny')
    expect(existsSync(scene.home)).toBe(true)
    writeFileSync(join(scene.root, 'results.txt'), results.join('\n'))
  })
})
