import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { boundedReading, readByModel } from './suites/incoming-model.ts'

const rows = (product: Product) => readByModel(product)

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'what the model calls data clears a finding',
    file: 'surfaces/read-incoming.ts',
    find: 'reader === undefined || isOff || seen.finding !== undefined ||',
    replace: 'reader === undefined || isOff ||',
    noticedBy: rows,
  },
  {
    bug: 'an answer that cannot be read counts as clean',
    file: 'classifier/incoming-reader.ts',
    find: "if (verdict === undefined) return { says: 'unsure', reason: 'the answer of the model cannot be read' }",
    replace: "if (verdict === undefined) return { says: 'data' }",
    noticedBy: rows,
  },
  {
    bug: 'a refusal is read like an answer',
    file: 'classifier/incoming-reader.ts',
    find: "if (reply.stopReason === 'refusal') return { says: 'unsure', reason: 'the model refused to answer' }\n  if (reply.stopReason !== 'end')",
    replace: "if (reply.stopReason !== 'end' && reply.stopReason !== 'refusal')",
    noticedBy: rows,
  },
  {
    bug: 'a service that fails makes the text clean',
    file: 'classifier/incoming-reader.ts',
    find: 'return unsure(`the model failed: ${reply.failure.cause}`)',
    replace: "return { says: 'data', model }",
    noticedBy: rows,
  },
  {
    bug: 'what nobody could tell leaves no mark',
    file: 'results/incoming.ts',
    find: 'marks: counts ? [...seen.marks, mark] : seen.marks',
    replace: 'marks: seen.marks',
    noticedBy: rows,
  },
  {
    bug: 'what the model objects to is overlooked',
    file: 'results/incoming.ts',
    find: 'return heeded(outcome, from, findingOf(text, said), seen.marks)',
    replace: 'return seen',
    noticedBy: rows,
  },
  {
    bug: 'a text that is found clearly clean is sent all the same',
    file: 'surfaces/read-incoming.ts',
    find: "if (seen.doubts === undefined && reader.reads !== 'all') return { seen }",
    replace: '',
    noticedBy: rows,
  },
  {
    bug: 'secrets go to the model',
    file: 'classifier/incoming-reader.ts',
    find: 'text: redact(piece.text)',
    replace: 'text: piece.text',
    noticedBy: boundedReading,
  },
  {
    bug: 'a long text is sent whole',
    file: 'classifier/incoming-reader.ts',
    find: 'const MOST_SHOWN = 24_000',
    replace: 'const MOST_SHOWN = 24_000_000',
    noticedBy: boundedReading,
  },
  {
    bug: 'a budget that is spent is spent further',
    file: 'classifier/incoming-reader.ts',
    find: 'if (!maySpend(question.session)) return',
    replace: 'if (!maySpend(question.session) && timeoutMs === 0) return',
    noticedBy: boundedReading,
  },
  {
    bug: 'a text can end the frame around it',
    file: 'classifier/incoming-prompt.ts',
    find: "    .replaceAll('<', '\\\\u003c')\n",
    replace: '',
    noticedBy: boundedReading,
  },
]

const scratch = scratchFor('incoming-model')

describe('with a bug put back, it is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    const product = await loadProduct(putBack(scratch, row.bug, [row]))
    const failures = await row.noticedBy(product).catch((error: unknown) => [String(error)])
    expect(failures).not.toEqual([])
  })
})
