import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammars, withGrammars } from '../src/call/code/grammar.node.ts'
import { timesMissed } from '../src/call/code/grammars.ts'
import { readCode } from '../src/call/shell/code/read-code.ts'
import { CODE_CASES, misread } from './suites/code-cases.ts'

describe('code', () => {
  test('that is read before its grammar is there is not understood, and read again once it is', async () => {
    const read = () => readCode('ruby', 'puts 1', { project: false, local: () => false })
    const before = timesMissed()
    expect(read().seenThrough).toBe(false)
    expect(timesMissed()).toBe(before + 1)
    expect((await withGrammars(read)).seenThrough).toBe(true)
  })

  describe('by its grammar', () => {
    beforeAll(() => loadGrammars())

    test.each(CODE_CASES.map((row) => [row[0], row] as const))('%s', (_, row) => {
      expect(misread(readCode, [row])).toEqual([])
    })

    test('that is nested deeper than anybody writes neither overflows nor is skipped', () => {
      for (const [language, text] of [
        ['python', `f${'('.repeat(30_000)}${')'.repeat(30_000)}`],
        ['javascript', `${'!'.repeat(30_000)}a`],
        ['javascript', 'a=>'.repeat(20_000)],
        ['ruby', '['.repeat(20_000)],
      ] as const)
        expect(readCode(language, text, { project: false, local: () => false }).seenThrough).toBe(false)
    })
  })
})
