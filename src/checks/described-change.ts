import type { ActionOf } from '../call/action.ts'
import { findingsIn, isHard } from '../categories/rulebook.ts'
import { limitsOn } from './limits.ts'
import { allow, type Ruling } from '../verdict.ts'
import type { Subject } from './subject.ts'
import { userNames } from './user-names.ts'

/** Harm that the user's own words clear, when they name what it is done to. */
const CLEARED_BY_NAME: ReadonlySet<string> = new Set(['external.writes', 'transactions.real-world'])
/** Only what is changed at a service; what is sent to others has a recipient to be deceived about. */
const CLEARED_DEEDS: ReadonlySet<ActionOf<'change-service'>['deed']> = new Set(['create', 'update', 'delete'])

/**
 * A change by a tool that the owner described in data, to exactly what the user named in typed words, and nothing else in
 * the call: that is the service the tool is there for, call after call. Unlike words that clear a command it holds for
 * later turns and in a session that has read outsiders' words: the object is the user's own, and nothing is sent.
 */
export function describedChange(subject: Subject): Ruling | undefined {
  const { actions, policy, call, mode } = subject
  if (mode !== 'auto' || policy.tools === undefined || !Object.hasOwn(policy.tools, call.tool)) return undefined
  const [action, ...others] = actions
  if (others.length > 0 || action?.does !== 'change-service' || !CLEARED_DEEDS.has(action.deed)) return undefined
  const found = findingsIn(subject)
  if (found.length === 0 || !found.every((one) => !isHard(one) && CLEARED_BY_NAME.has(one.category.code)))
    return undefined
  const named = limitsOn(subject).length > 0 ? undefined : userNames(subject, action)
  return named === undefined
    ? undefined
    : allow('user.described', `the user named \`${named}\` in their own words, and the tool changes only that`)
}
