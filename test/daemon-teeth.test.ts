import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { daemonDoor } from './suites/daemon-door.ts'
import { daemonLife } from './suites/daemon-life.ts'
import { daemonRoles } from './suites/daemon-roles.ts'

const door = (only: RegExp) => (product: DaemonProduct) => daemonDoor(product, only)

const CHECKS = 'const CHECKS: readonly Check[] = [headers, host, origin, fetchMetadata, upgrade, method, target]'
const without = (check: string): string => CHECKS.replace(`, ${check}`, '')

const BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'the Host is not looked at',
    file: 'surfaces/daemon/door.ts',
    find: CHECKS,
    replace: without('host'),
    noticedBy: door(/Host/),
  },
  {
    bug: 'the Origin is not looked at',
    file: 'surfaces/daemon/door.ts',
    find: CHECKS,
    replace: without('origin'),
    noticedBy: door(/Origin/),
  },
  {
    bug: 'what browsers say is not looked at',
    file: 'surfaces/daemon/door.ts',
    find: CHECKS,
    replace: without('fetchMetadata'),
    noticedBy: door(/Sec-Fetch/),
  },
  {
    bug: 'other protocols go through',
    file: 'surfaces/daemon/door.ts',
    find: CHECKS,
    replace: without('upgrade'),
    noticedBy: door(/Upgrade/),
  },
  {
    bug: 'an origin that begins right is right',
    file: 'surfaces/daemon/door.ts',
    find: 'values.every((value) => entrance.origins.has(value))',
    replace: 'values.every((value) => [...entrance.origins].some((one) => value.startsWith(one)))',
    noticedBy: door(/Origin/),
  },
  {
    bug: 'the first Host counts',
    file: 'surfaces/daemon/door.ts',
    find: 'only !== undefined && more.length === 0 && entrance.hosts.has(only)',
    replace: 'only !== undefined && entrance.hosts.has(only.replace(/\\.evil\\.com$/, ""))',
    noticedBy: door(/Host/),
  },
  {
    bug: 'roles are not looked at',
    file: 'surfaces/daemon/door.ts',
    find: 'if (!found.route.roles.includes(role))',
    replace: 'if (found.route.roles.length === 0)',
    noticedBy: daemonRoles,
  },
  {
    bug: 'the agent token is taken for the operator token',
    file: 'surfaces/daemon/tokens.ts',
    find: "return isAgent ? 'agent' :",
    replace: "return isAgent ? 'operator' :",
    noticedBy: daemonRoles,
  },
  {
    bug: 'the token for signed answers is taken for the operator token',
    file: 'surfaces/daemon/tokens.ts',
    find: "isChannel ? 'channel' :",
    replace: "isChannel ? 'operator' :",
    noticedBy: daemonRoles,
  },
  {
    bug: 'an agent may read the log',
    file: 'surfaces/daemon/routes.ts',
    find: "{ method: 'GET', path: '/v1/audit', roles: AUDITS }",
    replace: "{ method: 'GET', path: '/v1/audit', roles: ASKS }",
    noticedBy: daemonRoles,
  },
  {
    bug: 'a route that is in no table is served',
    file: 'surfaces/daemon/door.ts',
    find: "if (found.kind === 'unknown') return refuse(404, 'daemon.no-route', 'there is no such route')",
    replace: "if (found.kind === 'unknown') return { role, route: table[0]! }",
    noticedBy: daemonRoles,
  },
  {
    bug: 'a CORS header is sent',
    file: 'surfaces/daemon/listen.ts',
    find: "'cache-control': 'no-store',",
    replace: "'cache-control': 'no-store',\n  'access-control-allow-origin': '*',",
    noticedBy: door(/preflight/),
  },
  {
    bug: 'any type of body is read',
    file: 'surfaces/daemon/door.ts',
    find: 'types.length !== 1 || !JSON_TYPE.test(types[0]!)',
    replace: 'types.length < 0',
    noticedBy: door(/Content-Type/),
  },
  {
    bug: 'a token that begins right is right',
    file: 'surfaces/daemon/tokens.ts',
    find: 'const given = digest(token)',
    replace: 'const given = digest(token.slice(0, 43))',
    noticedBy: door(/token longer/),
  },
  {
    bug: 'the token may stand in the address',
    file: 'surfaces/daemon/door.ts',
    find: 'if (only === undefined || more.length > 0) return undefined\n  const token',
    replace:
      "if (only === undefined) return { role: keys.tokens.roleOf(new URLSearchParams(request.url?.split('?')[1]).get('token') ?? '')! }\n  const token",
    noticedBy: door(/token in the address/),
  },
  {
    bug: 'bodies are read loosely',
    file: 'surfaces/daemon/app.ts',
    find: 'const read = readJson(context.env.taken.body)',
    replace:
      "const read = { ok: JSON.parse(Buffer.from(context.env.taken.body).toString() || '{}') } as ReturnType<typeof readJson>",
    noticedBy: door(/body: a double key/),
  },
  {
    bug: 'an agent may say things that are not asked',
    file: 'surfaces/daemon/judge-routes.ts',
    find: 'const CALL = z.strictObject({',
    replace: 'const CALL = z.object({',
    noticedBy: door(/body: a mode/),
  },
  {
    bug: 'a body in chunks may be of any size',
    file: 'surfaces/daemon/listen.ts',
    find: 'if (size <= most) {',
    replace: 'if (size >= 0) {',
    noticedBy: door(/body: too large/),
  },
  {
    bug: 'the lock is not exclusive',
    file: 'surfaces/daemon/instance-lock.ts',
    find: 'begin exclusive',
    replace: 'begin deferred',
    noticedBy: daemonLife('a second daemon'),
  },
  {
    bug: 'whatever lies at the socket is removed',
    file: 'surfaces/daemon/state.ts',
    find: 'if (!stat.isSocket()) throw new CannotStart(`something that is not a socket lies at ${path}: remove it`)',
    replace: '',
    noticedBy: daemonLife('a link in place of the socket'),
  },
  {
    bug: 'a token that others can read will do',
    file: 'surfaces/daemon/tokens.ts',
    find: "process.platform !== 'win32' && (stat.mode & 0o077) !== 0",
    replace: 'stat.size < 0',
    noticedBy: daemonLife('a token that others may read'),
  },
  {
    bug: 'nothing is recorded',
    file: 'surfaces/daemon/daemon.ts',
    find: 'journal: metrics.timed(options.journal?.(journal) ?? journal),',
    replace: 'journal: { remember: () => Promise.resolve() },',
    noticedBy: daemonLife('an allow is durable'),
  },
  {
    bug: 'a broken edit leaves the last good policy in force',
    file: 'surfaces/policies.ts',
    find: '    known.policy = policy\n',
    replace: '    if (problems.length === 0) known.policy = policy\n',
    noticedBy: daemonLife('an edit is in force'),
  },
  {
    bug: 'a broken file is passed over',
    file: 'surfaces/policies.ts',
    find: '    const policy = loadPolicy(locations)\n    const { problems } = policy\n    const { workspace } = locations',
    replace:
      '    const policy = { ...loadPolicy(locations), problems: [] }\n    const { problems } = policy\n    const { workspace } = locations',
    noticedBy: daemonLife('a file that is broken from the start'),
  },
  {
    bug: 'a late allow is given',
    file: 'checks/working-time.ts',
    find: 'return worked > milliseconds || workedByWall > milliseconds',
    replace: 'return false',
    noticedBy: daemonLife('an allow that comes too late'),
  },
  {
    bug: 'Claude Code is asked to ask in the mode in which it runs everything',
    file: 'agents/claude-code/adapter.ts',
    find: "clientMode === 'bypassPermissions' ? 'runs' : 'shown'",
    replace: "clientMode === 'bypassPermissions' ? 'shown' : 'shown'",
    noticedBy: daemonLife('what a client would run unasked'),
  },
  {
    bug: 'a hook that only watches counts as one that tells',
    file: 'surfaces/daemon/app.ts',
    find: "=== 'yes' ? { observed: true } : {}",
    replace: "=== 'yes' ? {} : {}",
    noticedBy: daemonLife('what a client would run unasked'),
  },
  {
    bug: 'a stricter defaultMode is ignored by running sessions',
    file: 'surfaces/session-host.ts',
    find: '    session.mode = defaultMode\n    this.#options.onStricterMode',
    replace: '    this.#options.onStricterMode',
    noticedBy: daemonLife('a stricter defaultMode'),
  },
  {
    bug: 'a wider defaultMode widens running sessions',
    file: 'surfaces/session-host.ts',
    find: 'if (before === defaultMode || !isStricter(defaultMode, session.mode)) return',
    replace: 'if (before === defaultMode) return',
    noticedBy: daemonLife('a stricter defaultMode'),
  },
  {
    bug: 'what a person chose is forgotten by a restart',
    file: 'journal/sessions.ts',
    find: 'return settingsMode === mode ? mode : `${mode} under ${settingsMode}`',
    replace: 'return mode',
    noticedBy: daemonLife('a stricter defaultMode'),
  },
  {
    bug: "the client's own mode does not count",
    file: 'surfaces/hook/answer-hook.ts',
    find: '...(clientMode === undefined ? {} : { clientMode }) }',
    replace: '}',
    noticedBy: daemonLife("the client's plan and dontAsk count"),
  },
  {
    bug: 'the mode in which every client starts turns off what was chosen',
    file: 'checks/modes.ts',
    find: "if (mode !== 'default') return mode",
    replace: 'return mode',
    noticedBy: daemonLife("the client's plan and dontAsk count"),
  },
  {
    bug: 'the default of a client never counts',
    file: 'checks/modes.ts',
    find: 'return modeChosen === true || session.modeChosen === true ? undefined : mode',
    replace: 'return undefined',
    noticedBy: daemonLife("the client's plan and dontAsk count"),
  },
  {
    bug: 'a person who chooses the mode of a session has chosen nothing',
    file: 'surfaces/session-host.ts',
    find: 'open.modeChosen = true',
    replace: '',
    noticedBy: daemonLife('a mode that a person chose'),
  },
  {
    bug: 'claude -p counts as interactive',
    file: 'surfaces/hook/transcript.ts',
    find: "return said === 'sdk-cli'",
    replace: 'return false',
    noticedBy: daemonLife('claude -p is stopped'),
  },
  {
    bug: 'a client that never shows a question is asked without end',
    file: 'surfaces/unanswered.ts',
    find: 'return unanswered >= MOST_UNANSWERED',
    replace: 'return unanswered < 0',
    noticedBy: daemonLife('a session whose questions are never answered'),
  },
  {
    bug: 'a call that is refused for want of room leaves no record',
    file: 'surfaces/unreadable.ts',
    find: "journal.remember({ call, verdict, policyDigest: '', user }).catch(() => undefined)",
    replace: 'void journal, void user',
    noticedBy: daemonLife('who finds no room in time'),
  },
  {
    bug: 'there is no limit to what is under way',
    file: 'surfaces/daemon/judging.ts',
    find: 'return this.#underWay.size >= (this.#options.most ?? MOST_UNDER_WAY)',
    replace: 'return this.#underWay.size < 0',
    noticedBy: daemonLife('too many at a time'),
  },
  {
    bug: 'who comes when all places are taken is refused at once',
    file: 'surfaces/daemon/waiting-line.ts',
    find: 'mine >= this.#limits.mostOfOne || milliseconds <= 0',
    replace: 'mine >= 0',
    noticedBy: daemonLife('too many at a time'),
  },
  {
    bug: 'one session may take every place in the line',
    file: 'surfaces/daemon/waiting-line.ts',
    find: 'mine >= this.#limits.mostOfOne || milliseconds <= 0',
    replace: 'milliseconds <= 0',
    noticedBy: daemonLife('who finds no room in time'),
  },
  {
    bug: 'who waits for room waits without an end',
    file: 'surfaces/daemon/waiting-line.ts',
    find: "timer: setTimeout(() => this.#leave(entry, 'no room'), milliseconds)",
    replace: "timer: setTimeout(() => this.#leave(entry, 'no room'), 30_000)",
    noticedBy: daemonLife('who finds no room in time'),
  },
  {
    bug: 'room that becomes free is given to nobody who waits',
    file: 'surfaces/daemon/judging.ts',
    find: 'while (!this.full && this.#line.next());',
    replace: '',
    noticedBy: daemonLife('too many at a time'),
  },
  {
    bug: 'stopping does not wait',
    file: 'surfaces/daemon/daemon.ts',
    find: '    await drained(judging, options.drainMs ?? DRAIN)\n',
    replace: '',
    noticedBy: daemonLife('stopping lets those'),
  },
  {
    bug: 'a denial is told and counted afterwards',
    file: 'recording.ts',
    find: 'await Promise.allSettled([written, gate.keep?.(session)])',
    replace:
      'await written.catch(() => undefined)\n    setTimeout(() => void gate.keep?.(session).catch(() => undefined), 20)',
    noticedBy: daemonLife('a denial is counted before it is told'),
  },
  {
    bug: 'what cannot be recorded is allowed all the same',
    file: 'recording.ts',
    find: 'await Promise.all([written, gate.keep?.(session)])',
    replace: 'await Promise.allSettled([written, gate.keep?.(session)])',
    noticedBy: daemonLife('while another process holds the journal'),
  },
  {
    bug: 'a session that could not be written is tried again once',
    file: 'surfaces/daemon/open-sessions.ts',
    find: '        this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)\n        this.#saveLater()\n',
    replace: '',
    noticedBy: daemonLife('while another process holds the journal'),
  },
  {
    bug: 'an error does not say what could not be done',
    file: 'surfaces/daemon/serving.ts',
    find: 'const message = `it could not be written down: ${error.message}',
    replace: 'const message = `the daemon failed on this request${error.message.slice(0, 0)}',
    noticedBy: daemonLife('while another process holds the journal'),
  },
  {
    bug: 'an allow does not wait for what it taught the session',
    file: 'surfaces/session-host.ts',
    find: 'keep: () => (kept = changed()),',
    replace: 'keep: async () => void setTimeout(() => void (kept = changed().catch(() => undefined)), 50),',
    noticedBy: daemonLife('what an allow taught'),
  },
  ...(
    [
      ['the nonce', '${nonce}\\n', '${nonce.length}\\n'],
      ['the request', '${sha256(request)}', '${request.length}'],
      ['the agent', '\\n${agent}\\n', '\\nagent\\n'],
      ['how the hook ends', '\\n${exit}\\n', '\\n0\\n'],
      ['the answer', '${sha256(answer)}', '${answer.length}'],
    ] as const
  ).map(([what, find, replace]) => ({
    bug: `a proof does not hold ${what}`,
    file: 'surfaces/hook/proof.ts',
    find,
    replace,
    noticedBy: daemonLife('every answer to a hook'),
  })),
  {
    bug: 'an answer has no proof',
    file: 'surfaces/hook/proof.ts',
    find: 'if (nonce === undefined || !NONCE.test(nonce)) return about.answer',
    replace: 'if (nonce !== "") return about.answer',
    noticedBy: daemonLife('every answer to a hook'),
  },
  {
    bug: 'anything is a nonce',
    file: 'surfaces/hook/proof.ts',
    find: 'if (nonce === undefined || !NONCE.test(nonce)) return about.answer',
    replace: 'if (nonce === undefined) return about.answer',
    noticedBy: daemonLife('every answer to a hook'),
  },
  {
    bug: 'others may read the key of the hook',
    file: 'surfaces/hook/proof.ts',
    find: "process.platform !== 'win32' && (stat.mode & 0o077) !== 0",
    replace: 'stat.mode === 0',
    noticedBy: daemonLife('a key of the hook that others'),
  },
  {
    bug: 'the journal may be anybody’s',
    file: 'surfaces/daemon/own-process.ts',
    find: 'if (isOpen(stat)) throw new CannotStart(`others may write ${path}: chmod go-w it, if you trust what it says`)',
    replace: '',
    noticedBy: daemonLife('a journal that others may write'),
  },
]

const scratch = scratchFor('daemon')

// Most of them wait for what does not come: at the same time, each in a place of its own.
describe.concurrent('with a bug put back, its suite goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadDaemon(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
