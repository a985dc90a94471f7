import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { SqliteUsers } from '../../src/journal/stores/sqlite-users.ts'
import { TOKEN_PREFIX, tokenDigest } from '../../src/journal/users.ts'
import { type Role, ROLES } from '../../src/policy/users.ts'
import { journalFor } from '../../src/surfaces/journal-places.ts'
import { type DaemonProduct, run, type Running } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { until } from '../until.ts'

/** What each role may use beside what the one before it may, written down apart from the table it checks. */
const AGENT = [
  'POST /v1/judge',
  'POST /v1/judge/result',
  'POST /v1/judge/handover',
  'POST /v1/hooks/:agent',
  'POST /v1/contained/spend',
  'POST /v1/contained/:run/settle',
  'POST /v1/contained/:run/network',
  'POST /v1/mcp/call',
  'POST /v1/mcp/remark',
  'POST /v1/mcp/result',
  'POST /v1/team/consult',
  'POST /v1/team/question',
  'POST /v1/team/records',
]
const LOOKS = [
  'GET /v1/sessions',
  'GET /v1/session',
  'GET /v1/approvals',
  'GET /v1/approvals/:id',
  'GET /v1/channels',
  'GET /v1/audit/records/:id',
  'GET /v1/policy',
  'GET /v1/policy/problems',
  'GET /v1/policy/bundle',
  'POST /v1/console/logout',
  'GET /v1/console/me',
  'POST /v1/console/link',
  'GET /v1/events',
  'GET /v1/health',
  'GET /livez',
  'GET /readyz',
  'GET /v1/openapi.json',
]
const READS = [
  'GET /v1/machines',
  'GET /v1/machines/:writer/records',
  'GET /v1/audit',
  'GET /v1/audit/export',
  'GET /v1/audit/verify',
  'GET /v1/cost',
  'GET /v1/settings',
  'GET /v1/insights',
  'GET /v1/agents',
  'GET /v1/mcp/held',
  'GET /v1/reviews',
  'GET /v1/reviews/:call',
  'GET /v1/metrics',
  'GET /v1/siem',
  'GET /v1/users',
]
const ANSWERS = ['POST /v1/judge/settle', 'POST /v1/approvals/:id/answer', 'POST /v1/session/stop']
const RUNS = [
  'POST /v1/judge/said',
  'POST /v1/session/said',
  'POST /v1/session/mode',
  'POST /v1/session/forget',
  'POST /v1/session/pause',
  'POST /v1/session/revoke',
  'POST /v1/approvals/save-preview',
  'POST /v1/approvals/retry',
  'POST /v1/channels/test',
  'GET /v1/channels/test/:id',
  'POST /v1/lab',
  'POST /v1/demo',
  'POST /v1/settings/preview',
  'POST /v1/settings/save',
  'POST /v1/mcp/approve',
  'POST /v1/machines/accept',
  'POST /v1/users/change',
  'POST /v1/users/token',
]
const OWNS = ['POST /v1/drain', 'POST /v1/agents/plan', 'POST /v1/agents/install', 'POST /v1/agents/uninstall']

const COLUMNS: Readonly<Record<Role, ReadonlySet<string>>> = {
  agent: new Set(AGENT),
  auditor: new Set([...LOOKS, ...READS]),
  approver: new Set([...AGENT, ...LOOKS, ...ANSWERS]),
  admin: new Set([...AGENT, ...LOOKS, ...READS, ...ANSWERS, ...RUNS]),
  owner: new Set([...AGENT, ...LOOKS, ...READS, ...ANSWERS, ...RUNS, ...OWNS]),
}

/** What no user may: it is signed besides, or needs the machine's own token. */
const FOR_NO_USER: ReadonlySet<string> = new Set([
  'POST /v1/channels/webhook/answer',
  'POST /v1/heads',
  'GET /v1/heads',
  'POST /v1/console/login',
  'GET /v1/console/ways',
  'POST /v1/console/oidc/start',
  'GET /v1/console/oidc/callback',
])

/** A user with a token, made with the operator's. */
export async function userWith(running: Running, user: string, role: Role, more: object = {}): Promise<string> {
  const made = await running.post('/v1/users/change', { does: 'add', user, role, ...more })
  if (made.status !== 200) throw new Error(`${user} could not be made: ${made.body}`)
  const token = await running.post('/v1/users/token', { user })
  return (JSON.parse(token.body) as { token: string }).token
}

function send(
  running: Running,
  method: string,
  path: string,
  token: string,
): Promise<{ status: number; body: string }> {
  return method === 'GET' ? running.get(path, token) : running.post(path, {}, token)
}

function pathOf(route: { readonly path: string }): string {
  return route.path.replace(':agent', 'generic').replace(/:\w+/, 'abcd-1')
}

