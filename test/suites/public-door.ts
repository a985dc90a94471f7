import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { PublicListen } from '../../src/surfaces/daemon/public-entrance.ts'
import { type DaemonProduct, requestText, run, type Running, sendRaw, type Where } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { type Authority, HERE, newAuthority } from '../remote/certificates.ts'
import { until } from '../until.ts'
import {
  type Honest,
  hosts,
  methods,
  type Negative,
  origins,
  paths,
  refusedAs,
  smuggled,
  text,
  tokens,
  types,
} from '../../src/surfaces/selftest/hostile-requests.ts'
import { traces } from './daemon-door.ts'
import { userWith } from './user-roles.ts'

const NAME = 'gate.test'

interface PublicStage {
  readonly running: Running
  readonly where: Where
  readonly tls: ConnectionOptions & { readonly port: number }
  readonly host: string
  readonly authority: Authority
  readonly files: NonNullable<PublicListen['tls']>
  end(): Promise<void>
}

async function open(product: DaemonProduct, more: Partial<PublicListen['tls']> = {}): Promise<PublicStage> {
  const authority = newAuthority()
  const files = { ...authority.sign('gate', HERE), ...more }
  const running = await run(product, { listen: { address: '127.0.0.2:0', tls: files, names: [NAME] } })
  const { port } = running.daemon.listen!
  const tls = { host: '127.0.0.2', port, ca: authority.ca, servername: NAME }
  return {
    running,
    where: { tls },
    tls,
    host: `${NAME}:${port}`,
    authority,
    files,
    end: async () => {
      await running.end()
      authority.remove()
    },
  }
}

function consult(running: Running, session = 's'): string {
  const call = { id: 'c1', session, agent: 'claude-code', tool: 'Bash', input: { command: 'ls' }, cwd: running.project }
  return JSON.stringify({ call, home: '/home/dev', platform: 'posix', own: { decision: 'allow', codes: [] } })
}

function honestOnes({ running, where, host }: PublicStage, agent: string, auditor: string): readonly [Honest, Honest] {
  const body = consult(running)
  const head = (token: string): Honest['headers'] => [
    ['Host', host],
    ['Connection', 'close'],
    ['Authorization', `Bearer ${token}`],
  ]
  const json: Honest['headers'] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ]
  return [
    { name: 'consult', where, method: 'POST', target: '/v1/team/consult', headers: [...head(agent), ...json], body },
    { name: 'health', where, method: 'GET', target: '/v1/health', headers: head(auditor), body: '' },
  ]
}

/** The rows of the loopback door, at the entrance for other machines. */
export async function publicDoor(product: DaemonProduct, only: RegExp = /^/): Promise<Failures> {
  const stage = await open(product)
  const { running, where } = stage
  const failures: string[] = []
  try {
    const agent = await userWith(running, 'laptop', 'agent')
    const auditor = await userWith(running, 'ann', 'auditor')
    const ones = honestOnes(stage, agent, auditor)
    for (const honest of ones) {
      const answer = await sendRaw(honest.where, text(honest))
      if (typeof answer === 'string' || answer.status !== 200) failures.push(`${honest.name}: an honest one is refused`)
    }
    const before = await traces(running)
    const [asks, health] = ones
    const { port } = stage.tls
    const rows: Negative[] = [
      ...ones.flatMap((honest) => [...hosts(honest, port), ...origins(honest, port), ...tokens(honest, running)]),
      ...ones.flatMap((honest) => methods(honest)),
      ...types(asks),
      ...paths(asks),
      ...smuggled(asks),
      ...[
        ['the machine’s agent token', running.agent],
        ['the machine’s operator token', running.operator],
        ['the machine’s channel token', running.channel],
      ].flatMap(([what, token]) =>
        ones.map((honest) => ({
          what: `${honest.name}: ${what}`,
          where,
          bytes: text(honest, {
            headers: honest.headers.map(
              ([name, value]) => [name, name === 'Authorization' ? `Bearer ${token}` : value] as const,
            ),
          }),
          status: [401],
        })),
      ),
      {
        what: 'an auditor consults',
        where,
        bytes: text({ ...asks, headers: [...health.headers, ...asks.headers.slice(3)] }),
        status: [403],
      },
    ].filter(({ what }) => only.test(what))
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
          const problem = await refusedAs(row)
          if (problem !== undefined) failures.push(`${row.what}: ${problem}`)
        }
      }),
    )
    const after = await traces(running)
    if (after !== before) failures.push(`refused requests left a trace: ${before} became ${after}`)
    for (const line of running.logged)
      if (line.includes(agent) || line.includes(auditor)) failures.push('a token is in the log')
  } finally {
    await stage.end()
  }
  return failures
}

