import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subject } from '../../checks/subject.ts'
import type { Team, TeamAnswer } from '../../checks/team.ts'
import type { NotAsked } from '../../humans/queue/queue.ts'
import type { Question, Settlement } from '../../humans/questions/question.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Ruling } from '../../verdict.ts'
import { answerIn, askAtTeam, consultBody, isTooLarge, TOO_LARGE } from './follower.ts'
import { readTeam } from './team-file.ts'
import { TeamLine } from './team-line.ts'

/** The team's gate for a process that judges one call and ends. */
export interface OneCallTeam extends Team {
  readonly answers: (policy: Policy) => boolean
  readonly ask: (question: Question, signal?: AbortSignal) => Promise<Settlement | NotAsked>
  readonly close: () => void
}

const PATIENCE = 1_500
/** So long nobody asks a gate that did not answer: the next process must not wait for it again. */
const REST = 15_000

/** Undefined: this machine joined no team. Where that cannot be told, every call is refused. */
export function teamForOneCall(state: string): OneCallTeam | undefined {
  let line: TeamLine
  try {
    const team = readTeam(state)
    if (team === undefined) return undefined
    line = new TeamLine(team)
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error))
  }
  const mark = join(state, 'team.away')
  return {
    consult: async (subject: Subject, own: Ruling, signal?: AbortSignal): Promise<TeamAnswer> => {
      const age = ageOf(mark)
      if (age !== undefined && age < REST) return { says: 'away', because: 'it did not answer a moment ago' }
      const body = consultBody(subject, own)
      if (isTooLarge(body)) return TOO_LARGE
      const said = await line.post('/v1/team/consult', body, PATIENCE, signal)
      note(mark, 'away' in said ? 'away' : 'here', age)
      return answerIn(said)
    },
    answers: (policy) => line.state === 'here' && (policy.team?.approvals ?? 'team') === 'team',
    ask: (question, signal) => askAtTeam(line, question, signal),
    close: () => line.close(),
  }
}

function unreadable(because: string): OneCallTeam {
  return {
    consult: () => Promise.resolve({ says: 'refuses', because }),
    answers: () => false,
    ask: () => Promise.resolve({ code: 'team.refused', message: because }),
    close: () => undefined,
  }
}

function ageOf(mark: string): number | undefined {
  const stat = statSync(mark, { throwIfNoEntry: false })
  return stat === undefined ? undefined : Math.abs(Date.now() - stat.mtimeMs)
}

/** Only saves time: where it cannot be written the next process waits, too. */
function note(mark: string, what: 'away' | 'here', age: number | undefined): void {
  try {
    if (what === 'away') writeFileSync(mark, '', { mode: 0o600 })
    else if (age !== undefined) rmSync(mark, { force: true })
  } catch {}
}