/** Route × role over a real daemon: every row of the table with every role's token. */
export async function routesByRole(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const running = await run(product)
  try {
    const tokens = new Map<Role, string>()
    for (const role of ROLES) tokens.set(role, await userWith(running, `the-${role}`, role))
    for (const route of product.routes.ROUTES) {
      const name = `${route.method} ${route.path}`
      // A stream that opens never ends; who may open it is looked at for those who may not.
      const endless = route.path === '/v1/events'
      if (!Object.values(COLUMNS).some((column) => column.has(name)) && !FOR_NO_USER.has(name))
        failures.push(`${name}: nobody wrote down who may`)
      for (const role of ROLES) {
        const may = COLUMNS[role].has(name)
        if (endless && may) continue
        const { status, body } = await send(running, route.method, pathOf(route), tokens.get(role)!)
        if (may && (status === 401 || status === 403 || status === 0)) failures.push(`${name}: ${role} gets ${status}`)
        if (!may && status !== 403) failures.push(`${name}: ${role} gets ${status}, not 403`)
        if (!may && !body.includes(`the-${role} is ${role}`)) failures.push(`${name}: ${role} is not told why: ${body}`)
      }
    }
  } finally {
    await running.end()
  }
  return failures
}

/** The store of a running daemon, as another process has it. */
export async function inTheStore(running: Running, act: (users: SqliteUsers) => Promise<unknown>): Promise<void> {
  const state = running.daemon.paths.directory
  const journal = openSqliteJournal({
    ...journalFor(state, `${running.directory}/home`),
    thread: 'caller',
    deadlineMs: 60_000,
  })
  const users = new SqliteUsers(journal, statePaths(state).database)
  try {
    await users.open()
    await act(users)
  } finally {
    users.close()
    await journal.close()
  }
}

const BY = { user: 'test', through: 'command line' } as const

/** Tokens that are dead, and no token: refused on every route. */
export async function deadTokens(product: DaemonProduct, only?: string): Promise<Failures> {
  const failures: string[] = []
  const running = await run(product)
  const expired = `${TOKEN_PREFIX}${'e'.repeat(43)}`
  try {
    const disabled = await userWith(running, 'dan', 'owner')
    const removed = await userWith(running, 'rob', 'owner')
    const revoked = await userWith(running, 'ray', 'owner')
    await userWith(running, 'eve', 'owner')
    for (const [name, token] of Object.entries({ disabled, removed, revoked })) {
      const { status } = await running.get('/v1/health', token)
      if (status !== 200) failures.push(`${name}: does not live before it dies (${status})`)
    }
    const listed = JSON.parse((await running.get('/v1/users')).body) as {
      users: { id: string; tokens: { id: string }[] }[]
    }
    const ray = listed.users.find(({ id }) => id === 'ray')?.tokens[0]?.id
    if (ray === undefined) return [...failures, 'ray is not listed with a token']
    // By another process: the daemon has to notice with its next request.
    await inTheStore(running, async (users) => {
      const digest = tokenDigest(expired)
      const token = { id: 'old', user: 'eve', digest, label: '', created: 1, expires: Date.now() - 1 }
      await users.change({ does: 'token', token }, BY)
      await users.change({ does: 'disable', user: 'dan', role: 'owner' }, BY)
      await users.change({ does: 'remove', user: 'rob', role: 'owner' }, BY)
      await users.change({ does: 'revoke', user: 'ray', token: ray }, BY)
    })
    const dead = Object.entries({
      disabled,
      removed,
      revoked,
      expired,
      none: 'x',
      'made up': `${TOKEN_PREFIX}${'a'.repeat(43)}`,
    })
    const routes = product.routes.ROUTES.filter(({ roles, path }) =>
      only === undefined ? !roles.includes('stranger') : path === '/v1/judge' || path === '/v1/health',
    )
    const rows = routes.flatMap((route) =>
      dead.filter(([name]) => only === undefined || name === only).map(([name, token]) => ({ route, name, token })),
    )
    for (let at = 0; at < rows.length; at += 80)
      await Promise.all(
        rows.slice(at, at + 80).map(async ({ route, name, token }) => {
          const { status } = await send(running, route.method, pathOf(route), token)
          if (status !== 401) failures.push(`${route.method} ${route.path}: a token that is ${name} gets ${status}`)
        }),
      )
  } finally {
    await running.end()
  }
  return failures
}

/** A role that somebody edits in the file is no role, and the log says that it was edited. */
export async function editedRows(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  for (const edit of [
    "update gate_user set role = 'owner' where id = 'ann'",
    "update gate_user set disabled = 0 where id = 'ann'",
    "insert into user_identity values ('portcullis:users', 'login:eve', 'ann')",
    'update user_token set expires = 0, revoked = 0',
    'delete from user_token',
  ]) {
    const running = await run(product)
    try {
      const token = await userWith(running, 'ann', 'auditor')
      await running.post('/v1/users/change', { does: 'disable', user: 'ann' })
      const database = new DatabaseSync(statePaths(running.daemon.paths.directory).database)
      if (!existsSync(statePaths(running.daemon.paths.directory).key)) failures.push('there is no key')
      database.exec(edit)
      database.close()
      // Another change of the real store makes everybody read it again; it is refused, because the rows are not ours.
      const change = await running.post('/v1/users/change', { does: 'add', user: 'bob', role: 'agent' })
      const read = await running.get('/v1/users')
      const { status } = await running.get('/v1/health', token)
      const verified = await running.get('/v1/audit/verify')
      if (status === 200) failures.push(`${edit}: the token is taken`)
      if (change.status === 200 && read.status === 200) failures.push(`${edit}: it is not noticed`)
      if (!verified.body.includes('not what the gate wrote'))
        failures.push(`${edit}: the log verifies: ${verified.body}`)
    } finally {
      await running.end()
    }
  }
  return failures
}

