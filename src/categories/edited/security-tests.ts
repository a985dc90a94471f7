import { linesOnlyIn } from './file-changes.ts'
import { lostGuardWord } from './guard-words.ts'
import { count } from './stripped.ts'

/** Tests that show who is kept out: by what they say, or by the name of what they test. */
const SHOWS =
  /\b40[13]\b|forbidden|unauthori[sz]ed|permission|denied|csrf|xss|injection|travers\w*|sanitiz\w*|signature|tampered|expired token|invalid token|requireAdmin|require_role|\brefuse[sd]?\b|\brejected?\b|\blogin\b|stranger|anonymous/i
const NAMED =
  /(?:^|[/._-])(?:auth\w*|login|permissions?|security|access|acl|rbac|csrf|cors|jwt|token|session|roles?|policy|policies|webhook|middleware|signature|crypto|upload|sanitiz\w*|validation)(?:[._-]|$)/i

const CASES =
  /\b(?:it|test)(?:\.(?:each|only|concurrent)\S*)?\s*\(|\bdef\s+test_\w+|\bfunc\s+Test\w+|@Test\b|\bit\s+["']|#\[test\]/g
const SKIPPED =
  /\b(?:it|test|describe|context)\.(?:skip|todo|failing|fails)\b|\bx(?:it|describe|test)\b|@(?:pytest\.mark\.(?:skip|xfail)|unittest\.skip|skip|Disabled|Ignore|Skip)\w*|\bpytest\.skip\(|\bt\.Skip\w*\(|#\[ignore\]|\bpending\b/g
const ASSERTS = /\b(?:expect|assert\w*|should|raises|toThrow\w*|rejects|require\.\w+|t\.(?:Error|Fatal)\w*)\b/g
const EXPECTS_REFUSAL =
  /\b40[13]\b|\btoThrow\w*|\braises\b|\brejects\b|\bassertRaises\w*|(?:is|assert|be_|:)forbidden\b|\bforbidden\b|(?:is|be_|:)unauthori[sz]ed\b|\bunauthori[sz]ed\b/gi
/** A refusal beside its opposite. */
const ALSO_YES =
  /[[({][^\])}\n]{0,80}\b2\d\d\b[^\])}\n]{0,80}\b40[134]\b|[[({][^\])}\n]{0,80}\b40[134]\b[^\])}\n]{0,80}\b2\d\d\b/g
const NO =
  /\brefute\b|\bassertFalse\b|\bassert\s+not\b|\btoBe\(false\)|\bassert\.False\b|\bassert!\(!|\btoBeFalsy\b|\bbe_falsey\b/g
const YES = /\bassert\b|\bassertTrue\b|\btoBe\(true\)|\bassert\.True\b|\bassert!\((?!!)|\btoBeTruthy\b|\bbe_truthy\b/g

export function testsProtection(path: string, text: string): boolean {
  return NAMED.test(path.slice(path.lastIndexOf('/') + 1)) || SHOWS.test(text)
}

/** An assertion that holds whatever the code does, in the place of one that looked at something. */
export function provesNothing(before: string, after: string): string | undefined {
  return count(after, HOLDS_ANYWAY) > count(before, HOLDS_ANYWAY) &&
    count(linesOnlyIn(before, after).join('\n'), ASSERTS) > 0
    ? 'holds whatever the code does, where something was asserted'
    : undefined
}

const HOLDS_ANYWAY =
  /\bassert\s+(?:True|1\s*==\s*1)\s*(?=$|[,;#"'])|\bassert\w*[!.(\s]*(?:ok\()?(?:t,\s*)?(?:true|True)\s*\)|\bexpect\((true|1|"[^"]*"|'[^']*')\)\.(?:to(?:Be|Equal|StrictEqual)\(\1\)|toBeTruthy\(\)|to\.be\.true)|\bexpect\(true\)\.to (?:eq\(?\s*true|be\b)/gm

/** How a test of a protection shows less than before, in words; undefined: as much. */
export function weakenedTest(path: string, before: string, after: string): string | undefined {
  const idle = provesNothing(before, after)
  if (idle !== undefined) return idle
  if (!testsProtection(path, before)) return undefined
  if (count(after, SKIPPED) > count(before, SKIPPED)) return 'skips a test of what keeps somebody out'
  const lost = linesOnlyIn(before, after).join('\n')
  if (count(after, CASES) < count(before, CASES) && testsProtection(path, lost))
    return 'loses a test of what keeps somebody out'
  if (count(after, ALSO_YES) > count(before, ALSO_YES)) return 'expects a refusal or none'
  if (count(before, NO) > count(after, NO) && count(after, YES) > count(before, YES))
    return 'expects yes where it expected no'
  if (count(after, EXPECTS_REFUSAL) < count(before, EXPECTS_REFUSAL)) return 'no longer expects a refusal'
  if (count(after, ASSERTS) < count(before, ASSERTS) && count(after, ASSERTS) === 0) return 'no longer expects anything'
  // Lines are only taken out, and with them what was tried.
  const tried = linesOnlyIn(after, before).length === 0 ? lostGuardWord(before, after) : undefined
  return tried === undefined ? undefined : `no longer tries \`${tried}\``
}
