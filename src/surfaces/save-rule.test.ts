import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userSettingsFile } from '../policy/load.ts'
import { planRule, saveRule, UnsavableRule } from './save-rule.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'portcullis-save-'))
  mkdirSync(join(home, '.portcullis'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const written = (): string => readFileSync(userSettingsFile(home), 'utf8')

test('comments, order and indentation stay, and what stood there before is kept beside it', () => {
  const before =
    '{\n    // mine\n    "permissions": {\n        "allow": ["Bash(npm test)"], // tests\n        "deny": []\n    }\n}\n'
  writeFileSync(userSettingsFile(home), before)
  const { backup, diff } = saveRule(home, 'Bash(npm run build)', 1_000)
  expect(written()).toContain('// mine')
  expect(written()).toContain('// tests')
  expect(JSON.parse(written().replace(/\/\/.*$/gm, '')).permissions.allow).toEqual([
    'Bash(npm test)',
    'Bash(npm run build)',
  ])
  expect(readFileSync(backup!, 'utf8')).toBe(before)
  expect(diff).toContain('Bash(npm run build)')
})

test('a preview writes nothing', () => {
  expect(planRule(home, 'Bash(npm run build)').after).toContain('Bash(npm run build)')
  expect(readdirSync(join(home, '.portcullis'))).toEqual([])
})

test('the file is made where there is none, and the same rule is not written twice', () => {
  saveRule(home, 'Bash(npm run build)', 1_000)
  const once = written()
  saveRule(home, 'Bash(npm run build)', 2_000)
  expect(written()).toBe(once)
  expect(JSON.parse(once)).toEqual({ permissions: { allow: ['Bash(npm run build)'] } })
})

test.each([
  'Bash',
  'Bash(*)',
  'Edit',
  'Bash(python3 *)',
  'Bash(sudo *)',
  'Agent(x)',
  'Bash(',
  'mcp__files',
  'mcp__files__*',
])('%s is refused, and nothing is written', (rule) => {
  expect(() => saveRule(home, rule, 1_000)).toThrow(UnsavableRule)
  expect(readdirSync(join(home, '.portcullis'))).toEqual([])
})

test('a file that cannot be read is left alone', () => {
  writeFileSync(userSettingsFile(home), '{ "permissions": ')
  expect(() => saveRule(home, 'Bash(npm run build)', 1_000)).toThrow(UnsavableRule)
  expect(written()).toBe('{ "permissions": ')
})
