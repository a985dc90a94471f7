import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Daemon } from '../../src/surfaces/daemon/daemon.ts'
import { rememberTrial } from '../../src/surfaces/walls-memory.ts'
import {
  askDaemonIn,
  claudePayload,
  containScene,
  type Ended,
  type HookOutput,
  runAsClient,
  toldBy,
} from '../containment/contain-scene.ts'
import { removeScene, type Scene } from '../containment/scene.ts'
import type { DaemonProduct } from '../daemon/client.ts'
import { journalFor } from '../../src/surfaces/journal-places.ts'
import { member, type Member, type StoreProduct } from '../postgres/open.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'
import { until } from '../until.ts'

/** Two daemons of one machine over one database; with SQLite the one daemon that there can be, twice. */
interface Gates {
  readonly scene: Scene
  /** Their state directories. */
  readonly one: string
  readonly two: string
  restart(): Promise<void>
  /** Another ticket for the run of the first one, as a daemon of another machine would have given it. */
  fromElsewhere(): Promise<string>
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

export interface TicketCase {
  readonly what: string
  holds(gates: Gates): Promise<Failures>
}

const COMMAND = './tool.bin; echo made >> made.txt; echo ran'

async function ask(state: string, { workspace }: Scene, command: string, more: object = {}): Promise<HookOutput> {
  const payload = claudePayload({ workspace, home: join(state, 'none') } as Scene, command, more)
  const { value } = await askDaemonIn({ state }, 'POST', '/v1/hooks/claude-code', payload, 'agent')
  return toldBy((value as { stdout: string }).stdout)
}

async function commandOf(state: string, scene: Scene, command = COMMAND): Promise<string> {
  const told = await ask(state, scene, command)
  if (told.updatedInput === undefined) throw new Error(`it was not contained: ${told.permissionDecisionReason}`)
  return told.updatedInput.command
}

/** The same ticket, used through another daemon. */
function through(command: string, { one, two }: Gates): string {
  return command.replaceAll(`'${one}'`, `'${two}'`)
}

function use({ scene }: Gates, command: string, cwd = scene.workspace): Promise<Ended> {
  return runAsClient(command, cwd, scene.home)
}

function notRun(what: string, { code, stdout, stderr }: Ended, says: string): Failures {
  return code === 125 && stdout === '' && stderr.includes(says) ? [] : [`${what}: ${code} ${stdout}${stderr}`]
}

const madeIn = ({ workspace }: Scene): string =>
  existsSync(join(workspace, 'made.txt')) ? readFileSync(join(workspace, 'made.txt'), 'utf8') : ''

export const TICKET_CASES: readonly TicketCase[] = [
  {
    what: 'a ticket of one daemon is used through another, once, and settled there',
    holds: async (gates) => {
      const { scene, one } = gates
      const command = await commandOf(one, scene)
      const ran = await use(gates, through(command, gates))
      const failures = ran.code === 0 && ran.stdout === 'ran\n' ? [] : [`it ended ${ran.code}: ${ran.stderr}`]
      const again = notRun('again', await use(gates, command), 'used already')
      const elsewhere = notRun('again elsewhere', await use(gates, through(command, gates)), 'used already')
      const made = madeIn(scene) === 'made\n' ? [] : [`what it made is ${madeIn(scene)}`]
      return [...failures, ...again, ...elsewhere, ...made]
    },
  },
  {
    what: 'of many who try at once on all daemons exactly one runs',
    holds: async (gates) => {
      const command = await commandOf(gates.one, gates.scene)
      const tries = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? command : through(command, gates)))
      const all = await Promise.all(tries.map((each) => use(gates, each)))
      const ran = all.filter(({ stdout }) => stdout === 'ran\n').length
      const refused = all.filter(({ code, stdout }) => code === 125 && stdout === '').length
      return ran === 1 && refused === 15 && madeIn(gates.scene) === 'made\n'
        ? []
        : [`${ran} ran, ${refused} were refused: ${madeIn(gates.scene)}`]
    },
  },
  {
    what: 'of many who ask at the same moment exactly one is told that it may run',
    holds: async (gates) => {
      const { scene, one, two } = gates
      const [, ticket = ''] = /'([0-9a-f]{24})'/.exec(await commandOf(one, scene)) ?? []
      const directory = createHash('sha256').update(scene.workspace).digest('hex')
      const told = await Promise.all(
        Array.from({ length: 24 }, (_, index) => {
          const state = index % 2 === 0 ? one : two
          return askDaemonIn({ state }, 'POST', '/v1/contained/spend', { ticket, directory }, 'agent')
        }),
      )
      const may = told.filter(({ value }) => (value as { exit?: number }).exit === 0).length
      return may === 1 ? [] : [`${may} were told that they may`]
    },
  },
  {
    what: 'a ticket that nobody used outlives its daemon, and one that was used stays used',
    holds: async (gates) => {
      const { scene, one } = gates
      const first = await commandOf(one, scene)
      const second = await commandOf(one, scene, `${COMMAND}; true`)
      await use(gates, first)
      await gates.restart()
      const again = notRun('the used one', await use(gates, first), 'used already')
      const ran = await use(gates, second)
      return [...again, ...(ran.stdout === 'ran\n' ? [] : [`the other one: ${ran.code} ${ran.stderr}`])]
    },
  },
  {
    what: 'a ticket counts in its directory, and what it was planned with',
    holds: async (gates) => {
      const { scene, one } = gates
      const command = await commandOf(one, scene)
      const elsewhere = notRun('elsewhere', await use(gates, through(command, gates), scene.home), 'another directory')
      const [row] = await gates.query('select place from contained_ticket')
      const plan = join(String(row?.['place']), 'plan')
      writeFileSync(plan, readFileSync(plan, 'utf8').replace('echo ran', 'echo bad'))
      const changed = notRun('another plan', await use(gates, through(command, gates)), 'plan is not the one')
      // Nobody could have run it: it is not used up.
      const [left] = await gates.query('select spent from contained_ticket')
      return [
        ...elsewhere,
        ...changed,
        ...(Number(left?.['spent']) === 0 ? [] : ['a ticket that cannot be run is used']),
      ]
    },
  },
  {
    what: 'a ticket of another machine is used nowhere here',
    holds: async (gates) => {
      const command = await commandOf(gates.one, gates.scene)
      const other = await gates.fromElsewhere()
      const ran = await use(gates, command.replace(/'[0-9a-f]{24}'/, `'${other}'`))
      return notRun('from elsewhere', ran, 'another machine')
    },
  },
  {
    what: 'a row that somebody else changed runs nothing',
    holds: async (gates) => {
      const command = await commandOf(gates.one, gates.scene)
      await use(gates, command)
      await gates.query('update contained_ticket set spent = 0')
      return notRun('put back', await use(gates, through(command, gates)), 'not what the gate wrote')
    },
  },
  {
    what: 'the command comes back for a permission on another daemon, in its session and nowhere else',
    holds: async (gates) => {
      const { scene, one, two } = gates
      const command = await commandOf(one, scene)
      const same = await ask(two, scene, command)
      const other = await ask(two, scene, command, { session_id: 'another' })
      const longer = await ask(two, scene, `${command}; true`)
      await use(gates, command)
      const late = await ask(two, scene, command)
      return [
        ...(same.updatedInput?.command === command ? [] : [`the same: ${JSON.stringify(same)}`]),
        ...[other, longer, late].flatMap((told) =>
          told.permissionDecisionReason?.includes('contain.given') ? [`given: ${JSON.stringify(told)}`] : [],
        ),
      ]
    },
  },
  {
    what: 'what another daemon’s ticket ran and is held is decided about wherever a person answers',
    holds: async (gates) => {
      const { scene, one, two } = gates
      const ran = await use(gates, through(await commandOf(one, scene, './tool.bin; echo theirs > notes.txt'), gates))
      if (ran.code !== 75) return [`it was not held: ${ran.code} ${ran.stderr}`]
      await gates.restart()
      type Pending = { readonly pending: readonly { readonly id: string; readonly shown: string }[] }
      const pending = async (): Promise<Pending['pending']> =>
        ((await askDaemonIn({ state: one }, 'GET', '/v1/approvals')).value as Pending).pending
      await until('the question is on the other daemon, too', async () => (await pending()).length === 1)
      const [{ id, shown } = { id: '', shown: '' }] = await pending()
      const answer = { shown, choice: { says: 'once' } }
      const { status } = await askDaemonIn({ state: one }, 'POST', `/v1/approvals/${id}/answer`, answer)
      if (status !== 200) return [`the answer was not taken: ${status}`]
      const notes = join(scene.workspace, 'notes.txt')
      await until('it is written', () => readFileSync(notes, 'utf8') === 'theirs\n')
      return two === '' ? ['no second daemon'] : []
    },
  },
]

