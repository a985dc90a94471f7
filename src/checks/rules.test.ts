import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../call/tool-call.ts'
import type { RuleKind } from '../policy/rule-syntax.ts'
import { matchesDomain } from './rules-hosts.ts'
import { ruleFor } from './rules.ts'
import { subjectOf, type Situation } from './rules.fixture.ts'

function speaks(kind: RuleKind, text: string, tool: string, input: JsonObject): boolean {
  return ruleFor(kind, subjectOf(tool, input, { [kind]: [text] })) !== undefined
}

const spawn = (type: string | undefined): JsonObject => ({
  prompt: 'do it',
  description: 'x',
  ...(type === undefined ? {} : { subagent_type: type }),
})

describe('WebFetch(domain:…)', () => {
  test.each<[string, string, boolean]>([
    ['example.com', 'https://example.com/path', true],
    ['example.com', 'http://example.com:8080', true],
    ['example.com', 'https://EXAMPLE.com', true],
    ['EXAMPLE.com', 'https://example.com', true],
    ['example.com', 'https://example.com.', true],
    ['example.com.', 'https://example.com', true],
    ['example.com', 'https://user:pass@example.com/', true],
    ['example.com', 'example.com/path', true],
    ['example.com', 'https://api.example.com', false],
    ['example.com', 'https://example.com.evil.net', false],
    ['example.com', 'https://example.com@evil.net', false],
    ['example.com', 'https://evil.net/example.com', false],
    ['example.com', 'https://evil.net#example.com', false],
    ['example.com', 'https://notexample.com', false],
    ['*.example.com', 'https://api.example.com', true],
    ['*.example.com', 'https://a.b.c.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['*.example.com', 'https://notexample.com', false],
    ['api.*.com', 'https://api.example.com', true],
    ['api.*.com', 'https://api.a.b.com', false],
    ['api-*.example.com', 'https://api-1.example.com', true],
    ['api-*.example.com', 'https://api-1.x.example.com', false],
    ['*', 'https://anything.example', true],
    ['127.0.0.1', 'http://127.0.0.1:3000', true],
    ['127.0.0.1', 'http://2130706433', true],
    ['xn--bcher-kva.example', 'https://bücher.example', true],
    ['bücher.example', 'https://bücher.example', true],
  ])('%s on %s: %j', (domain, url, expected) => {
    const text = `WebFetch(domain:${domain})`
    expect(speaks('deny', text, 'WebFetch', { url, prompt: 'x' })).toBe(expected)
    expect(speaks('allow', text, 'WebFetch', { url, prompt: 'x' })).toBe(expected)
    expect(speaks('ask', text, 'web_fetch', { url })).toBe(expected)
  })
  it('does not speak of a shell command', () => {
    expect(speaks('deny', 'WebFetch(domain:example.com)', 'Bash', { command: 'curl https://example.com' })).toBe(false)
  })
  it('bare WebFetch is every address', () => {
    expect(speaks('allow', 'WebFetch', 'WebFetch', { url: 'https://x.example' })).toBe(true)
    expect(speaks('deny', 'WebFetch(*)', 'WebFetch', { url: 'https://x.example' })).toBe(true)
  })
  it('a deny on a path or scheme is not a domain rule', () => {
    expect(speaks('deny', 'WebFetch(example.com)', 'WebFetch', { url: 'https://example.com' })).toBe(false)
  })
  it('an IPv6 host is compared as it is written in the address', () => {
    expect(matchesDomain('[::1]', '[::1]')).toBe(true)
  })
})

describe('tools by name', () => {
  test.each<[RuleKind, string, string, JsonObject, boolean]>([
    ['allow', 'mcp__github', 'mcp__github__get_issue', {}, true],
    ['allow', 'mcp__github__get_issue', 'mcp__github__get_issue', {}, true],
    ['allow', 'mcp__github__get_*', 'mcp__github__get_issue', {}, true],
    ['allow', 'mcp__github__get_*', 'mcp__github__delete_repo', {}, false],
    ['allow', 'mcp__git', 'mcp__github__get_issue', {}, false],
    ['deny', 'mcp__github', 'mcp__github__get_issue', {}, true],
    ['deny', 'mcp__*', 'mcp__github__get_issue', {}, true],
    ['deny', 'mcp__*__delete_*', 'mcp__github__delete_repo', {}, true],
    ['deny', 'mcp__github__delete_*', 'mcp__github__get_issue', {}, false],
    ['deny', 'mcp__github__merge(branch:main)', 'mcp__github__merge', { branch: 'main' }, true],
    ['deny', 'mcp__github__merge(branch:main)', 'mcp__github__merge', { branch: 'dev' }, false],
    ['deny', 'mcp__github__merge(main)', 'mcp__github__merge', { branch: 'main' }, false],
    ['allow', 'WebSearch', 'WebSearch', { query: 'x' }, true],
    ['allow', 'WebSearch', 'google_web_search', { query: 'x' }, true],
    ['allow', 'google_web_search', 'google_web_search', { query: 'x' }, true],
    ['deny', 'google_web_search', 'WebSearch', { query: 'x' }, true],
    ['allow', 'google_web_search', 'WebSearch', { query: 'x' }, false],
    ['allow', 'Frobnicate', 'Frobnicate', {}, true],
    ['deny', 'frobnicate', 'Frobnicate', {}, true],
    ['allow', 'frobnicate', 'Frobnicate', {}, false],
    ['deny', '*', 'Frobnicate', {}, true],
    ['ask', '*', 'Read', { file_path: 'a' }, true],
    ['deny', 'Bash', 'Monitor', { command: 'ls' }, true],
    ['allow', 'Bash', 'Monitor', { command: 'ls' }, false],
    ['allow', 'Grep', 'Grep', { pattern: 'x' }, true],
    ['deny', 'Read', 'Grep', { pattern: 'x' }, false],
  ])('%s %s on %s %j: %j', (kind, text, tool, input, expected) => {
    expect(speaks(kind, text, tool, input)).toBe(expected)
  })
})

describe('Agent, Skill and parameters', () => {
  test.each<[RuleKind, string, string, JsonObject, boolean]>([
    ['deny', 'Agent(reviewer)', 'Agent', spawn('reviewer'), true],
    ['deny', 'Agent(reviewer)', 'Task', spawn('reviewer'), true],
    ['deny', 'Agent(Reviewer)', 'Agent', spawn('reviewer'), true],
    ['deny', 'Agent(reviewer)', 'Agent', spawn('writer'), false],
    ['deny', 'Agent(reviewer)', 'Agent', spawn(undefined), false],
    ['deny', 'Agent', 'Agent', spawn('any'), true],
    ['deny', 'Agent(plugin:*)', 'Agent', spawn('plugin'), true],
    ['allow', 'Agent(reviewer)', 'Agent', spawn('reviewer'), true],
    ['allow', 'Agent(Reviewer)', 'Agent', spawn('reviewer'), false],
    ['allow', 'Agent(reviewer)', 'Agent', spawn(undefined), false],
    ['allow', 'Agent(review*)', 'Agent', spawn('reviewer'), true],
    ['deny', 'Agent(model:opus)', 'Agent', { ...spawn('x'), model: 'opus' }, true],
    ['deny', 'Agent(model:opus)', 'Agent', spawn('x'), false],
    ['ask', 'Agent(model:*)', 'Agent', { ...spawn('x'), model: 'sonnet' }, true],
    ['allow', 'Agent(model:opus)', 'Agent', { ...spawn('x'), model: 'opus' }, false],
    ['deny', 'Skill(deploy)', 'Skill', { skill: 'deploy' }, true],
    ['deny', 'Skill(deploy)', 'Skill', { command: '/deploy' }, true],
    ['deny', 'Skill(deploy)', 'Skill', { skill: 'test' }, false],
    ['allow', 'Skill(deploy)', 'Skill', { skill: 'deploy' }, true],
    ['allow', 'Skill(deploy *)', 'Skill', { skill: 'deploy' }, true],
    ['deny', 'WebFetch(prompt:*password*)', 'WebFetch', { url: 'https://x.example', prompt: 'the password' }, true],
    ['deny', 'WebFetch(url:*)', 'WebFetch', { url: 'https://x.example', prompt: 'p' }, false],
    ['deny', 'Read(limit:10)', 'Read', { file_path: 'a', limit: 10 }, true],
    ['deny', 'Read(file_path:*)', 'Read', { file_path: 'a' }, false],
    ['allow', 'WebSearch(query:x)', 'WebSearch', { query: 'x' }, false],
    ['deny', 'WebSearch(query:x)', 'WebSearch', { query: 'x' }, true],
  ])('%s %s on %s %j: %j', (kind, text, tool, input, expected) => {
    expect(speaks(kind, text, tool, input)).toBe(expected)
  })
})

const RULES = [
  'Bash',
  'Bash(git *)',
  'Bash(git push *)',
  'Bash(npm test)',
  'Bash(rm *)',
  'Bash(echo:*)',
  'Bash(*main*)',
  'Edit(src/**)',
  'Read(.env)',
]
const COMMANDS = [
  'git push origin main',
  'git -C . push',
  'npm test && rm x',
  'echo $X > src/a',
  'rm -rf .',
  'X=1; echo main',
  '$Y push',
  "sh -c 'git push'",
  'wc < .env',
]

function decide(command: string, situation: Situation): 'deny' | 'ask' | 'allow' | 'nothing' {
  const subject = subjectOf('Bash', { command }, situation)
  for (const kind of ['deny', 'ask', 'allow'] as const) if (ruleFor(kind, subject) !== undefined) return kind
  return 'nothing'
}

const STRICTNESS = { deny: 0, ask: 1, nothing: 2, allow: 3 }

describe('laws', () => {
  const some = fc.subarray(RULES)
  const any = fc.constantFrom(...RULES)
  const command = fc.constantFrom(...COMMANDS)

  it('adding a deny or ask rule never loosens', () => {
    fc.assert(
      fc.property(command, some, some, some, any, (text, allow, ask, deny, more) => {
        const before = STRICTNESS[decide(text, { allow, ask, deny })]
        expect(STRICTNESS[decide(text, { allow, ask, deny: [...deny, more] })]).toBeLessThanOrEqual(before)
        expect(STRICTNESS[decide(text, { allow, ask: [more, ...ask], deny })]).toBeLessThanOrEqual(before)
      }),
    )
  })
  it('adding an allow rule never turns a deny or an ask into anything else', () => {
    fc.assert(
      fc.property(command, some, some, some, any, (text, allow, ask, deny, more) => {
        const before = decide(text, { allow, ask, deny })
        const after = decide(text, { allow: [more, ...allow], ask, deny })
        if (before === 'deny' || before === 'ask') expect(after).toBe(before)
      }),
    )
  })
  it('the order of rules makes no difference', () => {
    fc.assert(
      fc.property(command, some, some, some, (text, allow, ask, deny) => {
        expect(decide(text, { allow: allow.toReversed(), ask: ask.toReversed(), deny: deny.toReversed() })).toBe(
          decide(text, { allow, ask, deny }),
        )
      }),
    )
  })
  it('re-quoting a command never frees it from a deny', () => {
    const word = fc.constantFrom('curl', 'cur""l', "'curl'", '"curl"', '\\curl', "$'curl'", '/bin/curl', 'c\\url')
    fc.assert(
      fc.property(word, fc.constantFrom('', 'x && ', 'A=b ', 'timeout 5 ', 'echo $('), (name, before) => {
        const text = `${before}${name} x${before.endsWith('(') ? ')' : ''}`
        expect(decide(text, { allow: ['Bash'], deny: ['Bash(curl *)'] })).toBe('deny')
      }),
    )
  })
  it('specificity makes no difference: a broad deny beats a narrow allow', () => {
    expect(decide('git push', { allow: ['Bash(git push)'], deny: ['Bash(git *)'] })).toBe('deny')
    expect(decide('git push', { allow: ['Bash(git push)'], ask: ['Bash'] })).toBe('ask')
    expect(decide('git push', { ask: ['Bash(git push)'], deny: ['*'] })).toBe('deny')
  })
})
