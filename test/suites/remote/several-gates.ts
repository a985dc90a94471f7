import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { GENESIS } from '../../../src/journal/chain.ts'
import { LAUNCHER } from '../../../src/surfaces/launcher.ts'
import type { Database } from '../../../src/surfaces/database.ts'
import { writeTeam } from '../../../src/surfaces/team/team-file.ts'
import { type DaemonProduct, freshPlace, run, type Running } from '../../daemon/client.ts'
import { team } from '../../postgres/team.ts'
import type { Failures } from '../../product.ts'
import { type Cable, layCable } from '../../remote/cable.ts'
import { type Authority, HERE, newAuthority } from '../../remote/certificates.ts'
import { deliveredTo, joined, openMachine, wholeLog } from '../../remote/stage.ts'
import type { TestPostgres } from '../../servers/postgres.ts'
import { until } from '../../until.ts'
import { hostileDeliveries, pinnedKeys, type Receivers } from './hostile-deliveries.ts'

export interface RemoteGatesCase {
  readonly what: string
  holds(product: DaemonProduct, postgres: TestPostgres): Promise<Failures>
}

interface Stage {
  readonly gates: readonly [Running, Running]
  readonly database: Database
  readonly cable: Cable
  readonly authority: Authority
  readonly url: string
  readonly token: string
  readonly tls: { readonly certificate: string; readonly key: string }
}

/** Two gates over one database behind one address, and a token that both know. */
async function withGates(
  product: DaemonProduct,
  postgres: TestPostgres,
  act: (stage: Stage) => Promise<Failures>,
): Promise<Failures> {
  const authority = newAuthority()
  const cable = await layCable()
  const members = team(product, await postgres.database())
  try {
    const tls = authority.sign('gate', HERE)
    const listen = { address: '127.0.0.2:0', tls, names: [`127.0.0.1:${cable.port}`, '127.0.0.2'] }
    const gates = [await members.join({ listen }), await members.join({ listen })] as const
    await gates[0].post('/v1/users/change', { does: 'add', user: 'laptop', role: 'agent' })
    const { token } = JSON.parse((await gates[0].post('/v1/users/token', { user: 'laptop' })).body) as { token: string }
    cable.leadsTo('127.0.0.2', gates[0].daemon.listen!.port)
    const database = {
      url: members.url,
      teamKey: join(gates[0].daemon.paths.directory, 'postgres', 'team.key'),
    }
    return await act({ gates, database, cable, authority, url: `https://127.0.0.1:${cable.port}`, token, tls })
  } finally {
    await members.end()
    await cable.close()
    authority.remove()
  }
}

/** For rows of deliveries: each goes to the next gate. */
const inTurn =
  (postgres: TestPostgres) =>
  async (product: DaemonProduct): Promise<Receivers> => {
    const members = team(product, await postgres.database())
    const gates = [await members.join(), await members.join()]
    const teamKey = join(gates[0]!.daemon.paths.directory, 'postgres', 'team.key')
    return { gates, database: { url: members.url, teamKey }, end: () => members.end() }
  }

export const REMOTE_GATES: readonly RemoteGatesCase[] = [
  {
    what: 'what two gates take in turn is what the machine signed, in its place, once',
    holds: (product, postgres) => hostileDeliveries(product, inTurn(postgres)),
  },
  {
    what: 'two gates take records from the key that the token is bound to',
    holds: (product, postgres) => pinnedKeys(product, inTurn(postgres)),
  },
  { what: "a machine's log is whole and in order, whichever gate it reaches", holds: alternating },
  { what: 'a gate that is killed while records are delivered loses none', holds: killed },
  { what: 'a token that was bound at one gate is bound at the other', holds: boundEverywhere },
  { what: 'a daemon with a database that joined a team does not start, and says what to do', holds: gateOrFollower },
]

async function alternating(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withGates(product, postgres, async (stage) => {
    const { gates, database, cable, token } = stage
    const failures: string[] = []
    const machine = await openMachine(product, stage)
    try {
      const from = machine.written().at(-1)?.seq ?? 0
      await joined(machine, token)
      for (let round = 0; round < 8; round++) {
        cable.leadsTo('127.0.0.2', gates[round % 2]!.daemon.listen!.port)
        cable.set('passes')
        await Promise.all(['ls', 'pwd', 'rm -rf ~'].map((command) => machine.judge(`${command} # ${round}`)))
        const last = machine.written().at(-1)!.seq
        // Not every time: some batches are under way when the way changes.
        if (round % 3 === 0)
          await until(`record ${last} is delivered`, async () => (await has()).at(-1)?.seq === last, 20_000)
      }
      const wrong = await wholeLog({ delivered: has }, machine, from)
      if (wrong !== '') failures.push(wrong)
      for (const gate of gates) {
        const { body } = await gate.get('/v1/machines?verify=yes')
        const { checks = [], machines = [] } = JSON.parse(body) as {
          checks?: readonly { problem?: string; records: number }[]
          machines?: readonly { user: string; last: number }[]
        }
        const sound = checks.length === 1 && checks[0]!.problem === undefined
        if (!sound || machines[0]?.last !== machine.written().at(-1)!.seq) failures.push(`a gate says: ${body}`)
      }
      const { body } = await gates[1].get('/v1/audit?code=machine.delivered')
      const writers = (JSON.parse(body) as { records: readonly { writer: string }[] }).records.map((row) => row.writer)
      if (new Set(writers).size !== 2) failures.push(`not both gates took records: ${body}`)
    } finally {
      await machine.end()
    }
    return failures

    function has() {
      return deliveredTo(gates[0], database, machine.writer)
    }
  })
}