/** A daemon of the team that only has a store. */
function secondMember(url: string, state: string): Member {
  const joined = member(url)
  cpSync(join(state, 'postgres', 'team.key'), joined.place.teamKey)
  chmodSync(joined.place.teamKey, 0o600)
  return joined
}

/** Runs one case in a place of its own. */
export async function ticketCase(
  product: DaemonProduct & Pick<StoreProduct, 'sqlite' | 'postgres'>,
  kind: 'sqlite' | 'postgres',
  postgres: TestPostgres,
  { holds }: TicketCase,
): Promise<Failures> {
  const scene = containScene()
  const url = kind === 'postgres' ? await postgres.database() : undefined
  const states = kind === 'postgres' ? [scene.state, join(scene.root, 'second')] : [scene.state]
  const daemons: Daemon[] = []
  const start = async (): Promise<void> => {
    for (const state of states) {
      mkdirSync(join(state, 'postgres'), { recursive: true, mode: 0o700 })
      rememberTrial(state, scene.tools, { works: true, says: 'a canary', at: 1 })
      const key = join(state, 'postgres', 'team.key')
      if (state !== states[0] && !existsSync(key)) {
        cpSync(join(states[0]!, 'postgres', 'team.key'), key)
        chmodSync(key, 0o600)
      }
      const daemon = await product.daemon.startDaemon({
        stateDirectory: state,
        home: scene.home,
        managedDirectory: join(scene.root, 'managed'),
        environment: { PATH: process.env['PATH'] ?? '', HOME: scene.home, SHELL: '/bin/sh' },
        log: () => undefined,
        ...(url === undefined ? {} : { database: { url } }),
      })
      daemons.push(daemon)
    }
  }
  const stop = async (): Promise<void> => {
    for (const daemon of daemons.splice(0)) await daemon.stop()
  }
  const query: Gates['query'] = async (sql) => {
    if (url !== undefined) return postgres.query(url, sql)
    const database = new DatabaseSync(join(scene.state, 'journal.db'))
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }
  try {
    await start()
    return await holds({
      scene,
      one: states[0]!,
      two: states.at(-1)!,
      restart: async () => {
        await stop()
        await start()
      },
      fromElsewhere: async () => {
        const [row] = await query('select id from contained_ticket')
        const id = 'e1'.repeat(12)
        const joined = url === undefined ? undefined : secondMember(url, states[0]!)
        const store =
          joined === undefined
            ? product.sqlite.openSqliteStore(journalFor(scene.state, scene.home))
            : await product.postgres.openPostgresStore(joined)
        try {
          await store.journal.check()
          const known = await store.tickets.unspent(String(row?.['id']), Date.now())
          await store.tickets.give({ ...known!, id, machine: 'another' })
        } finally {
          await store.close()
        }
        return id
      },
      query,
    })
  } finally {
    await stop()
    removeScene(scene)
  }
}
