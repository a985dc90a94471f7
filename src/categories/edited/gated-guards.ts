import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'
import { guardsByName } from './refusals.ts'

/**
 * A check that stands behind a switch now, or a new way past it: `if (process.env.STRICT) verify(x)`, `return true` for
 * some at the top of a function that decides. In words; undefined: neither. The texts come without their comments.
 */
export function gatedGuard(path: string, before: string, after: string): string | undefined {
  const lines = after.split('\n')
  const fresh = new Set(linesOnlyIn(after, before))
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const lost = linesOnlyIn(before, after).join('\n')
  for (const [at, line] of lines.entries()) {
    if (!fresh.has(line)) continue
    if (SWITCH.test(line) && !SWITCH.test(lost)) {
      const below = CONDITION.test(line)
        ? lines.slice(at + 1, at + 4).find((each) => old.has(each.trim()) && acts(each))
        : undefined
      const kept = below ?? (CONDITIONAL.test(line) && acts(line) && lostActs(lost) ? line : undefined)
      if (kept !== undefined) return `checks only behind a switch: \`${line.trim().slice(0, 80)}\``
    }
    if (SWITCH.test(line) && !SWITCH.test(lost) && SKIPS_REST.test(line) && guardsByName(path))
      return `checks only behind a switch: \`${line.trim().slice(0, 80)}\``
    if (SWALLOWS.test(line) && guardWords(line).some((word) => lost.includes(`${word}(`)) && !SWALLOWS.test(lost))
      return `a check that fails is passed over: \`${line.trim().slice(0, 80)}\``
    if (guardsByName(path) && answersBefore(lines, at, old))
      return `whoever calls is answered before the check: \`${line.trim().slice(0, 80)}\``
    const way = wayPast(path, lines, at)
    if (way !== undefined && !turnedAway(lost)) return `a way past the check: \`${way}\``
  }
  return undefined
}

/** What the machine or its settings say, and whoever starts it decides. */
const SWITCH =
  /\bprocess\.env\b|\bimport\.meta\.env\b|\bos\.environ\b|\bos\.getenv\(|\bos\.Getenv\(|\bos\.LookupEnv\(|\bENV\[|\bENV\.fetch|\bgetenv\(|\benv\(["']|\bSystem\.getenv\(|\bSystem\.get_env\(|\bGetEnvironmentVariable\(|\benv::var\b|\bRails\.env\b|\bsettings\.DEBUG\b|\bapp\.debug\b|\bdebug_assertions\b|\bIsDevelopment\(|\b(?:settings|config|cfg|options|flags|features?)\.\w*(?:skip|disable|bypass|strict|enforce|enable|debug|dev|test)\w*/i
const CONDITIONAL = /&&|\|\||\band\b|\bor\b|\?.*:|\b(?:if|unless)\b/

function acts(line: string): boolean {
  return guardWords(line).length > 0 || REFUSES.test(line)
}

function lostActs(lost: string): boolean {
  return lost.split('\n').some(acts)
}

function turnedAway(lost: string): boolean {
  return /\b(?:if|unless|elif|when|guard|match|switch|case)\b|\?.*:/.test(lost)
}

const REFUSES =
  /\b40[13]\b|\b(?:unauthori[sz]ed|forbidden|denied)\w*|\b(?:throw|raise|abort)\b|\breturn\s+(?:false|False)\b/i

/** `if (…) return`: the rest of the function is not for this case. */
const SKIPS_REST = /^\s*(?:if|unless)\b.*\breturn\s*;?\s*\}?\s*$/
const SWALLOWS =
  /\.catch\(\s*(?:\(\w*\)|\w+)\s*=>\s*(?:\{\s*\}|undefined|null|void 0|false|true)\s*\)|\bsuppress\(\s*Exception\s*\)|\brescue\s+nil\b/

/** What whoever calls chooses, by a header or a parameter of any value. */
const CHOSEN =
  /^\s*(?:if|unless)\b\s*\(?\s*(?!!|not\b)(?:String\()?(?:req|request|ctx|c|r)\b[?!]?\.(?:headers?|query|GET|args|Header|META)\b/

/** A new branch that whoever calls chooses, and that answers before an older line checks. */
function answersBefore(lines: readonly string[], at: number, old: ReadonlySet<string>): boolean {
  const line = lines[at]!
  if (!CHOSEN.test(line) || OPEN_TO_ALL.test(line)) return false
  const depth = /^\s*/.exec(line)![0].length
  const close = lines.findIndex(
    (each, place) => place > at && each.trim() !== '' && /^\s*/.exec(each)![0].length <= depth,
  )
  const body = `${line.replace(CHOSEN, '')}\n${lines.slice(at + 1, close < 0 ? at + 12 : close).join('\n')}`
  if (!/\breturn\b/.test(body) || REFUSES.test(body) || /\b4\d\d\b|\b304\b/.test(body)) return false
  return lines
    .slice(Math.max(at, close), at + 40)
    .some((each) => old.has(each.trim()) && CONDITION.test(each) && guardWords(each).length > 0)
}

const WITHIN =
  /\b(?:def|function|func|fn|fun|sub|const|let|defp?|public|private|protected|static|async)\b[^\n]*?\b(\w*(?:auth|permi|guard|polic|allow|verif|valid|access|can_|may_|is_?admin|is_?owner|protect|require|check|csrf|signature|throttl|limit)\w*)\b[^\n]*[({]/i
const CONDITION = /^\s*(?:[}\])]*\s*else\s+)?(?:if|elif|elsif|unless|when)\b/
const GOES_ON =
  /\b(?:return|->|=>)?\s*(?:return\s+(?:true|True|next\b[^\n]*|await\s+(?:next|call_next)\b[^\n]*|nil|Ok\(\(\)\)|chain\.filter\b[^\n]*|super\b[^\n]*)\s*[;})]*$|next\(\s*\)\s*;?\s*\}?$|next\.ServeHTTP\(|doFilter\(|call_next\(|filterChain\.)/
const EXITS = /\b(?:return|throw|raise|abort|next\()/
/** Requests that are answered without anybody being asked, and that show nothing. */
const OPEN_TO_ALL = /options\b|preflight|health|ready|live|metrics|favicon|\/login|\/static|assets|public/i

/** A new condition whose body lets on, in what decides by its name. */
function wayPast(path: string, lines: readonly string[], at: number): string | undefined {
  const line = lines[at]!
  if (!CONDITION.test(line) || OPEN_TO_ALL.test(line)) return undefined
  const opens = /[{:]\s*$|\bthen\s*$|\bdo\s*$|^\s*(?:if|unless)\b[^{}]*$/.test(line) && !EXITS.test(line)
  if (!GOES_ON.test(opens ? (lines[at + 1] ?? '') : line)) return undefined
  const above = lines
    .slice(Math.max(0, at - 25), at)
    .toReversed()
    .find(
      (each) =>
        /\b(?:def|function|func|fn|fun|sub|defp?)\b|=>\s*\{\s*$|\)\s*\{\s*$/.test(each) && !CONDITION.test(each),
    )
  return guardsByName(path) || (above !== undefined && WITHIN.test(above)) ? line.trim().slice(0, 80) : undefined
}
