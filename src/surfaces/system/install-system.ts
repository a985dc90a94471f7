import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Change, install, makeCopies, planInstall, planRemoval, remove, showChange } from '../install/install.ts'
import { planCopies } from '../install/own-copies.ts'
import { DEFAULT_TIMEOUT, nativePath, type Place, type Wanted } from '../install/place.ts'
import { type InstallableAgent, type Recipe, RECIPES } from '../install/recipes.ts'
import { accountOf } from './account.ts'
import { SERVICE_ACCOUNT, type SystemPlaces, type SystemRecord, systemRecord } from './places.ts'
import { hasSystemd, startService, stopService } from './service.ts'
import { systemdUnit } from './unit.ts'

/** One thing that is done, and how it is shown before. */
export interface Step {
  readonly shown: string
  readonly run: () => void | Promise<void>
}

export interface SystemInstallOptions {
  readonly places: SystemPlaces
  readonly place: Place
  /** The account to run as. Left out: `portcullis`. */
  readonly account?: string
}

/** Clients without a place that only root can write. What users can write, their agents can take away. */
const ONLY_FOR_USERS: ReadonlySet<InstallableAgent> = new Set(['opencode', 'goose', 'cline', 'factory-droid'])

export const SYSTEM_RECIPES: readonly Recipe[] = RECIPES.filter(({ agent }) => !ONLY_FOR_USERS.has(agent))

/** Everything of a system installation is recorded apart from root's own. */
export function systemPlace(place: Place, places: SystemPlaces): Place {
  return { ...place, root: places.root, home: places.managed }
}

/** What installing does, in order. Throws when it cannot be done here; then nothing was touched. */
export function planSystemInstall({
  places,
  place: given,
  account = SERVICE_ACCOUNT,
}: SystemInstallOptions): readonly Step[] {
  const place = systemPlace(given, places)
  const copies = planCopies(place, 'managed')
  if (copies.place.client !== 'native')
    throw new Error(`the native hook client is needed and could not be built: ${copies.notes.join(' ')}`)
  const wanted = (): Wanted => ({
    scope: 'managed',
    observe: false,
    timeout: DEFAULT_TIMEOUT,
    system: { socket: places.socket, uid: accountOf(account)?.uid ?? 0 },
  })
  const changes = (): readonly Change[] => planInstall(SYSTEM_RECIPES, copies.place, wanted())
  const record = (): SystemRecord => {
    const { uid, gid } = accountOf(account)!
    const { node, launcher } = copies.place
    return { version: 1, account, uid, gid, node, launcher, door: nativePath(place, 'managed') }
  }
  const useradd = ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', places.state]
  useradd.push('--shell', '/usr/sbin/nologin', account)
  const { node, launcher } = copies.place
  const unit = systemdUnit(places, { account, node, launcher })
  return [
    ...(accountOf(account) === undefined ? [{ shown: `$ ${useradd.join(' ')}`, run: () => command(useradd) }] : []),
    {
      shown: `${places.state} (directory, ${account} alone, 0700: store, keys, log)`,
      run: () => ownDirectory(places.state, 0o700, accountOf(account)!),
    },
    {
      shown: `${places.managed} (directory, root's, 0755: settings, hooks, program)`,
      run: () => ownDirectory(places.managed, 0o755, ROOT),
    },
    ...copies.makes.map((shown) => ({ shown, run: () => undefined })),
    { shown: '', run: () => makeCopies(copies, place, 'managed') },
    ...(existsSync(places.settings) ? [] : [fileStep(places.settings, SETTINGS, 0o644)]),
    ...(existsSync(places.environment) ? [] : [fileStep(places.environment, ENVIRONMENT, 0o600)]),
    ...changes().map((change) => ({ shown: shownOf(change, places), run: () => undefined })),
    { shown: '', run: () => install(changes(), copies.place, wanted()) },
    {
      shown: `${places.record} (root's: which account, which program)`,
      run: () => writeOwn(places.record, `${JSON.stringify(record(), undefined, 2)}\n`, 0o644),
    },
    ...(hasSystemd(places) ? [fileStep(places.unit, unit, 0o644)] : []),
    ...startService(places, record),
  ]
}

/** Takes everything back. The store and the log stay unless they are purged: they are the record of what happened. */
export function planSystemRemoval(places: SystemPlaces, given: Place, what: 'keep the log' | 'purge'): readonly Step[] {
  const place = systemPlace(given, places)
  const record = systemRecord(places)
  if (record === undefined) return []
  const agents = SYSTEM_RECIPES.map(({ agent }) => agent)
  const changes = planRemoval(agents, place)
  return [
    ...stopService(places, record),
    ...changes.map((change) => ({ shown: shownOf(change, places), run: () => undefined })),
    { shown: '', run: () => remove(agents, changes, place) },
    ...[places.unit, places.record, places.run]
      .filter((path) => existsSync(path))
      .map((path) => ({ shown: `${path} (removed)`, run: () => rmSync(path, { recursive: true, force: true }) })),
    ...(what === 'purge'
      ? [
          {
            shown: `${places.state} (removed, with the log)`,
            run: () => rmSync(places.state, { recursive: true, force: true }),
          },
          { shown: `$ userdel ${record.account}`, run: () => command(['userdel', record.account]) },
        ]
      : []),
  ]
}

const ROOT = { uid: 0, gid: 0 }

const SETTINGS = `${JSON.stringify({ permissions: { defaultMode: 'auto' } }, undefined, 2)}\n`
const ENVIRONMENT = '# Keys of models for the gate, one NAME=value a line. Only root reads this file.\n'

function fileStep(path: string, text: string, mode: number): Step {
  return { shown: showChange({ path, before: readIf(path), after: text }), run: () => writeOwn(path, text, mode) }
}

/** Files that are wholly ours are named; those of the clients are shown line by line. */
function shownOf(change: Change, places: SystemPlaces): string {
  return dirname(change.path).startsWith(join(places.managed, 'hooks'))
    ? `${change.path} (${change.after === undefined ? 'removed' : 'a file of portcullis'})`
    : showChange(change)
}

function ownDirectory(path: string, mode: number, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  // A link would give the rights to whatever it points to.
  if (!lstatSync(path).isDirectory()) throw new Error(`${path} is not a directory: remove it`)
  chownSync(path, uid, gid)
  chmodSync(path, mode)
}

function writeOwn(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  rmSync(path, { force: true })
  writeFileSync(path, text, { mode, flag: 'wx' })
  chmodSync(path, mode)
}

function readIf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function command([program, ...words]: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program!, words, {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
  })
  if (status !== 0) throw new Error(`${program} failed: ${(error?.message ?? stderr).trim()}`)
}
