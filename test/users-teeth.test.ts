import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import {
  beforeParsing,
  callersAndRestarts,
  crashesAndNeighbours,
  type LimitsProduct,
  loadLimits,
} from './suites/limits.ts'
import { deadTokens, editedRows, managing, openStreams, ownSessions, routesByRole } from './suites/user-roles.ts'
import { WHO_ANSWERS } from './suites/who-answers.ts'

const answers =
  (what: RegExp) =>
  async (product: DaemonProduct): Promise<readonly string[]> =>
    (await Promise.all(WHO_ANSWERS.filter((row) => what.test(row.what)).map((row) => row.holds(product)))).flat()

const DAEMON_BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'the table of routes and roles is ignored',
    file: 'surfaces/daemon/door.ts',
    find: 'if (!found.route.roles.includes(role))',
    replace: 'if (found.route.roles.length === 0)',
    noticedBy: routesByRole,
  },
  {
    bug: 'an auditor may do what an admin may',
    file: 'surfaces/daemon/routes.ts',
    find: "const OPERATES: readonly Caller[] = [...OWNS, 'admin']",
    replace: "const OPERATES: readonly Caller[] = [...OWNS, 'admin', 'auditor']",
    noticedBy: routesByRole,
  },
  {
    bug: 'a token that expired is taken',
    file: 'journal/users.ts',
    find: 'if (found.expires !== undefined && now >= found.expires) return undefined',
    replace: 'void now',
    noticedBy: (product) => deadTokens(product, 'expired'),
  },
  {
    bug: 'a token that was revoked is taken',
    file: 'journal/users.ts',
    find: 'if (found === undefined || found.revoked !== undefined) return undefined',
    replace: 'if (found === undefined) return undefined',
    noticedBy: (product) => deadTokens(product, 'revoked'),
  },
  {
    bug: 'a disabled user is let in',
    file: 'surfaces/daemon/door.ts',
    find: 'return user === undefined || user.disabled ? undefined : { role: user.role, user }',
    replace: 'return user === undefined ? undefined : { role: user.role, user }',
    // The store looks, too: both have to forget it.
    noticedBy: async (product) => deadTokens(product, 'disabled'),
  },
  {
    bug: 'users are read once',
    file: 'journal/stores/sqlite-users.ts',
    find: 'if (this.#known?.seal === seal) return this.#known.users',
    replace: 'if (this.#known !== undefined) return this.#known.users',
    noticedBy: (product) => deadTokens(product, 'revoked'),
  },
  {
    bug: 'rows of users are not sealed',
    file: 'journal/stores/sealed-rows.ts',
    find: 'if (sealed === undefined || !digest.equals(sealed))',
    replace: "if (sealed === undefined && session === '')",
    noticedBy: editedRows,
  },
  {
    bug: 'an admin makes owners',
    file: 'policy/users.ts',
    find: "return by === 'admin' && !high(before) && !high(after)",
    replace: "return by === 'admin' && (high(before) || !high(before))",
    noticedBy: managing,
  },
  {
    bug: 'a change of a role is not recorded',
    file: 'journal/stores/sqlite-users.ts',
    find: `    const changed = await this.#journal.change(
      statementsOf(change, at).map(asStatement),
      draftEvent(changeEvent(change, by), at),
    )`,
    replace: `    void [draftEvent, changeEvent, by]
    const changed = await this.#journal.run(statementsOf(change, at).map(asStatement))`,
    noticedBy: managing,
  },
  {
    bug: 'a stream outlives its user',
    file: 'surfaces/daemon/event-routes.ts',
    find: 'if (!stillMay()) {',
    replace: 'if (!stillMay() && last === undefined && encoder === undefined) {',
    noticedBy: openStreams,
  },
  {
    bug: "another user's session is anybody's",
    file: 'surfaces/session-host.ts',
    find: 'return session.user === user\n',
    replace: "return session.user !== ''\n",
    noticedBy: ownSessions,
  },
  {
    bug: 'any role may approve anything',
    file: 'humans/who-may-answer.ts',
    find: "role !== 'owner' && !may.includes(role)",
    replace: 'may.length === 0',
    noticedBy: answers(/whose role may not/),
  },
  {
    bug: 'somebody approves their own agent',
    file: 'humans/who-may-answer.ts',
    find: "if (terms.ownAgent === 'forbidden' && this.#isOwn(question, answerer, people))",
    replace: "if (terms.ownAgent === 'forbidden' && !this.#isOwn(question, answerer, people) && question.id === '')",
    noticedBy: answers(/their own agent/),
  },
  {
    bug: "the agent's own prompt counts for its own agent",
    file: 'humans/who-may-answer.ts',
    find: "if (approvals?.ownAgent === 'forbidden' || needsTwo",
    replace: 'if (needsTwo',
    noticedBy: answers(/own prompt/),
  },
  {
    bug: 'one person is enough where two are needed',
    file: 'humans/who-may-answer.ts',
    find: "if (first === id || !people.may(first, 'approve'))\n",
    replace: "if (!people.may(first, 'approve'))\n",
    noticedBy: answers(/not enough where two/),
  },
]

const LIMIT_BUGS: readonly Bug<LimitsProduct>[] = [
  {
    bug: 'the rate is looked at after parsing',
    file: 'gate.ts',
    find: `if (held?.says === 'deny') return await turnAway(gate, trace, held, { ...about, policyDigest: policy.digest })
    seen = await look(gate, call, session, policy, terms)`,
    replace: `seen = await look(gate, call, session, policy, terms)
    trace.actions = seen.subject.actions
    if (held?.says === 'deny') return await turnAway(gate, trace, held, { ...about, policyDigest: policy.digest })`,
    noticedBy: beforeParsing,
  },
  {
    bug: 'a refusal for the rate is not recorded',
    file: 'recording.ts',
    find: '  await leaveBehind(gate.journal, { ...about, verdict })\n  return verdict',
    replace: '  return verdict',
    noticedBy: beforeParsing,
  },
  {
    bug: 'the limit is forgotten at a restart',
    file: 'checks/rate-limit.ts',
    find: 'this.#ledger?.left(key, limit) ?? limit.burst',
    replace: 'limit.burst',
    noticedBy: callersAndRestarts,
  },
  {
    bug: 'what was taken is never written',
    file: 'journal/stores/group-commit.ts',
    find: 'const boards = this.#passenger?.board() ?? []',
    replace: 'const boards: Step[] = []',
    noticedBy: crashesAndNeighbours,
  },
  {
    bug: 'what others took is given back',
    file: 'journal/stores/sqlite-limits.ts',
    find: 'parameters: [key, most - cost, now, over, most, most, now, perSecond, cost, now, over],',
    replace: 'parameters: [key, most - cost, now, over, most, most, now, 1_000_000, cost, now, over],',
    noticedBy: crashesAndNeighbours,
  },
]

describe('a bug put back is noticed', () => {
  const scratch = scratchFor('users')

  test.each(DAEMON_BUGS)('$bug', async (bug) => {
    const also =
      bug.bug === 'a disabled user is let in'
        ? [
            {
              file: 'journal/users.ts',
              find: 'return person === undefined || person.disabled ? undefined : person',
              replace: 'return person',
            },
          ]
        : []
    expect(await bug.noticedBy(await loadDaemon(putBack(scratch, bug.bug, [bug, ...also])))).not.toEqual([])
  })
  test.each(LIMIT_BUGS)('$bug', async (bug) => {
    expect(await bug.noticedBy(await loadLimits(putBack(scratch, bug.bug, [bug])))).not.toEqual([])
  })
})