/** What other machines may use, written down apart from the table it checks. */
const PUBLIC: ReadonlySet<string> = new Set([
  'POST /v1/team/consult',
  'POST /v1/team/question',
  'POST /v1/team/records',
  'GET /v1/machines',
  'GET /v1/machines/:writer/records',
  'GET /v1/sessions',
  'GET /v1/session',
  'POST /v1/session/pause',
  'POST /v1/session/stop',
  'GET /v1/approvals',
  'GET /v1/approvals/:id',
  'POST /v1/approvals/:id/answer',
  'GET /v1/audit',
  'GET /v1/audit/verify',
  'GET /v1/audit/records/:id',
  'GET /v1/insights',
  'GET /v1/policy',
  'GET /v1/policy/problems',
  'POST /v1/console/login',
  'POST /v1/console/logout',
  'GET /v1/console/me',
  'POST /v1/console/link',
  'GET /v1/events',
  'GET /v1/health',
  'GET /v1/metrics',
])

/** An owner's own token reaches the routes of the list, and nothing else exists. */
export async function publicList(product: DaemonProduct): Promise<Failures> {
  const stage = await open(product)
  const failures: string[] = []
  try {
    const owner = await userWith(stage.running, 'olga', 'owner')
    for (const { method, path } of product.routes.ROUTES) {
      const name = `${method} ${path}`
      if (name === 'GET /v1/events') continue
      const target = path.replace(':agent', 'generic').replace(/:\w+/, 'abcd-1')
      const answer = await send(stage, owner, method, target, method === 'POST' ? '{}' : '')
      // 405: another route of the list has such a path, with another method.
      const isThere = !(answer === 404 || answer === 405) || NOT_FOUND.has(name)
      if (PUBLIC.has(name) !== isThere) failures.push(`${name}: ${answer}`)
    }
  } finally {
    await stage.end()
  }
  return failures
}

/** These say 404 by themselves: there is no such question, session or record. */
const NOT_FOUND: ReadonlySet<string> = new Set([
  'GET /v1/session',
  'GET /v1/approvals/:id',
  'POST /v1/approvals/:id/answer',
  'GET /v1/audit/records/:id',
])

async function send(
  { where, host }: Pick<PublicStage, 'where' | 'host'>,
  token: string,
  method: string,
  target: string,
  body: string,
): Promise<number> {
  const headers: [string, string][] = [
    ['Host', host],
    ['Connection', 'close'],
    ['Authorization', `Bearer ${token}`],
  ]
  if (body !== '') headers.push(['Content-Type', 'application/json'], ['Content-Length', String(body.length)])
  const answer = await sendRaw(where, requestText(method, target, headers, body))
  return typeof answer === 'string' ? 0 : answer.status
}

