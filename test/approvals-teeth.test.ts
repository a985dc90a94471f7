import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { SOURCES } from './product.ts'
import { daemonApprovals } from './suites/daemon-approvals.ts'

/** As in daemon-teeth.test.ts: each row puts one bug back into a copy of the sources; the suite must notice. */
interface Bug {
  readonly bug: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly noticedBy: RegExp
}

const BUGS: readonly Bug[] = [
  {
    bug: 'the policy is not looked at again after the wait, nor by the queue',
    file: 'surfaces/daemon/approvals.ts',
    find: "return policy.problems.length === 0 && digests.includes(question.policyDigest) ? question.policyDigest : 'another'",
    replace: "return digests.length > 0 ? question.policyDigest : 'another'",
    noticedBy: /answers after the rules changed/,
  },
  {
    bug: 'a stopped session goes on',
    file: 'surfaces/daemon/judging.ts',
    find: 'void (open.stopped = true)',
    replace: 'void (open.stopped = false)',
    noticedBy: /paused session/,
  },
  {
    bug: 'an approval needs no reading',
    file: 'surfaces/daemon/approval-routes.ts',
    find: 'const answered = await queue.answer(question.id, { shown, choice, ...by })',
    replace: 'const answered = await queue.answer(question.id, { shown: shown && question.shown, choice, ...by })',
    noticedBy: /answers after the rules changed/,
  },
  {
    bug: 'an agent may answer',
    file: 'surfaces/daemon/routes.ts',
    find: "{ method: 'POST', path: '/v1/approvals/:id/answer', roles: OPERATES }",
    replace: "{ method: 'POST', path: '/v1/approvals/:id/answer', roles: ASKS }",
    noticedBy: /agent's token/,
  },
  {
    bug: 'a no is a yes',
    file: 'humans/ask-person.ts',
    find: "if (settlement.choice.says === 'deny')",
    replace: "if (settlement.by === '')",
    noticedBy: /no with words/,
  },
  {
    bug: 'no answer in time is a yes',
    file: 'humans/ask-person.ts',
    find: '      return refused(ruling, TIMEOUT)',
    replace: "      return allow('person.approved', 'nobody minded')",
    noticedBy: /no with words/,
  },
  {
    bug: 'a grant holds for every session',
    file: 'checks/grants.ts',
    find: '      return grant.fingerprint !==',
    replace: "      return subject.call.tool === 'Bash' || grant.fingerprint !==",
    noticedBy: /exactly this call for the session/,
  },
  {
    bug: 'what was taken back still holds',
    file: 'surfaces/daemon/judging.ts',
    find: '      if (known) open.grants.splice(place, 1)\n',
    replace: '',
    noticedBy: /exactly this call for the session/,
  },
  {
    bug: 'a grant stands before the deny rules',
    file: 'gate.ts',
    find: "story.tell('firewall', firewall(subject)) ??",
    replace: "story.hear('humans', granted(subject)) ?? story.tell('firewall', firewall(subject)) ??",
    noticedBy: /never beats a deny rule/,
  },
  {
    bug: 'a pause is over with the first grant',
    file: 'checks/grants.ts',
    find: 'session.paused === true || ',
    replace: '',
    noticedBy: /paused session/,
  },
  {
    bug: 'a pause is forgotten by a restart',
    file: 'journal/stores/sqlite-sessions.ts',
    find: 'row.paused === 0',
    replace: 'row.paused >= 0',
    noticedBy: /paused session/,
  },
  {
    bug: 'those who wait count as work',
    file: 'surfaces/daemon/judging.ts',
    find: '    if (!this.#underWay.delete(this.#end)) return\n',
    replace: '    if (this.#underWay.size > 0) return\n',
    noticedBy: /do not count as work/,
  },
  {
    bug: 'whoever waits is not let go when the daemon stops',
    file: 'surfaces/daemon/judging.ts',
    find: '    this.letGo()\n',
    replace: '',
    noticedBy: /stopping lets those who wait go/,
  },
  {
    bug: 'an approved retry is never spent',
    file: 'classifier/review.ts',
    find: '  session.grants.splice(session.grants.indexOf(grant), 1)\n  return (await gate.approver.spend(grant)) ?',
    replace: '  return grant.id ?',
    noticedBy: /tried again with approval/,
  },
  {
    bug: 'hard harm may be tried again with approval',
    file: 'surfaces/daemon/retry.ts',
    find: "severity === 'hard'",
    replace: "severity === 'none'",
    noticedBy: /tried again with approval/,
  },
  {
    bug: 'a rule is written when it is only shown',
    file: 'surfaces/daemon/approval-routes.ts',
    find: 'planRule(parts.home, rule)',
    replace: 'saveRule(parts.home, rule, 0)',
    noticedBy: /a rule is saved after it was shown/,
  },
]

const scratch = join(SOURCES, '..', '.teeth', 'approvals')

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('with a bug put back, the suite of approvals goes red', () => {
  test.each(BUGS)('$bug', async ({ bug, file, find, replace, noticedBy }) => {
    const root = join(scratch, bug.replaceAll(/\W+/g, '-'), 'src')
    rmSync(join(root, '..'), { recursive: true, force: true })
    mkdirSync(root, { recursive: true })
    const copied = new Set([
      'surfaces',
      ...(file.startsWith('surfaces/') ? [] : ['gate.ts', 'checks', 'classifier', 'humans']),
    ])
    copied.add(file.split('/')[0]!)
    for (const name of readdirSync(SOURCES))
      if (copied.has(name)) cpSync(join(SOURCES, name), join(root, name), { recursive: true })
      else symlinkSync(join(SOURCES, name), join(root, name))
    cpSync(join(SOURCES, '..', 'package.json'), join(root, '..', 'package.json'))
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    expect(text.split(find), `${file} must hold the text of the row exactly once`).toHaveLength(2)
    writeFileSync(
      path,
      text
        .replace(find, () => replace)
        .replace('import { planRule, UnsavableRule }', 'import { planRule, saveRule, UnsavableRule }'),
    )
    const failures = await daemonApprovals(await loadDaemon(root), noticedBy).catch((error: unknown) => [String(error)])
    expect(failures).not.toEqual([])
  })
})
