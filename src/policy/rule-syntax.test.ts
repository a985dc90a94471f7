import { describe, expect, test } from 'vitest'
import type { Source } from './policy.ts'
import {
  isIgnored,
  isProblem,
  matchesParameter,
  matchesToolName,
  parameterOf,
  parseRule,
  warnAbout,
  type RuleKind,
} from './rule-syntax.ts'

const SOURCE: Source = { scope: 'user', file: 'settings.json', line: 1, base: '/home/dev/.portcullis' }

function warning(text: string, kind: RuleKind): string | undefined {
  const parsed = parseRule(text, SOURCE, kind)
  return isProblem(parsed) ? parsed.problem : warnAbout(parsed, kind)
}

describe('a rule is a tool name, or a tool name and a specifier', () => {
  test.each([
    ['Bash', 'Bash', undefined],
    ['  Bash  ', 'Bash', undefined],
    ['Bash(*)', 'Bash', undefined],
    ['Bash(**)', 'Bash', undefined],
    ['Bash(:*)', 'Bash', undefined],
    ['Read(*)', 'Read', undefined],
    ['Bash(npm test)', 'Bash', 'npm test'],
    ['Bash( npm test )', 'Bash', 'npm test'],
    ['Bash(echo (a) (b))', 'Bash', 'echo (a) (b)'],
    ['Bash(node -e "f()")', 'Bash', 'node -e "f()"'],
    ['Read(//etc/passwd)', 'Read', '//etc/passwd'],
    ['mcp__github', 'mcp__github', undefined],
    ['mcp__github__*', 'mcp__github__*', undefined],
    ['mcp__*', 'mcp__*', undefined],
    ['*', '*', undefined],
    ['WebFetch(domain:example.com)', 'WebFetch', 'domain:example.com'],
    ['run_shell_command(git status)', 'run_shell_command', 'git status'],
  ])('%j', (text, tool, specifier) => {
    expect(parseRule(text, SOURCE, 'deny')).toEqual({ text: text.trim(), tool, specifier, source: SOURCE })
  })
})

describe('a rule that cannot be read says why', () => {
  test.each<[string, RuleKind, string]>([
    ['', 'deny', 'the rule is empty'],
    ['   ', 'allow', 'the rule is empty'],
    ['Bash(', 'deny', 'the closing parenthesis is missing'],
    ['Bash(npm test', 'allow', 'the closing parenthesis is missing'],
    ['Bash(npm test) x', 'allow', 'the closing parenthesis is missing'],
    ['Bash)', 'deny', 'a closing parenthesis without an opening one'],
    ['Bash()', 'allow', 'the parentheses are empty; write the tool name alone to mean every call'],
    ['(npm test)', 'allow', 'a tool name must stand before the parenthesis'],
    ['npm test', 'allow', '`npm test` is not a tool name'],
    ['Bash (npm test)', 'allow', '`Bash ` is not a tool name'],
    ['Ba\u0000sh', 'deny', 'the rule contains a control character'],
    [`Bash(${'x'.repeat(2_000)})`, 'deny', 'the rule is longer than 2000 characters'],
    ['*', 'allow', 'an allow rule may have a wildcard in the tool name only after `mcp__<server>__`'],
    ['mcp__*', 'allow', 'an allow rule may have a wildcard in the tool name only after `mcp__<server>__`'],
    ['mcp__*__read', 'allow', 'an allow rule may have a wildcard in the tool name only after `mcp__<server>__`'],
    ['mcp__git*', 'allow', 'an allow rule may have a wildcard in the tool name only after `mcp__<server>__`'],
    ['Ba*', 'allow', 'an allow rule may have a wildcard in the tool name only after `mcp__<server>__`'],
    ['Read(!secrets/**)', 'allow', 'an allow rule cannot be negated; write a deny rule'],
    ['Read(!//etc/x)', 'deny', 'only a pattern relative to the working directory can be negated'],
    ['Read(!~/x)', 'deny', 'only a pattern relative to the working directory can be negated'],
    ['Read(a/**/b/**/c/**/d/**/e/**/f)', 'deny', 'the path has more than four `**`'],
    ['Edit(*a*a*a*a*b)', 'deny', 'a part of the path has more than four wildcards'],
  ])('%j as %s', (text, kind, problem) => {
    expect(parseRule(text, SOURCE, kind)).toEqual({ text, problem })
  })

  test.each<[string, RuleKind]>([
    ['mcp__github__*', 'allow'],
    ['mcp__github__get_*', 'allow'],
    ['mcp__my_server__*', 'allow'],
    ['mcp__github', 'allow'],
    ['*', 'deny'],
    ['*', 'ask'],
    ['mcp__*__delete_*', 'ask'],
  ])('%j may be an %s rule', (text, kind) => {
    expect(isProblem(parseRule(text, SOURCE, kind))).toBe(false)
  })
})

