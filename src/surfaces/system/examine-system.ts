import { existsSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownCommand } from '../../call/own-command.ts'
import type { Finding } from '../doctor/finding.ts'
import { accountOf } from './account.ts'
import { type SystemPlaces, systemPlaces, type SystemRecord, systemRecord } from './places.ts'
import { answers } from './service.ts'

/** Whose a file of the system gate must be, and what others may at most do with it. */
interface Owned {
  readonly path: string
  readonly uid: number
  readonly mode: number
  readonly kind: 'directory' | 'file' | 'socket'
  /** Of which group, where that matters. */
  readonly gid?: number
}

/** Everything that a system gate rests on. What this process cannot look into is not claimed. */
export function ownedFiles(places: SystemPlaces, record: SystemRecord): readonly Owned[] {
  const { uid, gid } = record
  const hooks = dirname(record.door)
  const rootOwned = (path: string, kind: Owned['kind'], mode: number): Owned => ({ path, uid: 0, mode, kind })
  const above: string[] = []
  for (let at = places.managed; at !== dirname(at); at = dirname(at)) above.push(at)
  return [
    ...above.map((path) => rootOwned(path, 'directory', 0o755)),
    rootOwned(places.record, 'file', 0o644),
    ...(existsSync(places.settings) ? [rootOwned(places.settings, 'file', 0o644)] : []),
    ...(existsSync(places.environment) ? [rootOwned(places.environment, 'file', 0o600)] : []),
    rootOwned(hooks, 'directory', 0o755),
    ...namesIn(hooks)
      .filter((name) => name.endsWith('.conf'))
      .map((name) => rootOwned(join(hooks, name), 'file', 0o644)),
    ...[record.door, record.node, record.launcher].map((path) => rootOwned(path, 'file', 0o755)),
    ...filesBelow(dirname(dirname(record.launcher))).map(({ path, kind }) => rootOwned(path, kind, 0o755)),
    { path: places.run, uid: 0, gid, mode: 0o775, kind: 'directory' },
    { path: places.socket, uid, mode: 0o666, kind: 'socket' },
    { path: places.state, uid, mode: 0o700, kind: 'directory' },
    ...namesIn(places.accounts).flatMap((name): readonly Owned[] => {
      const state = join(places.accounts, name)
      return [
        { path: state, uid, mode: 0o700, kind: 'directory' },
        ...namesIn(state)
          .filter((each) => /\.(?:token|key|db)$/.test(each))
          .map((each): Owned => ({ path: join(state, each), uid, mode: 0o600, kind: 'file' })),
      ]
    }),
  ]
}

/** Nothing when this machine has no system gate. */
export async function examineSystem(places: SystemPlaces = systemPlaces()): Promise<readonly Finding[]> {
  const about = 'system gate'
  const fix = `as root: \`${ownCommand('install --system')}\``
  let record: SystemRecord | undefined
  try {
    record = systemRecord(places)
  } catch (error) {
    return [{ about, state: 'red', says: error instanceof Error ? error.message : String(error), fix }]
  }
  if (record === undefined) return []
  const account = accountOf(record.account)
  if (account?.uid !== record.uid)
    return [{ about, state: 'red', says: `the account ${record.account} is not the one it was installed with`, fix }]
  const wrong = ownedFiles(places, record).flatMap((owned) => {
    const says = wrongWith(owned)
    return says === undefined ? [] : [{ about: `${about}: files`, state: 'red' as const, says, fix }]
  })
  const runs = await answers(places.socket)
  return [
    ...(wrong.length > 0
      ? wrong.slice(0, 10)
      : [
          {
            about: `${about}: files`,
            state: 'green' as const,
            says: `program, settings and hooks are root's; store, keys and log are of ${record.account} alone`,
          },
        ]),
    runs
      ? { about, state: 'green', says: `it answers at ${places.socket}` }
      : {
          about,
          state: 'red',
          says: 'it is not running: every call of every agent is refused',
          fix: `as root: \`systemctl restart portcullis\`, or \`${ownCommand('serve --system')}\``,
        },
  ]
}

function wrongWith({ path, uid, gid, mode, kind }: Owned): string | undefined {
  let stat: Stats | undefined
  try {
    stat = lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // Closed to whoever looks, as it must be.
    return undefined
  }
  if (stat === undefined) return `${path} is not there`
  if (kind === 'directory' ? !stat.isDirectory() : kind === 'file' ? !stat.isFile() : !stat.isSocket())
    return `${path} is not a ${kind}`
  if (stat.uid !== uid) return `${path} belongs to account ${stat.uid}, not to ${uid}`
  if (gid !== undefined && stat.gid !== gid) return `${path} belongs to group ${stat.gid}, not to ${gid}`
  // In a directory like /tmp only owners can replace what is theirs.
  if (kind === 'directory' && (stat.mode & 0o1000) !== 0 && uid === 0) return undefined
  const more = stat.mode & 0o777 & ~mode
  return more === 0
    ? undefined
    : `${path} is too open: mode ${(stat.mode & 0o777).toString(8)}, not ${mode.toString(8)}`
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function filesBelow(directory: string): readonly { readonly path: string; readonly kind: 'directory' | 'file' }[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name)
      return entry.isDirectory()
        ? [{ path, kind: 'directory' as const }, ...filesBelow(path)]
        : [{ path, kind: 'file' as const }]
    })
  } catch {
    return []
  }
}
