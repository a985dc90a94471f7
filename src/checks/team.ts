import { deny, type Reason, type Ruling } from '../verdict.ts'
import { askOrDeny } from './steps.ts'
import type { Subject } from './subject.ts'

/** What the team's gate says about a call that this machine would let run or ask about. */
export type TeamAnswer =
  | { readonly says: 'nothing' }
  | { readonly says: 'ask' | 'deny'; readonly because: readonly [Reason, ...Reason[]] }
  /** It cannot be reached, or does not answer as it should: the settings decide. */
  | { readonly says: 'away'; readonly because: string }
  /** It is there and does not want this machine: a token that was revoked, say. */
  | { readonly says: 'refuses'; readonly because: string }

/** The gate of a team, as a machine that joined it sees it. */
export interface Team {
  /** Never rejects, and answers within a bounded time. */
  readonly consult: (subject: Subject, own: Ruling, signal?: AbortSignal) => Promise<TeamAnswer>
}

/** What of a gate has to do with a team. */
export interface Teamed {
  /** Absent: this machine belongs to none. */
  readonly team?: Team | undefined
}

/**
 * The team's gate is asked about what this machine does not deny, and the stricter of the two counts: it never turns a
 * deny into anything else. Undefined: it has nothing to add.
 */
export async function heedTeam(
  { team }: Teamed,
  subject: Subject,
  own: Ruling,
  signal?: AbortSignal,
): Promise<Ruling | undefined> {
  const { away = 'local-rules', consult = 'every-call' } = subject.policy.team ?? {}
  if (team === undefined || own.says === 'deny') return undefined
  if (consult === 'questions' && own.says !== 'ask' && away !== 'deny') return undefined
  const answer = await team.consult(subject, own, signal)
  switch (answer.says) {
    case 'nothing':
      return undefined
    case 'deny':
      return deny(...answer.because)
    case 'ask': {
      const asked = askOrDeny(subject, answer.because[0])
      return { ...asked, because: [...asked.because, ...answer.because.slice(1), ...own.because] }
    }
    case 'refuses':
      return deny({
        code: 'team.refused',
        sentence: `the team's gate does not accept this machine: ${answer.because}`,
        clearedBy: "an admin of the team's gate, a new token with `portcullis join`, or `portcullis leave`",
      })
    case 'away':
      if (away !== 'deny') return undefined
      return deny({
        code: 'team.away',
        sentence: `the team's gate cannot be reached, and the settings deny what it cannot be asked about: ${answer.because}`,
        clearedBy: 'trying again when it is back, or `team.away` in the settings',
      })
  }
}