describe('a warning tells what a rule does not do', () => {
  test.each<[string, RuleKind, string]>([
    ['Bash(git * main)', 'allow', 'wildcard before the subcommand'],
    ['Bash(npm * test *)', 'allow', 'wildcard before the subcommand'],
    ['Write(src/**)', 'allow', 'write `Edit(src/**)`'],
    ['Write(.env)', 'deny', 'write `Edit(.env)`'],
    ['Glob(src/**)', 'deny', 'write `Read(src/**)`'],
    ['NotebookEdit(x.ipynb)', 'allow', 'write `Edit(x.ipynb)`'],
    ['mcp__github__push(main)', 'deny', 'takes no parentheses'],
    ['mcp__github__push(branch:main)', 'allow', 'takes no parentheses'],
    ['Bash(command:rm)', 'deny', 'a rule syntax of its own'],
    ['WebFetch(url:http://x)', 'ask', 'a rule syntax of its own'],
  ])('%s as %s: …%s…', (text, kind, part) => {
    expect(warning(text, kind)).toContain(part)
  })
  test.each<[string, RuleKind]>([
    ['Bash(git log *)', 'allow'],
    ['Bash(git *)', 'allow'],
    ['Bash(git * main)', 'deny'],
    ['Bash(npm run test:*)', 'allow'],
    ['Write', 'allow'],
    ['Edit(src/**)', 'allow'],
    ['mcp__github__push(branch:main)', 'deny'],
  ])('%s as %s has none', (text, kind) => {
    expect(warning(text, kind)).toBeUndefined()
  })
  test.each([
    ['Write(src/**)', true],
    ['Glob(*.ts)', true],
    ['mcp__x__y(z)', true],
    ['mcp__x__y(a:b)', false],
    ['Write', false],
    ['Edit(src/**)', false],
  ])('%s is ignored: %j', (text, expected) => {
    const parsed = parseRule(text, SOURCE, 'deny')
    expect(isProblem(parsed) ? undefined : isIgnored(parsed)).toBe(expected)
  })
})

describe('a parameter rule compares one top-level scalar', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['model:opus', { model: 'opus' }, true],
    ['model:opus', { model: 'Opus' }, false],
    ['model:opus', { model: ' opus' }, false],
    ['model:opus', {}, false],
    ['model:*', {}, false],
    ['model:*', { model: '' }, true],
    ['model:op*', { model: 'opus' }, true],
    ['run_in_background:true', { run_in_background: true }, true],
    ['run_in_background:true', { run_in_background: 'true' }, true],
    ['run_in_background:true', { run_in_background: false }, false],
    ['timeout:600*', { timeout: 600_000 }, true],
    ['nested:*', { nested: { a: 1 } }, false],
    ['list:*', { list: ['a'] }, false],
    ['nothing:*', { nothing: null }, false],
    ['command:*', { command: 'ls' }, false],
    ['file_path:*', { file_path: '/x' }, false],
    ['path:*', { path: '/x' }, false],
    ['notebook_path:*', { notebook_path: '/x' }, false],
    ['url:*', { url: 'http://x' }, false],
    ['toString:*', {}, false],
    ['__proto__:*', {}, false],
    ['a:b:c', { a: 'b:c' }, true],
  ])('%s on %j is %j', (specifier, input, expected) => {
    const parameter = parameterOf(specifier)
    expect(parameter !== undefined && matchesParameter(parameter, input)).toBe(expected)
  })
  test.each(['npm run:*', 'no colon', ':x', '1a:b', 'a:'])('%j is not a parameter', (specifier) => {
    expect(parameterOf(specifier)).toBeUndefined()
  })
})

describe('tool names', () => {
  test.each<[string, string, RuleKind, boolean]>([
    ['Bash', 'Bash', 'allow', true],
    ['Bash', 'bash', 'allow', false],
    ['bash', 'Bash', 'deny', true],
    ['Bash', 'BashOutput', 'deny', false],
    ['mcp__github', 'mcp__github__push', 'allow', true],
    ['mcp__github', 'mcp__github', 'allow', true],
    ['mcp__github', 'mcp__github2__push', 'deny', false],
    ['mcp__github', 'mcp__github_enterprise__push', 'deny', false],
    ['mcp__github__*', 'mcp__github__push', 'allow', true],
    ['mcp__github__get_*', 'mcp__github__push', 'allow', false],
    ['mcp__github__get_*', 'mcp__github__get_issue', 'allow', true],
    ['mcp__*', 'mcp__any__tool', 'deny', true],
    ['mcp__*', 'Bash', 'deny', false],
    ['mcp__*__delete_*', 'mcp__db__delete_row', 'ask', true],
    ['mcp__*__delete_*', 'mcp__db__read_row', 'ask', false],
    ['*', 'Bash', 'deny', true],
    ['*', 'mcp__a__b', 'ask', true],
    ['*Edit', 'NotebookEdit', 'deny', true],
    ['*Edit', 'Write', 'deny', false],
  ])('%s on %s (%s) is %j', (ruleTool, name, kind, expected) => {
    expect(matchesToolName(ruleTool, [name], kind)).toBe(expected)
  })
})
