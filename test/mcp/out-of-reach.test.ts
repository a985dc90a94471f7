import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { install, planInstall } from '../../src/surfaces/install/install.ts'
import type { Wanted } from '../../src/surfaces/install/place.ts'
import { recipeFor } from '../../src/surfaces/install/recipes.ts'
import { LAUNCHER } from '../../src/surfaces/launcher.ts'
import { pinsDirectory, Pins } from '../../src/surfaces/mcp/pins.ts'
import { loadMcp, openStage, type Stage } from './scene.ts'

const BEFORE =
  '{\n  "mcpServers": {\n    "notes": {\n      "command": "npx",\n      "args": ["-y", "notes"]\n    }\n  }\n}\n'
let stage: Stage
let home = ''
let file = ''

beforeAll(async () => {
  // Whatever else is allowed.
  stage = await openStage(
    await loadMcp(),
    JSON.stringify({ permissions: { allow: ['Read', 'Write', 'Edit', 'Bash'] } }),
  )
  home = join(stage.root, 'home')
  file = join(home, '.cursor', 'mcp.json')
  mkdirSync(join(home, '.cursor'))
  writeFileSync(file, BEFORE)
  const place = {
    home,
    root: stage.root,
    environment: {},
    node: process.execPath,
    launcher: LAUNCHER,
    platform: 'linux',
  } as const
  const wanted: Wanted = { scope: 'user', observe: false, timeout: 60, mcp: true }
  install(planInstall([recipeFor('cursor')!], place, wanted), place, wanted)
  new Pins(stage.state).examine({ name: 'notes', runs: 'notes' }, [{ name: 'get', definition: { name: 'get' } }])
})
afterAll(() => stage.close())

async function judged(tool: string, input: Record<string, string>): Promise<string> {
  const call = { tool, input, cwd: join(home, 'project'), session: 'reach' }
  const { decision, because } = await stage.judge.judge(call, new AbortController().signal)
  return `${decision} ${because[0]?.code}`
}

describe('no call of an agent reaches', () => {
  test('the pins', async () => {
    const pins = pinsDirectory(stage.state)
    expect(await judged('Read', { file_path: join(pins, 'a.json') })).toBe('deny itself.secret')
    expect(await judged('Write', { file_path: join(pins, 'a.json'), content: '{}' })).toBe('deny itself.secret')
    expect(await judged('Bash', { command: `rm -r ${pins}` })).toMatch(/^deny itself\./)
  })

  test('the commands that say yes', async () => {
    for (const command of ['mcp approve notes --yes', 'mcp forget notes', 'mcp -- npx notes', 'init --mcp --yes'])
      expect(await judged('Bash', { command: `portcullis ${command}` })).toBe('deny itself.command')
  })

  test('the settings in which a server is behind the gate', async () => {
    expect(readFileSync(file, 'utf8')).toContain('--wrapped')
    expect(await judged('Write', { file_path: file, content: BEFORE })).toBe('deny itself.hook')
    expect(await judged('Bash', { command: `rm ${file}` })).toMatch(/^deny itself\./)
  })
})