/** Addresses on which nobody may listen without more, and those on which one may. */
export async function whereToListen(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const authority = newAuthority()
  const tls = authority.sign('gate', HERE)
  const real = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
  const rows: readonly (readonly [PublicListen, RegExp | 'listens'])[] = [
    ...[
      '0.0.0.0:0',
      '[::]:0',
      '10.1.2.3:0',
      '192.168.0.9:0',
      '[fd00::1]:0',
      '169.254.1.1:0',
      '[::ffff:10.0.0.1]:0',
      '128.0.0.1:0',
    ]
      .concat(real === undefined ? [] : [`${real}:0`])
      .flatMap((address) => [
        [{ address }, /TLS is required/] as const,
        [{ address, tls }, /tokens are required/] as const,
      ]),
    ...[
      'gate.example:8443',
      'localhost.:1',
      '8443',
      '',
      ':8443',
      '127.0.0.1',
      '127.0.0.1:99999',
      '::1:8443',
      '[::1]',
      '1.2.3:80',
      '[127.0.0.1]:80',
    ].map((address) => [{ address, tls }, /IP address and a port/] as const),
    [{ address: 'localhost:0' }, 'listens'],
    [{ address: '[::1]:0', tls }, 'listens'],
    [{ address: '127.0.0.3:0', tls }, 'listens'],
  ]
  const started: typeof rows = [
    ...(real === undefined ? [] : [[{ address: `${real}:0` }, /TLS is required/] as const]),
    [{ address: '127.0.0.2:0', tls: { ...tls, certificate: '/nonexistent' } }, /TLS files cannot be used/],
    [{ address: '127.0.0.2:0', tls: { ...tls, key: authority.sign('other').key } }, /TLS files cannot be used/],
    [{ address: '127.0.0.2:0' }, 'listens'],
  ]
  try {
    const { readListenAddress, requireSafeListening } = product.entrance
    for (const [listen, wanted] of rows) {
      const what = `${listen.address}${listen.tls === undefined ? '' : ' with TLS'}`
      const said = attempt(() => requireSafeListening(readListenAddress(listen.address), listen.tls, false))
      if (wanted === 'listens' ? said !== '' : !wanted.test(said)) failures.push(`${what}: ${said}`)
    }
    // What the table says is what a daemon does.
    for (const [listen, wanted] of [...rows.slice(0, 2), ...started]) {
      const what = `a daemon on ${listen.address}`
      const said = await run(product, { listen }).then(
        async (running) => {
          await running.end()
          return ''
        },
        (error: unknown) => String(error),
      )
      if (wanted === 'listens' ? said !== '' : !wanted.test(said)) failures.push(`${what}: ${said}`)
    }
  } finally {
    authority.remove()
  }
  return failures
}

/** TLS as it is spoken there: versions, client certificates, files that are replaced while it runs. */
export async function spokenTls(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const clients = newAuthority()
  const stage = await open(product)
  const strict = await open(product, { clientCa: clients.file })
  try {
    const token = await userWith(stage.running, 'olga', 'owner')
    const strictToken = await userWith(strict.running, 'olga', 'owner')
    const health = (each: PublicStage, with_: string, tls: Omit<ConnectionOptions, 'port'> = {}): Promise<number> =>
      send({ host: each.host, where: { tls: { ...each.tls, ...tls } } }, with_, 'GET', '/v1/health', '')
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    if ((await health(stage, token)) !== 200) failures.push('TLS as it should be is refused')
    if ((await health(stage, token, { maxVersion: 'TLSv1.2' })) !== 200) failures.push('TLS 1.2 is refused')
    if ((await health(stage, token, old)) !== 0) failures.push('TLS 1.1 is spoken')
    if ((await health(stage, token, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' })) !== 0)
      failures.push('a cipher without authenticated encryption is spoken')
    if ((await health(strict, strictToken)) !== 0) failures.push('a client without a certificate gets in')
    const stranger = pair(strict.authority.sign('laptop'))
    if ((await health(strict, strictToken, stranger)) !== 0) failures.push('a certificate of another authority gets in')
    if ((await health(strict, strictToken, pair(clients.sign('laptop')))) !== 200)
      failures.push('a client with its certificate is refused')
    const plain = await sendRaw({ port: stage.tls.port }, requestText('GET', '/v1/health', [['Host', stage.host]]))
    if (typeof plain !== 'string' && plain.status === 200) failures.push('it answers without TLS')

    const first = await shownSerial(stage)
    writeFileSync(stage.files.certificate, 'not a certificate')
    await until('the broken file is reported', () =>
      stage.running.logged.some((line) => line.includes('cannot be used')),
    )
    if ((await shownSerial(stage)) !== first) failures.push('a broken file is used')
    const next = stage.authority.sign('gate', HERE)
    copyFileSync(next.key, stage.files.key)
    copyFileSync(next.certificate, stage.files.certificate)
    await until('the new certificate is shown', async () => (await shownSerial(stage)) !== first)
    if ((await health(stage, token)) !== 200) failures.push('nothing works with the new certificate')
  } finally {
    await stage.end()
    await strict.end()
    clients.remove()
  }
  return failures
}

function attempt(act: () => void): string {
  try {
    act()
    return ''
  } catch (error) {
    return String(error)
  }
}

function pair({ certificate, key }: { certificate: string; key: string }): Pick<ConnectionOptions, 'cert' | 'key'> {
  return { cert: readFileSync(certificate), key: readFileSync(key) }
}

function shownSerial({ tls }: PublicStage): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connectTls(tls, () => {
      const { serialNumber } = socket.getPeerCertificate()
      socket.destroy()
      resolve(serialNumber)
    })
    socket.on('error', reject)
  })
}

