import { describe, expect, it, test } from 'vitest'
import { readClaudeSettings } from './claude-settings.ts'
import { readSettings, showProblem } from './read-settings.ts'
import { nearestName, settingsJsonSchema } from './settings.ts'

const FILE = '/home/dev/.portcullis/settings.json'
const messages = (text: string): readonly string[] => readSettings(text, FILE).problems.map(showProblem)

describe('settings that are read', () => {
  test.each([
    ['{}'],
    ['{ "permissions": {} }'],
    ['// a comment\n{ "permissions": { /* and one more */ "deny": ["Bash(curl *)"], } }'],
    ['\uFEFF{ "powershellAutoMode": false }'],
    ['{ "$schema": "x", "autoMode": { "hard_deny": ["$defaults", "never touch billing"], "classifyAllShell": true } }'],
    ['{ "permissions": { "disableAutoMode": "disable", "disableBypassPermissionsMode": true } }'],
    ['{ "firewall": { "readWrite": ["/srv/keys"], "writeOnly": ["/srv/data"] }, "trustedHosts": ["*.example.com"] }'],
    ['{ "readClaudeSettings": true, "trustedWorkspaces": ["~/work/**"] }'],
    ['{ "permissions": { "defaultMode": "plan", "additionalDirectories": ["../other"] } }'],
  ])('%s', (text) => {
    expect(messages(text)).toEqual([])
  })

  it('knows on which line a rule stands', () => {
    const { read } = readSettings('{\n  "permissions": {\n    "deny": [\n      "A",\n      "B"\n    ]\n  }\n}', FILE)
    expect(read?.lineOf(['permissions', 'deny', 1])).toBe(5)
    expect(read?.lineOf(['permissions'])).toBe(2)
    expect(read?.lineOf(['permissions', 'absent'])).toBe(2)
  })
})

describe('an error names file, line and key', () => {
  test.each([
    ['', `${FILE}:1: the file is empty; write {} for no settings`],
    ['{', `${FILE}:1: not valid JSON: close brace expected`],
    ['{\n  "permissions": {\n    "deny": ["a" "b"]\n  }\n}', `${FILE}:3: not valid JSON: comma expected`],
    ['{}\n{}', `${FILE}:2: not valid JSON: end of file expected`],
    ["{'a': 1}", `${FILE}:1: not valid JSON: invalid symbol`],
    ['[]', `${FILE}:1: invalid input: expected object, received array`],
    ['"x"', `${FILE}:1: invalid input: expected object, received string`],
    ['null', `${FILE}:1: invalid input: expected object, received null`],
    ['{\n  "permission": {}\n}', `${FILE}:2: permission: unknown key; did you mean \`permissions\`?`],
    [
      '{\n  "permissions": {\n    "alow": []\n  }\n}',
      `${FILE}:3: permissions.alow: unknown key; did you mean \`allow\`?`,
    ],
    ['{ "permissions": { "denny": [] } }', `${FILE}:1: permissions.denny: unknown key; did you mean \`deny\`?`],
    ['{ "autoMode": { "softDeny": [] } }', `${FILE}:1: autoMode.softDeny: unknown key; did you mean \`soft_deny\`?`],
    ['{ "firewall": { "readwrite": [] } }', `${FILE}:1: firewall.readwrite: unknown key; did you mean \`readWrite\`?`],
    ['{ "zebra": 1 }', `${FILE}:1: zebra: unknown key`],
    ['{ "__proto__": {} }', `${FILE}:1: __proto__: unknown key`],
    ['{ "constructor": {} }', `${FILE}:1: constructor: unknown key`],
    ['{\n "permissions": {\n  "deny": [],\n  "deny": []\n } }', `${FILE}:4: permissions.deny: the key stands twice`],
    [
      '{ "permissions": {\n "deny": "Bash" } }',
      `${FILE}:2: permissions.deny: invalid input: expected array, received string`,
    ],
    [
      '{ "permissions": { "deny": [\n"a",\n1 ] } }',
      `${FILE}:3: permissions.deny[1]: invalid input: expected string, received number`,
    ],
    [
      '{ "permissions": { "defaultMode": "yolo" } }',
      `${FILE}:1: permissions.defaultMode: invalid option: expected one of "default"|"acceptEdits"|"plan"|"auto"|"dontAsk"|"bypassPermissions"`,
    ],
    [
      '{ "powershellAutoMode": "yes" }',
      `${FILE}:1: powershellAutoMode: invalid input: expected boolean, received string`,
    ],
    [
      '{ "autoMode": { "classifyAllShell": 1 } }',
      `${FILE}:1: autoMode.classifyAllShell: invalid input: expected boolean, received number`,
    ],
  ])('%j', (text, message) => {
    expect(messages(text)).toContain(message)
    expect(readSettings(text, FILE).read).toBeUndefined()
  })

  it('refuses a file that is too large before it parses it', () => {
    expect(messages(' '.repeat(1_000_001))).toEqual([`${FILE}:1: the file is larger than 1 MB`])
  })

  it('refuses a file that is nested too deep', () => {
    expect(messages('['.repeat(100_000))).toEqual([`${FILE}:1: the file is nested deeper than 32 levels`])
    expect(messages('[//]\n'.repeat(100_000))).toEqual([`${FILE}:1: the file is nested too deep`])
  })

  it('names every fault, not only the first', () => {
    expect(messages('{ "zebra": 1, "permissions": { "deny": 1, "alow": [] } }')).toHaveLength(3)
  })
})

describe('Claude Code settings', () => {
  it('are read for their rules, whatever else is in them', () => {
    const { read } = readClaudeSettings('{ "model": "x", "permissions": { "deny": ["Bash(curl *)"], "foo": 1 } }', FILE)
    expect(read?.settings).toEqual({ permissions: { deny: ['Bash(curl *)'] } })
  })
  it('are a problem when their rules cannot be read', () => {
    expect(readClaudeSettings('{ "permissions": { "deny": "x" } }', FILE).problems.map(showProblem)).toEqual([
      `${FILE}:1: permissions.deny: invalid input: expected array, received string`,
    ])
  })
})

test.each([
  ['alow', 'allow'],
  ['ALLOW', 'allow'],
  ['dny', 'deny'],
  ['xyz', undefined],
  ['', undefined],
])('the nearest name to %j is %j', (name, expected) => {
  expect(nearestName(name, ['allow', 'ask', 'deny', 'defaultMode'])).toBe(expected)
})

it('emits a JSON Schema that closes every object', () => {
  const schema = JSON.stringify(settingsJsonSchema())
  expect(schema).toContain('"soft_deny"')
  expect(JSON.parse(schema)).toMatchObject({
    title: 'Portcullis settings',
    additionalProperties: false,
    properties: { permissions: { additionalProperties: false }, autoMode: { additionalProperties: false } },
  })
})
