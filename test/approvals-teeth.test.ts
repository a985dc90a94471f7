import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { daemonApprovals } from './suites/daemon-approvals.ts'

const approvals = (only: RegExp) => (product: DaemonProduct) =>
  daemonApprovals(product, only).catch((error: unknown) => [String(error)])

const BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'the policy is not looked at again after the wait, nor by the queue',
    file: 'surfaces/daemon/approvals.ts',
    find: "return policy.problems.length === 0 && digests.includes(question.policyDigest) ? question.policyDigest : 'another'",
    replace: "return digests.length > 0 ? question.policyDigest : 'another'",
    noticedBy: approvals(/answers after the rules changed/),
  },
  {
    bug: 'a stopped session goes on',
    file: 'surfaces/daemon/judging.ts',
    find: 'void (open.stopped = true)',
    replace: 'void (open.stopped = false)',
    noticedBy: approvals(/paused session/),
  },
  {
    bug: 'an approval needs no reading',
    file: 'surfaces/daemon/approval-routes.ts',
    find: 'const answered = await queue.answer(question.id, { shown, choice, ...by })',
    replace: 'const answered = await queue.answer(question.id, { shown: shown && question.shown, choice, ...by })',
    noticedBy: approvals(/answers after the rules changed/),
  },
  {
    bug: 'an agent may answer',
    file: 'surfaces/daemon/routes.ts',
    find: "{ method: 'POST', path: '/v1/approvals/:id/answer', roles: APPROVES }",
    replace: "{ method: 'POST', path: '/v1/approvals/:id/answer', roles: ASKS }",
    noticedBy: approvals(/agent's token/),
  },
  {
    bug: 'a no is a yes',
    file: 'humans/ask-person.ts',
    find: "if (settlement.choice.says === 'deny')",
    replace: "if (settlement.by === '')",
    noticedBy: approvals(/no with words/),
  },
  {
    bug: 'no answer in time is a yes',
    file: 'humans/ask-person.ts',
    find: '      return refused(ruling, TIMEOUT)',
    replace: "      return allow('person.approved', 'nobody minded')",
    noticedBy: approvals(/no answer in time/),
  },
  {
    bug: 'a grant holds for every session',
    file: 'checks/grants.ts',
    find: '      return grant.fingerprint !==',
    replace: "      return subject.call.tool === 'Bash' || grant.fingerprint !==",
    noticedBy: approvals(/exactly this call for the session/),
  },
  {
    bug: 'what was taken back still holds',
    file: 'surfaces/session-host.ts',
    find: '      if (known) open.grants.splice(place, 1)\n',
    replace: '',
    noticedBy: approvals(/exactly this call for the session/),
  },
  {
    bug: 'a grant stands before the deny rules',
    file: 'gate.ts',
    find: "trace.record('firewall', gateItself(subject) ?? firewall(subject)) ??",
    replace:
      "trace.recordIfAny('humans', granted(subject)) ?? trace.record('firewall', gateItself(subject) ?? firewall(subject)) ??",
    noticedBy: approvals(/never beats a deny rule/),
  },
  {
    bug: 'a pause is over with the first grant',
    file: 'checks/grants.ts',
    find: 'session.paused === true || ',
    replace: '',
    noticedBy: approvals(/paused session/),
  },
  {
    bug: 'a pause is forgotten by a restart',
    file: 'journal/stores/sqlite-sessions.ts',
    find: 'row.paused === 0',
    replace: 'row.paused >= 0',
    noticedBy: approvals(/paused session/),
  },
  {
    bug: 'those who wait count as work',
    file: 'surfaces/daemon/judging.ts',
    find: 'if (!underWay.delete(this)) return\n    waiting.add(this)',
    replace: 'if (underWay.size < 999) return\n    waiting.add(this)',
    noticedBy: approvals(/do not count as work/),
  },
  {
    bug: 'whoever waits is not let go when the daemon stops',
    file: 'surfaces/daemon/judging.ts',
    find: 'return [...this.#underWay, ...this.#waiting]',
    replace: 'return [...this.#underWay]',
    noticedBy: approvals(/stopping lets those who wait go/),
  },
  {
    bug: 'an approved retry is never spent',
    file: 'classifier/review.ts',
    find: '  session.grants.splice(session.grants.indexOf(grant), 1)\n  return (await gate.approver.spend(grant)) ?',
    replace: '  return grant.id ?',
    noticedBy: approvals(/tried again with approval/),
  },
  {
    bug: 'hard harm may be tried again with approval',
    file: 'surfaces/daemon/retry.ts',
    find: "severity === 'hard'",
    replace: "severity === 'none'",
    noticedBy: approvals(/tried again with approval/),
  },
  {
    bug: 'a rule is written when it is only shown',
    file: 'surfaces/daemon/approval-routes.ts',
    find: "import { planRule, UnsavableRule } from '../save-rule.ts'",
    replace:
      "import { saveRule, UnsavableRule } from '../save-rule.ts'\nconst planRule = (home: string, rule: string) => saveRule(home, rule, 0)",
    noticedBy: approvals(/a rule is saved after it was shown/),
  },
]

const scratch = scratchFor('approvals')

// Most of them wait for what does not come: at the same time, each in a place of its own.
describe.concurrent('with a bug put back, the suite of approvals goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadDaemon(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
