import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LAUNCHER } from '../launcher.ts'
import { install, installedAgents, installedPlace, makeCopies, planInstall, planRemoval, remove } from './install.ts'
import { planCopies } from './own-copies.ts'
import { nativePath, type Place, type Wanted } from './place.ts'
import { recipeFor } from './recipes.ts'

// A copy of everything, and four starts of Node without anything compiled, on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const USER: Wanted = { scope: 'user', observe: false, timeout: 60 }
const claude = recipeFor('claude-code')!

let place: Place
let umask = 0
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'portcullis-copies-'))
  place = { home, root: home, environment: {}, node: process.execPath, launcher: LAUNCHER, platform: 'linux' }
  mkdirSync(join(home, '.claude'))
  writeFileSync(join(home, '.claude', 'settings.json'), '{ "model": "x" }')
  // Careless, as some accounts are.
  umask = process.umask(0o002)
})
afterEach(() => {
  process.umask(umask)
  rmSync(place.home, { recursive: true, force: true })
})

test('what the hooks need is copied once, runs from there, and goes with them', async () => {
  const copies = planCopies(place, 'user')
  expect(copies.makes).toHaveLength(2)
  expect(existsSync(join(place.home, '.portcullis')), 'planning writes nothing').toBe(false)
  await makeCopies(copies, place, 'user')
  install(planInstall([claude], copies.place, USER), copies.place, USER)

  const again = planCopies(place, 'user')
  expect(again.makes).toEqual([])
  expect(planInstall([claude], again.place, USER)).toEqual([])
  const { node, launcher } = installedPlace('claude-code', place)
  expect(launcher.startsWith(join(place.home, '.portcullis', 'hooks', 'program-'))).toBe(true)
  const check = spawnSync(node, [launcher, 'check', '--', 'ls'], { env: { HOME: place.home }, encoding: 'utf8' })
  expect(check.stdout + check.stderr).toContain('rulebook.harmless')
  const grammar = spawnSync(node, [launcher, 'check', 'PowerShell', 'Get-ChildItem'], { env: { HOME: place.home } })
  expect(grammar.status).toBe(0)

  const command = readFileSync(join(place.home, '.claude', 'settings.json'), 'utf8')
  expect(command).toContain(`${nativePath(place, 'user')} claude-code || `)
  expect(statSync(join(place.home, '.portcullis', 'hooks')).mode & 0o022).toBe(0)
  const payload = { session_id: 's', cwd: place.home, hook_event_name: 'PreToolUse', tool_name: 'Bash' }
  const run = spawnSync(nativePath(place, 'user'), ['claude-code'], {
    input: JSON.stringify({ ...payload, tool_input: { command: 'ls' } }),
    env: { PORTCULLIS_NO_DAEMON: '1' },
    encoding: 'utf8',
  })
  expect(run.stdout).toContain('"permissionDecision":"allow"')

  const agents = installedAgents(place)
  remove(agents, planRemoval(agents, place), place)
  expect(readFileSync(join(place.home, '.claude', 'settings.json'), 'utf8')).toBe('{ "model": "x" }')
  expect(existsSync(join(place.home, '.portcullis', 'hooks'))).toBe(false)
})

test('a script that gives way to the native client goes', () => {
  install(planInstall([claude], place, USER), place, USER)
  expect(readdirSync(join(place.home, '.portcullis', 'hooks')).toSorted()).toEqual([
    'claude-code.cjs',
    'claude-code.sh',
  ])
  const native: Place = { ...place, client: 'native' }
  install(planInstall([claude], native, USER), native, USER)
  expect(readdirSync(join(place.home, '.portcullis', 'hooks'))).toEqual(['claude-code.conf'])
  expect(readFileSync(join(place.home, '.claude', 'settings.json'), 'utf8').match(/portcullis-hook/g)).toHaveLength(8)
  expect(readFileSync(join(place.home, '.claude', 'settings.json'), 'utf8')).not.toContain('claude-code.sh')
})
