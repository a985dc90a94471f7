import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolCall } from '../call/tool-call.ts'
import { openRun, type Run, type RunRequest } from './runs.node.ts'
import { joinWords } from './walls.ts'

export interface TicketRequest extends Omit<RunRequest, 'command' | 'until' | 'variablesOf'> {
  /** The call that was judged. The ticket is for its very text. */
  readonly call: ToolCall
  readonly text: string
  /** The user's shell, by its whole path. */
  readonly shell: string
  /** The key of the installation: the runner believes nothing else. */
  readonly key: Uint8Array
  readonly minutes: number
  /** The program that judges what was done; `--settle <run> --exit <code>` is added. */
  readonly settle: readonly string[]
  /** The home directory whose settings count there. It gets no other variable of whoever uses the ticket. */
  readonly home: string
  /** Where the ticket lies, with the key that proves it and the socket of whoever settles. Left out: `state`. */
  readonly door?: string
}

export type Issued = { readonly id: string; readonly run: Run } | { readonly refused: string }

/** The first word of every ticket; another version is another word. */
export const TICKET_MARK = 'portcullis ticket 2'

export function ticketsIn(door: string): string {
  return join(door, 'contained', 'tickets')
}

/** Plans the walls for one call and writes the ticket with which they can be used once. */
export function issueTicket(request: TicketRequest): Issued {
  const { call, text, shell, key, minutes, settle, home, door, ...rest } = request
  const until = Math.floor(Date.now() / 1000) + Math.ceil(minutes * 60)
  const opened = openRun({ ...rest, command: [shell, '-c', text], until, variablesOf: 'client' })
  if ('refused' in opened) return opened
  const { run } = opened
  writeFileSync(join(run.at, 'call.json'), JSON.stringify(call), { mode: 0o600 })
  const id = randomBytes(12).toString('hex')
  const digest = createHash('sha256')
    .update(readFileSync(join(run.at, 'plan')))
    .digest('hex')
  const words = [
    TICKET_MARK,
    id,
    call.fingerprint,
    call.session,
    run.cwd,
    String(until),
    digest,
    run.at,
    `HOME=${home}`,
    ...settle,
    '--settle',
    run.id,
    '--exit',
  ]
  const directory = ticketsIn(door ?? rest.state)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const proof = createHmac('sha256', key).update(joinWords(words)).digest('hex')
  // Whole before it has its name.
  writeFileSync(join(directory, `${id}.new`), joinWords([...words, 'mac', proof, 'done']), { mode: 0o600 })
  renameSync(join(directory, `${id}.new`), join(directory, id))
  return { id, run }
}
