import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { CannotStart } from '../daemon/cannot-start.ts'
import type { DaemonOptions } from '../daemon/daemon.ts'
import { logTo } from '../daemon/log.ts'
import { refuseForeignProgram, refuseInjectedCode } from '../daemon/own-process.ts'
import { accountOf } from './account.ts'
import { reachOf } from './account-reach.ts'
import type { JudgedAccount } from './judged-account.ts'
import { accountHome, type SystemPlaces, systemPlaces, type SystemRecord, systemRecord } from './places.ts'
import { pidFile } from './service.ts'
import { superviseSystem } from './supervise.ts'

/** `serve --account`: whose agents this daemon judges. */
export function judgedAccount(uid: number, root: string): JudgedAccount {
  const account = accountOf(uid)
  if (account === undefined) throw new CannotStart(`there is no account ${uid} with a home directory`)
  const judged = { account, places: systemPlaces(root) }
  const reach = reachOf(account, account.home, 'read')
  if (typeof reach === 'object')
    throw new CannotStart(
      `${reach.blind}: the service needs CAP_DAC_READ_SEARCH to judge calls in homes that are closed (${judged.places.unit})`,
    )
  return judged
}

/** What differs from a daemon that judges its own account: nothing runs behind walls, and operators get any free port. */
export function inSystem(judged: JudgedAccount): Partial<DaemonOptions> {
  return { judged, home: accountHome(judged.places, judged.account.uid), managedDirectory: judged.places.managed }
}

/** Runs until it is told to stop. Started by root without systemd, it becomes the service's account first. */
export async function serveSystem(root: string): Promise<void> {
  process.umask(0o077)
  const places = systemPlaces(root)
  const record = systemRecord(places)
  if (record === undefined)
    throw new CannotStart(`no system gate is installed: \`${ownCommand('install --system')}\` as root sets it up`)
  refuseInjectedCode()
  if (process.getuid?.() === 0) becomeService(places, record)
  if (process.getuid?.() !== record.uid)
    throw new CannotStart(`only root or the account ${record.account} can start the system gate`)
  const log = logTo(process.stderr)
  refuseForeignProgram([process.execPath, record.node, record.launcher, record.door, places.managed], (message) =>
    log('warn', message),
  )
  const gate = await superviseSystem({ places, record, environment: process.env, log })
  writeFileSync(pidFile(places), `${process.pid}\n`, { mode: 0o600 })
  process.stdout.write(
    `listening   ${visible(places.socket)}\nstate       ${visible(places.state)} (of ${record.account} alone)\n`,
  )
  const why = await Promise.race([
    gate.closed.then(() => 'the door was closed'),
    new Promise<string>((resolve) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name))
    }),
  ])
  log('info', `${why}: stopping`)
  await gate.stop()
  process.exit(why.startsWith('SIG') ? 0 : 1)
}

/** The one right it keeps: to read closed homes, which `account-reach.ts` narrows to what each account may read itself. */
const CAPABILITY = 'dac_read_search'

function becomeService(places: SystemPlaces, record: SystemRecord): never {
  prepareRunDirectory(places, record)
  const setpriv = '/usr/bin/setpriv'
  if (!existsSync(setpriv)) throw new CannotStart('setpriv (util-linux) is needed to start the gate without systemd')
  const become = [`--reuid=${record.uid}`, `--regid=${record.gid}`, '--clear-groups', '--no-new-privs']
  const keeping = ['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+${CAPABILITY}`)
  const canKeep = spawnSync(setpriv, [...become, ...keeping, '/bin/true'], { env: {} }).status === 0
  const words = [setpriv, ...become, ...(canKeep ? keeping : []), process.execPath, ...process.execArgv]
  const { HOME: _root, ...environment } = process.env
  process.chdir('/')
  process.execve!(setpriv, [...words, ...process.argv.slice(1)], { ...environment, HOME: places.state })
  throw new CannotStart('the gate could not become its own account')
}

/** Root's directory: only the service may put a socket there, and nobody can put another directory in its place. */
function prepareRunDirectory({ run }: SystemPlaces, { gid }: SystemRecord): void {
  const before = process.umask(0o022)
  mkdirSync(run, { recursive: true, mode: 0o755 })
  process.umask(before)
  const stat = lstatSync(run)
  if (!stat.isDirectory() || stat.uid !== 0) throw new CannotStart(`${run} is not root's directory: remove it`)
  chownSync(run, 0, gid)
  chmodSync(run, 0o775)
}
