import type { Subject } from '../checks/subject.ts'
import { allow, ask, deny, type Reason, type Ruling } from '../verdict.ts'
import { type Doubt, type Finding, findingsIn, isHard, rulebook } from './rulebook.ts'

/** In the modes where a person answers every question, the rulebook only says what it knows. */
const PERSON_ANSWERS: Reason = {
  code: 'mode.ask',
  sentence: 'no rule allows this call, and in this mode a person decides',
  clearedBy: 'a person, an allow rule, or mode `auto`',
}

/**
 * The review of what no rule and no fast path settled. Stage 0 decides what is certain: provably harmless is allowed,
 * hard harm is denied. Soft harm and what it cannot tell go to a person.
 */
export function review(subject: Subject): Ruling {
  const answer = rulebook(subject)
  if (subject.mode !== 'auto') return ask(PERSON_ANSWERS, ...(answer.says === 'harm' ? answer.finds.map(reasonOf) : []))
  switch (answer.says) {
    case 'harmless':
      return allow('rulebook.harmless', 'every deed of it is known, and none is harmful')
    case 'harm': {
      const [first, ...others] = answer.finds
      const because = [reasonOf(first), ...others.map(reasonOf)] as const
      return isHard(first) ? deny(...because) : ask(...because)
    }
    case 'cannot-tell': {
      const [first, ...others] = answer.because
      return ask(doubtful(first), ...others.map(doubtful))
    }
  }
}

/** The hard harm in a call, if there is any: what no person is asked about. */
export function hardHarm(subject: Subject): Reason | undefined {
  const found = findingsIn(subject).find(isHard)
  return found && reasonOf(found)
}

function doubtful({ text, because }: Doubt): Reason {
  return {
    code: 'rulebook.cannot-tell',
    sentence: `${because}: \`${text}\``,
    clearedBy: 'a person who looks at it, or a rule that allows it',
  }
}

function reasonOf({ category, evidence }: Finding): Reason {
  const detail = evidence.detail ? `: ${evidence.detail}` : ''
  return {
    code: category.code,
    sentence: `${category.title}${detail}: \`${evidence.quote}\``,
    clearedBy: category.clearedBy,
    severity: evidence.severity ?? category.severity,
  }
}
