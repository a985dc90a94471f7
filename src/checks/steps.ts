import { hardHarm } from '../classifier/review.ts'
import { allow, ask, deny, type Reason, type Ruling } from '../verdict.ts'
import { ruleFor } from './rules.ts'
import type { Subject } from './subject.ts'
import { toolSafety } from './tool-safety.ts'

/**
 * Steps 1 to 6 of the permission flow. An ask rule is always answered by a person, in every mode: the user asked to be
 * asked. The tool's own check stands before bypass and before allow rules, so no rule lets a critical removal through.
 */
export function rules(subject: Subject): Ruling | undefined {
  const denied = ruleFor('deny', subject)
  if (denied) {
    // A word that is not known yet may turn out to be what the rule forbids: a person looks before it runs.
    const reason = byRule('rule.deny', denied.uncertain ? 'may deny' : 'denies', denied)
    return denied.uncertain ? askOrDeny(subject, reason) : deny(reason)
  }

  const asked = ruleFor('ask', subject)
  if (asked) return askOrDeny(subject, byRule('rule.ask', 'asks about', asked))

  const own = toolSafety(subject)
  if (own?.says === 'deny') return deny(own.reason)
  if (own?.says === 'ask' && !own.modesThatAllow.includes(subject.mode)) {
    const hard = hardHarm(subject)
    return hard ? deny(own.reason, hard) : askOrDeny(subject, own.reason)
  }

  if (subject.mode === 'bypassPermissions')
    return allow('mode.bypass', '`bypassPermissions` allows what no rule denies and no check holds back')

  // A protected path is looked at by the review (in auto) or a person, whatever the allow rules say.
  if (own?.says === 'review') return subject.mode === 'auto' ? undefined : askOrDeny(subject, own.reason)

  const allowed = ruleFor('allow', subject)
  if (allowed)
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
