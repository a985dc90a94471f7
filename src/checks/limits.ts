import { asItGrows } from '../call/as-it-grows.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../categories/index.ts'
import { autoModeDefaults } from '../policy/defaults.ts'
import type { AutoMode } from '../policy/policy.ts'
import type { Mode, Turn } from '../session.ts'
import type { Reason } from '../verdict.ts'
import { changesAnything } from './changes.ts'
import { limitsInText } from './user-limits.ts'

/** Where a limit in words comes from. */
export type LimitFrom =
  /** A sentence that the user typed in this session. */
  | 'user'
  /** A sentence that came in the user's place from another agent: it may be the user's. */
  | 'delivery'
  | 'hard_deny'
  | 'soft_deny'
  /** The built-in exceptions were replaced: what they covered is no longer known to be fine. */
  | 'allow'

/** A prohibition in words. Only a mind can say what it covers: a model, or a person. */
export interface Limit {
  readonly from: LimitFrom
  /** As it was written, at most 200 characters. */
  readonly words: string
}

interface Limited {
  readonly actions: Parameters<typeof changesAnything>[0]['actions']
  readonly understanding: Parameters<typeof changesAnything>[0]['understanding']
  readonly policy: { readonly autoMode: AutoMode }
  readonly session: { readonly turns: readonly Turn[] }
  readonly mode: Mode
}

/**
 * The limits in words that a call could cross: none for a call that only reads. With one of these the rulebook's proof
 * and the fast paths allow nothing. In `bypassPermissions` and `dontAsk` nobody could be asked what the words mean: the
 * user chose a mode without questions, and its rules alone hold.
 */
export function limitsOn(subject: Limited): readonly Limit[] {
  if (subject.mode === 'bypassPermissions' || subject.mode === 'dontAsk') return []
  const limits = [...limitsSaid(subject.session.turns), ...limitsInSettings(subject.policy.autoMode)]
  return limits.length > 0 && changesAnything(subject) ? limits : []
}

/**
 * The limits that come before allow rules and before what a person granted for a whole rule: what the user typed later
 * than the rule, and what nothing is to clear.
 */
export function limitsBeforeRules(subject: Limited): readonly Limit[] {
  return limitsOn(subject).filter(({ from }) => from === 'user' || from === 'delivery' || from === 'hard_deny')
}

/** At most so many of a session are kept, the newest. */
const MOST_SAID = 50

/** What the user said in this session that limits the agent. Holds to its end: only a mind can tell that it was lifted. */
export function limitsSaid(turns: readonly Turn[]): readonly Limit[] {
  return heard(turns).limits
}

/** A turn is looked at once, however many calls follow it. */
const heard = asItGrows<Turn, { limits: readonly Limit[] }>(
  () => ({ limits: [] }),
  (known, turn) => {
    const from = limitsFrom(turn)
    if (from === undefined) return
    const found = limitsInText(from.text).map((words) => ({ from: from.kind, words }))
    if (found.length > 0) known.limits = [...known.limits, ...found].slice(-MOST_SAID)
  },
)

/** A client may pass on as another agent's what the user typed. */
function limitsFrom(turn: Turn): Extract<Turn, { readonly kind: 'user' | 'delivery' }> | undefined {
  return turn.kind === 'user' || (turn.kind === 'delivery' && turn.from === 'agent') ? turn : undefined
}

const DEFAULTS = autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES)

const inSettings = new WeakMap<AutoMode, readonly Limit[]>()

/** The prohibitions in words that the user's settings add to the built-in ones. */
export function limitsInSettings(autoMode: AutoMode): readonly Limit[] {
  const known = inSettings.get(autoMode)
  if (known !== undefined) return known
  const own = (section: 'hard_deny' | 'soft_deny'): readonly Limit[] =>
    autoMode[section]
      .filter((rule) => !DEFAULTS[section].includes(rule))
      .map((rule) => ({ from: section, words: short(rule) }))
  // A policy without any prose was made without the built-in lists, by a program: it replaces nothing.
  const hasProse = [autoMode.allow, autoMode.soft_deny, autoMode.hard_deny].some((list) => list.length > 0)
  const removed = hasProse ? DEFAULTS.allow.find((rule) => !autoMode.allow.includes(rule)) : undefined
  const limits: readonly Limit[] = [
    ...own('hard_deny'),
    ...own('soft_deny'),
    ...(removed === undefined ? [] : [{ from: 'allow' as const, words: short(removed) }]),
  ]
  inSettings.set(autoMode, limits)
  return limits
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`
}

/** For whoever decides in the model's place: the words, and why a mind is needed for them. */
export function limitReason([limit, ...others]: readonly [Limit, ...Limit[]], reviewer: 'none' | 'there'): Reason {
  const words = limit.words.replaceAll('`', "'")
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  const need =
    reviewer === 'none'
      ? 'only a model or a person can tell whether this call crosses it, and no model is configured'
      : 'a person decides whether this call crosses it'
  return {
    code: INTRODUCED[limit.from].code,
    sentence: `${INTRODUCED[limit.from].as}: \`${words}\`${more}; ${need}`,
    clearedBy: reviewer === 'none' ? 'a person, or a reviewing model under `classifier` in the settings' : 'a person',
  }
}

const INTRODUCED: Readonly<Record<LimitFrom, { readonly code: string; readonly as: string }>> = {
  user: { code: 'limit.user', as: 'the user set a limit in words' },
  delivery: { code: 'limit.delivery', as: "words in the user's place set a limit" },
  hard_deny: { code: 'limit.hard-deny', as: 'the settings forbid in words (`autoMode.hard_deny`)' },
  soft_deny: { code: 'limit.soft-deny', as: 'the settings hold back in words (`autoMode.soft_deny`)' },
  allow: { code: 'limit.allow', as: 'the settings no longer count this among what is fine (`autoMode.allow`)' },
}
