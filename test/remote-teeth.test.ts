import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { publicConsole, publicDoor, publicList, spokenTls, whereToListen } from './suites/public-door.ts'
import { away, peopleAtTheGate, refusedTokens, slowGate, theStricterCounts } from './suites/remote/following.ts'
import { changedAtTheGate, hostileDeliveries, pinnedKeys } from './suites/remote/hostile-deliveries.ts'

const door = (only: RegExp) => (product: DaemonProduct) => publicDoor(product, only)

const BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'tokens of the machine open the public entrance',
    file: 'surfaces/daemon/door.ts',
    find: "entrance.kind === 'public' ? undefined : keys.tokens.roleOf(token)",
    replace: 'keys.tokens.roleOf(token)',
    noticedBy: door(/the machine’s/),
  },
  {
    bug: 'any name will do at the public entrance',
    file: 'surfaces/daemon/door.ts',
    find: 'if (only !== undefined && more.length === 0 && entrance.hosts.has(only)) return undefined',
    replace:
      "if (only !== undefined && more.length === 0 && (entrance.kind === 'public' || entrance.hosts.has(only))) return undefined",
    noticedBy: door(/Host evil/),
  },
  {
    bug: 'every route is public',
    file: 'surfaces/daemon/public-routes.ts',
    find: 'return table.filter(({ method, path }) => PUBLIC.has(`${method} ${path}`))',
    replace: 'return table.filter(({ method, path }) => PUBLIC.has(`${method} ${path}`) || path.length > 0)',
    noticedBy: publicList,
  },
  {
    bug: 'every address counts as loopback',
    file: 'surfaces/daemon/public-entrance.ts',
    find: 'if (isLoopback(host)) return\n',
    replace: 'if (isLoopback(host) || host.length > 0) return\n',
    noticedBy: whereToListen,
  },
  {
    bug: 'nobody looks whether there are tokens',
    file: 'surfaces/daemon/public-entrance.ts',
    find: 'if (!hasTokens)',
    replace: "if (!hasTokens && host === '')",
    noticedBy: whereToListen,
  },
  {
    bug: 'any cipher will do',
    file: 'surfaces/daemon/public-entrance.ts',
    find: '    ciphers: CIPHERS,',
    replace: '    ciphers: `${CIPHERS}:ECDHE-ECDSA-AES128-SHA`,',
    noticedBy: spokenTls,
  },
  {
    bug: 'client certificates are asked for and not looked at',
    file: 'surfaces/daemon/public-entrance.ts',
    find: 'requestCert: true, rejectUnauthorized: true',
    replace: 'requestCert: true, rejectUnauthorized: false',
    noticedBy: spokenTls,
  },
  {
    bug: 'the operator of the machine is logged in from elsewhere',
    file: 'surfaces/daemon/door.ts',
    find: "!(session.user === undefined && entrance.kind === 'public')",
    replace: "!(session.user === undefined && entrance.kind === 'socket')",
    noticedBy: publicConsole,
  },
  {
    bug: 'links of records are not checked',
    file: 'journal/machines.ts',
    find: 'const fits = isRow(record) && linkHash(last.hash, record) === record.hash',
    replace: 'const fits = isRow(record)',
    noticedBy: hostileDeliveries,
  },
  {
    bug: 'the signature of a batch is not checked',
    file: 'journal/machines.ts',
    find: "if (head.kind !== 'head' || !isGenuine(head)) return",
    replace: "if (head.kind !== 'head') return",
    noticedBy: hostileDeliveries,
  },
  {
    bug: 'a gap is taken',
    file: 'journal/machines.ts',
    find: 'if (batch.records.length > 0 && batch.after.seq > base.seq)',
    replace: 'if (batch.records.length > 0 && batch.after.seq < 0)',
    noticedBy: hostileDeliveries,
  },
  {
    bug: 'a rewritten log is taken for the same',
    file: 'journal/machines.ts',
    find: 'if (before !== undefined && before !== hash)',
    replace: "if (before !== undefined && before === '')",
    noticedBy: hostileDeliveries,
  },
  {
    bug: 'a shortened log is taken for a late message',
    file: 'journal/machines.ts',
    find: 'if (head.seq < has.seq && head.at > known.signed.at)',
    replace: 'if (head.seq < 0 && head.at > known.signed.at)',
    noticedBy: hostileDeliveries,
  },
  {
    bug: 'an alarm is not recorded',
    file: 'surfaces/daemon/take-batch.ts',
    find: 'if (ALARMS.has(code)) await alarm(parts, from, writer, code, message)',
    replace: 'void [ALARMS, alarm]',
    noticedBy: hostileDeliveries,
  },
  {
    bug: 'records are inserted before anybody looks where the chain is',
    file: 'journal/machines.ts',
    find: 'const fresh = batch.records.filter(({ seq }) => seq > base.seq)',
    replace: 'const fresh = batch.records.filter(({ seq }) => seq > 0)',
    noticedBy: hostileDeliveries,
  },
  {
    bug: 'a token delivers for any key',
    file: 'surfaces/daemon/take-batch.ts',
    find: 'if (known?.writer === writer) return undefined',
    replace: 'if (known?.writer === writer || known !== undefined) return undefined',
    noticedBy: pinnedKeys,
  },
  {
    bug: "the gate's own log is not compared",
    file: 'surfaces/daemon/machines-view.ts',
    find: 'verifyForeign(machines, chain, recorded.get(chain.writer))',
    replace: 'verifyForeign(machines, chain)',
    noticedBy: changedAtTheGate,
  },
  {
    bug: 'what the team says is not heeded',
    file: 'gate.ts',
    find: "const heeded = trace.recordIfAny('team', await heedTeam(gate, subject, own, terms.signal)) ?? own",
    replace: 'await heedTeam(gate, subject, own, terms.signal)\n    const heeded = own',
    noticedBy: theStricterCounts,
  },
  {
    bug: 'the team is told secrets',
    file: 'journal/records.ts',
    find: 'body: canonical(masked),',
    replace: "body: canonical(text === 'repaired' ? wellFormed(body) : masked),",
    noticedBy: theStricterCounts,
  },
  {
    bug: 'a gate that is away is a deny that nobody set',
    file: 'checks/team.ts',
    find: "if (away !== 'deny') return undefined",
    replace: "if (away === 'deny') return undefined",
    noticedBy: away,
  },
  {
    bug: 'every call waits for a gate that is away',
    file: 'surfaces/team/follower.ts',
    find: "if (line.state === 'away') return { says: 'away', because: line.because }",
    replace: '',
    noticedBy: away,
  },
  {
    bug: 'the team is asked about what is denied here',
    file: 'checks/team.ts',
    find: "if (team === undefined || own.says === 'deny') return undefined",
    replace: 'if (team === undefined) return undefined',
    noticedBy: slowGate,
  },
  {
    bug: 'a revoked token is an outage',
    file: 'surfaces/team/team-line.ts',
    find: 'if (status === 401 || status === 403) return { refuses:',
    replace: 'if (status === 401 || status === 403) return { away:',
    noticedBy: refusedTokens,
  },
  {
    bug: 'what is too large for the gate passes it by',
    file: 'surfaces/team/follower.ts',
    find: 'if (isTooLarge(body)) return TOO_LARGE',
    replace: "if (isTooLarge(body)) return { says: 'away', because: 'too large' }",
    noticedBy: theStricterCounts,
  },
  {
    bug: 'a team file that cannot be read is none',
    file: 'surfaces/team/follower.ts',
    find: "if (this.#broken !== undefined) return { says: 'refuses', because: this.#broken }",
    replace: '',
    noticedBy: refusedTokens,
  },
  {
    bug: 'a session that was stopped at the gate goes on',
    file: 'surfaces/daemon/team-routes.ts',
    find: 'const first = stoppedSession(session) ?? heldByPerson(session)',
    replace: 'void stoppedSession\n  const first = heldByPerson(session)',
    noticedBy: peopleAtTheGate,
  },
]

describe('a bug put back is noticed', () => {
  const scratch = scratchFor('remote')

  test.each(BUGS)('$bug', async (bug) => {
    const product = await loadDaemon(putBack(scratch, bug.bug, [bug]))
    // What never comes is noticed, too.
    expect(await bug.noticedBy(product).catch((error: unknown) => [String(error)])).not.toEqual([])
  })
})
