import { basename } from 'node:path'
import { visible } from '../../call/visible.ts'
import { stateDirectory } from '../state-directory.ts'
import { eitherJudge } from './either-judge.ts'
import { ChildEnd, type End, type ServerCommand, streamEnd } from './ends.ts'
import type { ServerAddress } from './http-end.ts'
import { type McpJudge, plainServerName } from './judge.ts'
import { Pins, type ServerIdentity } from './pins.ts'
import { McpProxy } from './proxy.ts'

export interface McpProxyOptions {
  /** What is started, or where it is. */
  readonly server: ServerCommand | ServerAddress
  /** The server's name in the client's settings: agents with hooks call its tools `mcp__<name>__<tool>`. */
  readonly name?: string
  /** Where the client is. Default: at the standard streams of this process. */
  readonly client?: End
  /** Where the gate keeps what it remembers. Default: `PORTCULLIS_STATE`, else `~/.portcullis/state`. */
  readonly state?: string
  /** Settings to use besides the user's and the project's. */
  readonly settings?: string
  /** The directory the client works in. Default: this process's. */
  readonly cwd?: string
  /** A call that is not allowed within so many milliseconds is denied. Default: 330 seconds, room for a question. */
  readonly deadlineMs?: number
  /** In place of the gate of this machine. */
  readonly judge?: McpJudge
  /** Tells a person. Default: on standard error. */
  readonly say?: (sentence: string) => void
}

export const DEADLINE_MS = 330_000

/** Puts the gate between an MCP client and a server. `run` resolves, with why, when one of them is gone. */
export async function openMcpProxy(
  options: McpProxyOptions,
): Promise<McpProxy & { readonly close: () => Promise<void> }> {
  const { server, cwd = process.cwd(), deadlineMs = DEADLINE_MS, settings } = options
  const state = stateDirectory(options.state)
  const identity = identityOf(server, options.name)
  const judge =
    options.judge ?? eitherJudge({ state, patienceMs: deadlineMs, ...(settings === undefined ? {} : { settings }) })
  const end = 'url' in server ? await (await import('./http-end.ts')).httpEnd(server) : new ChildEnd(server)
  const proxy = new McpProxy({
    client: options.client ?? streamEnd(process.stdin, process.stdout),
    server: end,
    judge,
    pins: new Pins(state),
    identity,
    cwd,
    deadlineMs,
    say: options.say ?? ((sentence) => process.stderr.write(`portcullis: ${visible(sentence)}\n`)),
  })
  return Object.assign(proxy, { close: () => judge.close() })
}

/** What tells one server from another. Credentials in a URL are nobody's name. */
export function identityOf(server: ServerCommand | ServerAddress, name: string | undefined): ServerIdentity {
  if ('url' in server) {
    const url = new URL(server.url)
    return { name: plainServerName(name ?? url.hostname), runs: `${url.origin}${url.pathname}` }
  }
  const runs = [server.command, ...server.args]
  return { name: plainServerName(name ?? basename(server.command)), runs: JSON.stringify(runs) }
}