/** The console over it: a page for anybody, and behind it only who logged in with a link of their own. */
export async function publicConsole(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const stage = await open(product)
  const { running, where, host } = stage
  const origin = `https://${host}`
  const post = (path: string, body: object, more: readonly (readonly [string, string])[]) => {
    const sent = JSON.stringify(body)
    const head = [
      ['Host', host],
      ['Connection', 'close'],
      ['Content-Type', 'application/json'],
    ] as const
    return sendRaw(where, requestText('POST', path, [...head, ['Content-Length', String(sent.length)], ...more], sent))
  }
  const login = async (code: string): Promise<string> => {
    const answer = await post('/v1/console/login', { code }, [['Origin', origin]])
    return typeof answer === 'string' ? '' : (answer.headers.get('set-cookie') ?? '')
  }
  const me = async (cookie: string, from: string = origin): Promise<number> => {
    const head = [
      ['Host', host],
      ['Connection', 'close'],
      ['Cookie', cookie.split(';')[0]!],
      ['Origin', from],
    ] as const
    const answer = await sendRaw(where, requestText('GET', '/v1/console/me', head))
    return typeof answer === 'string' ? 0 : answer.status
  }
  try {
    const ann = await userWith(running, 'ann', 'approver')
    const link = await post('/v1/console/link', {}, [['Authorization', `Bearer ${ann}`]])
    const url = typeof link === 'string' ? '' : String((JSON.parse(unchunk(link.body)) as { url?: string }).url)
    if (!url.startsWith(`${origin}/#login=`)) failures.push(`the link leads elsewhere: ${url}`)
    const cookie = await login(url.split('#login=')[1] ?? '')
    if (!cookie.includes('Secure') || !cookie.includes('HttpOnly')) failures.push(`the cookie: ${cookie}`)
    if ((await me(cookie)) !== 200) failures.push('ann is not let in')
    if ((await me(cookie, `http://${host}`)) !== 403) failures.push('a page without TLS uses the login')
    if ((await me(cookie, 'https://evil.example')) !== 403) failures.push('another site uses the login')
    // The operator's own link is for this machine: its login opens nothing from elsewhere.
    const own = await login(running.daemon.consoleLink()!.split('#login=')[1]!)
    if ((await me(own)) !== 401) failures.push('the operator of the machine is logged in from elsewhere')
    await running.post('/v1/users/change', { does: 'disable', user: 'ann' })
    if ((await me(cookie)) !== 401) failures.push('a disabled user stays logged in')
  } finally {
    await stage.end()
  }
  return failures
}

function unchunk(body: string): string {
  return body.includes('{') ? body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1) : '{}'
}
