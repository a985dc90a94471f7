import { describe, expect, it, test } from 'vitest'
import { DANGEROUS_PATTERNS, isDangerousAllow, restoreStripped, stripForAutoMode } from './dangerous-rules.ts'
import { mergeLayers, seal } from './merge.ts'
import type { Policy, Rule, Source } from './policy.ts'
import { isProblem, parseRule } from './rule-syntax.ts'

const SOURCE: Source = { scope: 'user', file: 'settings.json', line: 1, base: '/home/dev/.portcullis' }

function rule(text: string): Rule {
  const parsed = parseRule(text, SOURCE, 'allow')
  if (isProblem(parsed)) throw new Error(parsed.problem)
  return parsed
}

function policyOf(allow: readonly string[], classifyAllShell: boolean = false): Policy {
  const empty = mergeLayers([], { problems: [], notices: [], trusted: false })
  return seal({ ...empty, allow: allow.map(rule), autoMode: { ...empty.autoMode, classifyAllShell } })
}

describe('allow rules that let anything run', () => {
  test.each<[string, string]>([
    ['Bash', 'Bash'],
    ['Bash(*)', 'Bash'],
    ['Bash(:*)', 'Bash'],
    ['Bash(* *)', '*'],
    ['Bash(* --version)', '*'],
    ['run_shell_command', 'run_shell_command'],
    ['PowerShell', 'PowerShell'],
    ['PowerShell(*)', 'PowerShell'],
    ['Agent', 'Agent'],
    ['Agent(reviewer)', 'Agent'],
    ['Task', 'Task'],
    ['Task(reviewer)', 'Task'],
    ['Monitor', 'Monitor'],
    ['Monitor(ls)', 'Monitor'],
    ['Bash(python)', 'python'],
    ['Bash(python *)', 'python'],
    ['Bash(python:*)', 'python'],
    ['Bash(python*)', 'python'],
    ['Bash(py*)', 'python'],
    ['Bash(python -m *)', 'python'],
    ['Bash(python3.12 *)', 'python'],
    ['Bash(/usr/bin/python3 *)', 'python'],
    ['Bash("python" *)', 'python'],
    ['Bash(python.exe *)', 'python'],
    ['Bash(node:*)', 'node'],
    ['Bash(node -e *)', 'node'],
    ['Bash(npm run *)', 'npm run'],
    ['Bash(npm run:*)', 'npm run'],
    ['Bash(npm *)', 'npm run'],
    ['Bash(npm*)', 'npm run'],
    ['Bash(bash -c *)', 'bash'],
    ['Bash(sudo *)', 'sudo'],
    ['Bash(sudo -u root *)', '*'],
    ['Bash(sudo -u root bash *)', 'bash'],
    ['Bash(env *)', 'env'],
    ['Bash(env python *)', 'python'],
    ['Bash(timeout 10 python *)', 'python'],
    ['Bash(sudo bash *)', 'bash'],
    ['Bash(nohup *)', '*'],
    ['Bash(xargs *)', 'xargs'],
    ['Bash(git *)', 'git'],
    ['Bash(git * main)', 'git'],
    ['Bash(git -C *)', 'git'],
    ['Bash(gh api *)', 'gh api'],
    ['Bash(curl:*)', 'curl'],
    ['Bash(kubectl *)', 'kubectl'],
    ['PowerShell(iex *)', 'iex'],
    ['PowerShell(Invoke-Expression *)', 'iex'],
    ['PowerShell(Start-Process:*)', 'start-process'],
    ['PowerShell(saps *)', 'start-process'],
    ['PowerShell(PWSH -c *)', 'pwsh'],
    ['PowerShell(cmd.exe *)', 'cmd'],
    ['PowerShell(python *)', 'python'],
  ])('%s by %s', (text, pattern) => {
    expect(isDangerousAllow(rule(text))?.pattern).toBe(pattern)
  })

  test.each([
    'Bash(npm test)',
    'Bash(npm test *)',
    'Bash(npm run build)',
    'Bash(npm run test *)',
    'Bash(npm install)',
    'Bash(python manage.py test)',
    'Bash(python manage.py *)',
    'Bash(python --version)',
    'Bash(node scripts/build.js *)',
    'Bash(git log *)',
    'Bash(git push origin *)',
    'Bash(git status)',
    'Bash(gh pr view *)',
    'Bash(curl https://example.com/*)',
    'Bash(ls *)',
    'Bash(pytest *)',
    'Bash(make)',
    'Bash(cargo test *)',
    'Bash(timeout 60 npm test)',
    'Bash(shellcheck *)',
    'Bash(nodemon)',
    'Bash(sudo apt update)',
    'PowerShell(Get-Process *)',
    'PowerShell(Get-ChildItem)',
    'Read',
    'Edit(src/**)',
    'WebFetch',
    'mcp__github',
    'mcp__github__*',
    'Bash(elixirc --version)',
  ])('%s is narrow enough', (text) => {
    expect(isDangerousAllow(rule(text))).toBeUndefined()
  })

  it('every pattern of the tables is caught with a wildcard, in its shell', () => {
    for (const { pattern, platform } of DANGEROUS_PATTERNS)
      for (const form of [`${pattern}`, `${pattern}:*`, `${pattern} *`, `${pattern}*`, `${pattern} -x *`]) {
        const tool = platform === 'powershell' ? 'PowerShell' : 'Bash'
        expect(isDangerousAllow(rule(`${tool}(${form})`)), `${tool}(${form})`).toBeDefined()
      }
  })
})

describe('entering and leaving auto mode', () => {
  const allow = ['Bash(npm test)', 'Bash', 'Read', 'Agent(x)', 'Bash(python *)', 'Bash(ls *)']

  it('strips exactly the dangerous rules and says why', () => {
    const { policy, stripped } = stripForAutoMode(policyOf(allow))
    expect(policy.allow.map((each) => each.text)).toEqual(['Bash(npm test)', 'Read', 'Bash(ls *)'])
    expect(stripped.map(({ rule: each, why }) => [each.text, why])).toEqual([
      ['Bash', 'it allows every command'],
      ['Agent(x)', 'an agent acts on its own afterwards'],
      ['Bash(python *)', 'the wildcard lets `python` run anything'],
    ])
  })
  it('leaves deny and ask rules alone', () => {
    const base = policyOf([])
    const before = seal({ ...base, deny: [rule('Bash')], ask: [rule('Bash(python *)')] })
    expect(stripForAutoMode(before)).toEqual({ policy: before, stripped: [] })
  })
  it('with classifyAllShell every shell rule goes', () => {
    const { policy } = stripForAutoMode(policyOf([...allow, 'PowerShell(Get-Process)'], true))
    expect(policy.allow.map((each) => each.text)).toEqual(['Read'])
  })
  it('restores exactly those, each in its place', () => {
    const before = policyOf(allow)
    const { policy, stripped } = stripForAutoMode(before)
    expect(policy.digest).not.toBe(before.digest)
    expect(restoreStripped(policy, stripped)).toEqual(before)
  })
  it('restores them beside a rule that came in meanwhile', () => {
    const { policy, stripped } = stripForAutoMode(policyOf(['Bash', 'Read']))
    const grown = seal({ ...policy, allow: [...policy.allow, rule('Bash(make)')] })
    expect(restoreStripped(grown, stripped).allow.map((each) => each.text)).toEqual(['Bash', 'Read', 'Bash(make)'])
  })
  it('a policy without dangerous rules is the same object', () => {
    const policy = policyOf(['Read'])
    expect(stripForAutoMode(policy).policy).toBe(policy)
    expect(restoreStripped(policy, [])).toBe(policy)
  })
})
