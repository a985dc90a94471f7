import { beforeAll, expect, test } from 'vitest'
import { loadGrammars } from '../call/code/grammar.node.ts'
import { exampleDeeds } from '../categories/example-deeds.ts'
import { type Remark, remarksOf } from './remarks.ts'
import { rulebook } from '../categories/rulebook.ts'

beforeAll(loadGrammars)

const told = (command: string): readonly Remark[] => remarksOf(rulebook(exampleDeeds(command)), [])

test.each([
  ['an unknown program', 'frobnicate --x', 'frobnicate --x'],
  ['the one unknown piece of several', 'npm test && frobnicate --x', 'frobnicate --x'],
  ['a call that no table describes', 'python3 -c "import frob; frob.go()"', 'frob'],
  ['a variable that nobody set', 'rm -r "$BUILD"', '$BUILD'],
])('what was doubted is told with the piece that blocks: %s', (_what, command, piece) => {
  const remarks = told(command)
  expect(JSON.stringify(remarks)).toContain(JSON.stringify(piece).slice(1, -1))
  expect(JSON.stringify(remarks)).not.toContain('npm test')
})

test('what was found is told with its code and evidence', () =>
  expect(told('git push --force origin main')[0]).toMatchObject({
    rule: 'git.force-push',
    evidence: 'git push --force origin main',
  }))

test('the harmless has no remarks', () => expect(told('npm test')).toEqual([]))

test('the newest limits come first, and no more than six of them', () => {
  const limits = Array.from({ length: 8 }, (_, at) => ({ from: 'user' as const, words: `limit ${at}` }))
  expect(remarksOf({ says: 'harmless' }, limits).map((remark) => 'limit' in remark && remark.limit)).toEqual(
    [7, 6, 5, 4, 3, 2].map((at) => `limit ${at}`),
  )
})
