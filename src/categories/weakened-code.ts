import type { Content } from '../call/action.ts'

const ABOUT = String.raw`(?:verif|authenti|authori[sz]|is_?auth|auth|log(?:ged)?_?in|token|permission|is_?admin|session|signature|csrf|passw|acl|role|jwt|credential|allowed|current_?user|req(?:uest)?\.user|is_?owner|unauthori[sz]ed|forbidden|40[13]\b)`

/** Conditions that no longer depend on the check that stands in them. */
const SHORT_CIRCUITED = new RegExp(
  String.raw`\b(?:if|elif|unless|while)\b[\s(]*(?:false\s*(?:&&|and)|true\s*(?:\|\||or))[^\n]*${ABOUT}|\breturn\s+true\s*(?:\|\||or)\s[^\n]*${ABOUT}`,
  'i',
)

/** Switches of libraries and frameworks that take their checks away. */
const SWITCHES: readonly (readonly [RegExp, string])[] = [
  [
    /verify_signature["']?\s*[:=]\s*False|\bjwt\.decode\([^)]*verify\s*=\s*False|["']alg["']\s*:\s*["']none["']|algorithms?\s*[:=]\s*\[\s*["']none["']/i,
    'signatures of tokens are no longer checked',
  ],
  [
    /\.anyRequest\(\)\s*\.permitAll\(\)|\bsecurity\.ignoring\(\)\.anyRequest|\.csrf\([^)]*\)?\s*(?:=>|->)?[^;\n]*\.disable\(\)|@csrf_exempt|WTF_CSRF_ENABLED\s*=\s*False|skip_before_action\s+:(?:verify_authenticity_token|authenticate\w*)/,
    'requests are no longer checked',
  ],
  [
    /\b(?:DISABLE|SKIP|BYPASS|NO)_AUTH(?:ENTICATION|ORIZATION)?\b\s*[:=]\s*["']?(?:true|1|yes)\b|\b(?:auth|authentication|authorization)(?:[._](?:enabled|required))\s*[:=]\s*["']?(?:false|0|no|off)\b/i,
    'authentication is switched off',
  ],
]

const CHECK = new RegExp(
  String.raw`\b(?:verify|check|compare|validate|authenticate|authorize|require|ensure|assert|is_?valid|has)\w*\s*\(`,
  'i',
)
const ALWAYS_YES = /^\s*(?:return\s+(?:true|True|1|next\(\))\s*;?|pass)\s*$/m

/** How a change takes a check of who may do what out of the code, in words; undefined when it does not. */
export function weakenedCode(content: Content): string | undefined {
  if (content.kind !== 'text' && content.kind !== 'change') return undefined
  const added = content.kind === 'text' ? content.text : content.added
  const removed = content.kind === 'text' ? '' : content.removed
  if (SHORT_CIRCUITED.test(added) && !SHORT_CIRCUITED.test(removed)) return 'a check is there and no longer decides'
  const found = SWITCHES.find(([sign]) => sign.test(added) && !sign.test(removed))
  if (found) return found[1]
  const about = new RegExp(ABOUT, 'i')
  return CHECK.test(removed) && about.test(removed) && ALWAYS_YES.test(added) && !CHECK.test(added)
    ? 'a check is taken out, and the answer is always yes'
    : undefined
}
