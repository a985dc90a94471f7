import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Log } from '../daemon/log.ts'
import { takeInstanceLock } from '../daemon/instance-lock.ts'
import { type Account, accountOf } from './account.ts'
import { AccountDaemons } from './account-daemons.ts'
import { forward, readHead, refuseHook } from './forward.ts'
import type { SystemPlaces, SystemRecord } from './places.ts'
import { openPublicDoor, type Peer } from './public-door.ts'

export interface SuperviseOptions {
  readonly places: SystemPlaces
  readonly record: SystemRecord
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: Log
}

export interface SystemGate {
  /** Resolves when the public door is closed, however that came. */
  readonly closed: Promise<void>
  stop(): Promise<void>
}

/** So many connections at once for one account, and for all: nobody's calls wait for somebody else's flood. */
const MOST_OF_ONE = 64
const MOST = 1024

/** The gate of the whole machine: one public door, and behind it a daemon for each account. */
export async function superviseSystem(options: SuperviseOptions): Promise<SystemGate> {
  const { places, record, environment, log } = options
  const lock = takeInstanceLock(join(places.state, 'system.lock'))
  const daemons = new AccountDaemons({ places, record, environment, log })
  const accounts = knownAccounts()
  const connections = new Map<number, number>()
  let all = 0
  const enter = (connection: Socket, peer: Peer): void => {
    const those = connections.get(peer.uid) ?? 0
    if (those >= MOST_OF_ONE || all >= MOST) {
      refuseHook(connection, 'too many calls of this account are being judged at this moment')
      return
    }
    connections.set(peer.uid, those + 1)
    all += 1
    connection.once('close', () => {
      all -= 1
      const left = (connections.get(peer.uid) ?? 1) - 1
      if (left === 0) connections.delete(peer.uid)
      else connections.set(peer.uid, left)
    })
    void serve(connection, peer, { daemons, record, accounts })
  }
  try {
    const door = await openPublicDoor(record.door, places.socket, enter)
    return {
      closed: door.closed,
      stop: async () => {
        door.close()
        await daemons.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

interface Behind {
  readonly daemons: AccountDaemons
  readonly record: SystemRecord
  readonly accounts: (uid: number) => Account | undefined
}

async function serve(connection: Socket, peer: Peer, { daemons, record, accounts }: Behind): Promise<void> {
  try {
    const asked = await readHead(connection)
    if (asked === undefined) return refuseHook(connection, 'only hooks are answered here')
    // Nothing can be kept from root's own agents, and the service has none.
    if (peer.uid === 0) return refuseHook(connection, 'an agent that runs as root cannot be held: use another account')
    const account = peer.uid === record.uid ? undefined : accounts(peer.uid)
    if (account === undefined || account.uid !== peer.uid)
      return refuseHook(connection, `account ${peer.uid} is not one whose agents are judged here`)
    forward(connection, asked, await daemons.reach(account))
  } catch (error) {
    refuseHook(connection, error instanceof Error ? error.message : String(error))
  }
}

const KNOWN_FOR = 60_000

/** Asking the machine who an account is costs two processes: not for every call. */
function knownAccounts(): Behind['accounts'] {
  const known = new Map<number, { readonly account: Account | undefined; readonly until: number }>()
  return (uid) => {
    const found = known.get(uid)
    if (found !== undefined && performance.now() < found.until) return found.account
    const account = accountOf(uid)
    known.set(uid, { account, until: performance.now() + KNOWN_FOR })
    return account
  }
}
