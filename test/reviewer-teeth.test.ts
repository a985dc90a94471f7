import { describe, expect, test } from 'vitest'
import { fuzzAnswers } from './answer-fuzz.ts'
import type { Failures } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { loadReviewerProduct, type ReviewerProduct } from './reviewer-product.ts'
import { guardianDuties } from './suites/guardian.ts'
import { reviewerCuts } from './suites/reviewer-cuts.ts'
import { type FaultPlan, reviewerFaults } from './suites/reviewer-faults.ts'
import { reviewerInGate } from './suites/reviewer-gate.ts'

/** A part of the fault table, enough to notice one bug. */
const faults =
  (kinds: readonly number[], plan: Pick<FaultPlan, 'hasty'> = {}) =>
  (product: ReviewerProduct): Promise<Failures> =>
    reviewerFaults(product, { kinds, formats: ['messages'], interactive: [true], ...plan })

const duties =
  (about: RegExp) =>
  (product: ReviewerProduct): Promise<Failures> =>
    reviewerInGate(product, about)

const twoReaders = async ({ answer }: ReviewerProduct): Promise<Failures> =>
  fuzzAnswers(answer, { cases: 20_000, seed: 20_261 }).failures

const lastBytes = (product: ReviewerProduct): Promise<Failures> =>
  reviewerCuts(product, {
    formats: ['messages'],
    transfers: ['streamed'],
    ways: ['cut'],
    step: 1,
    last: 60,
  })

