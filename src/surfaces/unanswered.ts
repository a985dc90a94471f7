import type { Caller } from '../call/caller.ts'
import type { Session, Turn } from '../session.ts'

/** So many questions in a row that the client was to show, and whose calls never ran: nobody is there. */
const MOST_UNANSWERED = 5

export function neverAnswers({ unanswered = 0 }: Session): boolean {
  return unanswered >= MOST_UNANSWERED
}

/** A client without anybody denies what it would have to ask: told as such, the agent can be stopped in time. */
export function withoutPerson(caller: Caller, nobody: boolean): Caller {
  return nobody && caller.ask === 'shown' ? { ...caller, ask: 'refused' } : caller
}

type Call = Extract<Turn, { kind: 'call' }>

/** The call that the client was to ask about, unless it is known already that it ran. */
export function askedTurn(turns: readonly Turn[], id: string): Call | undefined {
  const about = turns.findLast(
    (turn): turn is Call =>
      turn.kind === 'call' &&
      ((turn.outcome?.kind === 'asked' && turn.outcome.person === 'unknown') || turn.outcome?.kind === 'ran') &&
      turn.outcome.call === id,
  )
  return about?.outcome?.kind === 'asked' ? about : undefined
}
