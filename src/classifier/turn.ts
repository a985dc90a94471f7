import { redact } from '../journal/redact.ts'
import type { Subject } from '../checks/subject.ts'
import type { CallOutcome, CallTurn } from '../session.ts'
import type { Reason, Verdict } from '../verdict.ts'

/** More of a call that did not run is not remembered: what it was is known by its beginning. */
const MOST_REFUSED = 2_000

/**
 * A call as a turn of the session: what became of it, marked when a model was asked about it, and with the sub-agent it
 * is of.
 */
export function turnOf(subject: Subject, encoded: string, verdict: Verdict): CallTurn {
  const reviewed =
    verdict.because.some(({ code }) => code === 'review.no-block') ||
    verdict.usage?.some(({ stage }) => STAGES.has(stage)) === true
  const { tool, subagent } = subject.call
  const outcome = outcomeOf(verdict, subject.call.id)
  const shown =
    outcome === undefined || encoded.length <= MOST_REFUSED ? encoded : `${encoded.slice(0, MOST_REFUSED)} (cut)`
  return {
    tool,
    encoded: shown,
    ...(reviewed ? { reviewed: true } : {}),
    ...(subagent === undefined ? {} : { subagent: subagent.id }),
    ...(outcome === undefined ? {} : { outcome }),
  }
}

/** The stages in which a model reads the session's own transcript. */
const STAGES: ReadonlySet<string> = new Set(['first', 'only', 'thinking'])

function outcomeOf(verdict: Verdict, call: string): CallOutcome | undefined {
  const { decision, because, trace, fingerprint } = verdict
  const question = trace.findLast(({ said }) => said === 'ask')
  const why = codesOf(question?.reasons ?? because)
  switch (decision) {
    case 'allow':
      return question === undefined ? undefined : { kind: 'asked', why, person: 'approved' }
    case 'contain':
      return {
        kind: 'contained',
        run: verdict.contained?.run ?? '',
        call: redact(call.slice(0, 128)),
        fingerprint,
        became: 'under way',
      }
    case 'ask':
      return { kind: 'asked', why, person: 'unknown', call: redact(call.slice(0, 128)) }
    case 'deny': {
      const no = because.find(({ code }) => code === 'person.denied')
      if (no === undefined) return { kind: 'denied', why: codesOf(because) }
      const said = wordsIn(no)
      return { kind: 'asked', why, person: 'denied', ...(said === '' ? {} : { said }) }
    }
  }
}

/** The first few codes: what they mean stands in the rules that a reviewer reads. */
function codesOf(reasons: readonly Reason[]): string {
  return [...new Set(reasons.map(({ code }) => code))].slice(0, 4).join(' ')
}

/** What a person wrote beside their no: the sentence quotes it, and nothing else. */
function wordsIn({ sentence }: Reason): string {
  return (/`([\s\S]*)`/.exec(sentence)?.[1] ?? '').slice(0, 300)
}
