import { homedir } from 'node:os'
import { z } from 'zod'
import { baseUrl } from '../../../policy/setting-shapes.ts'
import { daemonPaths } from '../../daemon/state.ts'
import { gatePlaces } from '../../gate-places.ts'
import { stateDirectory } from '../../state-directory.ts'
import type { SessionOptions } from '../gate-options.ts'

/** Where a daemon is, and what opens it. */
export interface RemoteDaemon {
  /** Its socket: `~/.portcullis/state/portcullis.sock`. */
  readonly socket?: string
  /** Or its address: `http://127.0.0.1:7411`. In the open only to this machine or a private network. */
  readonly url?: string
  /**
   * The daemon's operator token. Its agent token is enough to judge and to look at results; it may not say what the user
   * said, nor bring a person's answer.
   */
  readonly token?: string
  /** Or the file that holds it, read for every request. */
  readonly tokenFile?: string
  /** The daemon's `hook.key`: with it, an answer without the daemon's proof is refused. */
  readonly keyFile?: string
  /** How long an answer may take, people included, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number
}

/**
 * A gate in a daemon. Mode, settings, reviewer, descriptions of tools and people are the daemon's: what only makes sense
 * in this process cannot be given.
 */
export interface RemoteGateOptions extends Pick<SessionOptions, 'cwd' | 'interactive' | 'agent'> {
  /** `true`: the daemon of this user on this machine. */
  readonly remote: true | RemoteDaemon
  /** The session's name; calls of one session share what is remembered. Default: a new one. */
  readonly session?: string
  /** With `remote: true`: the daemon's state directory. Default: `PORTCULLIS_STATE`, else `~/.portcullis/state`. */
  readonly state?: string
  readonly home?: string
}

const text = z.string().min(1).max(4_096)
const schema = z
  .strictObject({
    socket: text.optional(),
    url: baseUrl().optional(),
    token: text.optional(),
    tokenFile: text.optional(),
    keyFile: text.optional(),
    timeoutMs: z.number().int().min(1).max(3_600_000).optional(),
  })
  .superRefine((given, context) => {
    const fail = (message: string): void => context.addIssue({ code: 'custom', message })
    if ((given.socket === undefined) === (given.url === undefined)) fail('give either `socket` or `url`')
    if ((given.token === undefined) === (given.tokenFile === undefined)) fail('give either `token` or `tokenFile`')
  })

const options = z.strictObject({
  remote: z.union([z.literal(true), schema]),
  session: z.string().min(1).max(512).optional(),
  cwd: text.optional(),
  interactive: z.boolean().optional(),
  agent: z.string().min(1).max(512).optional(),
  state: text.optional(),
  home: text.optional(),
})

/** What cannot be given together with `remote`, and where it is said instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  tools: 'describe the tools under `tools` in the settings of the daemon',
  approver:
    'people are asked by the daemon (`portcullis approve`, console, chats), or by you with `interactive: true` and `settle`',
  channels: 'chats are the daemon’s: `channels` in its settings',
  mode: 'the mode is the daemon’s: `permissions.defaultMode` in its settings, or the console',
  settings: 'the settings are the daemon’s',
  environment: 'the reviewing model is the daemon’s',
  user: 'the user is whoever runs the daemon',
}

/** Throws an error that says what to do. */
export function readRemote(given: RemoteGateOptions): Required<Pick<RemoteDaemon, 'timeoutMs'>> & RemoteDaemon {
  const read = options.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.flatMap((issue) => {
      const path = issue.path.map(String)
      if (issue.code !== 'unrecognized_keys') return [`${path.join('.')}: ${issue.message}`]
      return issue.keys.map((key) => `${[...path, key].join('.')}: ${ELSEWHERE[key] ?? 'has no meaning with `remote`'}`)
    })
    throw new TypeError(`openGate with \`remote\` cannot be given this:\n  ${lines.join('\n  ')}`)
  }
  const { remote } = given
  if (remote !== true) return { timeoutMs: PATIENCE, ...remote }
  const state = stateDirectory(given.state, process.env, given.home)
  const { socket, operatorToken } = daemonPaths(state)
  const keyFile = gatePlaces(state, given.home ?? homedir()).hookKey
  return { socket, tokenFile: operatorToken, keyFile, timeoutMs: PATIENCE }
}

const PATIENCE = 60_000
