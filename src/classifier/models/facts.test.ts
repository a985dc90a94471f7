import { describe, expect, test } from 'vitest'
import { chooseModel, type ModelSources } from './choose.ts'
import { factsOf, priceOf, requestFor, THINKING_PADDING, UNKNOWN_MODEL } from './facts.ts'

describe('what is known about a model', () => {
  test.each([
    ['claude-sonnet-4-6', { maxTokens: 64, thinking: 'untouched', temperature: 0 }],
    ['claude-sonnet-5', { maxTokens: 64, thinking: 'disabled' }],
    ['claude-sonnet-5-20260630', { maxTokens: 64, thinking: 'disabled' }],
    ['claude-sonnet-5-5', { maxTokens: 64, thinking: 'between-tools' }],
    ['claude-opus-5-5', { maxTokens: 64 + THINKING_PADDING, thinking: 'untouched' }],
    ['claude-fable-5-1', { maxTokens: 64 + THINKING_PADDING, thinking: 'untouched' }],
    ['anthropic/claude-haiku-4-5', { maxTokens: 64, thinking: 'untouched', temperature: 0 }],
    ['eu.anthropic.claude-opus-4-8', { maxTokens: 64, thinking: 'untouched' }],
  ])('%s is asked for a short answer with %j', (model, expected) =>
    expect(requestFor(factsOf(model), 64)).toEqual(expected),
  )

  test.each(['claude-sonnet-6', 'claude-opus-5-6', 'claude-sonnet-55', 'qwen3:8b', '', 'gpt-5', 'my-claude-sonnet-5'])(
    '%j is a model nobody told us about',
    (model) => expect(factsOf(model)).toBe(UNKNOWN_MODEL),
  )

  test('a price adds up the four kinds of token', () => {
    const tokens = { input: 1_000_000, cached: 1_000_000, written: 1_000_000, output: 1_000_000 }
    expect(priceOf(factsOf('claude-sonnet-5').prices, tokens)).toBeCloseTo(2 + 0.2 + 2.5 + 10)
    expect(priceOf(UNKNOWN_MODEL.prices, tokens)).toBeUndefined()
  })
})

describe('which model is asked', () => {
  const all: ModelSources = { environment: 'e', flag: 'f', session: 'claude-s', configured: 'c' }
  const none = undefined
  test.each([
    [all, 'e'],
    [{ ...all, environment: none }, 'f'],
    [{ ...all, environment: ' ' }, 'f'],
    [{ ...all, environment: none, flag: none }, 'claude-s'],
    [{ ...all, environment: none, flag: none, session: 'claude-opus-5[1m]' }, 'claude-opus-5'],
    [{ ...all, environment: none, flag: none, session: 'claude-opus-5@20260724' }, 'c'],
    [{ ...all, environment: none, flag: none, session: 'us.anthropic.claude-opus-5' }, 'c'],
    [{ ...all, environment: none, flag: none, session: 'gpt-9' }, 'c'],
    [{ ...all, environment: none, flag: none, session: none }, 'c'],
  ])('%j: %s', (sources, expected) => expect(chooseModel(sources, 'anthropic')).toBe(expected))
})
