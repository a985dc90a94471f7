import { readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isJsonObject, readJson } from '../call/strict-json.ts'
import type { JsonValue } from '../call/tool-call.ts'
import type { GateIdentity } from '../call/gate-identity.ts'
import { gatePlaces } from './gate-places.ts'
import { IS_CHECKOUT, LAUNCHER, PROGRAM_ROOT } from './launcher.ts'
import { stateDirectory } from './state-directory.ts'

export interface IdentityOptions {
  /** `--state`, when it was given. */
  readonly state?: string
  readonly home?: string
  /** `/etc/portcullis`, or where a test keeps it. */
  readonly managedDirectory?: string
  /** This process is the daemon. */
  readonly daemon?: true
  /** What else belongs to a gate that runs as an account of its own. */
  readonly system?: { readonly state: string; readonly run: string; readonly socket: string }
}

/** Where a daemon listens unless it is told otherwise. */
export const DEFAULT_PORT = 4747

/** Programs that the hook starts by their name, and those that an agent starts the hook with. */
export const HOOK_PROGRAMS: readonly string[] =
  'sh bash dash zsh cmd powershell pwsh perl curl node timeout env cat rm kill command portcullis'.split(' ')

/**
 * What belongs to the gate of this process, as it is now. Cheap enough to be asked for every call: two files are
 * looked at, and read again only when they changed. As long as nothing changed, the answer is the same object.
 */
export function gateIdentity(options: IdentityOptions = {}): () => GateIdentity {
  const home = options.home ?? homedir()
  const places = gatePlaces(stateDirectory(options.state, process.env, home), home)
  const still = stillParts(options, home)
  const address = watched(join(places.state, 'daemon.json'), readAddress)
  const installed = watched(join(places.own, 'installed.json'), readInstalled)
  let last: { readonly made: GateIdentity; readonly of: readonly unknown[] } | undefined
  return () => {
    const of = [address(), installed()] as const
    if (last !== undefined && last.of.every((one, at) => one === of[at])) return last.made
    const made = identityOf(still, of[0], of[1], options)
    last = { made, of }
    return made
  }
}

interface Still {
  readonly secrets: readonly string[]
  readonly fixed: readonly string[]
  readonly socket: string
  readonly hooks: readonly string[]
}

function stillParts({ state, managedDirectory = '/etc/portcullis', system }: IdentityOptions, home: string): Still {
  const places = gatePlaces(stateDirectory(state, process.env, home), home)
  const hooks = bothNames([places.hooks, join(managedDirectory, 'hooks')])
  return {
    secrets: bothNames([
      places.state,
      stateDirectory(state, process.env, home),
      join(home, '.portcullis', 'state'),
      places.hookKey,
      dirname(dirname(places.anchor)),
      ...(system === undefined ? [] : [system.state]),
    ]),
    fixed: bothNames([
      places.own,
      managedDirectory,
      ...programRoots(),
      process.execPath,
      ...(system === undefined ? [] : [system.run]),
    ]),
    socket: join(places.state, 'portcullis.sock'),
    hooks,
  }
}

/** What a checkout runs from; the rest of it (docs, tests) is a project like others. */
const OF_A_CHECKOUT = ['bin', 'src', 'dist', 'native', 'node_modules', 'package.json']

/** The package, or the parts of the checkout that run; beside a copy that npx keeps lies what it needs. */
function programRoots(): readonly string[] {
  if (IS_CHECKOUT) return OF_A_CHECKOUT.map((name) => join(PROGRAM_ROOT, name))
  const cache = /^.*\/_npx\/[^/]+(?=\/)/.exec(PROGRAM_ROOT)?.[0]
  return cache === undefined ? [PROGRAM_ROOT] : [PROGRAM_ROOT, cache]
}

function identityOf(
  still: Still,
  daemon: Address | undefined,
  installed: readonly string[] | undefined,
  options: IdentityOptions,
): GateIdentity {
  const isOwn = (path: string): boolean =>
    /^portcullis\.\w+$/.test(basename(path)) || still.hooks.some((directory) => path.startsWith(`${directory}/`))
  const files = installed ?? []
  return {
    secrets: still.secrets,
    fixed: [...still.fixed, ...bothNames(files.filter(isOwn))],
    hooked: bothNames(files.filter((path) => !isOwn(path))),
    processes: [...new Set([...(daemon?.processes ?? []), ...(options.daemon ? [process.pid] : [])])],
    commandLines: [
      ...(daemon?.commandLine === undefined ? [] : [daemon.commandLine]),
      ...(options.daemon ? [[process.execPath, ...process.execArgv, ...process.argv.slice(1)].join(' ')] : []),
      // One that is started next: by the hook, or from a checkout.
      `${process.execPath} ${LAUNCHER} serve`,
      `node ${join(dirname(process.execPath), 'portcullis')} serve`,
      `${process.execPath} ${join(PROGRAM_ROOT, 'src/surfaces/cli/main.ts')} serve`,
    ],
    ports: daemon === undefined ? [DEFAULT_PORT] : daemon.port === undefined ? [] : [daemon.port],
    sockets: bothNames([
      still.socket,
      ...(options.system === undefined ? [] : [options.system.socket]),
      ...(daemon?.socket === undefined ? [] : [daemon.socket]),
    ]),
    programs: HOOK_PROGRAMS,
  }
}

interface Address {
  readonly processes: readonly number[]
  readonly commandLine: string | undefined
  readonly port: number | undefined
  readonly socket: string | undefined
}

function readAddress(text: string): Address | undefined {
  const value = parsed(text)
  if (!isJsonObject(value)) return undefined
  const { pid, port, socket } = value
  if (typeof pid !== 'number') return undefined
  return {
    processes: [...new Set([pid, ...groupOf(pid)])],
    commandLine: textOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim(),
    port: typeof port === 'number' ? port : undefined,
    socket: typeof socket === 'string' ? socket : undefined,
  }
}

/** The process group: a signal to all of it reaches the daemon. */
function groupOf(pid: number): readonly number[] {
  const fields = textOf(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  const group = Number(fields?.[2])
  return Number.isInteger(group) && group > 1 ? [group] : []
}

/** Every file that `init` wrote or changed. */
function readInstalled(text: string): readonly string[] | undefined {
  const value = parsed(text)
  const files = isJsonObject(value) ? value['files'] : undefined
  if (!Array.isArray(files)) return undefined
  return (files as readonly JsonValue[]).flatMap((file) =>
    isJsonObject(file) && typeof file['path'] === 'string' ? [file['path']] : [],
  )
}

function parsed(text: string): JsonValue {
  const read = readJson(text)
  return 'ok' in read ? read.ok : null
}

const MOST_BYTES = 8 * 1024 * 1024

/** What is read from a file, as long as the disk says that it is the same file. */
function watched<T>(path: string, read: (text: string) => T | undefined): () => T | undefined {
  let known: { readonly mark: string; readonly value: T | undefined } | undefined
  return () => {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
    const mark = stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
    if (known?.mark === mark) return known.value
    const text = stat === undefined || stat.size > MOST_BYTES ? undefined : textOf(path)
    const value = text === undefined ? undefined : read(text)
    known = { mark, value }
    return value
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A path as it is written, and what it really is. */
function bothNames(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => [path, real(path)]))]
}

function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
