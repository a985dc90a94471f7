import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where a system gate keeps what, below `/` or below the root that a trial has of its own. */
export interface SystemPlaces {
  readonly root: string
  /** Root's: settings, the record of the installation, hooks and the program. */
  readonly managed: string
  readonly settings: string
  readonly record: string
  /** Keys of models for the service, which only root reads. */
  readonly environment: string
  /** Root's directory, into which only the service may put its socket. */
  readonly run: string
  readonly socket: string
  /** The service's alone. */
  readonly state: string
  /** One state directory for each account whose agents it judges. */
  readonly accounts: string
  readonly unit: string
}

/** The account that daemon, store, key and log belong to. */
export const SERVICE_ACCOUNT = 'portcullis'

export function systemPlaces(root: string = '/'): SystemPlaces {
  const managed = join(root, 'etc', 'portcullis')
  const state = join(root, 'var', 'lib', 'portcullis')
  return {
    root,
    managed,
    settings: join(managed, 'settings.json'),
    record: join(managed, 'system.json'),
    environment: join(managed, 'environment'),
    run: join(root, 'run', 'portcullis'),
    socket: join(root, 'run', 'portcullis', 'gate.sock'),
    state,
    accounts: join(state, 'accounts'),
    unit: join(root, 'etc', 'systemd', 'system', 'portcullis.service'),
  }
}

export function accountState(places: SystemPlaces, uid: number): string {
  return join(places.accounts, String(uid))
}

/** Where the daemon of an account keeps what others keep at home: the operator's settings for it, costs, anchors. */
export function accountHome(places: SystemPlaces, uid: number): string {
  return join(accountState(places, uid), 'home')
}

const RECORD = z.object({
  version: z.literal(1),
  account: z.string(),
  uid: z.number().int().positive(),
  gid: z.number().int().positive(),
  node: z.string(),
  launcher: z.string(),
  door: z.string(),
})

/** What `install --system` did, for whoever starts, examines or removes it. */
export type SystemRecord = z.infer<typeof RECORD>

/** Undefined: this machine has no system gate. Throws when the record cannot be read. */
export function systemRecord(places: SystemPlaces): SystemRecord | undefined {
  if (!existsSync(places.record)) return undefined
  const read = RECORD.safeParse(JSON.parse(readFileSync(places.record, 'utf8')))
  if (!read.success) throw new Error(`${places.record} is not a record of an installation`)
  return read.data
}
