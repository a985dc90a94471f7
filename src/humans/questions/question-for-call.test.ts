import { describe, expect, it, test } from 'vitest'
import { DECEPTIVE_STRINGS } from '../../../test/deceptive-strings.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import { subjectOf } from '../../checks/rules.fixture.ts'
import { questionFor } from './question-for-call.ts'
import { shownOf, viewOf } from './make-question.ts'
import type { Question } from './question.ts'
import { whyNotARule } from '../savable-rule.ts'

const reason = { code: 'rule.ask', sentence: 'an ask rule matches', clearedBy: 'a person' }

function ask(tool: string, input: JsonObject): Question {
  return questionFor(subjectOf(tool, input), [reason], 'digest', 1000)
}

describe('what is shown', () => {
  test('a command is shown as it is, with its other parameters', () => {
    expect(ask('Bash', { command: 'npm test' }).text).toBe('npm test')
    expect(ask('Bash', { command: 'npm test', timeout: 5 }).text).toBe(
      'npm test\n\nwith these parameters:\n{\n  "timeout": 5\n}',
    )
  })

  test('an edit is shown as a difference', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\nsix'
    const input = {
      file_path: '/home/dev/project/src/a.ts',
      old_string: before,
      new_string: before.replace('five', '5'),
      replace_all: true,
    }
    expect(ask('Edit', input).text).toBe(
      '--- /home/dev/project/src/a.ts\n+++ /home/dev/project/src/a.ts\n' +
        ' two\n three\n four\n-five\n+5\n six\n\nwith these parameters:\n{\n  "replace_all": true\n}',
    )
  })

  test('a new file is shown whole, every line as one that comes in', () => {
    const { text } = ask('Write', { file_path: '/home/dev/project/src/b.ts', content: 'a\n+++ /etc/passwd' })
    expect(text).toBe('--- nothing\n+++ /home/dev/project/src/b.ts\n+a\n++++ /etc/passwd')
  })

  test('several edits are all shown, and parameters nobody knows with them', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd', odd: 1 },
    ]
    const { text } = ask('MultiEdit', { file_path: '/home/dev/project/src/a.ts', edits })
    expect(text).toContain('-a\n+b')
    expect(text).toContain('-c\n+d')
    expect(text).toContain('"odd": 1')
  })

  test('other input is shown as JSON', () => {
    expect(ask('mcp__tracker__create', { title: 'x\u001b[2J' }).text).toBe('{\n  "title": "x\\u001b[2J"\n}')
  })

  test('secrets are masked, wherever they stand', () => {
    const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
    for (const input of [{ command: `curl -H "Authorization: Bearer ${secret}" https://api.example` }]) {
      expect(JSON.stringify(ask('Bash', input))).not.toContain(secret)
    }
    expect(JSON.stringify(ask('mcp__a__b', { token: 'hunter2hunter2' }))).not.toContain('hunter2hunter2')
  })

  it.each(DECEPTIVE_STRINGS)('nothing deceives: $name', ({ text, mustShow }) => {
    const question = ask('Bash', { command: text })
    for (const piece of mustShow) expect(question.text).toContain(piece)
    expect(JSON.stringify({ ...question, text: '' })).toMatch(/^[\u0020-\u007e’]*$/)
    expect(question.offers.filter((offer) => offer.includes('\\'))).toEqual([])
  })

  test('the deeds are told in words and the reasons with what would clear them', () => {
    const question = ask('Bash', { command: 'rm -rf dist' })
    expect(question.deeds).toContain('deletes /home/dev/project/dist and everything in it')
    expect(question.why).toEqual([reason])
  })

  test('changing anything that is shown changes the hash', () => {
    const question = ask('Bash', { command: 'npm run build' })
    const texts = ['text', 'tool', 'cwd', 'session', 'agent', 'id', 'call', 'fingerprint', 'policyDigest', 'key']
    const changes: readonly Partial<Question>[] = [
      ...texts.map((name) => ({ [name]: 'x' })),
      { deeds: [] },
      { why: [] },
      { offers: [] },
      { subagent: { id: 'x', type: 'x' } },
    ]
    for (const change of changes) expect(shownOf({ ...question, ...change })).not.toBe(question.shown)
  })
})

describe('what is offered', () => {
  const project = '/home/dev/project'
  const OFFERS: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['Bash', { command: 'npm run build' }, ['Bash(npm run build)']],
    ['Bash', { command: 'npm test -- a.test.ts' }, ['Bash(npm test -- a.test.ts)', 'Bash(npm test -- *)']],
    ['Bash', { command: 'git push origin feature' }, ['Bash(git push origin feature)']],
    [
      'Edit',
      { file_path: `${project}/src/a.ts`, old_string: 'a', new_string: 'b' },
      [`Edit(/${project}/src/a.ts)`, `Edit(/${project}/src/**)`],
    ],
    ['Write', { file_path: `${project}/a.ts`, content: '' }, [`Edit(/${project}/a.ts)`]],
    ['WebFetch', { url: 'https://docs.example/a', prompt: 'x' }, ['WebFetch(domain:docs.example)']],
    ['mcp__tracker__create', { title: 'x' }, ['mcp__tracker__create']],
  ]
  it.each(OFFERS)('%s %j', (tool, input, offers) => expect(ask(tool, input).offers).toEqual(offers))

  const NOTHING: readonly (readonly [string, JsonObject])[] = [
    ['Bash', { command: 'npm run build && rm -rf dist' }],
    ['Bash', { command: 'ls *' }],
    ['Bash', { command: 'bash' }],
    ['Bash', { command: 'sudo bash' }],
    ['Bash', { command: 'echo $(cat x)' }],
    ['Bash', { command: 'npm run build\nrm -rf dist' }],
    ['Bash', { command: `echo ${'a'.repeat(400)}` }],
    ['Bash', { command: 'curl -H "Authorization: Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyz" https://x.example' }],
    ['Bash', { command: 'git p\u0430ush' }],
    ['Agent', { prompt: 'do it', description: 'x', subagent_type: 'general' }],
    ['Frobnicate', { a: 1 }],
  ]
  it.each(NOTHING)('nothing for %s %j', (tool, input) => expect(ask(tool, input).offers).toEqual([]))

  it.each(['Bash', 'Bash(*)', 'PowerShell', 'Agent', 'Agent(x)', 'Bash(python *)', 'Read', 'Edit', 'mcp__a', 'Bash('])(
    '%s can never be a rule',
    (rule) => expect(whyNotARule(rule)).toBeDefined(),
  )
})

describe('a view', () => {
  test('of a long text has its head, its tail and a count, and nothing to answer with', () => {
    const question = ask('Bash', { command: `echo ${'a'.repeat(5000)}; rm -rf dist` })
    const view = viewOf(question, 1000)
    expect(view.text.startsWith('echo aaa')).toBe(true)
    expect(view.text.endsWith('; rm -rf dist')).toBe(true)
    expect(view.hidden).toBe(question.text.length - 1000)
    expect(view.text).toContain(`${view.hidden} more characters`)
    expect(view).not.toHaveProperty('shown')
  })

  test('of a short text is all of it', () => {
    const question = ask('Bash', { command: 'ls' })
    expect(viewOf(question, 1000)).toEqual({ text: 'ls', hidden: 0, shown: question.shown })
  })
})
