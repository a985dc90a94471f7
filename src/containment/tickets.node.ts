import { createHash, createHmac, randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ToolCall } from '../call/tool-call.ts'
import { openRun, type Run, type RunRequest } from './runs.node.ts'
import { joinWords } from './walls.ts'

export interface PlanRequest extends Omit<RunRequest, 'command' | 'until' | 'variablesOf'> {
  /** The call that was judged. The ticket is for its very text. */
  readonly call: ToolCall
  readonly text: string
  /** The user's shell, by its whole path. */
  readonly shell: string
  readonly minutes: number
}

/** What a ticket is bound to. */
export interface TicketTerms {
  readonly id: string
  readonly fingerprint: string
  readonly session: string
  readonly cwd: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** SHA-256 of the plan. */
  readonly plan: string
  /** The directory of the run. */
  readonly place: string
}

/** How what a ticket ran is settled. */
export interface Settlement {
  /** The program that judges what was done; `--settle <run> --exit <code>` is added. */
  readonly settle: readonly string[]
  /** The home directory whose settings count there. It gets no other variable of whoever uses the ticket. */
  readonly home: string
  /** The key of the installation: the runner believes nothing else. */
  readonly key: Uint8Array
  /** Where the ticket lies, with the key that proves it and the socket of whoever settles. */
  readonly door: string
}

export interface TicketRequest extends PlanRequest, Omit<Settlement, 'door'> {
  /** Left out: `state`. */
  readonly door?: string
}

export type Planned = { readonly terms: TicketTerms; readonly run: Run } | { readonly refused: string }
export type Issued = { readonly id: string; readonly run: Run } | { readonly refused: string }

/** The first word of every ticket; another version is another word. */
export const TICKET_MARK = 'portcullis ticket 2'

export function ticketsIn(door: string): string {
  return join(door, 'contained', 'tickets')
}

/** Plans the walls for one call, and says what leave to use them would be bound to. Nothing can be run with it yet. */
export function planTicket({ call, text, shell, minutes, ...rest }: PlanRequest): Planned {
  const until = Math.floor(Date.now() / 1000) + Math.ceil(minutes * 60)
  const opened = openRun({ ...rest, command: [shell, '-c', text], until, variablesOf: 'client' })
  if ('refused' in opened) return opened
  const { run } = opened
  writeFileSync(join(run.at, 'call.json'), JSON.stringify(call), { mode: 0o600 })
  const { fingerprint, session } = call
  const id = randomBytes(12).toString('hex')
  const terms = {
    id,
    fingerprint,
    session,
    cwd: run.cwd,
    until: until * 1000,
    plan: digestOfPlan(run.at),
    place: run.at,
  }
  return { terms, run }
}

/** What the runner needs: whoever takes this file away first runs the command. */
export function writeTicket(terms: TicketTerms, { settle, home, key, door }: Settlement): void {
  const { id, fingerprint, session, cwd, until, plan, place } = terms
  const words = [
    TICKET_MARK,
    id,
    fingerprint,
    session,
    cwd,
    String(Math.floor(until / 1000)),
    plan,
    place,
    `HOME=${home}`,
    ...settle,
    '--settle',
    basename(place),
    '--exit',
  ]
  const directory = ticketsIn(door)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const proof = createHmac('sha256', key).update(joinWords(words)).digest('hex')
  // Whole before it has its name.
  writeFileSync(join(directory, `${id}.new`), joinWords([...words, 'mac', proof, 'done']), { mode: 0o600 })
  renameSync(join(directory, `${id}.new`), join(directory, id))
}

/** Plans the walls for one call and writes the ticket with which they can be used once. */
export function issueTicket(request: TicketRequest): Issued {
  const { settle, home, key, door, ...rest } = request
  const planned = planTicket(rest)
  if ('refused' in planned) return planned
  writeTicket(planned.terms, { settle, home, key, door: door ?? rest.state })
  return { id: planned.terms.id, run: planned.run }
}

/** The running system: of two machines, or two starts of one, no two have the same. */
export function thisMachine(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

/** Why the walls that were planned for a ticket are not there as they were planned; undefined: they are. */
export function planChanged({ place, plan }: Pick<TicketTerms, 'place' | 'plan'>): string | undefined {
  try {
    const stat = lstatSync(place)
    if (!stat.isDirectory() || stat.uid !== process.getuid?.())
      return 'the directory of its run belongs to another account'
    return digestOfPlan(place) === plan ? undefined : 'the plan is not the one that the ticket was given for'
  } catch {
    return 'the directory of its run is not on this machine'
  }
}

function digestOfPlan(place: string): string {
  return createHash('sha256')
    .update(readFileSync(join(place, 'plan')))
    .digest('hex')
}