const BUGS: readonly Bug<ReviewerProduct>[] = [
  {
    bug: 'a crash of the reviewer allows',
    file: 'classifier/two-stage.ts',
    find: "return unavailable('malformed', `the reviewer failed:",
    replace: "return { outcome: 'allow', block: false, stage: 'first', usage }\n    void (`",
    noticedBy: duties(/bug inside/),
  },
  {
    bug: 'any no in the answer allows',
    file: 'classifier/answer.ts',
    find: "return verdict === '<block>no</block>' ?",
    replace: "return verdict.includes('no') ?",
    noticedBy: faults([18, 19, 22]),
  },
  {
    bug: 'text after the verdict is overlooked',
    file: 'classifier/answer.ts',
    find: "return verdict === '<block>no</block>' ?",
    replace: "return verdict.startsWith('<block>no</block>') ?",
    noticedBy: faults([20, 21, 22]),
  },
  {
    bug: 'text before the verdict is overlooked',
    file: 'classifier/answer.ts',
    find: "return verdict === '<block>no</block>' ?",
    replace: "return verdict.endsWith('<block>no</block>') ?",
    noticedBy: faults([22, 24, 26]),
  },
  {
    bug: 'why the answer ended is overlooked',
    file: 'classifier/answer.ts',
    find: "    case 'end':\n",
    replace: "    case 'end':\n    case 'max-tokens':\n    case 'other':\n",
    noticedBy: faults([13]),
  },
  {
    bug: 'the short form is taken in every stage',
    file: 'classifier/answer.ts',
    find: "if (stage === 'first' && verdict === '<block>no')",
    replace: "if (verdict === '<block>no')",
    noticedBy: twoReaders,
  },
  {
    bug: 'a refusal is read like an answer',
    file: 'classifier/answer.ts',
    find: "if (stopReason === 'refusal') return unreadable('refusal')",
    replace: "if (stopReason === 'refusal') stopReason = 'end'",
    noticedBy: faults([28]),
  },
  {
    bug: 'a verdict among the thoughts is overlooked',
    file: 'classifier/answer.ts',
    find: "if (stage !== 'thinking' || !text.startsWith('<thinking>')) return text",
    replace: "if (stage !== 'thinking' || !text.startsWith('<thinking>')) return text\n  return '<block>no</block>'",
    noticedBy: faults([24, 25]),
  },
  {
    bug: 'no deadline ends a review',
    file: 'classifier/deadlines.ts',
    find: "new Alarm(() => resolve({ ended: 'late' }))",
    replace: 'new Alarm(() => undefined)',
    noticedBy: faults([34]),
  },
  {
    bug: 'a failure is tried again for ever',
    file: 'classifier/two-stage.ts',
    find: "failure.retry === 'never' || attempt >= limits.retries",
    replace: "failure.retry === 'never'",
    noticedBy: async (product) => {
      const failures = await faults([5])(product)
      return failures.filter((failure) => /was asked \d+ times/.test(failure))
    },
  },
  {
    bug: 'a redirect is followed',
    file: 'classifier/models/transport.ts',
    find: "    outgoing.once('response', (incoming) => {\n",
    replace:
      "    outgoing.once('response', (incoming) => {\n      const to = incoming.headers.location\n      if (to !== undefined) return resolve(fetch(to, { method, headers, body } as RequestInit))\n",
    noticedBy: faults([6]),
  },
  {
    bug: 'any model may answer',
    file: 'classifier/models/clients.ts',
    find: 'if (asked === answered) return true',
    replace: 'return true',
    noticedBy: faults([30]),
  },
  {
    bug: 'a stream that breaks off counts as whole',
    file: 'classifier/models/anthropic.ts',
    find: 'if (!this.#over || this.#model === undefined',
    replace: 'if (this.#model === undefined',
    noticedBy: lastBytes,
  },
  {
    bug: 'an answer of any size is read',
    file: 'classifier/models/transport.ts',
    find: 'if (bytes > wire.mostBytes)',
    replace: 'if (bytes < 0)',
    noticedBy: faults([17], { hasty: true }),
  },
  {
    bug: 'no verdict allows',
    file: 'classifier/review.ts',
    find: "    case 'unavailable':\n      return unavailable(",
    replace:
      "    case 'unavailable':\n      if (subject) return allow('review.no-block', '')\n      return unavailable(",
    noticedBy: faults([2, 16]),
  },
  {
    bug: 'the iron gate is open unless it is closed',
    file: 'classifier/review.ts',
    find: 'gate.ironGateClosed?.() === false',
    replace: '!gate.ironGateClosed?.()',
    noticedBy: faults([2, 3]),
  },
  {
    bug: 'no verdict counts as a denial',
    file: 'classifier/denials.ts',
    find: ' || ruling.because.some(isNoVerdict)',
    replace: '',
    noticedBy: duties(/no denials/),
  },
  {
    bug: 'a stale verdict is taken',
    file: 'classifier/review.ts',
    find: 'return stale(gate, subject) ?? byModel(',
    replace: 'return byModel(',
    noticedBy: duties(/voids|void its/),
  },
  {
    bug: 'a broken reviewer is asked on and on',
    file: 'classifier/breaker.ts',
    find: 'if (this.#failures.length >= this.#limits.failures)',
    replace: 'if (this.#failures.length < 0)',
    noticedBy: duties(/five failures/),
  },
  {
    bug: 'the strict guardian lets pass what it could not assess',
    file: 'classifier/guardian.ts',
    find: "const opens = how.failure !== undefined && mode === 'guard'",
    replace: 'const opens = how.failure !== undefined',
    noticedBy: guardianDuties,
  },
  {
    bug: 'the guardian leaves everything to its model',
    file: 'classifier/guardian.ts',
    find: 'if (known) return this.#settle(',
    replace: 'if (known && !known) return this.#settle(',
    noticedBy: guardianDuties,
  },
  {
    bug: 'the guardian remembers a call by its tool',
    file: 'classifier/guardian.ts',
    find: 'canonical({ cwd, input, policyDigest, session, tool })',
    replace: 'canonical({ cwd, policyDigest, session, tool, input: typeof input })',
    noticedBy: guardianDuties,
  },
  {
    bug: 'the guardian takes a cut answer',
    file: 'classifier/guardian-asking.ts',
    find: 'if (reply.ended !== true)',
    replace: 'if (reply.text === undefined)',
    noticedBy: guardianDuties,
  },
]

const scratch = scratchFor('reviewer')

// Most of them wait for what does not come: at the same time, each in a place of its own.
describe.concurrent('with a bug put back, the suites of the reviewer go red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadReviewerProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
