import { describe, expect, test } from 'vitest'
import type { Failures } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { loadReviewerProduct, type ReviewerProduct } from './reviewer-product.ts'
import { orderOfWords, type ProhibitionPlan, prohibitions } from './suites/prohibitions/prohibitions.ts'
import { neverWedged } from './suites/reviewer-wedge.ts'

const words =
  (where: ProhibitionPlan['where']) =>
  (product: ReviewerProduct): Promise<Failures> =>
    prohibitions(product, { ...(where === undefined ? {} : { where }), sentences: 3 })

const wedge = (product: ReviewerProduct): Promise<Failures> => neverWedged(product, 60, 7)

const BUGS: readonly Bug<ReviewerProduct>[] = [
  {
    bug: 'an edit is accepted past the words',
    file: 'checks/fast-paths.ts',
    find: 'return limitsOn(subject).length > 0',
    replace: 'return limitsOn(subject).length > 99',
    noticedBy: words(['typed']),
  },
  {
    bug: 'an allow rule comes before what the user typed later',
    file: 'checks/steps.ts',
    find: 'if (allowed && limitsBeforeRules(subject).length === 0)',
    replace: 'if (allowed)',
    noticedBy: orderOfWords,
  },
  {
    bug: 'a rule granted for the session outlasts what the user typed',
    file: 'checks/grants.ts',
    find: '  if (limitsSaid(subject.session.turns).length > 0 && changesAnything(subject)) return false\n',
    replace: '',
    noticedBy: orderOfWords,
  },
  {
    bug: 'what stage 0 calls harmless is allowed past the words',
    file: 'classifier/review.ts',
    find: "return ruling.says === 'allow' ? ask(reason)",
    replace: "return ruling.says === 'allow' ? ruling",
    noticedBy: words(['typed']),
  },
  {
    bug: 'prose in hard_deny is nobody’s business',
    file: 'checks/limits.ts',
    find: "    ...own('hard_deny'),\n",
    replace: '',
    noticedBy: words(['hard_deny']),
  },
  {
    bug: 'prose in soft_deny is nobody’s business',
    file: 'checks/limits.ts',
    find: "    ...own('soft_deny'),\n",
    replace: '',
    noticedBy: words(['soft_deny']),
  },
  {
    bug: 'a replaced list of exceptions is not noticed',
    file: 'checks/limits.ts',
    find: '? DEFAULTS.allow.find((rule) => !autoMode.allow.includes(rule)) :',
    replace: '? undefined :',
    noticedBy: words(['allow']),
  },
  {
    bug: 'the model is not told the words',
    file: 'classifier/remarks.ts',
    find: '    .slice(0, MOST_REMARKS)\n    .map(({ from, words })',
    replace: '    .slice(0, 0)\n    .map(({ from, words })',
    noticedBy: words(['typed']),
  },
  {
    bug: 'going out counts as reading',
    file: 'checks/changes.ts',
    find: "    case 'read-system':\n      return true",
    replace: "    case 'read-system':\n      return true\n    case 'contact-host' as never:\n      return true",
    noticedBy: words(['typed']),
  },
  {
    bug: 'running the project’s code counts as reading',
    file: 'checks/changes.ts',
    find: 'return READERS.has(action.program)',
    replace: "return action.program !== ''",
    noticedBy: words(['typed']),
  },
  {
    bug: 'answers that cannot be read are not counted',
    file: 'classifier/unreadable.ts',
    find: 'if (why.includes(CODE)) count += 1',
    replace: 'if (why.includes(CODE)) count += 0',
    noticedBy: wedge,
  },
  {
    bug: 'the breaker turns them into silence',
    file: 'classifier/two-stage.ts',
    find: "    case 'unreadable':\n      return breaker.gaveUp(admission)",
    replace:
      "      return breaker.gaveUp(admission)\n    case 'unreadable':\n      return breaker.failed(now, admission)",
    noticedBy: wedge,
  },
  {
    bug: 'a call that was denied leaves no turn',
    file: 'recording.ts',
    find: '    rememberOther(seen, verdict, about)\n    await Promise',
    replace: '    await Promise',
    noticedBy: wedge,
  },
]

describe('with the bug put back, the suite goes red', () => {
  const scratch = scratchFor('words')

  test('the suites are green without one', async () => {
    const product = await loadReviewerProduct()
    expect([...(await words(undefined)(product)), ...(await orderOfWords(product)), ...(await wedge(product))]).toEqual(
      [],
    )
  })

  test.each(BUGS)('$bug', { timeout: 120_000 }, async (bug) => {
    const product = await loadReviewerProduct(putBack(scratch, bug.bug, [bug]))
    expect(await bug.noticedBy(product)).not.toEqual([])
  })
})
