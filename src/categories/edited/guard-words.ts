import { linesOnlyIn } from './file-changes.ts'

/**
 * Parts of names that say: this keeps somebody or something out. A name is taken apart at capitals and underscores; a part
 * counts by how it begins.
 */
const STEMS =
  'auth login permission guard policy policies role rbac acl admin csrf xsrf csp hsts helmet limiter ratelimit throttl ' +
  'lockout captcha validat sanit purif escap verif signature signed hmac otp mfa totp audit encrypt gpg tls ssl secur ' +
  'allowlist whitelist blocklist denylist loopback disallow revok expir owner owns owned tenant forbid unauthor nonce ' +
  'redact mask protect trusted keychain keystore issuer audience integrity bcrypt argon scrypt pbkdf firewall antivirus quarantin middleware timingsafe'
const STEM = new RegExp(`^(?:${STEMS.replaceAll(' ', '|')})`)

/** The names in a text that guard something, as often as they stand there. Sentences in quotes do not count. */
export function guardWords(text: string): readonly string[] {
  const named = text.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, (quoted) => (/\s|^.[a-z]*.$/.test(quoted) ? '""' : quoted))
  return (named.match(/[A-Za-z_][\w-]*/g) ?? []).filter(
    (name) => name !== 'protected' && partsOf(name).some((part) => STEM.test(part)),
  )
}

function partsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)
}

/** A name that guards something, that a change takes away, and that no other such name takes the place of. */
export function lostGuardWord(before: string, after: string): string | undefined {
  const lost = [...guardUses(code(linesOnlyIn(before, after)))]
  const added = [...guardWords(code(linesOnlyIn(after, before)))]
  if (lost.length === 0 || added.length >= guardWords(code(linesOnlyIn(before, after))).length) return undefined
  for (const name of added) {
    const at = lost.indexOf(name)
    if (at >= 0) lost.splice(at, 1)
  }
  const fresh = added.filter((name) => !guardWords(code(linesOnlyIn(before, after))).includes(name))
  return fresh.length > 0 ? undefined : lost[0]
}

/** Such names where they act: called, put before something, named in quotes, handed on. A type or a field does nothing. */
function guardUses(text: string): readonly string[] {
  const names = new Set(guardWords(text))
  return [...text.matchAll(/[A-Za-z_][\w-]*/g)].flatMap(({ 0: name, index }) => {
    if (!names.has(name)) return []
    const prior = text.slice(Math.max(0, index - 12), index)
    const next = text.slice(index + name.length, index + name.length + 80)
    return !DEFINES.test(prior) && ACTS.some(([front, back]) => front.test(prior) && back.test(next)) ? [name] : []
  })
}

const DEFINES = /\b(?:def|function|func|fn|class|interface|type)\s+$/
const ACTS: readonly (readonly [front: RegExp, back: RegExp])[] = [
  [/(?:)/, /^\s*\(/],
  [/@$/, /(?:)/],
  // Calls without brackets: `<%= sanitize @text %>`, `plug :require_role, :billing`.
  [/(?:^\s*|[=({,]\s*|\|>\s*)$/, /^ (?:[@:]|["']|\w+[.,])/],
  [/["'`./-]$/, /^["'`./-]/],
  [/[([,]\s*$|\w\.$/, /^\s*[)\],]/],
  // `audit.info(…)`, `hmac.Equal(…)`: what it has is called.
  [/(?:^|[^\w.])$/, /^\.\w+\s*\(/],
]

/** Imports name what is used elsewhere. */
function code(lines: readonly string[]): string {
  return lines
    .filter(
      (line) =>
        !/^\s*(?:import\b|from\s+\S+\s+import\b|use\s|using\s|require\b|const\s+[^=]+=\s*require\(|#include)/.test(
          line,
        ),
    )
    .join('\n')
}
