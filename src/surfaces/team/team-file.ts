import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { Head } from '../../journal/chain.ts'
import { isOwn } from '../daemon/state.ts'
import { isLoopback } from '../daemon/public-entrance.ts'

/** Which team's gate this machine belongs to. In the state directory, readable by its owner only. */
export interface TeamFile {
  readonly url: string
  readonly token: string
  /** The authority that signs the gate's certificate, as PEM. Left out: those the system trusts. */
  readonly ca?: string
  /** Files with this machine's own certificate, where the gate wants one. */
  readonly clientCertificate?: string
  readonly clientKey?: string
  /** The last record before this machine joined: what follows is delivered. */
  readonly from: Head & { readonly writer: string }
  readonly joinedAt: number
}

const SHAPE = z.strictObject({
  url: z.string().min(1).max(2_000),
  token: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  ca: z.string().max(1_000_000).exactOptional(),
  clientCertificate: z.string().exactOptional(),
  clientKey: z.string().exactOptional(),
  from: z.strictObject({
    writer: z.string().regex(/^[0-9a-f]{32}$/),
    seq: z.number().int().min(0),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  joinedAt: z.number(),
})

export function teamPath(state: string): string {
  return join(state, 'team.json')
}

/** Undefined: this machine joined no team. Throws when that cannot be told. */
export function readTeam(state: string): TeamFile | undefined {
  const path = teamPath(state)
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read: ${messageOf(error)}`, { cause: error })
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || !isOwn(stat)) throw new Error(`${path} is not a file of yours: remove it, and join again`)
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
      throw new Error(`others may read the token in ${path}: join again with a new one`)
    const read = SHAPE.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    if (!read.success) throw new Error(`${path} is not what \`portcullis join\` wrote: join again`)
    return { ...read.data, url: gateUrl(read.data.url) }
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`${path} is not what \`portcullis join\` wrote: join again`) : error
  } finally {
    closeSync(file)
  }
}

export function writeTeam(state: string, team: TeamFile): void {
  const path = teamPath(state)
  const temporary = `${path}.${process.pid}`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${JSON.stringify(team)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(temporary, path)
}

/** Another text when the file was replaced; '' when there is none. */
export function teamStamp(state: string): string {
  const stat = statSync(teamPath(state), { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

/** The address of a gate, without a path. Throws where a token would be sent unencrypted. */
export function gateUrl(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new Error(`this is no address of a gate, such as https://gate.example:8443: ${text}`)
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const here = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && here))
    throw new Error(`a gate on another machine is reached over https, so that nobody reads the token: ${text}`)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    throw new Error(`the address of a gate is a host and a port, such as https://gate.example:8443: ${text}`)
  return url.origin
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
