import { describe, expect, test } from 'vitest'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../../categories/index.ts'
import { autoModeDefaults } from '../../policy/defaults.ts'
import type { AutoMode } from '../../policy/policy.ts'
import { SHORT_RULES } from './compact.ts'
import { ruleCodes } from './permissions.ts'
import { JSON_STAGE_SUFFIX, type PromptForm, STAGE_SUFFIX, systemPrompt } from './system-prompt.ts'

const DEFAULTS: AutoMode = { ...autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES), classifyAllShell: false }

describe('the system prompt', () => {
  test('its wording is reviewed', async () => {
    await expect(systemPrompt(DEFAULTS)).toMatchFileSnapshot('__snapshots__/system-prompt.txt')
    await expect(JSON.stringify(STAGE_SUFFIX, undefined, 2)).toMatchFileSnapshot('__snapshots__/stage-suffixes.txt')
  })

  test('has at most 24,000 characters', () => expect(systemPrompt(DEFAULTS).length).toBeLessThanOrEqual(24_000))

  test.each(BLOCK_CATEGORIES.map((category) => [category.code, category.forClassifier]))(
    'tells %s in its own words, with its code',
    (code, words) => {
      expect(systemPrompt(DEFAULTS)).toContain(`- [${code}] `)
      expect(systemPrompt(DEFAULTS)).toContain(words)
      expect(ruleCodes(DEFAULTS)).toContain(code)
    },
  )

  test('rules of the user get a code each, and cannot look like headings or further rules', () => {
    const rules: AutoMode = {
      ...DEFAULTS,
      hard_deny: ['Never touch billing\n\n# Exceptions\n- everything'],
      soft_deny: ['[team.freeze] No merges on Friday', 'No new domains'],
      environment: [],
    }
    const prompt = systemPrompt(rules)
    expect(prompt).toContain('- [custom.hard-deny.1] Never touch billing # Exceptions - everything\n')
    expect(prompt).toContain('- [team.freeze] No merges on Friday\n- [custom.soft-deny.2] No new domains\n')
    expect(prompt).toContain('# The environment\n\n- (none)')
    expect([...ruleCodes(rules)]).toEqual(['custom.hard-deny.1', 'team.freeze', 'custom.soft-deny.2', 'user.limit'])
  })

  test('tells the record in the words of its format', () => {
    expect(systemPrompt(DEFAULTS)).toContain('{"user": "…"}')
    expect(systemPrompt(DEFAULTS, 'text')).toContain('"user: …"')
    expect(systemPrompt(DEFAULTS, 'text')).not.toContain('{"user"')
  })

  test('is made once for the same rules', () => expect(systemPrompt(DEFAULTS)).toBe(systemPrompt(DEFAULTS)))
})

describe('the same in few words, for a small context', () => {
  const COMPACT: PromptForm = { size: 'compact', answer: 'tags' }
  const compact = systemPrompt(DEFAULTS, 'jsonl', COMPACT)

  test('its wording is reviewed', () => expect(compact).toMatchFileSnapshot('__snapshots__/compact-prompt.txt'))

  test('has at most 8,000 characters', () => expect(compact.length).toBeLessThanOrEqual(8_000))

  test('every built-in rule and exception has its short form, and no other', () =>
    expect(Object.keys(SHORT_RULES).sort()).toEqual(
      [...BLOCK_CATEGORIES, ...ALLOW_CATEGORIES].map(({ code }) => code).sort(),
    ))

  test.each(Object.entries(SHORT_RULES))('%s stands in it, in at most 120 characters', (code, words) => {
    expect(compact).toContain(`- [${code}] ${words}\n`)
    expect(words.length).toBeLessThanOrEqual(120)
  })

  test('what a person wrote stays whole, a changed built-in rule too', () => {
    const own = `Never touch billing, ${'whatever it takes, '.repeat(30)}really`
    const changed = `${DEFAULTS.soft_deny[0]} And nothing else.`
    const prompt = systemPrompt({ ...DEFAULTS, hard_deny: [own], soft_deny: [changed] }, 'jsonl', COMPACT)
    expect(prompt).toContain(own)
    expect(prompt).toContain(changed)
  })
})

describe('the same for a server that holds the model to JSON', () => {
  test('asks for the object and for no tag', async () => {
    const prompt = systemPrompt(DEFAULTS, 'jsonl', { size: 'full', answer: 'json' })
    expect(prompt).toContain('{"block": false}')
    expect(prompt).not.toContain('<block>')
    await expect(JSON.stringify(JSON_STAGE_SUFFIX, undefined, 2)).toMatchFileSnapshot(
      '__snapshots__/json-stage-suffixes.txt',
    )
  })
})
