import { expect, test } from 'vitest'
import { isDangerousAllow } from './dangerous-rules.ts'
import type { Rule } from './policy.ts'
import { isProblem, parseRule } from './rule-syntax.ts'

function rule(text: string): Rule {
  const parsed = parseRule(text, { scope: 'user', file: 'settings.json', line: 1, base: '/home/dev' }, 'allow')
  if (isProblem(parsed)) throw new Error(parsed.problem)
  return parsed
}

/** A wildcard after any of these names lets anything run, so auto mode sets such a rule aside. */
test.each<[string, 'Bash' | 'PowerShell', readonly string[]]>([
  ['Python', 'Bash', ['python', 'python3', 'python2']],
  ['JavaScript runtimes', 'Bash', ['node', 'deno', 'tsx']],
  ['other interpreters', 'Bash', ['ruby', 'perl', 'php', 'lua']],
  ['packages run by name', 'Bash', ['npx', 'bunx']],
  ['package scripts', 'Bash', ['npm run', 'yarn run', 'pnpm run', 'bun run']],
  ['shells, here and elsewhere', 'Bash', ['bash', 'sh', 'ssh']],
  ['further shells of Unix', 'Bash', ['zsh', 'fish']],
  ['what runs its arguments', 'Bash', ['eval', 'exec', 'env', 'xargs', 'sudo']],
  ['in-house runners', 'Bash', ['fa run', 'coo']],
  ['forges and downloads', 'Bash', ['gh', 'gh api', 'curl', 'wget', 'git']],
  ['clusters and clouds', 'Bash', ['kubectl', 'aws', 'gcloud', 'gsutil']],
  ['shells of Windows', 'PowerShell', ['pwsh', 'powershell', 'cmd', 'wsl']],
  ['expressions and remote commands', 'PowerShell', ['iex', 'invoke-expression', 'icm', 'invoke-command']],
  [
    'started processes and jobs',
    'PowerShell',
    ['start-process', 'saps', 'start', 'start-job', 'sajb', 'start-threadjob'],
  ],
  ['event handlers', 'PowerShell', ['register-objectevent', 'register-engineevent']],
  ['the names of every platform, in PowerShell', 'PowerShell', ['python', 'node', 'npx', 'npm run', 'bash', 'ssh']],
])('%s', (_what, tool, names) => {
  for (const name of names)
    for (const form of [`${tool}(${name}:*)`, `${tool}(${name} *)`])
      expect(isDangerousAllow(rule(form)), form).toBeDefined()
})

test('every rule for agents', () => {
  for (const form of ['Agent', 'Agent(worker)', 'Task(worker)'])
    expect(isDangerousAllow(rule(form)), form).toBeDefined()
})
