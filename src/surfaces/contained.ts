import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { readCallValue } from '../call/read-call.ts'
import { isJsonObject, readJson } from '../call/strict-json.ts'
import type { ToolCall } from '../call/tool-call.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { lookAt } from '../checks/look-at.ts'
import { commit, type Committed, forget, hashOf, versionControl } from '../containment/commit.node.ts'
import type { Did } from '../containment/effects.ts'
import { type Judged, judgeDid } from '../containment/judge-did.ts'
import {
  aboutRun,
  collect,
  type Opened,
  openRun,
  placeOfRun,
  type Run,
  type RunRequest,
  takeOver,
  type Tools,
} from '../containment/runs.node.ts'
import type { Environment } from '../containment/environment.ts'
import { issueTicket, type PlanRequest, planTicket, thisMachine, writeTicket } from '../containment/tickets.node.ts'
import type { Gate } from '../gate.ts'
import type { StoredTicket, TicketStore } from '../journal/tickets.ts'
import type { Session } from '../session.ts'
import type { Reason } from '../verdict.ts'
import { copiedTools, type FoundTools, needsCopy } from './copied-tools.ts'
import { gatePlaces } from './gate-places.ts'
import { LAUNCHER } from './launcher.ts'
import { runnerBinary } from './install/native-client.ts'
import { find } from './install/system-tools.ts'

/** What the walls are built with, or what is missing and how it is installed. */
export function containmentTools(home: string = homedir()): FoundTools {
  return needsCopy(home) ? copiedTools(home) : overlayTools(home)
}

function overlayTools(home: string): FoundTools {
  const bubblewrap = find('bwrap')
  if (bubblewrap === undefined)
    return {
      missing: 'bubblewrap is not installed',
      fix: '`apt-get install bubblewrap`, `dnf install bubblewrap` or `apk add bubblewrap`',
    }
  const runner = runnerBinary(join(gatePlaces(undefined, home).own, 'cache', 'native'))
  if ('failed' in runner)
    return { missing: `the runner could not be built: ${runner.failed}`, fix: '`apt-get install gcc libc6-dev`' }
  return { runner: runner.binary, bubblewrap }
}

/** Plans the walls for a command in the workspace around `cwd`. */
export function openContained(gate: Pick<Gate, 'world'>, request: Omit<RunRequest, 'surroundings' | 'gate'>): Opened {
  const surroundings = surroundingsOf(request.cwd, gate.world)
  return openRun({ ...request, surroundings, gate: gate.world.gate })
}

/** What a contained run did, and what speaks against it. */
export interface Outcome extends Judged {
  readonly did: Did
  readonly hash: string
}

export function outcomeOf(gate: Gate, run: Run, call: ToolCall, session: Session): Outcome {
  const did = collect(run)
  const { subject } = lookAt(gate, call, session, gate.policyFor(call.cwd))
  return { did, hash: hashOf(run, did.changes), ...judgeDid(subject, did, versionControl(run.workspace)) }
}

/** What waits for a person, as it is kept: the answer counts for this hash alone. */
interface Held {
  readonly hash: string
  readonly because: readonly Reason[]
}

export function hold(run: Run, { hash, held }: Outcome): void {
  const kept: Held = { hash, because: held }
  writeFileSync(join(run.at, 'held.json'), JSON.stringify(kept), { mode: 0o600 })
}

export interface HeldRun {
  readonly run: Run
  readonly did: Did
  readonly because: readonly Reason[]
  /** What the answer counts for. */
  readonly hash: string
}

/** A run that waits, exactly as it was shown; a text says why it cannot be decided about. */
export function heldRun(id: string, state: string, tools: Tools): HeldRun | string {
  const at = placeOfRun(state, id)
  const about = /^[0-9a-f]{12}$/.test(id) ? aboutRun(at) : undefined
  if (about === undefined || !existsSync(join(at, 'held.json'))) return `no run \`${id}\` waits for an answer`
  const run: Run = { id, at, workspace: about.workspace, cwd: about.cwd, tools }
  const kept = JSON.parse(readFileSync(join(at, 'held.json'), 'utf8')) as Held
  const did = collect(run)
  if (hashOf(run, did.changes) !== kept.hash)
    return `what \`${id}\` would change is no longer what was shown: discard it and run the command again`
  return { run, did, because: kept.because, hash: kept.hash }
}

/** Whatever it is now, it goes. False: there is no such run. */
export function discardHeld(id: string, state: string, tools: Tools): boolean {
  const at = placeOfRun(state, id)
  if (!/^[0-9a-f]{12}$/.test(id) || !existsSync(join(at, 'held.json'))) return false
  forget({ at, tools })
  return true
}

/** A run that a ticket was used for, and the call that it was given for; a text says why it cannot be settled. */
export function ticketRun(
  id: string,
  state: string,
  tools: Tools,
): { readonly run: Run; readonly call: ToolCall } | string {
  return runAt(placeOfRun(state, id), tools)
}

