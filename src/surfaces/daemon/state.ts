import { chmodSync, lstatSync, mkdirSync, type Stats, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** Everything the daemon keeps, in one directory that only its owner may enter. */
export interface DaemonPaths {
  readonly directory: string
  readonly socket: string
  readonly lock: string
  readonly agentToken: string
  readonly operatorToken: string
  /** For whoever hands in signed answers, and for nothing else. */
  readonly channelToken: string
  /** For Prometheus: reads the metrics and nothing else. */
  readonly metricsToken: string
  /** Where it listens, for programs that look for it. Never a token. */
  readonly address: string
}

export function daemonPaths(directory: string): DaemonPaths {
  return {
    directory,
    socket: join(directory, 'portcullis.sock'),
    lock: join(directory, 'instance.lock'),
    agentToken: join(directory, 'agent.token'),
    operatorToken: join(directory, 'operator.token'),
    channelToken: join(directory, 'channel.token'),
    metricsToken: join(directory, 'metrics.token'),
    address: join(directory, 'daemon.json'),
  }
}

/** The kernel cuts longer names off without a word: the socket would lie somewhere else. */
const LONGEST_SOCKET_NAME = 103

/** Makes the directory, or makes sure that nobody else can have put anything into it. */
export function prepareDirectory(paths: DaemonPaths): void {
  if (process.platform !== 'win32' && Buffer.byteLength(paths.socket) > LONGEST_SOCKET_NAME)
    throw new CannotStart(
      `the name of the socket is too long for this system: ${paths.socket}; choose a shorter PORTCULLIS_STATE`,
    )
  mkdirSync(paths.directory, { recursive: true, mode: 0o700 })
  const stat = lstatSync(paths.directory)
  if (!stat.isDirectory()) throw new CannotStart(`the state directory is not a directory: ${paths.directory}`)
  if (!isOwn(stat)) throw new CannotStart(`the state directory belongs to somebody else: ${paths.directory}`)
  if ((stat.mode & 0o077) !== 0) chmodSync(paths.directory, 0o700)
}

/**
 * Removes the socket of a daemon that is gone. Only to be called with the instance lock held. A link, another kind of
 * file, somebody else's socket or one that answers is not ours to remove.
 */
export async function reclaimSocket(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isSocket()) throw new CannotStart(`something that is not a socket lies at ${path}: remove it`)
  if (!isOwn(stat)) throw new CannotStart(`the socket at ${path} belongs to somebody else: remove it`)
  if (await answers(path)) throw new CannotStart(`another program answers at ${path}: stop it first`)
  unlinkSync(path)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (said: boolean): void => {
      socket.destroy()
      resolve(said)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** Windows has no owners of this kind; there the directory's access list decides. */
export function isOwn(stat: Stats): boolean {
  return process.getuid === undefined || stat.uid === process.getuid()
}