interface GateProcess {
  readonly child: ChildProcess
  readonly port: number
  readonly env: NodeJS.ProcessEnv
}

/** As a process of its own, with the team's key and an entrance for other machines. */
async function gateProcess({ database, tls, cable }: Stage): Promise<GateProcess> {
  const { home, state } = freshPlace()
  mkdirSync(join(state, 'postgres'), { recursive: true, mode: 0o700 })
  cpSync(database.teamKey!, join(state, 'postgres', 'team.key'))
  chmodSync(state, 0o700)
  writeFileSync(join(state, 'database.url'), database.url, { mode: 0o600 })
  const env = { ...process.env, HOME: home, PORTCULLIS_STATE: state }
  const port = await freePort()
  const words = ['serve', '--no-port', '--listen', `127.0.0.2:${port}`, '--public-name', `127.0.0.1:${cable.port}`]
  const child = spawn(process.execPath, [LAUNCHER, ...words, '--tls-cert', tls.certificate, '--tls-key', tls.key], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  try {
    await until('the gate listens', () => child.exitCode !== null || said.includes('(for other machines)'), 30_000)
    if (child.exitCode !== null) throw new Error(`it does not start: ${said}`)
    return { child, port, env }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function killed(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withGates(product, postgres, async (stage) => {
    const { gates, database, cable, token } = stage
    const failures: string[] = []
    const { child, port, env } = await gateProcess(stage)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    const machine = await openMachine(product, stage)
    const has = () => deliveredTo(gates[0], database, machine.writer)
    try {
      const from = machine.written().at(-1)?.seq ?? 0
      cable.leadsTo('127.0.0.2', port)
      await joined(machine, token)
      const calls = Array.from({ length: 60 }, (_, index) => machine.judge(`ls number-${index}`))
      await until('the gate has some records', async () => (await has()).length > 0, 20_000)
      child.kill('SIGKILL')
      await gone
      cable.leadsTo('127.0.0.2', gates[0].daemon.listen!.port)
      cable.set('passes')
      await Promise.all(calls)
      await machine.judge('ls the-last')
      const wrong = await wholeLog({ delivered: has }, machine, from)
      if (wrong !== '') failures.push(wrong)
      for (const [words, wanted] of [
        [['machines'], /laptop/],
        [['machines', 'verify'], /each as its machine signed it/],
        [['machines', 'log', 'laptop', '--latest', '100000', '--json'], /ls the-last/],
      ] as const) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...words], { env, encoding: 'utf8' })
        if (status !== 0 || !wanted.test(stdout)) failures.push(`${words.join(' ')}: ${status} ${stderr}`)
      }
      const join = spawnSync(process.execPath, [LAUNCHER, 'join', stage.url, '--token-file', '/dev/null'], { env })
      if (join.status === 0 || !String(join.stderr).includes('is a gate itself')) failures.push(`join: ${join.stderr}`)
    } finally {
      child.kill('SIGKILL')
      await gone
      await machine.end()
    }
    return failures
  })
}

async function boundEverywhere(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withGates(product, postgres, async (stage) => {
    const { gates, cable, token } = stage
    const failures: string[] = []
    const machine = await openMachine(product, stage)
    const other = await openMachine(product, stage)
    try {
      await joined(machine, token)
      cable.leadsTo('127.0.0.2', gates[1].daemon.listen!.port)
      cable.set('passes')
      other.join(token)
      const view = async (gate: Running) =>
        (
          JSON.parse((await gate.get('/v1/machines')).body) as {
            machines: readonly { writer: string; held?: string; token: string }[]
          }
        ).machines
      await until('the other key waits', async () => (await view(gates[0]))[0]?.held === other.writer)
      if ((await view(gates[1]))[0]?.writer !== machine.writer) failures.push('the second gate binds another key')
      const [pin] = await view(gates[0])
      const accepted = await gates[0].post('/v1/machines/accept', { token: pin!.token })
      if (accepted.status !== 200) failures.push(accepted.body)
      await until('the other machine delivers', async () => (await view(gates[1]))[0]?.writer === other.writer)
      await other.judge('ls')
      const last = other.written().at(-1)!.seq
      await until('its records arrive', async () => {
        const [row] = JSON.parse((await gates[0].get('/v1/machines')).body).machines as readonly { last: number }[]
        return row?.last === last
      })
    } finally {
      await machine.end()
      await other.end()
    }
    return failures
  })
}

async function gateOrFollower(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const database = { url: await postgres.database() }
  const file = {
    url: 'https://127.0.0.1:1',
    token: 'pcu_x',
    from: { writer: 'a'.repeat(32), seq: 0, hash: GENESIS },
    joinedAt: 1,
  }
  for (const content of [JSON.stringify(file), 'no JSON', undefined]) {
    const place = freshPlace()
    mkdirSync(place.state, { recursive: true, mode: 0o700 })
    if (content !== undefined) writeFileSync(join(place.state, 'team.json'), content, { mode: 0o600 })
    const started = await run(product, { stateDirectory: place.state, database }).catch(String)
    if (typeof started === 'string') {
      if (content === undefined) failures.push(`it does not start: ${started}`)
      else if (!/leave`/.test(started)) failures.push(`it says ${started}`)
      continue
    }
    if (content !== undefined) failures.push(`it starts with ${content}`)
    // A team file that appears later is taken for no less.
    const before = await started.post('/v1/judge', started.call('ls'))
    if (!before.body.includes('"allow"')) failures.push(`ls: ${before.body}`)
    writeTeam(place.state, file)
    await until('nothing is allowed', async () =>
      (await started.post('/v1/judge', started.call('ls'))).body.includes('team.refused'),
    )
    await started.end()
  }
  return failures
}
