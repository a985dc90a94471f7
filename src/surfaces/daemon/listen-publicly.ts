import type { Server } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { UserStore } from '../../journal/users.ts'
import { type DoorOptions, openDoor, type Serve } from './listen.ts'
import type { Log } from './log.ts'
import {
  Certificates,
  type PublicListen,
  publicEntrance,
  readListenAddress,
  requireSafeListening,
} from './public-entrance.ts'
import { publicRoutes } from './public-routes.ts'
import { listening } from './serving.ts'

export type { PublicListen }

export interface ListeningPublicly {
  readonly server: Server | HttpsServer
  readonly url: string
  readonly port: number
  /** Takes over certificate files that changed. To be called now and then. */
  readonly followFiles: () => void
}

/** Opens the entrance for other machines. Throws `CannotStart` where it would be open to just anybody. */
export async function listenPublicly(
  listen: PublicListen,
  daemon: {
    readonly door: DoorOptions
    readonly serve: Serve
    readonly users: Pick<UserStore, 'read'>
    readonly log: Log
  },
): Promise<ListeningPublicly> {
  const { users, log, serve } = daemon
  const wanted = readListenAddress(listen.address)
  requireSafeListening(wanted, listen.tls, hasTokens(users))
  const certificates = listen.tls === undefined ? undefined : new Certificates(listen.tls)
  const door: DoorOptions = { ...daemon.door, table: publicRoutes(daemon.door.table) }
  let address = wanted
  const scheme = certificates === undefined ? 'http' : 'https'
  const names = (): readonly string[] => listen.names ?? certificates?.names ?? []
  let entrance = publicEntrance(address, names(), scheme)
  const way = () => entrance
  const secure = certificates && openDoor(way, door, serve, certificates.options)
  const server: Server | HttpsServer = secure ?? openDoor(way, door, serve)
  await listening(server, address)
  address = { host: wanted.host, port: (server.address() as AddressInfo).port }
  entrance = publicEntrance(address, names(), scheme)
  if (entrance.hosts.size === 0)
    log('warn', 'the certificate has no name, so nobody can call this address: use --public-name')
  const followFiles = (): void => {
    if (certificates === undefined || secure === undefined) return
    const followed = certificates.follow(secure)
    if (followed === 'as before') return
    if (followed !== 'changed') {
      log('error', `the TLS files changed and cannot be used, so the old ones stay in use: ${followed.problem}`)
      return
    }
    entrance = publicEntrance(address, names(), scheme)
    log('info', `the TLS certificate was replaced; the new one is valid to ${certificates.validTo.toISOString()}`)
  }
  const [first = `${address.host}:${address.port}`] = entrance.hosts
  return { server, url: `${scheme}://${first}`, port: address.port, followFiles }
}

function hasTokens(users: Pick<UserStore, 'read'>): boolean {
  const { people, tokens } = users.read()
  const enabled = new Set(people.filter(({ disabled }) => !disabled).map(({ id }) => id))
  return tokens.some(
    ({ user, revoked, expires }) =>
      revoked === undefined && (expires === undefined || expires > Date.now()) && enabled.has(user),
  )
}
