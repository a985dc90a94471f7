import type { Reason } from '../../verdict.ts'

/** Five minutes, as long as anyone is asked to look at a screen. */
export const QUESTION_TIMEOUT_MS = 300_000

/** What a person is asked. Plain data, made once from one call; it is stored, sent and shown, and never changes. */
export interface Question {
  /** Short enough to type: four to eight letters and digits that cannot be taken for one another. */
  readonly id: string
  /** The same call asked again is the same question: session, call id and fingerprint. */
  readonly key: string
  readonly session: string
  readonly agent: string
  readonly call: string
  readonly tool: string
  readonly cwd: string
  readonly subagent?: { readonly id: string; readonly type: string }
  /** Of the call: exactly what would run. */
  readonly fingerprint: string
  /** Of the rules in force when it was asked. */
  readonly policyDigest: string
  /** The command, the diff or the input itself: secrets masked, nothing invisible left, all of it. */
  readonly text: string
  /** The deeds in words, one each: "deletes /home/dev/project/dist and everything in it". */
  readonly deeds: readonly string[]
  /** Why a person is asked: rule, evidence, what would clear it. */
  readonly why: readonly Reason[]
  /** Rules that would have allowed it and are narrow enough to offer: `Bash(npm run build)`. Narrowest first. */
  readonly offers: readonly string[]
  /**
   * Asked is about what a run behind walls would change, and nobody waits: `text` is the diff, `deeds` what it did, and
   * the answer counts for exactly the changes with this hash.
   */
  readonly contained?: { readonly run: string; readonly hash: string; readonly workspace: string }
  /** Over everything above: an answer quotes it, so that nobody answers what they were not shown. */
  readonly shown: string
  /** Milliseconds since 1970. */
  readonly askedAt: number
  readonly expiresAt: number
}

/**
 * What the person chose.
 * - `once`: this call.
 * - `session`: this exact input, again and again, until the session ends.
 * - `rule`: every call that one of the offered rules matches, until the session ends.
 * - `save`: the rule goes into the user's settings, after it was shown.
 * - `deny`: no; `message` is for the agent.
 *
 * About a contained run: `once` makes its changes real, `deny` throws them away, and `uncontained` throws them away and
 * lets exactly this call run once without walls; there is no other yes.
 */
export type Choice =
  | { readonly says: 'once' }
  | { readonly says: 'session' }
  | { readonly says: 'rule'; readonly rule: string }
  | { readonly says: 'save'; readonly rule: string }
  | { readonly says: 'uncontained' }
  | { readonly says: 'deny'; readonly message?: string }

/** One answer of one person, through one channel. */
export interface Answer {
  readonly choice: Choice
  /** `shown` of the question as this person saw it. */
  readonly shown: string
  /** Who, as the channel authenticated them: `telegram:12345`, `operator`, `terminal:dev`. */
  readonly by: string
  readonly channel: string
}

/** How a question ended. The first one to be written down is the only one. */
export type Settlement =
  | {
      readonly how: 'answered'
      readonly choice: Choice
      readonly by: string
      readonly channel: string
      readonly at: number
    }
  | { readonly how: 'expired'; readonly at: number }
  /** The session ended, the policy changed or the caller gave up: whatever is answered now allows nothing. */
  | { readonly how: 'withdrawn'; readonly because: string; readonly at: number }

/** Why an answer was not taken. Every refusal is on record. */
export type AnswerRefusal =
  | { readonly code: 'approval.unknown'; readonly message: string }
  | { readonly code: 'approval.settled'; readonly message: string; readonly settlement: Settlement }
  | { readonly code: 'approval.expired'; readonly message: string }
  /** `shown` is not that of the question: something else was displayed. */
  | { readonly code: 'approval.not-shown'; readonly message: string }
  | { readonly code: 'approval.policy-changed'; readonly message: string }
  | { readonly code: 'approval.session-ended'; readonly message: string }
  /** The rule was not offered, or is one that may never be saved. */
  | { readonly code: 'approval.rule'; readonly message: string }
  /** Asked was about the same call id with another input. */
  | { readonly code: 'approval.other-input'; readonly message: string }
  /** The role of whoever answers does not reach that far; the message says whose does. */
  | { readonly code: 'approval.role'; readonly message: string }
  | { readonly code: 'approval.own-agent'; readonly message: string }
  /** A yes that counts, once another user says the same. */
  | { readonly code: 'approval.needs-second'; readonly message: string }
  /** This sender may not answer. */
  | { readonly code: 'approval.stranger'; readonly message: string }

export type Answered = { readonly ok: Settlement & { readonly how: 'answered' } } | { readonly refused: AnswerRefusal }
