import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** SIGUSR1 opens Node's debugger to everybody on the machine; with this it does nothing. */
const NO_DEBUGGER = '--disable-sigusr1'

/** Options of Node that neither load code nor open a way in. What is not here is refused. */
const HARMLESS: ReadonlySet<string> = new Set([
  NO_DEBUGGER,
  ...'max-old-space-size max-semi-space-size stack-trace-limit expose-gc no-warnings disable-warning trace-warnings'
    .split(' ')
    .map((name) => `--${name}`),
  ...'no-deprecation trace-deprecation enable-source-maps unhandled-rejections dns-result-order use-system-ca'
    .split(' ')
    .map((name) => `--${name}`),
  ...'use-bundled-ca use-openssl-ca tls-min-v1.2 tls-min-v1.3 experimental-strip-types no-experimental-strip-types'
    .split(' ')
    .map((name) => `--${name}`),
])

/** Throws when Node was told to load code that is not the daemon's, or to let a debugger in. */
export function refuseInjectedCode(
  execArgv: readonly string[] = process.execArgv,
  nodeOptions: string = process.env['NODE_OPTIONS'] ?? '',
): void {
  const words = [...nodeOptions.split(/\s+/), ...execArgv].filter((word) => word !== '')
  const unknown = words.find((word) => word.startsWith('-') && !HARMLESS.has(word.split('=')[0]!.replaceAll('_', '-')))
  if (unknown !== undefined)
    throw new CannotStart(
      `Node was started with \`${unknown}\`, which may put code into the daemon: start it without (look at NODE_OPTIONS)`,
    )
  // Not imported: every command loads this file, and only the daemon asks.
  if (process.getBuiltinModule('node:inspector').url() !== undefined)
    throw new CannotStart('a debugger is open: the daemon starts without one')
}

/** Begins again, as the same process, when the signal that opens the debugger is still heard. */
export function shutDebuggerOut(): void {
  if (process.platform === 'win32' || process.execArgv.includes(NO_DEBUGGER)) return
  const words = [process.execPath, NO_DEBUGGER, ...process.execArgv, ...process.argv.slice(1)]
  process.execve!(process.execPath, words, process.env)
}

/** Throws when something that the daemon keeps in its state directory is not its own. */
export function refuseForeignState(directory: string, names: readonly string[]): void {
  const uid = process.getuid?.()
  if (uid === undefined) return
  for (const name of names) {
    const path = join(directory, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) continue
    if (!stat.isFile()) throw new CannotStart(`${path} is not a file: remove it`)
    if (stat.uid !== uid) throw new CannotStart(`${path} belongs to somebody else: nothing it says can be relied on`)
    if (isOpen(stat)) throw new CannotStart(`others may write ${path}: chmod go-w it, if you trust what it says`)
  }
}

/**
 * What is wrong with the program's own files and the settings: somebody else owns them or may write them, or a directory
 * above them. Root may run what somebody else owns, and is told so.
 */
export function refuseForeignProgram(paths: readonly string[], warn: (message: string) => void): void {
  const uid = process.getuid?.()
  if (uid === undefined) return
  const looked = new Set<string>()
  for (const path of paths) {
    for (let at = realOf(path); at !== undefined && !looked.has(at); at = at === '/' ? undefined : dirname(at)) {
      looked.add(at)
      const stat = statSync(at)
      if (isOpen(stat)) throw new CannotStart(`others may write ${at}, and with it change the gate: chmod go-w ${at}`)
      if (stat.uid === uid || stat.uid === 0) continue
      if (uid !== 0) throw new CannotStart(`${at} belongs to somebody else, who could change the gate`)
      warn(`${at} belongs to user ${stat.uid}, who can change the gate that root runs`)
    }
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Others may write it. A group of the user's own, and a directory where only owners may replace, are nobody else's. */
function isOpen({ mode, uid, gid }: Stats): boolean {
  if ((mode & 0o1000) !== 0) return false
  // Our own group is ours as well: so volumes of containers come, owned by root and opened for the group of the process.
  const isPrivate = gid === uid || (uid === 0 && gid === process.getuid?.())
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivate)
}
