import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'

/**
 * What a change of settings switches off or stretches, in words; undefined: nothing. A setting that is replaced is compared
 * with what stands under the same name afterwards, whatever the file's form.
 */
export function weakenedSetting(before: string, after: string): string | undefined {
  const lost = settings(linesOnlyIn(before, after))
  const added = settings(linesOnlyIn(after, before))
  for (const [key, value] of added) {
    const was = lost.find(([name]) => name === key)?.[1]
    if (GUARDED.test(key) || guardWords(key).length > 0) {
      if (OFF.test(value) && was !== undefined && !OFF.test(was)) return `\`${key}\` is switched off: \`${value}\``
      if (EVERYTHING.test(value) && was !== undefined && !EVERYTHING.test(was))
        return `\`${key}\` takes everything: \`${value}\``
    }
    if (BYPASS.test(key) && ON.test(value) && (was === undefined || OFF.test(was))) return `\`${key}\` is switched on`
    if (OLD_TLS.test(value) && !OLD_TLS.test(was ?? '') && /tls|ssl|protocol/i.test(key))
      return `\`${key}\` accepts old versions of TLS: \`${value}\``
    if (HOLDS_SECRET.test(key) && isLiteral(value) && !isLiteral(was ?? '')) return `\`${key}\` would stand in the file`
    if (was === undefined) continue
    if (STRICTNESS.some(([name, strict]) => name.test(key) && strict.test(was) && !strict.test(value)))
      return `\`${key}\` is less strict: \`${was}\` becomes \`${value}\``
  }
  return stretched(before, after)
}

const HOLDS_SECRET =
  /(?:secret|passw(?:or)?d|token|api_?key|jwt_?key|private_?key|signing_?key|webhook_?key|session_?key)$/i

/** Letters and digits, and no word that stands for a secret. */
function isLiteral(value: string): boolean {
  return (
    /^[\w+/=-]{10,}$/.test(value) &&
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    !/change|example|test|dummy|your|sample/i.test(value)
  )
}

const GUARDED =
  /mfa|2fa|isolation|encrypt|checksum|sha256|alerts?\b|vulnerab|secure|strict|enforce|require|lockout|backup|signature|verify|types?$|versioning|logging|qualitygate|notifications?\.security/i
const OFF = /^(?:false|off|no|none|disabled?|0|never|null|optional\w*|suspended|accept|permissive|ignore)$/i
const ON = /^(?:true|on|yes|1|always|all|enabled?)$/i
const EVERYTHING = /^\[?\s*["']?(?:\*|\*\/\*|0\.0\.0\.0\/0|::\/0|all)["']?\s*\]?$/i
const BYPASS =
  /(?:^|[._-])(?:dangerously|insecure|disable[-_.]?(?:tls|ssl|auth|csrf|security|checks?)|allow[-_.]?(?:insecure|all|any(?:body)?|unsigned|untrusted)|skip[-_.]?(?:verify|tls|auth|checks?|signature)|no[-_.]?(?:verify|check)|automerge|trust[-_.]?all)|dangerously|allowInsecure|insecureSkip|^unsafe/i
const OLD_TLS = /\bSSLv[23]\b|\bTLSv?1(?:\.[01])?(?=[\s,;"'\]]|$)|ELBSecurityPolicy-20(?:1[0-6])|TLS_?1_[01]\b/i

/** Values of one name from strict to loose. */
const STRICTNESS: readonly (readonly [RegExp, RegExp])[] = [
  [/ddl-auto|hbm2ddl/i, /^(?:validate|none|false)$/],
  [/sslmode/i, /^(?:require|verify-\w+)$/],
  [/same_?site/i, /^["']?(?:strict|lax)/i],
  [/ssl_policy|security_policy/i, /TLS13|FS-1-2|TLS-1-2/],
  [/min(?:imum)?[-_.]?(?:tls|protocol|version)\w*/i, /1[._]?[23]/],
]

function settings(lines: readonly string[]): readonly (readonly [string, string])[] {
  return lines.flatMap((line) => {
    const pairs = [...line.matchAll(PAIR)].map(([, key, value]) => [key!, unquoted(value!)] as const)
    return pairs
  })
}

const PAIR =
  /["']?(\w[\w.$-]{0,80})["']?\s{0,20}(?::|=>?|\s+value=|>)\s*(\[[^[\]\n]{0,400}\]|"[^"\n]*"|'[^'\n]*'|[^\s,;{}<>]+(?:,[^\s,;{}<>]+)*)/g

function unquoted(text: string): string {
  return text.replaceAll(/^["']|["',;]$/g, '').trim()
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  m: 60,
  h: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
  w: 604_800,
  week: 604_800,
  month: 2_600_000,
  y: 31_500_000,
  year: 31_500_000,
}
const NUMBER = /(\d[\d_]*(?:\.\d+)?)/g
/** Numbers that hold somebody back: at most so often and so long. */
const LIMITED =
  /limit|attempt|rate|throttl|expire|expiry|max_?age|ttl|timeout|session|token|login|lockout|tolerance|minutes|\banon\b|window/i

/** A line that stays the same but for its numbers and units, and that holds hardly anything back any more. */
function stretched(before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  const about = `${lost.join('\n')}\n${added.join('\n')}`
  if (!LIMITED.test(about) && !LIMITED.test(before)) return undefined
  for (const [at, line] of lost.entries()) {
    const now = added[at]
    if (now === undefined || skeleton(line) !== skeleton(now)) continue
    const [old, new_] = [amounts(line), amounts(now)]
    const place = old.findIndex((was, index) => was > 0 && (new_[index] ?? 0) >= was * 100)
    if (place >= 0 && (LIMITED.test(line) || durations(now).length > 0))
      return `holds hardly anything back: \`${now.trim().slice(0, 80)}\``
    if (/lockout|min(?:imum)?_?length|cool_?down/i.test(line) && old.some((was, index) => was > 0 && new_[index] === 0))
      return `holds nothing back: \`${now.trim().slice(0, 80)}\``
  }
  return undefined
}

const DURATION =
  /\b(?:(\d[\d_.]*)\s*(ms|s|sec|second|min|minute|m|h|hour|d|day|w|week|month|y|year)s?\b|(second|minute|hour|day|week)s?\s*[=(]\s*(\d[\d_]*))/g

function durations(line: string): readonly string[] {
  return [...line.matchAll(DURATION)].map(([found]) => found)
}

function skeleton(line: string): string {
  return line.trim().replaceAll(DURATION, '#').replaceAll(NUMBER, '#')
}

function amounts(line: string): readonly number[] {
  const timed = [...line.matchAll(DURATION)].map(
    ([, number, unit, word, count]) => Number((number ?? count)!.replaceAll('_', '')) * UNITS[(unit ?? word)!]!,
  )
  return timed.length > 0 ? timed : [...line.matchAll(NUMBER)].map(([number]) => Number(number.replaceAll('_', '')))
}
