import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mergeLayers, seal } from '../../policy/merge.ts'
import { examineFlags, soundPolicy } from './policy.ts'

const scratch = mkdtempSync(join(tmpdir(), 'doctor-policy-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const EMPTY = mergeLayers([], { problems: [], notices: [], trusted: false })

test('a mode that nobody chose is said, with what to do', () => {
  expect(soundPolicy(EMPTY)).toMatchObject({ state: 'yellow', fix: expect.stringContaining('permissions.defaultMode') })
  expect(soundPolicy(seal({ ...EMPTY, modeChosen: true }))).toEqual({
    about: 'policy',
    state: 'green',
    says: 'settings are sound; mode auto',
  })
})

test('settings without effect are said', () => {
  const notice = { file: '/s.json', line: 3, key: 'sandbox', message: 'is not taken over' }
  const said = soundPolicy(seal({ ...EMPTY, modeChosen: true, notices: [notice, notice] }))
  expect(said.says).toContain('2 settings have no effect: /s.json:3: sandbox is not taken over')
})

function flagsFile(text: string): { readonly file: string } {
  const file = join(scratch, `${text.length}.json`)
  writeFileSync(file, text)
  return { file }
}

test('without flags nothing is said of them', async () => {
  expect(await examineFlags(undefined)).toEqual([])
})

test.each<[string, string, string]>([
  ['{"tengu_iron_gate_closed": false}', 'green', 'read'],
  ['{"iron_gate_closed": false, "foreign": 1}', 'yellow', '`foreign` is not known and ignored'],
  ['{"iron_gate_closed": "no"}', 'yellow', '`iron_gate_closed` cannot be read and has its default'],
  ['[]', 'yellow', 'no JSON object'],
  ['{', 'yellow', 'cannot be read'],
])('of the flags %s: %s', async (text, state, says) => {
  const [finding] = await examineFlags(flagsFile(text))
  expect(finding).toMatchObject({ about: 'flags', state, says: expect.stringContaining(says) })
})
