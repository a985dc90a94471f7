import { describe, expect, test } from 'vitest'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { loadReviewerProduct, type ReviewerProduct } from './reviewer-product.ts'
import {
  guardianFaults,
  guardianFloor,
  guardianLevels,
  guardianReads,
  guardianRefusals,
  guardianStale,
} from './suites/guardian-gate.ts'
import { guardianCircuit } from './suites/guardian.ts'

const BUGS: readonly Bug<ReviewerProduct>[] = [
  {
    bug: 'the guardian is not asked before rules that allow',
    file: 'gate.ts',
    find: "(await guarded(gate, subject, trace, trace.recordIfAny('rules', forbids(subject)), terms.signal))",
    replace:
      "(trace.recordIfAny('rules', forbids(subject) ?? permits(subject)) ?? await guarded(gate, subject, trace, undefined, terms.signal))",
    noticedBy: guardianLevels,
  },
  {
    bug: 'a rule that asks spares the guardian',
    file: 'classifier/guardian-review.ts',
    find: "held?.says === 'deny'",
    replace: 'held !== undefined',
    noticedBy: guardianLevels,
  },
  {
    bug: 'auto mode spares the guardian',
    file: 'classifier/guardian-review.ts',
    find: 'if (guardian === undefined ||',
    replace: "if (guardian === undefined || subject.mode === 'auto' ||",
    noticedBy: guardianLevels,
  },
  {
    bug: 'bypass spares the guardian',
    file: 'classifier/guardian-review.ts',
    find: 'if (guardian === undefined ||',
    replace: "if (guardian === undefined || subject.mode === 'bypassPermissions' ||",
    noticedBy: guardianFloor,
  },
  {
    bug: 'a refusal becomes a question',
    file: 'classifier/guardian-review.ts',
    find: "trace.record('guardian', { ...deny(reason), ...usage })",
    replace: "trace.record('guardian', { ...deny(reason), ...usage, says: 'ask' })",
    noticedBy: guardianLevels,
  },
  {
    bug: 'refusals are counted, and the third becomes a question',
    file: 'classifier/denials.ts',
    find: "trace.layer !== 'review'",
    replace: "(trace.layer !== 'review' && trace.layer !== 'guardian')",
    noticedBy: guardianRefusals,
  },
  {
    bug: 'a failure in strict allows',
    file: 'classifier/guardian.ts',
    find: "const opens = how.failure !== undefined && mode === 'guard'",
    replace: 'const opens = how.failure !== undefined',
    noticedBy: guardianFaults,
  },
  {
    bug: 'a failure is not reported',
    file: 'classifier/guardian.ts',
    find: 'if (how.failure !== undefined)\n      this.#report(',
    replace: 'if (how.failure === undefined)\n      this.#report(',
    noticedBy: guardianFaults,
  },
  {
    bug: 'monitor blocks',
    file: 'classifier/guardian.ts',
    find: '  monitor: undefined,',
    replace: "  monitor: 'critical',",
    noticedBy: guardianLevels,
  },
  {
    bug: 'nobody is told what the guardian said',
    file: 'verdict.ts',
    find: 'this.#notes.push(reason)',
    replace: '',
    noticedBy: guardianLevels,
  },
  {
    bug: 'what is certain is left to the model',
    file: 'classifier/guardian.ts',
    find: 'if (known) return this.#settle(',
    replace: 'if (known && !known) return this.#settle(',
    noticedBy: guardianFloor,
  },
  {
    bug: 'guard assesses every `ls`',
    file: 'classifier/guardian-review.ts',
    find: "return mode !== 'strict' &&",
    replace: "return mode === 'monitor' &&",
    noticedBy: guardianReads,
  },
  {
    bug: 'strict spares what only reads',
    file: 'classifier/guardian-review.ts',
    find: "return mode !== 'strict' &&",
    replace: 'return',
    noticedBy: guardianReads,
  },
  {
    bug: 'old rules answer after the guardian was asked',
    file: 'classifier/guardian-review.ts',
    find: "trace.recordIfAny('guardian', stale(gate, subject)) ?? held",
    replace: 'held',
    noticedBy: guardianStale,
  },
  {
    bug: 'slow failures never open the circuit',
    file: 'classifier/guardian-asking.ts',
    find: 'failures: 3, within: Infinity',
    replace: 'failures: 3, within: 20_000',
    noticedBy: guardianCircuit,
  },
  {
    bug: 'a call that confuses the model switches the guardian off',
    file: 'classifier/guardian-asking.ts',
    find: "if ('failure' in meaning) this.#breaker.gaveUp(admission)",
    replace: "if ('failure' in meaning) this.#breaker.failed(this.#now(), admission)",
    noticedBy: guardianCircuit,
  },
]

const scratch = scratchFor('guardian')

describe.concurrent('with a bug put back, the suites of the guardian go red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadReviewerProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
