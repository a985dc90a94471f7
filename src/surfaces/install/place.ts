import { join } from 'node:path'
import type { SystemTools } from './system-tools.ts'

/** The machine as an installation sees it. Tests give one of their own. */
export interface Place {
  readonly home: string
  /** `/`, or where a test keeps its own `/etc`. */
  readonly root: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The Node that runs the gate when the daemon does not. */
  readonly node: string
  /** `bin/portcullis.cjs` of this installation. */
  readonly launcher: string
  readonly platform: NodeJS.Platform
  /** Whether agents call the native client. Left out: they call the script. */
  readonly client?: 'native'
  /** Left out: what is found on this machine. */
  readonly tools?: SystemTools
}

export interface Wanted {
  /** `managed`: the place of the machine's owner, which projects and users cannot switch off. */
  readonly scope: 'user' | 'managed'
  readonly observe: boolean
  /** How long the agent waits for its hook, in seconds. */
  readonly timeout: number
  /** The MCP servers in the agent's settings are started behind the gate, too. */
  readonly mcp?: boolean
  /** Directories of projects whose own files name servers that are started behind the gate, too. */
  readonly projects?: readonly string[]
  /** Seconds for judging without the daemon, where something else than the agent's patience ends the hook. */
  readonly spare?: number
  /** The gate runs as an account of its own: its public socket, and the number of that account. */
  readonly system?: { readonly socket: string; readonly uid: number }
}

/** Room for a question of five minutes. */
export const DEFAULT_TIMEOUT = 450

/** Judging without the daemon needs no longer than this; the rest is for the daemon, which may have to ask a person. */
const MOST_SPARE = 30

/** Where our own files stand: what the agents call, and the copies it needs. */
export function hooksDirectory(place: Place, scope: Wanted['scope']): string {
  return scope === 'managed' ? join(place.root, 'etc', 'portcullis', 'hooks') : join(place.home, '.portcullis', 'hooks')
}

/** The native client, one for all agents. */
export function nativePath(place: Place, scope: Wanted['scope']): string {
  return join(hooksDirectory(place, scope), 'portcullis-hook')
}

export function manifestPath(place: Place): string {
  return join(place.home, '.portcullis', 'installed.json')
}

/** The parts of the agent's patience: what the daemon may take, what is left for judging without it. Together with the wait for input at most 80 %. */
export function deadlines(timeout: number): { readonly limit: number; readonly spare: number } {
  const whole = Math.max(2, Math.floor(timeout * 0.8) - 5)
  const spare = Math.min(MOST_SPARE, Math.max(1, Math.floor(whole / 3)))
  return { limit: Math.max(1, whole - spare), spare }
}
