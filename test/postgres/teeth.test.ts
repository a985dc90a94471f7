import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { SHARED } from '../suites/postgres-daemons.ts'
import { FAULTS } from '../suites/postgres-faults.ts'
import { MOVES } from '../suites/postgres-moves.ts'
import { notices, TAMPERINGS, usedDatabase } from '../suites/postgres-tampering.ts'
import { TICKET_CASES, ticketCase } from '../suites/shared-tickets.ts'
import { BEHAVIOURS, withStore } from '../suites/store-conformance.ts'
import { SHARED_ROWS } from '../suites/store-shared.ts'
import { TWO_PEOPLE, twoPeopleCase } from '../suites/two-people.ts'
import { loadStores } from './open.ts'

type Notices = (root: string, postgres: TestPostgres) => Promise<Failures>

function named<T extends { readonly what: string }>(table: readonly T[], part: string): T {
  const found = table.find(({ what }) => what.includes(part))
  if (found === undefined) throw new Error(`nothing is called \`${part}\``)
  return found
}

const fault =
  (part: string): Notices =>
  async (root, postgres) =>
    named(FAULTS, part).holds(await loadStores(root), postgres)
const move =
  (part: string): Notices =>
  async (root, postgres) =>
    named(MOVES, part).holds(await loadStores(root), postgres)
const daemons =
  (part: string): Notices =>
  async (root, postgres) =>
    named(SHARED, part).holds(await loadDaemon(root), postgres)
const behaviour =
  (part: string, kind: 'sqlite' | 'postgres' = 'postgres'): Notices =>
  async (root, postgres) => {
    const product = await loadStores(root)
    const { holds } = named([...BEHAVIOURS, ...SHARED_ROWS], part)
    return withStore(kind, product, postgres, (opened) => holds(opened, product))
  }
const ticket =
  (part: string): Notices =>
  async (root, postgres) =>
    ticketCase(
      { ...(await loadStores(root)), ...(await loadDaemon(root)) },
      'postgres',
      postgres,
      named(TICKET_CASES, part),
    )
const people =
  (part: string): Notices =>
  async (root, postgres) =>
    twoPeopleCase(await loadDaemon(root), postgres, named(TWO_PEOPLE, part))
const tampering =
  (part: string): Notices =>
  async (root, postgres) => {
    const used = await usedDatabase(await loadStores(), postgres)
    return notices(named(TAMPERINGS, part), await loadStores(root), postgres, used)
  }

