import { describe, expect, test } from 'vitest'
import { loaderFor, SOURCES } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { decodings, quotations, readings, type Scanner } from './suites/injections.ts'

const BUGS: readonly Bug<Scanner>[] = [
  {
    bug: 'the trained reading is ignored',
    file: 'results/prompt-guardian.ts',
    find: '    ordersIn(text, weighing, place)\n',
    replace: '',
    noticedBy: readings,
  },
  {
    bug: 'the weights are all zero',
    file: 'results/reading/score.ts',
    find: 'return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)',
    replace: 'return new Int8Array(bytes.length)',
    noticedBy: readings,
  },
  {
    bug: 'what a word means is not looked up',
    file: 'results/reading/sentences.ts',
    find: 'if (ids.length > 0) this.#meanings(ids, hash)',
    replace: 'if (ids.length > 99) this.#meanings(ids, hash)',
    noticedBy: readings,
  },
  {
    bug: 'decoding is skipped',
    file: 'results/prompt-guardian.ts',
    find: 'for (const piece of decodedPieces(text)) {',
    replace: 'for (const piece of decodedPieces(text).slice(0, 0)) {',
    noticedBy: decodings,
  },
  {
    bug: 'a quoted example counts as an order',
    file: 'results/weighing.ts',
    find: 'told ? Math.min(weight, sign.unquoted!) : weight + adds',
    replace: 'weight + adds',
    noticedBy: quotations,
  },
]

const scratch = scratchFor('injections')
const scanner = (root: string): Promise<Scanner> => loaderFor(root)<Scanner>('results/prompt-guardian.ts')

test('the sources pass', async () => {
  const product = await scanner(SOURCES)
  expect([...(await readings(product)), ...(await decodings(product)), ...(await quotations(product))]).toEqual([])
})

describe('with a bug put back, it is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    const product = await scanner(putBack(scratch, row.bug, [row]))
    expect(await row.noticedBy(product)).not.toEqual([])
  })
})
