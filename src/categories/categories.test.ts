import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammars } from '../call/code/grammar.node.ts'
import { findingsIn, rulebook } from './rulebook.ts'
import type { Example } from './category.ts'
import { exampleDeeds } from './example-deeds.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from './index.ts'
import { cureOf, severityOf } from './severity.ts'

beforeAll(loadGrammars)

function name(example: Example): string {
  return typeof example === 'string' ? example : `${example.tool} ${JSON.stringify(example.input)}`
}

describe('the lists', () => {
  test('hold 28 harms and 7 exceptions, each with its own code', () => {
    expect(BLOCK_CATEGORIES).toHaveLength(28)
    expect(ALLOW_CATEGORIES).toHaveLength(7)
    const codes = [...BLOCK_CATEGORIES, ...ALLOW_CATEGORIES].map((category) => category.code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test.each(BLOCK_CATEGORIES.map((category) => [category.code, category] as const))(
    '%s speaks to the model in at most 320 characters and shows at least twelve of each',
    (_, category) => {
      expect(category.forClassifier.length).toBeLessThanOrEqual(320)
      expect(category.examples.found.length).toBeGreaterThanOrEqual(12)
      expect(category.examples.notFound.length).toBeGreaterThanOrEqual(12)
    },
  )
})

test.each(BLOCK_CATEGORIES.map((category) => [category.code, category] as const))(
  'lists say how grave the finds of %s are',
  (_, category) => {
    const finds = category.examples.found.map((example) => category.detect(exampleDeeds(example))!)
    const grave = new Set(finds.map((evidence) => severityOf(category, evidence)))
    const said =
      category.severity === 'soft' && category.hardWhen !== undefined ? ['hard', 'soft'] : [category.severity]
    expect([...grave].toSorted()).toEqual(said)
    for (const evidence of finds)
      expect(cureOf(category, evidence) === category.clearedBy).toBe(
        severityOf(category, evidence) === category.severity,
      )
  },
)

describe.each(BLOCK_CATEGORIES.map((category) => [category.code, category] as const))('%s', (_, category) => {
  test.each(category.examples.found.map((example) => [name(example), example] as const))(
    'finds %s',
    (_name, example) => {
      expect(category.detect(exampleDeeds(example))).toBeDefined()
    },
  )

  test.each(category.examples.notFound.map((example) => [name(example), example] as const))(
    'leaves alone %s',
    (_name, example) => {
      const deeds = exampleDeeds(example)
      expect(category.detect(deeds)).toBeUndefined()
      expect(findingsIn(deeds).filter((find) => find.evidence.severity === 'hard')).toEqual([])
    },
  )
})

describe.each(ALLOW_CATEGORIES.map((category) => [category.code, category] as const))('%s', (_, category) => {
  test.each(category.examples.covered.map((example) => [name(example), example] as const))(
    'helps to prove harmless %s',
    (_name, example) => {
      const deeds = exampleDeeds(example)
      expect(deeds.actions.some((action) => category.covers(action, deeds))).toBe(true)
      expect(rulebook(deeds)).toEqual({ says: 'harmless' })
    },
  )

  test.each(category.examples.notCovered.map((example) => [name(example), example] as const))(
    'does not excuse %s',
    (_name, example) => {
      const deeds = exampleDeeds(example)
      expect(deeds.actions.length > 0 && deeds.actions.every((action) => category.covers(action, deeds))).toBe(false)
    },
  )
})