/** The run in this directory, and the call that it was planned for. */
export function runAt(at: string, tools: Tools): { readonly run: Run; readonly call: ToolCall } | string {
  const id = basename(at)
  const about = /^[0-9a-f]{12}$/.test(id) ? aboutRun(at) : undefined
  if (about === undefined || !existsSync(join(at, 'call.json'))) return `there is no run \`${id}\``
  const read = readJson(readFileSync(join(at, 'call.json')))
  const value = 'ok' in read && isJsonObject(read.ok) ? read.ok : {}
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '')
  const call = readCallValue(
    { tool: value['tool'], input: value['input'] },
    { id: text('id'), cwd: text('cwd'), session: text('session'), agent: text('agent') },
  )
  if ('unreadable' in call) return call.unreadable.sentence
  if (call.ok.fingerprint !== value['fingerprint']) return 'the call of this run cannot be read'
  return { run: { id, at, workspace: about.workspace, cwd: about.cwd, tools }, call: call.ok }
}

interface TicketFor extends Pick<RunRequest, 'network' | 'show'> {
  readonly state: string
  readonly key: Uint8Array
  readonly tools: Tools
  readonly environment: Environment
  /** Where the client runs it, when the call chose another directory than the session's. */
  readonly cwd?: string
  /** Whose settings count. */
  readonly home: string
}

type Given = { readonly command: readonly string[]; readonly run: Run } | { readonly refused: string }

/** Leave to run one call behind walls once, as the words of a command for a shell: a file, for whoever takes it first. */
export function ticketFor(
  gate: Pick<Gate, 'world'>,
  call: ToolCall,
  text: string,
  given: TicketFor & {
    /** A program's own place for tickets: it settles what they ran itself, or nobody does. */
    readonly door?: string
  },
): Given {
  const { door, state, home, key, tools } = given
  const settle = door === undefined ? settlingIn(state) : NOBODY_SETTLES
  const plan = planFor(gate, call, text, given)
  const issued = issueTicket({ ...plan, settle, home, key, ...(door === undefined ? {} : { door }) })
  if ('refused' in issued) return issued
  return { command: [tools.runner, 'ticket', door ?? state, issued.id], run: issued.run }
}

/** The same, kept in the store: every daemon that shares it can find it, and it can be used through one of them, once. */
export async function storedTicketFor(
  gate: Pick<Gate, 'world'>,
  call: ToolCall,
  text: string,
  given: Omit<TicketFor, 'key'> & { readonly tickets: Pick<TicketStore, 'give'> },
): Promise<Given> {
  const { state, tools, tickets } = given
  const planned = planTicket(planFor(gate, call, text, given))
  if ('refused' in planned) return planned
  await tickets.give({ ...planned.terms, machine: thisMachine(), door: state })
  return { command: [tools.runner, 'ticket', state, planned.terms.id], run: planned.run }
}

/** A ticket of the store was used: the runner finds what it needs, once. */
export function handOver(ticket: StoredTicket, state: string, home: string, key: Uint8Array): void {
  if (placeOfRun(state, basename(ticket.place)) !== ticket.place) takeOver(state, ticket.place)
  writeTicket(ticket, { settle: settlingIn(state), home, key, door: state })
}

function planFor(
  gate: Pick<Gate, 'world'>,
  call: ToolCall,
  text: string,
  given: Omit<TicketFor, 'key' | 'home'>,
): PlanRequest {
  const { cwd = call.cwd, state, tools, environment, network, show } = given
  const shell = environment['SHELL']
  return {
    state,
    tools,
    environment,
    ...(network === undefined ? {} : { network }),
    ...(show === undefined ? {} : { show }),
    call,
    text,
    cwd,
    surroundings: { ...surroundingsOf(call.cwd, gate.world), cwd },
    gate: gate.world.gate,
    shell: shell !== undefined && /^\/(?:usr\/)?bin\/(?:ba|z|da)?sh$/.test(shell) ? shell : '/bin/sh',
    minutes: TICKET_MINUTES,
  }
}

function settlingIn(state: string): readonly string[] {
  return [process.execPath, LAUNCHER, 'run', '--state', state]
}

/** What stands for the settling process where only the program that gave the ticket may settle. */
const NOBODY_SETTLES: readonly string[] = [
  '/bin/sh',
  '-c',
  'echo "portcullis: the program that asked for this run is gone: nothing was written" >&2; exit 125',
]

/** Long enough for a person to answer the client's own question first. */
const TICKET_MINUTES = 10

/** Commits, and forgets the run unless the commit has to go on later. */
export function commitAndForget(run: Run, did: Did): Committed {
  const done = commit(run, did.changes)
  if (done.ended !== 'failed') forget(run)
  return done
}
