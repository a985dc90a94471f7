import { toolNamed } from '../call/tools/index.ts'
import { mayHaveRun, type Turn } from '../session.ts'

/**
 * How an agent's calls tell which sub-agent made them: by a name in the same session, by a session of the sub-agent's
 * own, or not at all.
 */
export type SubagentCalls = 'named' | 'own session' | 'unnamed'

/** A sub-agent that is back, and all that it did. */
export interface Returned {
  readonly id: string
  /** What it was told to do, in the words of the agent that delegated; '' when that is not known. */
  readonly task: string
  /** `elsewhere`: in the session that is called like it. `not told`: the agent does not say which calls were its own. */
  readonly did: readonly Turn[] | 'elsewhere' | 'not told'
}

/** A result that came back to an agent. */
export interface BroughtBack {
  readonly tool: string
  /** The sub-agent that it came back to; undefined: the agent the user talks to. */
  readonly to: string | undefined
  readonly calls: SubagentCalls
}

/** Stands for whichever sub-agents an agent with calls of the kind `unnamed` had. */
const UNNAMED = '(unnamed)'

/**
 * Which sub-agents are back when a result arrives, and have not been looked at since they last did something. Where the
 * agent does not say who is back, all that may be are taken to be: too much is reviewed, never too little.
 */
export function returnedWith(turns: readonly Turn[], result: BroughtBack): readonly Returned[] {
  const delegated = toolNamed(result.tool)?.name === 'Agent'
  const here = namedIn(turns).filter(({ id }) => id !== result.to)
  const ended = here.filter(({ ended }) => ended)
  const named = ended.length > 0 || !delegated ? ended : here
  const back: Returned[] = named.map(({ id, first }) => ({
    id,
    task: taskBefore(turns, first, id),
    did: turns.filter((turn) => turn.kind === 'call' && turn.subagent === id),
  }))
  back.push(...elsewhere(turns, delegated, result.to))
  if (!delegated || back.length > 0) return back
  switch (result.calls) {
    case 'named':
      return []
    case 'own session':
      return [{ id: UNNAMED, task: '', did: 'not told' }]
    case 'unnamed':
      return sinceDelegation(turns)
  }
}

interface Named {
  readonly id: string
  /** Where its first call stands. */
  readonly first: number
  ended: boolean
  /** It did something since it was last looked at. */
  fresh: boolean
}

function namedIn(turns: readonly Turn[]): readonly Named[] {
  const known = new Map<string, Named>()
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]!
    if (turn.kind === 'call' && turn.subagent !== undefined) {
      const one = known.get(turn.subagent) ?? { id: turn.subagent, first: index, ended: false, fresh: true }
      one.fresh = true
      // What went on after its end has not ended.
      one.ended = false
      known.set(turn.subagent, one)
    } else if (turn.kind === 'subagent') {
      const one = known.get(turn.id)
      if (one === undefined) continue
      if (turn.what === 'ended') one.ended = true
      if (turn.what === 'looked at') one.fresh = false
    }
  }
  return [...known.values()].filter(({ fresh }) => fresh)
}

/** Sub-agents with sessions of their own. When none of them is new, one that was there before went on. */
function elsewhere(turns: readonly Turn[], delegated: boolean, to: string | undefined): readonly Returned[] {
  const state = new Map<string, { first: number; ended: boolean; fresh: boolean }>()
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]!
    if (turn.kind !== 'subagent') continue
    if (turn.what === 'started elsewhere') state.set(turn.id, { first: index, ended: false, fresh: true })
    const one = state.get(turn.id)
    if (one === undefined) continue
    if (turn.what === 'ended') {
      one.ended = true
      one.fresh = true
    }
    if (turn.what === 'looked at') one.fresh = false
  }
  const all = [...state].filter(([id]) => id !== to)
  const fresh = all.filter(([, one]) => one.fresh)
  const back = delegated ? (fresh.length > 0 ? fresh : all) : fresh.filter(([, one]) => one.ended)
  return back.map(([id, { first }]) => ({ id, task: taskBefore(turns, first, id), did: 'elsewhere' }))
}

/** Everything since the oldest delegation that is still out: among it is what this sub-agent did. */
function sinceDelegation(turns: readonly Turn[]): readonly Returned[] {
  const lookedAt = turns.filter((turn) => turn.kind === 'subagent' && turn.what === 'looked at').length
  const delegations = turns.flatMap((turn, index) => (isDelegation(turn) ? [index] : []))
  const oldest = delegations[lookedAt] ?? delegations.at(-1)
  if (oldest === undefined) return [{ id: UNNAMED, task: '', did: 'not told' }]
  const did = turns.slice(oldest + 1).filter((turn) => turn.kind === 'call')
  return [{ id: UNNAMED, task: taskOf(turns[oldest]), did }]
}

function isDelegation(turn: Turn): boolean {
  return (
    turn.kind === 'call' &&
    toolNamed(turn.tool)?.name === 'Agent' &&
    // One that was denied started nobody, and one that ran after a question stands there already.
    mayHaveRun(turn) &&
    turn.outcome?.kind !== 'ran'
  )
}

function taskBefore(turns: readonly Turn[], index: number, id: string): string {
  return taskOf(
    turns.slice(0, index + 1).findLast((turn) => isDelegation(turn) && !(turn.kind === 'call' && turn.subagent === id)),
  )
}

function taskOf(turn: Turn | undefined): string {
  return turn?.kind === 'call' ? turn.encoded : ''
}
