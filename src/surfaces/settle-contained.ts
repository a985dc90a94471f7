import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject, ToolCall } from '../call/tool-call.ts'
import { isInside } from '../call/paths.ts'
import { shorten, visible } from '../call/visible.ts'
import { forget } from '../containment/commit.node.ts'
import type { Did } from '../containment/effects.ts'
import { type Run, type Tools, watched } from '../containment/runs.node.ts'
import type { Gate } from '../gate.ts'
import type { AuditLogger } from '../journal/audit-logger.ts'
import type { ContainedEnd, Session } from '../session.ts'
import type { Reason } from '../verdict.ts'
import { commitAndForget, hold, type Outcome, outcomeOf, ticketRun } from './contained.ts'
import type { SessionHost } from './session-host.ts'
import { triedHosts } from './tried-hosts.ts'
import { rememberClient } from './walls-memory.ts'

/** It ran, and what it changed waits for a person. */
export const HELD = 75

export interface Settling {
  readonly gate: Gate
  readonly host: Pick<SessionHost, 'change' | 'look'>
  readonly audit: Pick<AuditLogger, 'log' | 'note'>
  readonly state: string
  readonly tools: Tools
  /** A person is asked, with the diff; nobody waits here. Left out: nobody can be asked from here. */
  readonly ask?: (held: HeldQuestion) => void
  /** What became of the run, for whoever watches. */
  readonly tell?: (about: JsonObject) => void
}

/** What a person is asked about a run that is held. */
export interface HeldQuestion {
  readonly run: Run
  readonly call: ToolCall
  readonly outcome: Outcome
}

/** How the command ends for whoever started it, and what is said after its own output. */
export interface Settled {
  readonly became: ContainedEnd
  readonly exit: number
  readonly says: readonly string[]
}

/**
 * What a contained run did is judged, recorded, and made real or held; the session learns of it. Nothing is written
 * before its record is durable. Throws when that cannot be done: then nothing of it is written.
 */
export async function settleContained(parts: Settling, id: string, exit: number): Promise<Settled> {
  const { gate, host, state, tools } = parts
  const found = ticketRun(id, state, tools)
  if (typeof found === 'string') throw new Error(found)
  const { run, call } = found
  const { exit: watchedExit } = watched(run)
  if (watchedExit === undefined && !wasNotBuilt(run)) throw new Error('it is not over yet')
  rememberClient(state, call.agent, {
    works: watchedExit !== undefined,
    says:
      watchedExit === undefined
        ? `no walls can be built where ${call.agent} runs its commands`
        : 'a command ran behind walls',
    at: Date.now(),
  })
  const session = await host.look(call.session)
  const outcome = outcomeOf(gate, run, call, session)
  // Now: where nothing was changed, the run is forgotten before it is told.
  const missing = exit === 0 ? [] : notThere(call, run)
  const walls = exit === 0 ? undefined : wallsHit(outcome.did, missing)
  const about = (became: ContainedEnd): JsonObject => details(run, call, outcome, became, exit, walls)
  const end = async (became: ContainedEnd, says: readonly string[], code: number): Promise<Settled> => {
    await host.change(call.session, (open) => learn(open, run, call, outcome, became, walls))
    parts.tell?.(about(became))
    return {
      became,
      exit: code,
      says: [...says, ...limitLines(outcome.did), ...missingLines(missing)],
    }
  }
  if (watchedExit === undefined || outcome.did.changes.length === 0) {
    const became = watchedExit === undefined ? 'failed' : 'unchanged'
    await record(parts, call, about(became), became)
    forget(run)
    return end(became, [], exit)
  }
  if (outcome.held.length > 0) {
    hold(run, outcome)
    await record(parts, call, about('held'), 'held', outcome.held)
    parts.ask?.({ run, call, outcome })
    return end('held', heldLines(run, outcome.held), HELD)
  }
  await record(parts, call, about('committed'), 'committed')
  const done = commitAndForget(run, outcome.did)
  if (done.ended === 'committed') return end('committed', [], exit)
  await record(parts, call, about('conflict'), 'conflict')
  return end('conflict', [`contained: ${visible(done.why)}: nothing was written`], HELD)
}

/** The runner says of itself that no walls could be built. */
function wasNotBuilt({ at }: Run): boolean {
  const events = join(at, 'events')
  return existsSync(events) && /^failed /m.test(readFileSync(events, 'utf8'))
}

function heldLines(run: Run, held: readonly Reason[]): readonly string[] {
  return [
    `contained: held ${run.id}, nothing was written; a person has to look at what it changed:`,
    ...held.slice(0, 5).map(({ code, sentence }) => `  ${code}: ${shorten(visible(sentence), 300)}`),
  ]
}

/** Of the network the runner itself has told. */
function limitLines({ events }: Did): readonly string[] {
  const limits = events.flatMap((event) => (event.kind === 'limit' ? [event.what] : []))
  return limits.length === 0 ? [] : [`contained: ended, because it took too much: ${limits.join(', ')}`]
}

