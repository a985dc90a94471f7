import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { planChosenMode } from './chosen-mode.ts'

const homes: string[] = []
afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })))

function homeWith(settings: string | undefined): string {
  const home = mkdtempSync(join(tmpdir(), 'portcullis-mode-'))
  homes.push(home)
  if (settings === undefined) return home
  mkdirSync(join(home, '.portcullis'))
  writeFileSync(join(home, '.portcullis', 'settings.json'), settings)
  return home
}

const afterwards = (settings: string | undefined): string | undefined =>
  planChosenMode({ home: homeWith(settings) }, { scope: 'user' })?.after

test('whoever installs without settings has chosen auto', () => {
  expect(JSON.parse(afterwards(undefined)!)).toEqual({ permissions: { defaultMode: 'auto' } })
})

test('settings without a mode get one, and keep their comments', () => {
  const after = afterwards('{\n  // mine\n  "permissions": { "deny": ["Bash(curl *)"] }\n}\n')
  expect(after).toContain('// mine')
  expect(after).toContain('"Bash(curl *)"')
  expect(after).toContain('"defaultMode": "auto"')
})

test.each([
  ['a mode that was chosen stays', '{ "permissions": { "defaultMode": "plan" } }'],
  ['settings that cannot be read are left alone', '{ "permissions": '],
])('%s', (_that, settings) => {
  expect(afterwards(settings)).toBeUndefined()
})

test('an installation for the machine chooses for nobody', () => {
  expect(planChosenMode({ home: homeWith(undefined) }, { scope: 'managed' })).toBeUndefined()
})
