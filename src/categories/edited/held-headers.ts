import type { Entry } from './setting-entries.ts'

const PROTECTING =
  /^(?:strict-transport-security|content-security-policy|x-frame-options|x-content-type-options|referrer-policy|permissions-policy|cross-origin-(?:opener|embedder|resource)-policy|x-xss-protection)$/i

/** A header that browsers protect people by: gone, or with less in it; in words. */
export function heldHeader(
  before: string,
  after: string,
  [old, now]: readonly [readonly Entry[], readonly Entry[]],
): string | undefined {
  const [had, has] = [headers(before, old), headers(after, now)]
  for (const [name, was] of had) {
    const is = has.get(name)
    if (is === undefined) {
      if (!new RegExp(name, 'i').test(after)) return `no longer sends \`${name}\``
      continue
    }
    if (was === is) continue
    const weaker = weakerHeader(name, was, is)
    if (weaker) return `\`${name}\` protects less: \`${is.slice(0, 80)}\``
  }
  return undefined
}

function headers(text: string, entries: readonly Entry[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { name, value } of entries) {
    const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    if (PROTECTING.test(last)) found.set(last, value)
  }
  for (const [, name, value] of text.matchAll(IN_CODE)) {
    const known = name!.toLowerCase()
    if (PROTECTING.test(known) && !found.has(known)) found.set(known, value!)
  }
  return found
}

/** `setHeader('X-Frame-Options', 'DENY')`, `h["X-Frame-Options"] = "DENY"`, `add_header X-Frame-Options DENY;` */
const IN_CODE =
  /["']?\b([A-Za-z]+(?:-[A-Za-z]+)+)["']?\]?\s*(?:,|=>?|:|\s)\s*["'`]?([^"`\n]{1,400}?)["'`]?\s*(?=[;)},\]\n]|$)/g

const OPEN_SOURCE = /(?<=[\s;'"])(?:\*|https?:|data:|blob:|'unsafe-[\w-]+')(?=[\s;'"]|$)/g

function weakerHeader(name: string, was: string, is: string): boolean {
  if (name.startsWith('strict-transport')) {
    const age = (text: string): number => Number(/max-age\s*=\s*"?(\d+)/i.exec(text)?.[1] ?? Number.NaN)
    return age(is) * 2 <= age(was) || (/includesubdomains/i.test(was) && !/includesubdomains/i.test(is))
  }
  if (name.startsWith('content-security')) {
    const open = (text: string): readonly string[] => ` ${text}`.match(OPEN_SOURCE) ?? []
    return open(is).length > open(was).length || fewerDirectives(was, is)
  }
  if (name === 'x-frame-options') return /allow/i.test(is) && !/allow/i.test(was)
  if (name === 'referrer-policy') return /unsafe-url|when-downgrade/i.test(is) && !/unsafe-url/i.test(was)
  if (name.startsWith('cross-origin')) return /unsafe-none|cross-origin$/i.test(is) && !/unsafe-none/i.test(was)
  return /^(?:0|none|off|)$/i.test(is.trim())
}

function fewerDirectives(was: string, is: string): boolean {
  const names = (text: string): readonly string[] =>
    text.match(/\b[a-z]+(?:-[a-z]+)*-(?:src|uri|action|ancestors)\b/g) ?? []
  return names(was).some((each) => !names(is).includes(each)) && names(is).length < names(was).length
}
