import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BUILT_LAUNCHER } from '../../../test/built.ts'
import { install, planInstall } from '../install/install.ts'
import type { Place, Wanted } from '../install/place.ts'
import { recipeFor, RECIPES } from '../install/recipes.ts'
import { examine, isOlder } from './examine.ts'

const USER: Wanted = { scope: 'user', observe: false, timeout: 120 }

/** The hooks that are tried have in common what Node has compiled. */
const compiled = mkdtempSync(join(tmpdir(), 'portcullis-compiled-'))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

let root = ''
let place: Place

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portcullis-doctor-'))
  mkdirSync(join(root, '.portcullis'), { mode: 0o700 })
  symlinkSync(compiled, join(root, '.portcullis', 'cache'))
  place = {
    home: root,
    root,
    environment: { PATH: '' },
    node: process.execPath,
    launcher: BUILT_LAUNCHER,
    platform: 'linux',
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function installed(name: string, wanted: Wanted = USER): void {
  install(planInstall([recipeFor(name)!], place, wanted), place, wanted)
}

/** What was found about one thing: its colour. */
async function colours(agent: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    (await examine(place, [agent])).map(({ about, state }) => [about.replace(/^.*: /, ''), state]),
  )
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')))
}

describe('doctor', () => {
  test('an agent without a hook is red', async () => {
    expect(await colours('claude-code')).toMatchObject({ hook: 'red' })
  })

  test.each(RECIPES.map(({ agent }) => agent))(
    '%s: after init the hook is intact and its canary is denied',
    async (agent) => {
      installed(agent)
      expect(await colours(agent)).toMatchObject({ hook: 'green', canary: 'green', store: 'green' })
    },
  )

  test('other options of init are recognised as they are', async () => {
    installed('claude-code', { ...USER, timeout: 60 })
    expect(await colours('claude-code')).toMatchObject({ hook: 'green' })
  })

  test.each([
    [
      'the script was changed',
      () => edit('.portcullis/hooks/claude-code.sh', (text) => text.replace('exit 2', 'exit 0')),
    ],
    ['the script is gone', () => rmSync(join(root, '.portcullis/hooks/claude-code.sh'))],
    ['the entry is gone', () => writeFileSync(join(root, '.claude/settings.json'), '{}')],
    ['the matcher was narrowed', () => edit('.claude/settings.json', (text) => text.replace('"*"', '"Bash"'))],
    ['onFailure was taken out', () => edit('.claude/settings.json', (text) => text.replace('"block"', '"proceed"'))],
    ['the settings are broken', () => writeFileSync(join(root, '.claude/settings.json'), '{')],
    ['others may write the script', () => chmodSync(join(root, '.portcullis/hooks/claude-code.sh'), 0o777)],
  ])('red when %s', async (_what, breakIt) => {
    installed('claude-code')
    breakIt()
    expect(await colours('claude-code')).toMatchObject({ hook: 'red' })
  })

  test('a hook that lets the canary through is red', async () => {
    installed('claude-code')
    writeFileSync(join(root, '.portcullis/hooks/claude-code.sh'), '#!/bin/sh\nexit 0\n')
    expect(await colours('claude-code')).toMatchObject({ canary: 'red' })
  })

  test('a gate that refuses everything because it is broken is told apart from one that works', async () => {
    installed('claude-code')
    edit('.portcullis/hooks/claude-code.sh', (text) => text.replace(/^launcher=.*$/m, 'launcher=/nonexistent'))
    expect(await colours('claude-code')).toMatchObject({ canary: 'yellow' })
  })

  test('a hook that only watches is yellow', async () => {
    installed('claude-code', { ...USER, observe: true })
    expect(await colours('claude-code')).toMatchObject({ hook: 'yellow', canary: 'yellow' })
  })

  test('a hook that Codex was never told to trust is red', async () => {
    installed('codex')
    expect(await colours('codex')).toMatchObject({ trust: 'red' })
  })

  test('a store that cannot be written is red', async () => {
    writeFileSync(join(root, '.portcullis/state'), '')
    expect(await colours('claude-code')).toMatchObject({ store: 'red' })
  })

  test('settings that cannot be read are red', async () => {
    writeFileSync(join(root, '.portcullis/settings.json'), '{')
    expect(await colours('claude-code')).toMatchObject({ policy: 'red' })
  })
})

describe('a version is older than another', () => {
  test.each([
    ['2.1.197', '2.1.295', true],
    ['2.1.295', '2.1.295', false],
    ['2.1.325', '2.1.295', false],
    ['2.0.999', '2.1.0', true],
    ['3.0.0', '2.1.295', false],
    ['1.9', '2.1.295', true],
    ['nonsense', '2.1.295', true],
  ])('%s before %s: %s', (version, since, older) => expect(isOlder(version, since)).toBe(older))
})
