import { limitsSaid } from './limits.ts'
import { changesAnything } from './changes.ts'
import { hardHarm } from '../categories/rulebook.ts'
import { isDangerousAllow } from '../policy/dangerous-rules.ts'
import type { Policy, Source } from '../policy/policy.ts'
import { isProblem, parseRule } from '../policy/rule-syntax.ts'
import type { Grant } from '../session.ts'
import { allow, type Ruling } from '../verdict.ts'
import { ruleFor } from './rules.ts'
import type { Subject } from './subject.ts'
import { toolSafety } from './tool-safety.ts'

/**
 * What a person allowed for the rest of the session. Looked at only where the firewall and the deny rules were silent;
 * hard harm is not for a person to grant. A session that is paused asks about everything, and plan mode only reads.
 */
export function granted(subject: Subject): Ruling | undefined {
  const { session, mode } = subject
  if (session.paused === true || mode === 'plan') return undefined
  const heard = saidByHook(subject)
  if (heard !== undefined) return heard
  if (session.grants.length === 0) return undefined
  const grant = session.grants.find((each) => covers(each, subject))
  if (grant === undefined || hardHarm(subject) !== undefined) return undefined
  const what = grant.scope === 'rule' ? `what rule \`${grant.rule}\` matches` : 'exactly this call'
  return { ...allow('person.approved', `${grant.by} allowed ${what} for this session`), approver: grant.by }
}

/** One call is not asked about twice: the agent's hook was asked before the call came to its server. */
function saidByHook(subject: Subject): Ruling | undefined {
  const said = subject.caller.hookSaid
  if (said === undefined || hardHarm(subject) !== undefined) return undefined
  return said.how === 'allowed'
    ? allow('hook.allowed', `the hook of \`${said.agent}\` asked about exactly this call, and it was allowed`)
    : allow('hook.asked', `the hook of \`${said.agent}\` had its user asked about exactly this call, who let it go on`)
}

function covers(grant: Grant, subject: Subject): boolean {
  // With an end of its own, or for one call: not a permission for the session.
  if (grant.expires !== undefined || grant.session !== subject.session.id) return false
  switch (grant.scope) {
    case 'call':
    case 'once':
      return false
    case 'command':
      return grant.fingerprint !== '' && grant.fingerprint === subject.call.fingerprint
    case 'rule':
      return allowsByRule(grant, subject)
  }
}

/** As an allow rule in the settings would: never past the tool's own check, and never one that lets anything run. */
function allowsByRule(grant: Grant, subject: Subject): boolean {
  const policy = policyOf(grant, subject.policy)
  // What the user typed may be newer than the grant, and a rule covers calls that nobody saw.
  if (limitsSaid(subject.session.turns).length > 0 && changesAnything(subject)) return false
  return (
    policy !== undefined && toolSafety(subject) === undefined && ruleFor('allow', { ...subject, policy }) !== undefined
  )
}

const known = new WeakMap<Grant, { readonly base: Policy; readonly made: Policy | undefined }>()

/** The policy in force with this rule as its only allow rule. */
function policyOf(grant: Grant, base: Policy): Policy | undefined {
  const found = known.get(grant)
  if (found?.base === base) return found.made
  const rule = parseRule(grant.rule, SESSION, 'allow')
  const made = isProblem(rule) || isDangerousAllow(rule) !== undefined ? undefined : { ...base, allow: [rule] }
  known.set(grant, { base, made })
  return made
}

const SESSION: Source = { scope: 'session', file: 'the session', line: 0, base: '/' }
