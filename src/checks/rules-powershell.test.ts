import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammars } from '../call/code/grammar.node.ts'
import { understandPowerShell } from '../call/languages.ts'
import type { RuleKind } from '../policy/rule-syntax.ts'
import { subjectOf, type Situation } from './rules.fixture.ts'
import { ruleFor } from './rules.ts'

beforeAll(() => loadGrammars())

function spoken(kind: RuleKind, rules: readonly string[], command: string, more: Situation = {}): string | undefined {
  const subject = subjectOf('PowerShell', { command }, { ...more, [kind]: rules })
  const { surroundings, world } = subject
  const understanding = understandPowerShell(command, { surroundings, world, memory: { written: new Map() } })
  return ruleFor(kind, { ...subject, understanding, actions: understanding.actions })?.rule.text
}

describe('a PowerShell deny rule knows aliases and overlooks case', () => {
  test.each<[string, string]>([
    ['Remove-Item *', 'Remove-Item x'],
    ['Remove-Item *', 'remove-item x'],
    ['Remove-Item *', 'rm x'],
    ['Remove-Item *', 'del x'],
    ['rm *', 'Remove-Item x'],
    ['RI *', 'rd x'],
    ['Remove-Item:*', 'ri x'],
    ['Remove-Item *', 'Get-ChildItem; rm x'],
    ['Remove-Item *', 'if ($true) { rm x }'],
    ['Remove-Item *', 'Write-Output $(rm x)'],
    ['Invoke-WebRequest *', 'iwr https://example.com'],
    ['curl *', 'Invoke-WebRequest https://example.com'],
    ['git push *', 'git push origin'],
    ['git push *', '& "git" push origin'],
    ['git push *', 'GIT -C . push'],
    ['git push *', 'git.exe push'],
    ['*secret*', 'echo "a SECRET thing"'],
  ])('%s on %j', (specifier, command) => {
    expect(spoken('deny', [`PowerShell(${specifier})`], command)).toBe(`PowerShell(${specifier})`)
  })
  test.each<[string, string]>([
    ['PowerShell(Remove-Item *)', 'Get-Item x'],
    ['PowerShell(Remove-Item *)', 'echo rm'],
    ['PowerShell(Remove-Item)', 'rm x'],
    ['PowerShell(git push *)', 'git status'],
    ['Bash(git push *)', 'git push'],
    ['Bash', 'rm x'],
  ])('%s not on %j', (rule, command) => {
    expect(spoken('deny', [rule], command)).toBeUndefined()
  })
})

describe('a PowerShell allow rule needs every command', () => {
  test.each<[readonly string[], string]>([
    [['Get-Process *'], 'Get-Process'],
    [['Get-Process *'], 'gps node'],
    [['npm test'], 'npm test'],
    [['Get-ChildItem *', 'Select-String *'], 'ls src | sls x'],
    [['*'], 'anything at all'],
  ])('%j on %j', (specifiers, command) => {
    const rules = specifiers.map((each) => `PowerShell(${each})`)
    expect(spoken('allow', rules, command)).toBeDefined()
  })
  test.each<[readonly string[], string]>([
    [['npm test'], 'npm test; rm x'],
    [['npm test *'], 'npm test $(rm x)'],
    [['npm test'], '$env:PATH = "x"; npm test'],
    [['npm test'], '[IO.File]::WriteAllText("a", "b"); npm test'],
    [['echo *'], 'echo hi > out.txt'],
    [['npm test'], 'npm test &&'],
    [['git push *'], '& $x push'],
    [['Get-Process *'], 'Get-Process | % { rm x }'],
  ])('%j not on %j', (specifiers, command) => {
    const rules = specifiers.map((each) => `PowerShell(${each})`)
    expect(spoken('allow', rules, command)).toBeUndefined()
  })
  test.each<[string, boolean]>([
    ['echo hi > out/a.txt', true],
    ['echo hi > a.txt', false],
  ])('redirections need an Edit rule: %j is %j', (command, expected) => {
    expect(spoken('allow', ['PowerShell(echo *)', 'Edit(out/**)'], command) !== undefined).toBe(expected)
  })
})
