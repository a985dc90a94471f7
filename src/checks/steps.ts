import { limitsBeforeRules } from './limits.ts'
import { hardHarm } from '../categories/rulebook.ts'
import { allow, ask, deny, type Reason, type Ruling } from '../verdict.ts'
import { ruleFor } from './rules.ts'
import type { Subject } from './subject.ts'
import { toolSafety } from './tool-safety.ts'

/**
 * Steps 1 to 4 of the permission flow: deny rules, ask rules, the tool's own check. An ask rule is always answered by a
 * person, in every mode: the user asked to be asked. The tool's own check stands before bypass and before allow rules, so
 * no rule lets a critical removal through.
 */
export function forbids(subject: Subject): Ruling | undefined {
  const ruled = ruledOut(subject)
  if (ruled) return ruled

  const own = toolSafety(subject)
  if (own?.says === 'deny') return deny(own.reason)
  if (own?.says === 'ask' && !own.modesThatAllow.includes(subject.mode)) {
    const hard = hardHarm(subject)
    return hard ? deny(own.reason, hard) : askOrDeny(subject, own.reason)
  }
  return undefined
}

/** Deny and ask rules alone. */
export function ruledOut(subject: Subject): Ruling | undefined {
  const denied = ruleFor('deny', subject)
  if (denied) {
    // A word that is not known yet may turn out to be what the rule forbids: a person looks before it runs.
    const reason = byRule('rule.deny', denied.uncertain ? 'may deny' : 'denies', denied)
    return denied.uncertain ? askOrDeny(subject, reason) : deny(reason)
  }

  const asked = ruleFor('ask', subject)
  return asked ? askOrDeny(subject, byRule('rule.ask', 'asks about', asked)) : undefined
}

/** Steps 5 and 6: bypass, then allow rules. Only for a call that `forbids` has nothing against. */
export function permits(subject: Subject): Ruling | undefined {
  if (subject.mode === 'bypassPermissions')
    return allow('mode.bypass', '`bypassPermissions` allows what no rule denies and no check holds back')

  // A protected path is looked at by the review (in auto) or a person, whatever the allow rules say.
  const own = toolSafety(subject)
  if (own?.says === 'review') return subject.mode === 'auto' ? undefined : askOrDeny(subject, own.reason)

  const allowed = ruleFor('allow', subject)
  // A limit in the user's words is newer than the rule, or stands above it: whether it was crossed takes a mind.
  if (allowed && limitsBeforeRules(subject).length === 0)
    return allow('rule.allow', `rule \`${allowed.rule.text}\` (${where(allowed.rule)}) allows \`${allowed.matched}\``)
  return undefined
}

/** Nobody may be asked in `dontAsk`. */
export function askOrDeny(subject: Subject, reason: Reason): Ruling {
  if (subject.mode !== 'dontAsk') return ask(reason)
  return deny(reason, {
    code: 'mode.dont-ask',
    sentence: 'mode `dontAsk` denies what would need an answer',
    clearedBy: 'an allow rule, or another mode',
  })
}

type Found = NonNullable<ReturnType<typeof ruleFor>>

function byRule(code: string, verb: string, found: Found): Reason {
  return {
    code,
    sentence: `rule \`${found.rule.text}\` (${where(found.rule)}) ${verb} \`${found.matched}\``,
    clearedBy: `changing that rule in ${found.rule.source.file}`,
  }
}

function where(rule: Found['rule']): string {
  const { file, line, scope } = rule.source
  return line > 0 ? `${file}:${line}` : `${scope} settings`
}
