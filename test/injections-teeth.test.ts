import { describe, expect, test } from 'vitest'
import { loaderFor, SOURCES } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import {
  brokenTexts,
  calmWords,
  decodings,
  hiddenReadings,
  quotations,
  readings,
  type Scanner,
  styled,
} from './suites/injections.ts'

const BUGS: readonly Bug<Scanner>[] = [
  {
    bug: 'the trained reading is ignored',
    file: 'results/prompt-guardian.ts',
    find: '    ordersIn(text, reading, weighing, () => place)\n',
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
    bug: 'letters of another style are read as they stand',
    file: 'results/encodings.ts',
    find: '    ...styledLetters(text),\n',
    replace: '',
    noticedBy: styled,
  },
  {
    bug: 'a quoted example counts as an order',
    file: 'results/weighing.ts',
    find: 'told ? Math.min(weight, sign.unquoted!) : weight + adds',
    replace: 'weight + adds',
    noticedBy: quotations,
  },
  {
    bug: 'a quote that closes within the sign is no quote',
    file: 'results/weighing.ts',
    find: 'open !== close && at >= 0',
    replace: 'open === close && at >= 0',
    noticedBy: quotations,
  },
  {
    bug: 'hidden text is read only with what stands around it',
    file: 'results/prompt-guardian.ts',
    find: '      hiddenOrders(text, weighing)\n',
    replace: '',
    noticedBy: hiddenReadings,
  },
  {
    bug: 'words count the same in sentences that read like nothing',
    file: 'results/weighing.ts',
    find: 'const AS_CALM = 0.65',
    replace: 'const AS_CALM = 1',
    noticedBy: calmWords,
  },
  {
    bug: 'a line after base64 spoils it',
    file: 'results/encodings.ts',
    find: 'new Set([end, firstLine])',
    replace: 'new Set([end])',
    noticedBy: brokenTexts,
  },
  {
    bug: 'words broken over lines are not joined',
    file: 'results/encodings.ts',
    find: '    ...brokenLines(text),\n',
    replace: '',
    noticedBy: brokenTexts,
  },
]

const scratch = scratchFor('injections')
const scanner = (root: string): Promise<Scanner> => loaderFor(root)<Scanner>('results/prompt-guardian.ts')

test('the sources pass', async () => {
  const product = await scanner(SOURCES)
  const checks = [readings, decodings, quotations, hiddenReadings, calmWords, brokenTexts]
  expect((await Promise.all(checks.map((check) => check(product)))).flat()).toEqual([])
})

describe('with a bug put back, it is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    const product = await scanner(putBack(scratch, row.bug, [row]))
    expect(await row.noticedBy(product)).not.toEqual([])
  })
})
