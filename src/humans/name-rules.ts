import type { Subject } from '../checks/subject.ts'
import type { Ruling } from '../verdict.ts'
import { offersFor } from './offers.ts'

const SOME_RULE = 'a rule that allows it'

/** Where a reason says that a rule would clear it: the narrowest one that really does, ready to be pasted. */
export function nameRules(subject: Subject, ruling: Ruling): Ruling {
  if (!ruling.because.some(({ clearedBy }) => clearedBy?.includes(SOME_RULE))) return ruling
  const [rule] = offersFor(subject)
  if (rule === undefined) return ruling
  const named = `\`"permissions": { "allow": [${JSON.stringify(rule)}] }\` in the settings`
  return {
    ...ruling,
    because: ruling.because.map((reason) =>
      reason.clearedBy === undefined
        ? reason
        : { ...reason, clearedBy: reason.clearedBy.replace(SOME_RULE, () => named) },
    ),
  }
}