const BUGS: readonly (Change & { readonly bug: string; readonly noticedBy: Notices })[] = [
  {
    bug: 'a denial is told and counted afterwards',
    file: 'recording.ts',
    find: 'await Promise.allSettled([written, gate.keep?.(session)])',
    replace:
      'await written.catch(() => undefined)\n    setTimeout(() => void gate.keep?.(session).catch(() => undefined), 20)',
    noticedBy: daemons('a denial that one daemon told'),
  },
  {
    bug: 'nobody hears of a save that expired before it was tried',
    file: 'journal/stores/group-commit.ts',
    find: 'this.neverTried(waiting.job)',
    replace: '',
    noticedBy: fault('refused in the queue'),
  },
  {
    bug: 'nobody hears of a save behind a commit that is in doubt',
    file: 'journal/stores/postgres/committer.ts',
    find: 'const inDoubt = this.#doubt?.jobs ?? []',
    replace: 'const inDoubt = this.#doubt === undefined ? [] : jobs',
    noticedBy: fault('behind a commit in doubt'),
  },
  {
    bug: 'what is to be written now or never is kept and written later',
    file: 'journal/stores/postgres/store.ts',
    find: 'append: (draft, when) => journal.append(draft, when)',
    replace: 'append: (draft) => journal.append(draft)',
    noticedBy: fault('falls silent'),
  },
  {
    bug: 'nobody hears of a save while the database was not reached yet',
    file: 'journal/stores/postgres/journal.ts',
    find: '      this.neverTried(jobs)\n      throw error',
    replace: '      throw error',
    noticedBy: fault('before the database was ever reached'),
  },
  {
    bug: 'a commit that was cut off is tried again without looking',
    file: 'journal/stores/postgres/committer.ts',
    find: 'const doubt = this.#doubt\n    if (doubt === undefined) return',
    replace:
      'const doubt = this.#doubt\n    this.#doubt = undefined\n    if (doubt === undefined || doubt.before >= 0) return',
    noticedBy: fault('cut after COMMIT'),
  },
  {
    bug: 'an error at COMMIT is taken for a yes',
    file: 'journal/stores/postgres/committer.ts',
    find: 'if (!isLost(error)) this.#doubt = undefined\n      throw error',
    replace: 'if (!isLost(error)) throw error',
    noticedBy: fault('cut before COMMIT'),
  },
  {
    bug: 'whoever finds a new rate limit taken keeps what it took',
    file: 'journal/stores/postgres/limits.ts',
    find: 'if (kept === 0) throw',
    replace: 'if (kept < 0) throw',
    noticedBy: fault('begin at once'),
  },
  {
    bug: 'a session is saved on top of any version',
    file: 'journal/stores/postgres/session-saves.ts',
    find: 'tx.versionOf(name) === save.version && ',
    replace: '',
    noticedBy: fault('sixteen'),
  },
  {
    bug: 'of two counts the higher one is kept',
    file: 'journal/stores/postgres/merge.ts',
    find: 'mine.total = theirs.total + denied',
    replace: 'mine.total = Math.max(theirs.total, denied)',
    noticedBy: fault('sixteen'),
  },
  {
    bug: 'rows are not compared with their seal',
    file: 'journal/stores/postgres/rows.ts',
    find: 'if (sealed === undefined || !digest.equals(sealed))',
    replace: 'if (sealed === undefined)',
    noticedBy: tampering('a mode is widened'),
  },
  {
    bug: 'the end of a chain is not compared with its seal',
    file: 'journal/stores/compare-head.ts',
    find: 'if (seal.seq !== last.seq || seal.hash !== last.hash)',
    replace: 'if (seal.seq < 0)',
    noticedBy: tampering('a record that fits the chain is added'),
  },
  {
    bug: 'triggers are not looked for',
    file: 'journal/stores/postgres/server.ts',
    find: 'if (rows.length > 0)',
    replace: 'if (rows.length > 99)',
    noticedBy: tampering('a trigger is added'),
  },
  {
    bug: 'the chain of an unknown key belongs to the log',
    file: 'journal/stores/postgres/verify.ts',
    find: 'if (!known.has(writer))',
    replace: 'if (known.size > 99)',
    noticedBy: tampering('the chain of an unknown key'),
  },
  {
    bug: 'what was signed outside the database is forgotten',
    file: 'journal/stores/postgres/journal.ts',
    find: 'commits: Math.max(commits, outside.signed?.commits ?? 0, anchored?.commits ?? 0),',
    replace: 'commits,',
    noticedBy: move('put back to an earlier time'),
  },
  {
    bug: 'a question is settled again',
    file: 'journal/stores/postgres/approvals.ts',
    find: `"session = $1 and id = $2 and state = 'pending'"`,
    replace: `'session = $1 and id = $2'`,
    noticedBy: behaviour('settled once'),
  },
  {
    bug: 'a grant is spent again',
    file: 'journal/stores/postgres/sessions.ts',
    find: 'id = $2 and spent = 0 and',
    replace: 'id = $2 and',
    noticedBy: behaviour('spent by exactly one'),
  },
  {
    bug: 'a server that acknowledges too early is used',
    file: 'journal/stores/postgres/server.ts',
    find: "if (found['acknowledges'] === 'off')",
    replace: "if (found['acknowledges'] === 'never')",
    noticedBy: move('does not keep what it acknowledges'),
  },
  {
    bug: 'a later version is written',
    file: 'journal/stores/postgres/migrate.ts',
    find: 'if (version <= SCHEMA_VERSION) return',
    replace: 'if (version >= 0) return',
    noticedBy: move('a newer schema'),
  },
  {
    bug: 'users are asked for once',
    file: 'journal/stores/postgres/users.ts',
    find: "if (this.#known === undefined || (version?.mac ?? '') !== this.#known.mac) {",
    replace: 'if (this.#known === undefined) {',
    noticedBy: daemons('revoked on one daemon'),
  },
  {
    bug: 'what one daemon took the others take again',
    file: 'journal/stores/postgres/limits.ts',
    find: 'const row = { key, tokens: there - taken * 1_000, at: now',
    replace: 'const row = { key, tokens: there, at: now',
    noticedBy: daemons('a rate limit'),
  },
  {
    bug: 'a session that is in memory is not read again',
    file: 'surfaces/daemon/open-sessions.ts',
    find: 'if (stale) await this.#store.refresh?.(open.session)',
    replace: 'if (stale) await Promise.resolve()',
    noticedBy: daemons('stopped on one daemon'),
  },
  {
    bug: 'two daemons use one key',
    file: 'journal/stores/postgres/store.ts',
    find: 'if (rows[0]?.held === true) return',
    replace: 'if (rows.length === 1) return',
    noticedBy: daemons('same key'),
  },
  {
    bug: 'turns that are read again are others',
    file: 'journal/stores/postgres/sessions.ts',
    find: 'if (known !== undefined) knowAgain(theirs, known)\n    const after',
    replace: 'const after',
    noticedBy: fault('taken back'),
  },
  {
    bug: 'what was taken back comes again with what others saved',
    file: 'journal/stores/postgres/merge.ts',
    find: 'theirs.turns.filter((turn) => !known.has(turn) || here.has(turn))',
    replace: 'theirs.turns',
    noticedBy: fault('taken back'),
  },
  {
    bug: 'a ticket is used again',
    file: 'journal/stores/postgres/tickets.ts',
    find: 'id = $2 and spent = 0 and',
    replace: 'id = $2 and',
    noticedBy: behaviour('a ticket is used by exactly one'),
  },
  {
    bug: 'a ticket is used again in SQLite',
    file: 'journal/stores/sqlite-tickets.ts',
    find: ".where('spent', '=', 0)\n",
    replace: '',
    noticedBy: behaviour('a ticket is used by exactly one', 'sqlite'),
  },
  {
    bug: 'a ticket counts for another call',
    file: 'journal/stores/postgres/tickets.ts',
    find: 'fingerprint = $6 and',
    replace: 'length($6) > 0 and',
    noticedBy: behaviour('a ticket counts only for'),
  },
  {
    bug: 'a ticket counts for another call in SQLite',
    file: 'journal/stores/sqlite-tickets.ts',
    find: ".where('fingerprint', '=', ticket.fingerprint)\n",
    replace: '',
    noticedBy: behaviour('a ticket counts only for', 'sqlite'),
  },
  {
    bug: 'a ticket never ends',
    file: 'journal/stores/postgres/tickets.ts',
    find: 'until > $3 and',
    replace: '$3 > 0 and',
    noticedBy: behaviour('a ticket counts only for'),
  },
  {
    bug: 'whoever finds a ticket unused runs its command',
    file: 'surfaces/daemon/contained-runs.ts',
    find: "if (!(await tickets.spend(ticket, now))) return 'this ticket was used already'",
    replace: 'await tickets.spend(ticket, now)',
    noticedBy: ticket('at the same moment'),
  },
  {
    bug: 'the walls of a ticket are not compared with those that were planned',
    file: 'containment/tickets.node.ts',
    find: "return digestOfPlan(place) === plan ? undefined : 'the plan",
    replace: "return plan !== '' ? undefined : 'the plan",
    noticedBy: ticket('what it was planned with'),
  },
  {
    bug: 'a ticket of another machine is used',
    file: 'surfaces/daemon/contained-runs.ts',
    find: 'if (ticket.machine !== thisMachine())',
    replace: "if (ticket.machine === '')",
    noticedBy: ticket('another machine'),
  },
  {
    bug: 'the command of a ticket is known in every session',
    file: 'surfaces/containing.ts',
    find: 'session === call.session && judged.call.agent',
    replace: 'judged.call.agent',
    noticedBy: ticket('comes back for a permission'),
  },
  {
    bug: 'one person is two',
    file: 'humans/who-may-answer.ts',
    find: "if (first === id || !people.may(first, 'approve'))\n",
    replace: "if (!people.may(first, 'approve'))\n",
    noticedBy: people('the same person twice'),
  },
  {
    bug: 'every daemon has first answers of its own',
    file: 'humans/who-may-answer.ts',
    find: 'first = await store.firstYes(yes)\n',
    replace: 'first = id\n',
    noticedBy: people('are one approval'),
  },
  {
    bug: 'the later yes takes the place of the first',
    file: 'journal/stores/postgres/approvals.ts',
    find: 'if (instead === undefined) return 0\n      const values = [holder, question, storable(instead),',
    replace:
      'const values = [holder, question, (await tx.query(\'select "by" from approval_yes where question = $1\', [question])).rows[0]?.["by"],',
    noticedBy: people('are one approval'),
  },
]

describe('a bug put back is noticed', () => {
  const scratch = scratchFor('postgres')
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  for (const { bug, noticedBy, ...change } of BUGS)
    it(bug, async () => {
      const root = putBack(scratch, bug, [change])
      const found = await noticedBy(root, postgres).catch((error: unknown) => [String(error)])
      expect(found.length).toBeGreaterThan(0)
    })
})
