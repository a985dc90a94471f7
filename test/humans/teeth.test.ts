import { describe, expect, it } from 'vitest'
import { SOURCES } from '../product.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { peopleSuite } from './people-suite.ts'
import { queueSuite } from './queue-suite.ts'
import { displaySuite } from './display-suite.ts'
import { loadHumans } from './sources.ts'

const SUITES = { queue: queueSuite, people: peopleSuite, display: displaySuite } as const

interface Bug extends Change {
  readonly bug: string
  readonly suite: keyof typeof SUITES
}

const BUGS: readonly Bug[] = [
  {
    bug: 'whoever comes last settles the question',
    suite: 'queue',
    file: 'journal/stores/sqlite-approvals.ts',
    find: "\n      .where('state', '=', 'pending')\n    return",
    replace: '\n    return',
  },
  {
    bug: 'the loser of a race is on record as well',
    suite: 'queue',
    file: 'journal/stores/sqlite-writer.ts',
    find: "changed !== 'refused' && changed > 0",
    replace: "changed !== 'refused' && changed >= 0",
  },
  {
    bug: 'an answer after the time on the wall clock is taken',
    suite: 'queue',
    file: 'humans/bindings.ts',
    find: ' || now() >= question.expiresAt',
    replace: ' || now() === 0',
  },
  {
    bug: 'turning the wall clock back gives more time',
    suite: 'queue',
    file: 'humans/bindings.ts',
    find: 'monotonic() >= deadline || ',
    replace: 'monotonic() < 0 || ',
  },
  {
    bug: 'a restart with the clock turned back gives more time',
    suite: 'queue',
    file: 'humans/bindings.ts',
    find: 'time < question.askedAt - TURNED_BACK ? 0 :',
    replace: 'time < 0 ? TURNED_BACK :',
  },
  {
    bug: 'what was shown is not compared',
    suite: 'queue',
    file: 'humans/queue/approval-queue.ts',
    find: 'if (answer.shown !== question.shown) {',
    replace: 'if (answer.shown === question.id) {',
  },
  {
    bug: 'a change of the rules goes unnoticed',
    suite: 'queue',
    file: 'humans/bindings.ts',
    find: '!== question.policyDigest) {',
    replace: "=== 'nothing') {",
  },
  {
    bug: 'the end of the session goes unnoticed',
    suite: 'queue',
    file: 'humans/bindings.ts',
    find: 'bindings.sessionOpen(question)) !== true',
    replace: 'bindings.sessionOpen(question)) === undefined',
  },
  {
    bug: 'any rule can be chosen',
    suite: 'queue',
    file: 'humans/questions/choice.ts',
    find: 'if (!question.offers.includes(choice.rule)) {',
    replace: "if (question.offers.includes('*')) {",
  },
  {
    bug: 'an offered rule that lets anything run can be chosen',
    suite: 'queue',
    file: 'humans/savable-rule.ts',
    find: 'if (danger !== undefined) return danger.why',
    replace: '',
  },
  {
    bug: 'a restart answers what is pending',
    suite: 'queue',
    file: 'humans/queue/approval-queue.ts',
    find: "...(row.state === 'pending' ? {} : { settlement: settlementFromStore(row) }),",
    replace:
      "settlement: { how: 'answered', choice: { says: 'once' }, by: 'restart', channel: 'restart', at: time } as const,",
  },
  {
    bug: 'a restart forgets what is pending',
    suite: 'queue',
    file: 'journal/stores/sqlite-approvals.ts',
    find: ".orderBy('asked')",
    replace: ".where('state', '!=', 'pending').orderBy('asked')",
  },
  {
    bug: 'a kept approval is given to everybody',
    suite: 'queue',
    file: 'journal/stores/sqlite-approvals.ts',
    find: "      .where('delivered', '=', 0)\n    return",
    replace: '    return',
  },
  {
    bug: 'a kept approval holds under any rules and for ever',
    suite: 'queue',
    file: 'humans/queue/approval-queue.ts',
    find: 'const lapse = lapsed(entry, this.#options)\n    if (lapse?.code ===',
    replace: 'const lapse = undefined as AnswerRefusal | undefined\n    if (lapse?.code ===',
  },
  {
    bug: 'a question that was changed in the store is asked',
    suite: 'queue',
    file: 'humans/questions/stored-question.ts',
    find: 'read.success && shownOf(read.data) === read.data.shown ?',
    replace: "read.success && shownOf(read.data) !== '' ?",
  },
  {
    bug: 'a session may ask without end',
    suite: 'queue',
    file: 'humans/queue/approval-queue.ts',
    find: 'if (here < mostPerSession && this.#pending.size < most) return undefined',
    replace: 'if (here >= 0 && this.#pending.size < most) return undefined',
  },
  {
    bug: 'a bare yes answers one of two',
    suite: 'people',
    file: 'humans/channel-gate.ts',
    find: "return mine.length === 1 ? here[0] : 'several'",
    replace: 'return here[0]',
  },
  {
    bug: 'anybody in the chat answers',
    suite: 'people',
    file: 'humans/channel-gate.ts',
    find: ' && asked.senderId === senderId',
    replace: " && senderId !== ''",
  },
  {
    bug: 'always holds for everything that begins alike',
    suite: 'people',
    file: 'humans/channel-gate.ts',
    find: "#${hash('sha256', canonical(everything))}`",
    replace: "#${hash('sha256', canonical(everything)).slice(64)}`",
  },
  {
    bug: 'what does not fit into a message is approved unseen',
    suite: 'people',
    file: 'humans/channel-gate.ts',
    find: "asked.whole ? question.shown : ''",
    replace: 'question.shown',
  },
  {
    bug: 'allowSession holds for the tool',
    suite: 'people',
    file: 'humans/permission-manager.ts',
    find: 'const fingerprint = fingerprintOf(tool, input, cwd)',
    replace: 'const fingerprint = fingerprintOf(tool, {}, cwd)',
  },
  {
    bug: 'whatever is not deny allows',
    suite: 'people',
    file: 'humans/permission-manager.ts',
    find: "behavior === 'allow'\n        ? { says: 'once' }",
    replace: "behavior !== 'deny' && behavior !== 'allowSession'\n        ? { says: 'once' }",
  },
  {
    bug: 'letters of another script pass for Latin ones',
    suite: 'display',
    file: 'humans/look-alikes.ts',
    find: 'if (word.latin || doubted) for',
    replace: 'if (word.latin && doubted && word.places.length > 9) for',
  },
  {
    bug: 'a whole word of another script passes for a Latin one',
    suite: 'display',
    file: 'humans/look-alikes.ts',
    find: 'if (word.latin || doubted) for',
    replace: 'if (word.latin) for',
  },
  {
    bug: 'text that turns its direction is shown as it is',
    suite: 'display',
    file: 'humans/look-alikes.ts',
    find: ' || (facts.turned && kind.rightToLeft)',
    replace: '',
  },
  {
    bug: 'blank room pushes the rest out of sight',
    suite: 'display',
    file: 'humans/look-alikes.ts',
    find: '/[ \\t]{48,}/g',
    replace: '/[ \\t]{480000,}/g',
  },
  {
    bug: 'a view that hides something can be answered',
    suite: 'display',
    file: 'humans/questions/make-question.ts',
    find: 'return { text: shorten(text, most),',
    replace: 'return { shown, text: shorten(text, most),',
  },
  {
    bug: 'secrets are shown',
    suite: 'display',
    file: 'humans/call-text.ts',
    find: 'truthful(redact(text.toWellFormed()))',
    replace: 'truthful(text.toWellFormed())',
  },
]

const scratch = scratchFor('humans')

it('without a bug the display tells the truth', async () => {
  expect(await displaySuite(await loadHumans(SOURCES))).toBeUndefined()
})

describe('with a bug put back, the suite goes red', () => {
  it.each(BUGS)('$bug', async (row) => {
    expect(await SUITES[row.suite](await loadHumans(putBack(scratch, row.bug, [row])))).toBeDefined()
  })
})
