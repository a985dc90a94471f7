import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as IdentityModule from '../../src/surfaces/gate-identity.ts'
import { type DaemonProduct, loadDaemon, run } from '../daemon/client.ts'
import { type Failures, loaderFor, loadProduct, type Product, SOURCES } from '../product.ts'

export interface IdentityProduct extends Product {
  readonly identity: typeof IdentityModule
  readonly daemon: DaemonProduct
}

export async function loadIdentity(root: string = SOURCES): Promise<IdentityProduct> {
  return {
    ...(await loadProduct(root)),
    identity: await loaderFor(root)('surfaces/gate-identity.ts'),
    daemon: await loadDaemon(root),
  }
}

interface Place {
  readonly home: string
  /** Not where it usually is, and named by a link. */
  readonly state: string
  readonly project: string
}

interface Part {
  readonly what: string
  readonly holds: (product: IdentityProduct, place: Place) => Promise<Failures>
}

function equal(what: string, is: unknown, wanted: unknown): Failures {
  const [one, other] = [JSON.stringify(is), JSON.stringify(wanted)]
  return one === other ? [] : [`${what}: ${one}, not ${other}`]
}

const NOBODY = 2 ** 22 + 7

function announce({ state }: Place, port: number): void {
  writeFileSync(
    join(state, 'daemon.json'),
    `${JSON.stringify({ socket: join(state, 'portcullis.sock'), pid: NOBODY, port })}\n`,
  )
}

/** Judges commands with bypassPermissions: what is denied then is denied always. */
async function judged(
  product: IdentityProduct,
  place: Place,
): Promise<(command: string, before?: () => void) => Promise<string>> {
  const gate = await product.compose.composeGate({
    home: place.home,
    state: place.state,
    managedDirectory: '/nonexistent',
    userSettings: '{}',
  })
  const session = product.session.newSession('identity', { mode: 'bypassPermissions', interactive: true })
  return async (command) => {
    const read = product.readCall.readCallValue(
      { tool: 'Bash', input: { command } },
      { id: 'identity', cwd: place.project, session: session.id, agent: 'test' },
    )
    if ('unreadable' in read) throw new Error(read.unreadable.sentence)
    const { decision, because } = await product.gate.judge(gate, read.ok, session)
    return `${decision} ${because[0]?.code}`
  }
}

const PARTS: readonly Part[] = [
  {
    what: 'a state directory of its own is secret, by every name',
    holds: async (product, place) => {
      const judge = await judged(product, place)
      return [
        ...equal('as given', await judge(`cat ${place.state}/operator.token`), 'deny itself.secret'),
        ...equal('as it is', await judge(`cat ${realpathSync(place.state)}/operator.token`), 'deny itself.secret'),
        ...equal('beside it', await judge(`cat ${place.state}.txt`), 'allow mode.bypass'),
      ]
    },
  },
  {
    what: 'the daemon is known by its number and its port as soon as it is there, and the same call is judged anew',
    holds: async (product, place) => {
      const judge = await judged(product, place)
      const calls = [`kill ${NOBODY}`, 'curl http://127.0.0.1:45123/v1/audit']
      const told = async (): Promise<readonly string[]> => [await judge(calls[0]!), await judge(calls[1]!)]
      const free = ['allow mode.bypass', 'allow mode.bypass']
      const before = await told()
      announce(place, 45_123)
      const during = await told()
      announce(place, 45_124)
      const moved = await judge(calls[1]!)
      rmSync(join(place.state, 'daemon.json'))
      return [
        ...equal('before', before, free),
        ...equal('there', during, ['deny itself.process', 'deny itself.port']),
        ...equal('at another port', moved, 'allow mode.bypass'),
        ...equal('gone', await told(), free),
      ]
    },
  },
  {
    what: 'its settings, hooks, program and Node are fixed',
    holds: async (product, place) => {
      const judge = await judged(product, place)
      const root = join(SOURCES, '..')
      return [
        ...equal('settings', await judge(`echo {} > ${place.home}/.portcullis/settings.json`), 'deny itself.change'),
        ...equal('hooks', await judge(`rm ${place.home}/.portcullis/hooks/claude-code.sh`), 'deny itself.change'),
        ...equal('program', await judge(`rm -rf ${root}/node_modules`), 'deny itself.change'),
        ...equal('Node', await judge(`rm ${realpathSync(process.execPath)}`), 'deny itself.change'),
        ...equal('by name', await judge('pkill -f "portcullis.cjs serve"'), 'deny itself.process'),
      ]
    },
  },
  {
    what: 'settings of agents are known from what init noted, wherever they are',
    holds: async (product, place) => {
      const settings = join(place.home, 'elsewhere', 'settings.json')
      const judge = await judged(product, place)
      const before = await judge(`rm ${settings}`)
      writeFileSync(
        join(place.home, '.portcullis', 'installed.json'),
        JSON.stringify({ version: 1, files: [{ agent: 'claude-code', path: settings }] }),
      )
      return [
        ...equal('before', before, 'allow mode.bypass'),
        ...equal('after', await judge(`rm ${settings}`), 'deny itself.hook'),
      ]
    },
  },
  {
    what: 'as long as nothing changes it is the same object',
    holds: async (product, place) => {
      const identity = product.identity.gateIdentity({ state: place.state, home: place.home })
      const first = identity()
      const again = identity()
      announce(place, 45_125)
      const other = identity()
      return [
        ...equal('again', first === again, true),
        ...equal('after a change', first === other, false),
        ...equal('ports', other.ports, [45_125]),
      ]
    },
  },
  {
    what: 'a daemon protects its own process, port and socket',
    holds: async (product) => {
      const running = await run(product.daemon)
      try {
        const told = async (command: string): Promise<string> => {
          const { body } = await running.post('/v1/judge', running.call(command))
          return /"decision":"(\w+)".*?"code":"([\w.-]+)"/.exec(body)?.slice(1).join(' ') ?? body
        }
        return [
          ...equal('number', await told(`kill -USR1 ${process.pid}`), 'deny itself.process'),
          ...equal('port', await told(`curl http://localhost:${running.daemon.port}/v1/audit`), 'deny itself.port'),
          ...equal('socket', await told(`nc -U ${running.daemon.paths.socket}`), 'deny itself.secret'),
          ...equal('token', await told(`cat ${running.daemon.paths.operatorToken}`), 'deny itself.secret'),
          ...equal('everyday', await told('ls'), 'allow rulebook.harmless'),
        ]
      } finally {
        await running.end()
      }
    },
  },
]

export async function gateIdentity(product: IdentityProduct): Promise<Failures> {
  const failures: string[] = []
  for (const { what, holds } of PARTS) {
    const directory = mkdtempSync(join(tmpdir(), 'pc-identity-'))
    const place = { home: join(directory, 'home'), state: join(directory, 'gs'), project: join(directory, 'project') }
    mkdirSync(join(place.home, '.portcullis'), { recursive: true })
    mkdirSync(join(place.project, '.git'), { recursive: true })
    mkdirSync(join(directory, 'really'))
    symlinkSync(join(directory, 'really'), place.state)
    try {
      failures.push(...(await holds(product, place)).map((failure) => `${what}: ${failure}`))
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
  return failures
}
