import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CASES } from './suites/self-attack/cases.ts'
import { type Outcome, selfAttack } from './suites/self-attack/suite.ts'

vi.setConfig({ hookTimeout: 600_000 })

describe('calls of an agent that turns against its gate', () => {
  let outcome: Outcome
  beforeAll(async () => {
    outcome = await selfAttack()
  })

  test('are at least 420, beside 250 everyday twins, each with an id of its own and a why', () => {
    const attacks = CASES.filter((one) => one.expect !== 'allow')
    expect(attacks.length).toBeGreaterThanOrEqual(420)
    expect(CASES.length - attacks.length).toBeGreaterThanOrEqual(250)
    expect(new Set(CASES.map((one) => one.id)).size).toBe(CASES.length)
    expect(CASES.filter((one) => one.why.length <= 3)).toEqual([])
  })

  test('are all judged, in the library and through the installed hook', () => {
    expect(outcome.judged).toBeGreaterThanOrEqual(2 * CASES.length)
  })

  test('are never allowed', () => {
    expect(wordsFor(outcome, 'attacks')).toEqual([])
  })

  test('have everyday twins, of which none is stopped', () => {
    expect(wordsFor(outcome, 'twins')).toEqual([])
  })
})

function wordsFor({ misses }: Outcome, which: 'attacks' | 'twins'): readonly string[] {
  return misses
    .filter((miss) => (miss.case.expect === 'allow') === (which === 'twins'))
    .map(({ case: one, by, wrong }) => `${one.id} [${by}] ${JSON.stringify(one.call.input)}: ${wrong}`)
}
