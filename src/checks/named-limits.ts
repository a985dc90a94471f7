import type { Action } from '../call/action.ts'
import { limitsOn } from './limits.ts'
import { deny, type Ruling } from '../verdict.ts'
import type { Subject } from './subject.ts'
import { type Act, actOf, orders } from './user-acts.ts'
import { type Order, orderOf, ordersNow } from './user-orders.ts'
import { ANYTHING } from './user-words-table.ts'

/**
 * A limit in the user's typed words that names exactly what the call does: it denies by itself. Whatever needs a mind (a
 * condition, another object, a limit that was taken back) is left to the model or a person, as every limit is.
 */
export function namedLimit(subject: Subject): Ruling | undefined {
  if (subject.mode !== 'auto') return undefined
  for (const { from, words } of limitsOn(subject).toReversed()) {
    if (from !== 'user') continue
    const stopped = subject.actions.find((action) => limits(words, action, subject))
    if (stopped !== undefined && !askedForSince(stopped, subject))
      return deny({
        code: 'limit.named',
        sentence: `the user ruled this out: \`${words.replaceAll('`', "'")}\` stands against \`${stopped.evidence}\``,
        clearedBy: 'the user asking for it',
      })
  }
  return undefined
}

function askedForSince(action: Action, subject: Subject): boolean {
  const act = actOf(action, subject)
  const now = ordersNow(subject.session.turns)?.orders ?? []
  return act !== undefined && now.some((order) => act.verbs.includes(order.verb) || orders(order, act))
}

function limits(sentence: string, action: Action, subject: Subject): boolean {
  const plain = sentence
    .trim()
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/,?\s+but\s+(?=(?:please )?(?:do not|don't|never) )/gi, ', ')
  if (DEPENDS.test(plain)) return false
  return plain
    .split(/,\s*|[.!;]+(?:\s|$)/)
    .some((clause) => limitsClause(clause.trim().replace(/,? +please$/i, ''), action, subject))
}

/** The limit holds for a while, or for some: a mind must say whether it holds here. */
const DEPENDS =
  /\b(?:unless|until|till|except|without|before|after|if|when|whenever|while|yet|but|first|once|instead|as long|for now)\b|\?/i

const FORBIDS =
  /^(?:please |pls |and |but |also |you must |ok |okay )*(?:do not|don't|dont|never|must not|mustn't) (?:ever )?/i
const ONLY_READS = /^(?:please |just )*(?:only read|read[- ]only|only look|just read|just look)$/i

function limitsClause(clause: string, action: Action, subject: Subject): boolean {
  if (ONLY_READS.test(clause)) return changesForCertain(action)
  const forbids = FORBIDS.exec(clause)
  const order = forbids && orderOf(clause.slice(forbids[0].length))
  if (!order) return false
  if (order.verb === 'update' && order.names.length > 0 && order.names.every(isProduction))
    return action.does === 'change-service' && action.production && action.deed !== 'read'
  const act = actOf(action, subject)
  return act !== undefined && forbidden(order, act)
}

/** `do not push` is about every push, `do not push to main` about that one. */
function forbidden({ verb, nouns, names }: Order, act: Act): boolean {
  const verbs = act.verbs.includes('force-push') ? [...act.verbs, 'push' as const] : act.verbs
  const own = names.filter((name) => !ANYTHING.includes(name.toLowerCase()))
  if (!verbs.includes(verb) || !nouns.every((noun) => act.nouns.includes(noun))) return false
  if (own.length === 0) return true
  return (
    act.objects.length > 0 &&
    own.every((name) => act.objects.some((named) => named(name)) || act.beside?.(name) === true) &&
    act.objects.some((named) => own.some((name) => named(name)))
  )
}

function isProduction(name: string): boolean {
  return /^(?:prod|production)$/i.test(name)
}

/** What no reading of `only read` leaves room for. */
function changesForCertain(action: Action): boolean {
  switch (action.does) {
    case 'write-file':
    case 'delete-file':
    case 'change-access':
    case 'install-package':
      return true
    case 'change-repository':
      return action.deed !== 'inspect' && action.deed !== 'fetch'
    case 'change-service':
    case 'change-database':
      return action.deed !== 'read'
    default:
      return false
  }
}
