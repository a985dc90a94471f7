import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from '../test/chaos/driver.ts'
import { type ChaosTeam, type Member, startTeam } from '../test/chaos/members.ts'
import { startPostgres, type TestPostgres } from '../test/servers/postgres.ts'
import { until } from '../test/until.ts'
import { COMMANDS, Connection } from './daemon.ts'
import { markdownTable, percentile } from './tables.ts'

/**
 * `npm run bench:scale [--seconds=5] [--pending=10000]`: what daemons over one PostgreSQL decide on this machine. Load,
 * daemons and database share its cores: with more load than cores, read the CPU per decision.
 */
const option = (name: string, otherwise: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const SECONDS = option('seconds', 5)
const PENDING = option('pending', 10_000)
const SESSIONS = 2_000
const BATCH = 200
/** Milliseconds: on a machine that is busy there are fewer questions, and the line says how many. */
const ASKING = 240_000

const MANY = { burst: 1_000_000, perSecond: 1_000_000 }
const SETTINGS = {
  admission: { rate: MANY, ratePerAgent: MANY, ratePerUser: MANY, loop: false },
  approvals: { wait: 'always' },
  permissions: { ask: ['Bash(deploy-it *)'] },
}

/** Seconds of processor time so far. */
type Clock = () => number

function ticksOf(pid: number | string, fields: readonly number[]): number {
  try {
    const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return fields.reduce((sum, field) => sum + Number(values[field]), 0) / 100
  } catch {
    return 0
  }
}

const OWN = [11, 12]
const WITH_ENDED_CHILDREN = [11, 12, 13, 14]

function cpuOfDaemons(members: readonly Member[]): Clock {
  return () => members.reduce((sum, { pid }) => sum + ticksOf(pid, OWN), 0)
}

/** The server and every process it has, or had. */
async function cpuOfDatabase(postgres: TestPostgres, url: string): Promise<Clock> {
  const rows = await postgres.query(postgres.admin(url), 'show data_directory')
  const file = join(String(rows[0]?.['data_directory']), 'postmaster.pid')
  const server = readFileSync(file, 'utf8').split('\n')[0]!
  return () => {
    const children = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && ticksOf(pid, [1]) * 100 === Number(server),
    )
    return ticksOf(server, WITH_ENDED_CHILDREN) + children.reduce((sum, pid) => sum + ticksOf(pid, OWN), 0)
  }
}

interface Measured {
  readonly allowed: number
  readonly refused: number
  readonly seconds: number
  readonly times: readonly number[]
  readonly daemons: number
  readonly database: number
  readonly generator: number
}

let numbers = 0

/** Each connection sends its next call when the last one is answered. */
async function measure(
  team: ChaosTeam,
  database: Clock,
  connections: number,
  seconds: number,
  sessions: 'of one daemon' | 'of all daemons' = 'of one daemon',
): Promise<Measured> {
  const times: number[] = []
  let refused = 0
  const daemons = cpuOfDaemons(team.members)
  const before = { daemons: daemons(), database: database(), generator: process.cpuUsage() }
  const started = performance.now()
  const one = async (member: Member): Promise<void> => {
    const whose = sessions === 'of one daemon' ? member.name.replace(' ', '-') : 'all'
    const connection = new Connection({ port: member.port, agent: member.agent, project: team.project })
    while (performance.now() - started < seconds * 1000) {
      const number = numbers++
      const sent = performance.now()
      const answer = await connection.ask(COMMANDS[number % COMMANDS.length]!, `${whose}-${number % SESSIONS}`)
      if (answer === 'allow') times.push(performance.now() - sent)
      else refused++
    }
    connection.close()
  }
  await Promise.all(team.members.flatMap((member) => Array.from({ length: connections }, () => one(member))))
  const { user, system } = process.cpuUsage(before.generator)
  return {
    allowed: times.length,
    refused,
    seconds: (performance.now() - started) / 1000,
    times,
    daemons: daemons() - before.daemons,
    database: database() - before.database,
    generator: (user + system) / 1e6,
  }
}

function row(name: string, { allowed, refused, seconds, times, ...cpu }: Measured, aim: string): string[] {
  const each = (value: number): string => ((value * 1e6) / Math.max(1, allowed)).toFixed(0)
  const cells = [
    name,
    (allowed / seconds).toFixed(0),
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.99).toFixed(1),
    String(refused),
    each(cpu.daemons),
    each(cpu.database),
    each(cpu.generator),
    loadavg()[0]!.toFixed(1),
    aim,
  ]
  process.stderr.write(`${cells.join('  ')}\n`)
  return cells
}

async function inSqlite(rows: string[][]): Promise<void> {
  const team = await startTeam({
    url: 'postgres://127.0.0.1:1/none',
    count: 1,
    settings: SETTINGS,
    direct: true,
    environment: { PORTCULLIS_DATABASE: '' },
  })
  try {
    await measure(team, () => 0, 64, 2)
    rows.push(row('SQLite, 1 daemon, 64 connections', await measure(team, () => 0, 64, SECONDS), ''))
  } finally {
    await team.end()
  }
}

