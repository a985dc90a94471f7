import type { ClientMode } from '../call/caller.ts'
import { limitsOn } from './limits.ts'
import { stripForAutoMode } from '../policy/dangerous-rules.ts'
import type { Policy } from '../policy/policy.ts'
import { type Mode, type Session, stricterMode } from '../session.ts'
import { allow, ask, type Ruling } from '../verdict.ts'
import { acceptsAsEdit, isPlainEdit, readsOnly } from './fast-paths.ts'
import { askOrDeny } from './steps.ts'
import type { Subject } from './subject.ts'
import { waitsForPerson } from './tool-safety.ts'

/**
 * Step 7: what the mode does with a call that no rule settled. `auto` says nothing here: it goes on to the fast paths
 * and the review. `bypassPermissions` was settled by the rules.
 */
export function settleByMode(subject: Subject): Ruling | undefined {
  if (subject.mode === 'auto' || subject.mode === 'bypassPermissions') return undefined
  if (needsNobody(subject)) return allow('mode.read-only', 'it only reads, and nothing it reads is secret')
  switch (subject.mode) {
    case 'dontAsk':
      return askOrDeny(subject, { code: 'rule.none', sentence: 'no rule allows this call' })
    case 'plan':
      return ask({
        code: 'mode.plan',
        sentence: 'mode `plan` only reads; this call would change something',
        clearedBy: 'leaving plan mode, or a person',
      })
    case 'acceptEdits':
      if (acceptsAsEdit(subject) && isPlainEdit(subject) && limitsOn(subject).length === 0)
        return allow('mode.accept-edits', 'an edit inside the workspace, which mode `acceptEdits` accepts')
      return undefined
    case 'default':
      return undefined
  }
}

/** The mode of a call as things are now: the session's, or its own or its client's where that is stricter. */
export function modeNow({ session, ownMode, caller }: InMode, policy: Policy): Mode {
  const client = clientModeThatCounts(session, caller?.clientMode, policy)
  return modeInForce([ownMode, client].filter(isGiven).reduce(stricterMode, session.mode), policy)
}

type InMode = Pick<Subject, 'session' | 'ownMode'> & Partial<Pick<Subject, 'caller'>>

/**
 * Whoever puts a client into `plan` or `dontAsk` means it. `default` is where every client starts: it counts only while
 * nobody chose a mode here, neither in settings nor for the session.
 */
function clientModeThatCounts(
  session: Session,
  mode: ClientMode | undefined,
  { modeChosen }: Policy,
): ClientMode | undefined {
  if (mode !== 'default') return mode
  return modeChosen === true || session.modeChosen === true ? undefined : mode
}

function isGiven(mode: Mode | undefined): mode is Mode {
  return mode !== undefined
}

/** The mode that really holds: settings can switch auto and bypass off. */
export function modeInForce(asked: Mode, policy: Policy): Mode {
  if (asked === 'auto' && policy.disableAutoMode) return 'default'
  if (asked === 'bypassPermissions' && policy.disableBypassPermissionsMode) return 'default'
  return asked
}

const stripped = new WeakMap<Policy, Policy>()

/** In auto mode the allow rules that would bypass the review are out of force; every other mode has them all. */
export function rulesInForce(policy: Policy, mode: Mode): Policy {
  if (mode !== 'auto') return policy
  const known = stripped.get(policy)
  if (known) return known
  const inForce = stripForAutoMode(policy).policy
  stripped.set(policy, inForce)
  return inForce
}

/** It only reads, and does not ask the person anything. */
function needsNobody(subject: Subject): boolean {
  return !waitsForPerson(subject) && readsOnly(subject) && limitsOn(subject).length === 0
}
