import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentNamed } from '../../agents/index.ts'
import { hookConfiguration, hookScript } from '../install/hook-script.ts'
import type { Place, Wanted } from '../install/place.ts'
import { RECIPES } from '../install/recipes.ts'
import { planSystemInstall, SYSTEM_RECIPES } from './install-system.ts'
import { systemPlaces } from './places.ts'
import { systemdUnit } from './unit.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'system-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const place = (): Place => ({
  home: '/root',
  root,
  environment: {},
  node: process.execPath,
  launcher: '/opt/portcullis/bin/portcullis.cjs',
  platform: 'linux',
})
const WANTED: Wanted = {
  scope: 'managed',
  observe: false,
  timeout: 450,
  system: { socket: '/run/portcullis/gate.sock', uid: 998 },
}

describe('installing for the machine', () => {
  test('is told file by file and command by command before anything is done', () => {
    const shown = planSystemInstall({ places: systemPlaces(root), place: place(), account: 'pc-nobody-has' })
      .map((step) => step.shown)
      .join('\n')
    for (const part of [
      /^\$ useradd --system .* pc-nobody-has$/m,
      /var\/lib\/portcullis \(directory, pc-nobody-has alone, 0700/,
      /etc\/portcullis \(directory, root's, 0755/,
      /etc\/portcullis\/settings\.json/,
      /portcullis-hook \(the hook's native client\)/,
      /etc\/claude-code\/managed-settings\.json/,
      /etc\/codex\/requirements\.toml/,
      /etc\/gemini-cli\/settings\.json/,
      /system\.json/,
      /serve --system/,
    ])
      expect(shown).toMatch(part)
    expect(readdirSync(root)).toEqual([])
  })

  test('leaves out clients without a place that only root can write', () => {
    const left = RECIPES.filter((recipe) => !SYSTEM_RECIPES.includes(recipe)).map(({ agent }) => agent)
    expect(left).toEqual(['opencode', 'factory-droid', 'goose', 'cline'])
    for (const recipe of SYSTEM_RECIPES)
      for (const { path } of recipe.edits({ ...place(), client: 'native' }, WANTED))
        expect(path.startsWith(join(root, 'etc')), path).toBe(true)
    expect(existsSync(join(root, 'etc'))).toBe(false)
  })

  test('tells the hook where the gate is and whose, and nothing that its account could read or choose', () => {
    const lines = hookConfiguration({ ...place(), client: 'native' }, WANTED)
      .trim()
      .split('\n')
    expect(lines).toContain('socket=/run/portcullis/gate.sock')
    expect(lines).toContain('daemon=998')
    expect(lines.filter((line) => /^(?:home|state|node|launcher|pass)=/.test(line))).toEqual([])
  })

  test.each(RECIPES.map(({ agent }) => agent))('has no script for %s: it could not ask the kernel', (name) =>
    expect(() => hookScript(agentNamed(name)!, place(), WANTED)).toThrow(/native hook client/),
  )
})

describe('the unit', () => {
  const unit = systemdUnit(systemPlaces(), { account: 'portcullis', node: '/n', launcher: '/l' })

  test.each([
    'User=portcullis',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=read-only',
    'CapabilityBoundingSet=CAP_DAC_READ_SEARCH',
    'AmbientCapabilities=CAP_DAC_READ_SEARCH',
    'RestrictSUIDSGID=yes',
    'LimitCORE=0',
    'ReadWritePaths=/var/lib/portcullis -/run/portcullis',
    'ExecStart=/n --disable-sigusr1 /l serve --system',
  ])('says %s, once', (line) => expect(unit.split('\n').filter((each) => each === line)).toHaveLength(1))
})
