import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { GENESIS } from '../../src/journal/chain.ts'
import { loadKey, statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import type { DeliveredRecord } from '../../src/journal/machines.ts'
import { openMachines } from '../../src/journal/stores/open-log.ts'
import type { LogPlace } from '../../src/journal/stores/store.ts'
import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import type { DaemonOptions } from '../../src/surfaces/daemon/daemon.ts'
import { type Database, databasePlaces } from '../../src/surfaces/database.ts'
import type { FollowerStatus } from '../../src/surfaces/team/follower.ts'
import { teamPath, writeTeam } from '../../src/surfaces/team/team-file.ts'
import { type DaemonProduct, run, type Running } from '../daemon/client.ts'
import { until } from '../until.ts'
import { type Cable, layCable } from './cable.ts'
import { type Authority, HERE, newAuthority } from './certificates.ts'

/** Nobody waits for seconds in a test. */
export const QUICK = { gather: 20, first: 20, most: 100, refused: 100, patience: 2_000 } as const

/** A team's gate behind TLS, and the cable by which other machines reach it. */
export interface GateStage {
  readonly gate: Running
  readonly cable: Cable
  readonly authority: Authority
  readonly url: string
  /** A token for a new user. */
  token(user: string, role?: string): Promise<{ readonly token: string; readonly id: string }>
  /** What it has of a machine's log. */
  delivered(writer: string): Promise<readonly DeliveredRecord[]>
  end(): Promise<void>
}

export async function openGate(
  product: DaemonProduct,
  options: Partial<DaemonOptions> & { readonly userSettings?: object } = {},
): Promise<GateStage> {
  const { userSettings, ...rest } = options
  const authority = newAuthority()
  const tls = authority.sign('gate', HERE)
  const cable = await layCable()
  const gate = await run(product, {
    listen: { address: '127.0.0.2:0', tls, names: [`127.0.0.1:${cable.port}`, '127.0.0.2'] },
    ...rest,
  })
  if (userSettings !== undefined) settle(gate, userSettings)
  cable.leadsTo('127.0.0.2', gate.daemon.listen!.port)
  return {
    gate,
    cable,
    authority,
    url: `https://127.0.0.1:${cable.port}`,
    token: async (user, role = 'agent') => {
      await gate.post('/v1/users/change', { does: 'add', user, role })
      const { body } = await gate.post('/v1/users/token', { user })
      return JSON.parse(body) as { token: string; id: string }
    },
    delivered: (writer) => deliveredTo(gate, options.database, writer),
    end: async () => {
      await gate.end()
      await cable.close()
      authority.remove()
    },
  }
}

export function placeOf({ daemon }: Running, database: Database | undefined): LogPlace {
  const paths = statePaths(daemon.paths.directory)
  return database === undefined ? { paths } : { paths, postgres: databasePlaces(paths.directory, database).place }
}

/** All records that a gate has of a machine's log. */
export async function deliveredTo(
  gate: Running,
  database: Database | undefined,
  writer: string,
): Promise<readonly DeliveredRecord[]> {
  const machines = await openMachines(placeOf(gate, database))
  try {
    return await machines.records(writer, 0, 100_000)
  } finally {
    await machines.close()
  }
}

/** Settings of the user whose daemon it is. */
export function settle(running: Running, settings: object): void {
  writeFileSync(join(running.directory, 'home', '.portcullis', 'settings.json'), JSON.stringify(settings))
}

export interface Judged {
  readonly decision: string
  readonly codes: readonly string[]
}

/** A machine that joined a gate. */
export interface Machine {
  readonly running: Running
  readonly writer: string
  /** Its own log, as it was written. */
  written(): readonly DeliveredRecord[]
  status(): Promise<FollowerStatus | undefined>
  judge(command: string, session?: string): Promise<Judged>
  write(content: string): Promise<Judged>
  join(token: string): void
  end(): Promise<void>
}

export async function openMachine(
  product: DaemonProduct,
  stage: Pick<GateStage, 'url' | 'authority'>,
  options: Partial<DaemonOptions> = {},
): Promise<Machine> {
  const running = await run(product, { team: { pace: QUICK, consultMs: 2_000 }, ...options })
  const { directory } = running.daemon.paths
  const paths = statePaths(directory)
  const { writer } = loadKey(paths)
  const written = (): readonly DeliveredRecord[] => {
    const reader = openReader(paths.database)
    try {
      return [...reader.records()].map(({ position: _position, ...record }) => record)
    } finally {
      reader.close()
    }
  }
  const from = (): { writer: string; seq: number; hash: string } => {
    const last = written().at(-1)
    return { writer, seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS }
  }
  const status = async (): Promise<FollowerStatus | undefined> => {
    const { body } = await running.get('/v1/health')
    return (JSON.parse(body) as { team?: FollowerStatus }).team
  }
  const ask = async (call: object): Promise<Judged> => {
    const { body } = await running.post('/v1/judge', { ...call, interactive: false })
    const said = JSON.parse(body) as { decision?: string; because?: readonly { code: string }[] }
    return { decision: said.decision ?? body, codes: (said.because ?? []).map(({ code }) => code) }
  }
  return {
    running,
    writer,
    written,
    status,
    judge: (command, session = 's') => ask(running.call(command, session)),
    write: (content) => {
      const input = { file_path: join(running.project, 'notes.txt'), content }
      return ask({ tool: 'Write', input, cwd: running.project, session: 's', agent: 'claude-code' })
    },
    join: (token) =>
      writeTeam(directory, { url: stage.url, token, ca: stage.authority.ca, from: from(), joinedAt: Date.now() }),
    end: () => running.end(),
  }
}

/** Joins and waits until the two have spoken. */
export async function joined(machine: Machine, token: string): Promise<Machine> {
  machine.join(token)
  await until('the machine has spoken to its gate', async () => (await machine.status())?.state === 'here')
  return machine
}

/** Every record after `from` is there, once, in order, as it was written; '' or what is not so. */
export async function wholeLog(stage: Pick<GateStage, 'delivered'>, machine: Machine, from: number): Promise<string> {
  const last = machine.written().at(-1)!.seq
  await until(
    `record ${last} is delivered`,
    async () => (await stage.delivered(machine.writer)).at(-1)?.seq === last,
    20_000,
  )
  const wanted = machine.written().filter(({ seq }) => seq > from)
  const there = await stage.delivered(machine.writer)
  return JSON.stringify(there) === JSON.stringify(wanted)
    ? ''
    : `${there.length} of ${wanted.length} records, or others`
}

export { teamPath }
