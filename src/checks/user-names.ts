import type { Action, ActionOf } from '../call/action.ts'
import { limitsOn } from './limits.ts'
import { isHard, rulebook } from '../categories/rulebook.ts'
import { marksOf, type Session, type Turn } from '../session.ts'
import { allow, GivenUp, type Ruling } from '../verdict.ts'
import { showsAsks, type Subject } from './subject.ts'
import { actOf, goesAlong, leavesAlone, orders } from './user-acts.ts'
import { type Order, ordersNow } from './user-orders.ts'

/** So many turns after the user spoke their words are old. Nothing of so few turns is ever forgotten. */
const OLDEST = 200

/**
 * What the user asked for in this turn, in typed words that name it exactly: the words clear every soft finding and every
 * doubt about it, once. Words of documents, of other agents and of the agent itself name nothing. Nothing hard is cleared,
 * nothing while a limit holds, nothing in a session that has read what outsiders wrote, nothing where nobody sits.
 */
export function namedByUser(subject: Subject): Ruling | undefined {
  const used = ordersUsed(subject)
  if (used === undefined) return undefined
  const words = [...new Set(used.map((order) => order.words))].join('`, `')
  return allow('user.named', `the user asked for exactly this: \`${words}\``)
}

/** The orders that a call carries out, when it does nothing else. */
export function ordersUsed(subject: Subject): readonly Order[] | undefined {
  const { session, mode } = subject
  if (mode !== 'auto' || !showsAsks(subject) || isTainted(session)) return undefined
  const now = ordersNow(session.turns)
  if (now === undefined || now.orders.length === 0 || session.turns.length - now.at > OLDEST) return undefined
  const found = rulebook(subject)
  if (found.says === 'harmless' || (found.says === 'harm' && found.finds.some(isHard))) return undefined
  if (limitsOn(subject).length > 0 || !subject.understanding.parsed) return undefined
  const spent = spentSince(session.turns, now.at)
  const open = now.orders.filter((order) => !spent.has(order.words))
  const used: Order[] = []
  const named: Action[] = []
  for (const action of subject.actions) {
    if (action.elevated || action.where.kind !== 'here') continue
    const act = actOf(action, subject)
    const order = act && open.find((each) => orders(each, act))
    if (order === undefined) continue
    used.push(order)
    named.push(action)
  }
  if (named.length === 0) return undefined
  // What is left without the named deeds must be harmless by itself.
  const rest = subject.actions.filter((each) => !named.includes(each) && !named.some((one) => goesAlong(each, one)))
  return rest.every((each) => leavesAlone(each, subject)) && rulebook({ ...subject, actions: rest }).says === 'harmless'
    ? used
    : undefined
}

/** For an allow that rests on words: they are spent with it, by whoever comes first. */
export function spendWords(subject: Subject): readonly string[] {
  const used = ordersUsed(subject)
  if (used === undefined)
    throw new GivenUp({
      code: 'user.spent',
      sentence: 'the words that named this call were already used by another one',
    })
  return [...new Set(used.map((order) => order.words))]
}

function spentSince(turns: readonly Turn[], at: number): ReadonlySet<string> {
  return new Set(turns.slice(at).flatMap((turn) => (turn.kind === 'call' ? (turn.spent ?? []) : [])))
}

function isTainted(session: Session): boolean {
  return marksOf(session).some(({ mark }) => mark === 'untrusted' || mark === 'injection')
}

/** Shorter values name nothing: a number, a yes. */
const SHORTEST_NAME = 4

/**
 * What of a target the user named anywhere in this session: every part of it, each as a whole word, in no sentence that
 * forbids. It clears nothing: it only says that the user has dealings with it.
 */
export function userNames(
  { session }: Pick<Subject, 'session'>,
  { target }: ActionOf<'change-service'>,
): string | undefined {
  const parts = target.split(' ').filter((part) => part !== '')
  if (parts.length === 0 || parts.some((part) => part.length < SHORTEST_NAME)) return undefined
  return parts.every((part) => session.turns.some((turn) => names(turn, part))) ? target : undefined
}
function names(turn: Turn, part: string): boolean {
  if (turn.kind !== 'user') return false
  const text = turn.text.toLowerCase()
  const wanted = part.toLowerCase().replace(/^#/, '')
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + wanted.length] ?? ' '
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after) && !FORBIDS.test(sentenceAround(text, at)))
      return true
  }
  return false
}

/** Words that turn a wish around. */
const FORBIDS =
  /\b(?:do not|don'?t|don’t|never|not|without|except|leave|keep|nicht|kein\w*|pas|jamais|no|nunca|не)\b.{0,40}$/

/** What the user wrote before the name, back to the start of the sentence. */
function sentenceAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 300), at)
  return before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n'), before.lastIndexOf('; ')) + 1)
}
