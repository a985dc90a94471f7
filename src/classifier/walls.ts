import type { Action } from '../call/action.ts'
import type { JsonObject, ToolCall } from '../call/tool-call.ts'
import type { Subject } from '../checks/subject.ts'
import type { ContainedOutcome, Session } from '../session.ts'
import { ask, contain, type Reason, type Ruling } from '../verdict.ts'
import type { Doubt } from '../categories/rulebook.ts'

/** What can be run behind walls in the place of an answer: a shell command that nothing speaks against but doubt. */
export interface Doubtful {
  /** The tool's own name, whatever the agent calls it. */
  readonly tool: string | undefined
  readonly input: JsonObject
  /** Who would run it: clients keep different things from one command to the next. */
  readonly agent: string
  readonly cwd: string
  readonly workspace: string
  readonly actions: readonly Action[]
}

/** Leave to run one call behind walls, once. */
export interface Ticket {
  /** The run, under whose id what it did is recorded. */
  readonly run: string
  /** What is run in the place of the call's own input. */
  readonly input: JsonObject
}

/** Whose rules and whose session a ticket is given by. */
export type GivenBy = Pick<Subject, 'policy' | 'session'>

/** Where doubt may be tried. */
export interface Walls {
  /** Why no walls can be built for commands of this agent on this machine; undefined: they can. */
  readonly unavailable: (agent: string) => string | undefined
  /** Why this call would not work behind walls, or would work and mean nothing. */
  readonly unfit: (call: Doubtful) => string | undefined
  /** `by`: what is known when it is given; a session that read untrusted or private content gets no network with it. */
  readonly ticket: (
    call: ToolCall,
    by: GivenBy,
  ) => Ticket | { readonly refused: string } | Promise<Ticket | { readonly refused: string }>
  /** What became of a run of which nobody told: its ticket was never used or ran nothing, or it is over, or under way. */
  readonly fate: (run: string) => 'unused' | 'over' | 'under way'
  /** A result of a call of this agent came back, and its ticket was not used: commands of this agent are not contained any more. */
  readonly notUsed: (agent: string) => void
  /** The run whose unused ticket was given to this session, when the call is exactly the command that spends it. */
  readonly given: (call: ToolCall) => string | undefined | Promise<string | undefined>
}

/** What of a gate has to do with walls. */
export interface Containing {
  /** Absent: nothing is contained here. */
  readonly walls?: Walls | undefined
}

/**
 * What is tried behind walls in the place of a question, and why not where it was tried before. `unfit`: it would be, but
 * for what is to be told to whoever is asked. Undefined: it is not for walls. `doubts` are all that stage 0 has against it:
 * whoever asks has seen to it that nothing else speaks.
 */
export function behindWalls(
  gate: Containing,
  subject: Subject,
  doubts: readonly [Doubt, ...Doubt[]],
  because: readonly [Reason, ...Reason[]],
): Ruling | { readonly unfit: Reason } | undefined {
  const { walls } = gate
  const { call, tool, actions, session, policy, mode, caller } = subject
  if (walls === undefined || !caller.canRewrite || caller.observed === true) return undefined
  if (mode !== 'auto' && mode !== 'acceptEdits') return undefined
  if (!isWanted(policy.containment, doubts)) return undefined
  const known = triedBefore(session, call.fingerprint)
  const why = known && whyNotAgain(known, walls)
  if (why !== undefined) return ask(why, ...because)
  if (walls.unavailable(call.agent) !== undefined) return undefined
  const { agent, cwd, input } = call
  const { workspace } = subject.surroundings
  const unfit = walls.unfit({ tool: tool?.name, input, agent, cwd, workspace, actions })
  if (unfit === undefined) return contain(...because)
  return tool?.name === 'Bash' ? { unfit: cannotBeTried(unfit) } : undefined
}

function cannotBeTried(why: string): Reason {
  return { code: 'contain.unfit', sentence: `it cannot be tried behind walls: ${why}` }
}

function isWanted(setting: Subject['policy']['containment'], doubts: readonly Doubt[]): boolean {
  if (setting === 'off') return false
  return setting === undefined || setting === 'on' || doubts.every(({ kind }) => setting.some((one) => one === kind))
}

/** What became of the very same call the last time that it ran behind walls in this session. */
function triedBefore({ turns }: Session, fingerprint: string): ContainedOutcome | undefined {
  const last = turns.findLast(
    (turn) => turn.kind === 'call' && turn.outcome?.kind === 'contained' && turn.outcome.fingerprint === fingerprint,
  )
  return last?.kind === 'call' && last.outcome?.kind === 'contained' ? last.outcome : undefined
}

function whyNotAgain({ became, run, walls: wanted }: ContainedOutcome, walls: Walls): Reason | undefined {
  if (wanted !== undefined)
    return {
      code: 'contain.walls',
      sentence: `it ran behind walls before and hit them: \`${wanted}\``,
      clearedBy: 'a person who lets it run without walls, or a rule that allows it',
    }
  switch (became) {
    case 'held':
    case 'discarded':
    case 'conflict':
      return {
        code: 'contain.held',
        sentence: `it ran behind walls before, and its changes were not kept (run \`${run}\`: ${became})`,
        clearedBy: 'a person who decides about that run, or lets it run without walls',
      }
    case 'failed':
      return NOT_BUILT
    case 'under way':
      return walls.fate(run) === 'unused' ? NOT_BUILT : undefined
    case 'committed':
    case 'unchanged':
      return undefined
  }
}

const NOT_BUILT: Reason = {
  code: 'contain.not-built',
  sentence: 'it was to run behind walls before, and they could not be built where this client runs its commands',
  clearedBy: 'a person, or a rule that allows it',
}

/**
 * The ticket, when everything else is settled: it stands in the record before it leaves. Where none can be given a person
 * is asked, as if there were no walls.
 */
export async function withTicket({ walls }: Containing, subject: Subject, ruling: Ruling): Promise<Ruling> {
  if (ruling.says !== 'contain' || ruling.rewritten !== undefined) return ruling
  const ticket = await issued(walls, subject)
  if ('refused' in ticket) {
    const [, ...doubts] = ruling.because
    return ask(
      {
        code: 'contain.refused',
        sentence: `it cannot be run behind walls: \`${ticket.refused.replaceAll('`', "'")}\``,
        clearedBy: 'a person, or a rule that allows it',
      },
      ...doubts,
    )
  }
  return { ...ruling, rewritten: ticket.input, contained: { run: ticket.run } }
}

async function issued(
  walls: Walls | undefined,
  { call, policy, session }: Subject,
): Promise<Ticket | { readonly refused: string }> {
  if (walls === undefined) return { refused: 'there are no walls' }
  try {
    return await walls.ticket(call, { policy, session })
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The command that spends a ticket comes back to the gate where a client asks for permission again: exactly that, in the
 * session and directory that the ticket was given to, while nobody has used it, is what was answered before.
 */
export async function alreadyContained({ walls }: Containing, { call, caller }: Subject): Promise<Ruling | undefined> {
  const run = caller.observed === true ? undefined : await walls?.given(call)
  if (run === undefined) return undefined
  return { ...contain(GIVEN), rewritten: call.input, contained: { run } }
}

const GIVEN: Reason = { code: 'contain.given', sentence: 'this is the command that the gate itself put in its place' }