/** Nobody makes themselves more than they are, and everything is on record. */
export async function managing(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const running = await run(product)
  try {
    const owner = await userWith(running, 'olga', 'owner')
    const admin = await userWith(running, 'adam', 'admin')
    await userWith(running, 'ann', 'approver', { identities: ['telegram:4711'] })
    const change = async (token: string, body: object, wanted: number): Promise<void> => {
      const { status, body: said } = await running.post('/v1/users/change', body, token)
      if (status !== wanted) failures.push(`${JSON.stringify(body)}: ${status}, not ${wanted}: ${said}`)
    }
    await change(admin, { does: 'role', user: 'adam', role: 'owner' }, 409)
    await change(admin, { does: 'add', user: 'eve', role: 'admin' }, 409)
    await change(admin, { does: 'disable', user: 'olga' }, 409)
    await change(admin, { does: 'role', user: 'ann', role: 'admin' }, 409)
    await change(admin, { does: 'role', user: 'ann', role: 'auditor' }, 200)
    await change(owner, { does: 'disable', user: 'olga' }, 409)
    await change(owner, { does: 'role', user: 'olga', role: 'agent' }, 409)
    await change(owner, { does: 'add', user: 'telegram:1', role: 'agent' }, 409)
    await change(owner, { does: 'join', user: 'adam', identity: 'telegram:4711' }, 409)
    await change(owner, { does: 'remove', user: 'ann' }, 200)
    const token = await running.post('/v1/users/token', { user: 'olga' }, admin)
    if (token.status !== 409) failures.push(`an admin gets a token of an owner: ${token.status}`)
    const { body } = await running.get('/v1/audit?limit=100')
    const events = (JSON.parse(body) as { records: { event: string; code: string; user: string }[] }).records
    for (const [event, code, user] of [
      ['user_created', 'user.created', 'operator'],
      ['operator_action', 'user.token-created', 'operator'],
      ['role_changed', 'user.role', 'adam'],
      ['user_deleted', 'user.removed', 'olga'],
    ] as const)
      if (!events.some((each) => each.event === event && each.code === code && each.user === user))
        failures.push(`${event} ${code} by ${user} is not on record`)
    if (body.includes(TOKEN_PREFIX) || (await running.get('/v1/users')).body.includes(TOKEN_PREFIX))
      failures.push('a token is told again')
  } finally {
    await running.end()
  }
  return failures
}

/** What happens is told to nobody whose user, role or token is gone, also on a stream that was open before. */
export async function openStreams(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const running = await run(product)
  try {
    const token = await userWith(running, 'ann', 'auditor')
    const other = await userWith(running, 'bob', 'auditor')
    const heard = new Map<string, string>()
    const listen = (name: string, bearer: string): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(running.daemon.port!, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.on('data', (piece) => {
          heard.set(name, (heard.get(name) ?? '') + piece.toString('utf8'))
          resolve()
        })
        socket.write(
          `GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${running.daemon.port}\r\nAuthorization: Bearer ${bearer}\r\n\r\n`,
        )
        sockets.push(socket)
      })
    const sockets: Socket[] = []
    await Promise.all([listen('ann', token), listen('bob', other)])
    await running.post('/v1/users/change', { does: 'disable', user: 'ann' })
    await running.post('/v1/judge', running.call('ls told-to-nobody', 'later'))
    await until('bob hears of the call', () => heard.get('bob')?.includes('"later"') === true)
    if (heard.get('ann')?.includes('"later"') === true) failures.push('ann is told what happens after she was disabled')
    for (const socket of sockets) socket.destroy()
  } finally {
    await running.end()
  }
  return failures
}

/** A session is whose agent opened it: no other user's agent goes on with it, also after a restart of the session. */
export async function ownSessions(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const running = await run(product)
  try {
    const ann = await userWith(running, 'ann', 'agent')
    const bob = await userWith(running, 'bob', 'agent')
    const judge = async (token: string): Promise<string> =>
      (await running.post('/v1/judge', running.call('ls', 'hers'), token)).body
    if (!(await judge(ann)).includes('"allow"')) failures.push('ann may not use her own session')
    if (!(await judge(bob)).includes('user.other-session')) failures.push('bob may use the session of ann')
    const said = { event: 'user-prompt', session: 'hers', text: 'delete everything', cwd: running.project }
    const told = await running.post('/v1/hooks/generic', said, bob)
    if (!told.body.includes('another user')) failures.push(`bob speaks for ann: ${told.body}`)
    await running.post('/v1/users/change', { does: 'disable', user: 'ann' })
    if (!(await judge(running.agent)).includes('user.not-admitted'))
      failures.push('the agent of a disabled user goes on')
  } finally {
    await running.end()
  }
  return failures
}