/** Paths that the command names and this machine has, and that are not there behind the walls. */
function notThere({ input }: ToolCall, { at, workspace, tools }: Run): readonly string[] {
  const text = typeof input['command'] === 'string' ? input['command'] : ''
  const named = text.match(/(?<![\w.~$}/:-])\/(?:tmp|var\/tmp|home|root|srv|mnt|media|data)\/[\w./@+-]*\w/g) ?? []
  if (named.length === 0) return []
  // The plan names whatever of it is shown.
  const plan = new Set(readFileSync(join(at, 'plan'), 'utf8').split('\0'))
  const isThere = (path: string): boolean => isInside(path, workspace) && tools.ground !== 'copied'
  const isMissing = (path: string): boolean => !isThere(path) && !plan.has(path) && existsSync(path)
  return [...new Set(named)].filter(isMissing).slice(0, 5)
}

function missingLines(missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return []
  return [
    `contained: only the workspace is there; not: ${missing.map((path) => shorten(visible(path), 200)).join(', ')}`,
  ]
}

/** Durable when it resolves, and linked to the call by its id, its fingerprint and the run. */
async function record(
  { audit }: Settling,
  call: ToolCall,
  about: JsonObject,
  became: ContainedEnd,
  held: readonly Reason[] = [],
): Promise<void> {
  await audit.log({
    type: 'contained_run',
    severity: held.some(({ severity }) => severity === 'hard') ? 'critical' : became === 'held' ? 'warn' : 'info',
    session: call.session,
    agent: call.agent,
    tool: call.tool,
    code: `contain.${became}`,
    fingerprint: call.fingerprint,
    details: about,
  })
}

const MOST = 200

function details(
  run: Run,
  call: ToolCall,
  { did, hash, held }: Outcome,
  became: ContainedEnd,
  exit: number,
  walls: string | undefined,
): JsonObject {
  const { changes, events } = did
  return {
    run: run.id,
    call: call.id,
    session: call.session,
    workspace: run.workspace,
    became,
    exit,
    hash,
    changes: changes.slice(0, MOST).map(({ kind, path }) => ({ kind, path })),
    changeCount: changes.length,
    hosts: triedHosts(did).slice(0, MOST),
    programs: [...new Set(events.flatMap((event) => (event.kind === 'program' ? [event.path] : [])))].slice(0, MOST),
    refused: events.flatMap((event) => (event.kind === 'refused' ? [event.path] : [])).slice(0, MOST),
    limits: events.flatMap((event) => (event.kind === 'limit' ? [event.what] : [])),
    because: held.map(({ code, sentence, clearedBy, severity }) => ({
      code,
      sentence,
      ...(clearedBy === undefined ? {} : { clearedBy }),
      ...(severity === undefined ? {} : { severity }),
    })),
    ...(walls === undefined ? {} : { walls }),
  }
}

/** What it wanted and did not get, when it failed: in our own words, so that it does not read as the program's. */
function wallsHit(did: Did, missing: readonly string[]): string | undefined {
  const hosts = triedHosts(did).slice(0, 5)
  const limits = did.events.flatMap((event) => (event.kind === 'limit' ? [event.what] : []))
  const parts = [
    ...(hosts.length === 0 ? [] : [`no network; tried ${hosts.map((host) => visible(host)).join(', ')}`]),
    ...(limits.length === 0 ? [] : [`ended: too much ${limits.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`not there: ${missing.map((path) => visible(path)).join(', ')}`]),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

/** What became of it; what it left is unread code, whoever asked for it. */
function learn(
  session: Session,
  run: Run,
  call: ToolCall,
  { did }: Outcome,
  became: ContainedEnd,
  walls: string | undefined,
): void {
  settleTurn(session, run.id, call, became, walls)
  if (became === 'committed') rememberContained(session, run.workspace, did)
}

/** What became of a contained run stands in a turn of its own, after the one of its call: turns are never changed. */
export function settleTurn(
  session: Session,
  run: string,
  call: Pick<ToolCall, 'tool' | 'fingerprint'>,
  became: ContainedEnd,
  walls?: string,
): void {
  const outcome = {
    kind: 'contained',
    run,
    fingerprint: call.fingerprint,
    became,
    ...(walls === undefined ? {} : { walls }),
  } as const
  const before = session.turns.findLast(
    (turn) => turn.kind === 'call' && turn.outcome?.kind === 'contained' && turn.outcome.run === run,
  )
  const encoded = before?.kind === 'call' ? before.encoded.slice(0, 200) : ''
  session.turns.push({ kind: 'call', tool: call.tool, encoded, outcome })
}

/** Files that a contained run left: nobody has read them, and whatever executes them is in doubt. */
export function rememberContained(session: Session, workspace: string, did: Did): void {
  for (const change of did.changes) {
    const path = join(workspace, change.path)
    if (change.kind === 'delete') session.written.delete(path)
    else if (change.kind === 'file')
      session.written.set(
        path,
        change.text === undefined
          ? { kind: 'unknown', from: 'contained' }
          : { kind: 'text', text: change.text, from: 'contained' },
      )
    else if (change.kind === 'link') session.written.set(path, { kind: 'unknown', from: 'contained' })
  }
}