async function inPostgres(postgres: TestPostgres, rows: string[][], count: number, more: string[]): Promise<void> {
  const url = await postgres.database()
  const database = await cpuOfDatabase(postgres, url)
  const team = await startTeam({ url, count, settings: SETTINGS, direct: true })
  try {
    await measure(team, database, 64, 2)
    if (count === 1) rows.push(row('PostgreSQL, 1 daemon, 1 connection', await measure(team, database, 1, SECONDS), ''))
    const name = `PostgreSQL, ${count} daemon${count > 1 ? 's' : ''}, 64 connections each`
    rows.push(row(name, await measure(team, database, 64, SECONDS), count === 2 ? '≥ 1,500 /s' : ''))
    if (count > 1)
      rows.push(row(`the same, sessions used on all`, await measure(team, database, 64, SECONDS, 'of all daemons'), ''))
    const sizes = await postgres.query(
      url,
      'select pg_database_size(current_database())::bigint as bytes, (select count(*) from audit_log)::int as records',
    )
    const { bytes, records } = sizes[0] as { bytes: string; records: number }
    more.push(`${count} daemon(s): ${records} records, ${(Number(bytes) / records).toFixed(0)} bytes of database each`)
  } finally {
    await team.end()
  }
}

async function withQuestions(postgres: TestPostgres): Promise<string> {
  const team = await startTeam({ url: await postgres.database(), count: 2, settings: SETTINGS, direct: true })
  try {
    return await questions(team, postgres)
  } finally {
    await team.end()
  }
}

/** A call that waits for a person, on a connection of its own. */
function ask({ port, agent }: Member, cwd: string, command: string, session: string): Socket {
  const body = JSON.stringify({ tool: 'Bash', input: { command }, cwd, session, interactive: false })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST /v1/judge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${agent}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return socket.resume()
}

/** Asked on the first daemon, where each waits; listed on both, and answered on the second. */
async function questions(team: ChaosTeam, postgres: TestPostgres): Promise<string> {
  const [asked, other] = team.members as [Member, Member]
  const began = performance.now()
  const pending = async (): Promise<number> => {
    const rows = await postgres.query(team.url, "select count(*)::int as n from approval where state = 'pending'")
    return Number(rows[0]?.['n'])
  }
  // More than a thousand do not wait at one daemon: a question stays when whoever asked it has gone.
  let there = 0
  let number = 0
  let size = BATCH
  for (let round = 0; there < PENDING && performance.now() - began < ASKING; round++) {
    const wanted = Math.min(size, PENDING - there)
    const batch = Array.from({ length: wanted }, (_, index) =>
      ask(asked, team.project, `deploy-it ${round} ${index}`, `asks-${number++ % (2 * SESSIONS)}`),
    )
    // A busy machine refuses some, which are asked again as others.
    const until = performance.now() + 5_000
    const before = there
    while ((there = await pending()) < before + wanted && performance.now() < until) await sleep(20)
    for (const socket of batch) socket.destroy()
    // A machine that refuses most of them is asked fewer at once.
    size = there - before < wanted / 2 ? Math.max(8, Math.ceil(size / 2)) : Math.min(BATCH, size * 2)
  }
  const took = (performance.now() - began) / 1000
  const list = async (member: Member): Promise<readonly string[]> => {
    const { body } = await request(member, 'GET', '/v1/approvals', undefined, member.operator)
    return ((body as { pending?: { id: string }[] }).pending ?? []).map(({ id }) => id)
  }
  const known = await until('the other daemon knows them', async () => {
    const ids = await list(other)
    return ids.length >= (await pending()) ? ids : undefined
  })
  const listing: number[] = []
  for (let index = 0; index < 10; index++) {
    const before = performance.now()
    await list(index % 2 === 0 ? asked : other)
    listing.push(performance.now() - before)
  }
  const paging: number[] = []
  for (let index = 0; index < 20; index++) {
    const before = performance.now()
    await request(other, 'GET', '/v1/approvals?limit=100', undefined, other.operator)
    paging.push(performance.now() - before)
  }
  const answering: number[] = []
  let taken = 0
  const ids = known.slice(0, 500)
  const answerer = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const before = performance.now()
      const { status } = await request(
        other,
        'POST',
        `/v1/approvals/${id}/answer`,
        { choice: { says: 'deny' } },
        other.operator,
      )
      answering.push(performance.now() - before)
      if (status === 200) taken++
    }
  }
  await Promise.all(Array.from({ length: 8 }, answerer))
  return (
    `${known.length} pending questions, asked in ${took.toFixed(1)} s: listed in ${percentile(listing, 0.5).toFixed(0)} ms ` +
    `(p50; ${percentile(listing, 1).toFixed(0)} at most; aim ≤ 100), a page of 100 in ${percentile(paging, 0.5).toFixed(0)} ms, ${taken} of ${answering.length} answered on the other ` +
    `daemon, p50 ${percentile(answering, 0.5).toFixed(0)} ms, p99 ${percentile(answering, 0.99).toFixed(0)} ms`
  )
}

const rows: string[][] = []
const more: string[] = []
await inSqlite(rows)
const postgres = await startPostgres({ settings: { shared_buffers: '128MB' } })
try {
  for (const count of [1, 2, 4]) await inPostgres(postgres, rows, count, more)
  if (PENDING > 0) more.push(await withQuestions(postgres))
} finally {
  await postgres.stop()
}
const header = [
  'case',
  'allows /s',
  'p50 ms',
  'p99 ms',
  'refused',
  'daemon µs',
  'database µs',
  'generator µs',
  'load',
  'aim',
]
process.stdout.write(
  `## Daemons over one PostgreSQL, every allow durable\n\n${availableParallelism()} cores, ${SESSIONS} sessions; µs are CPU per decision.\n\n` +
    `${markdownTable(header, rows)}\n${more.map((line) => `- ${line}`).join('\n')}\n`,
)
