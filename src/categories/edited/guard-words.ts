import { linesOnlyIn } from './file-changes.ts'

/**
 * Parts of names that say: this keeps somebody or something out. A name is taken apart at capitals and underscores; a part
 * counts by how it begins.
 */
const STEMS =
  'auth login permission guard policy policies role rbac acl admin csrf xsrf csp hsts helmet limiter ratelimit throttl ' +
  'lockout captcha validat valid sanit purif escap verif signature signed hmac otp mfa totp audit encrypt gpg tls ssl secur ' +
  'allowlist whitelist blocklist denylist loopback disallow revok expir owner owns owned tenant forbid unauthor nonce ' +
  'redact mask protect trusted integrity bcrypt argon scrypt pbkdf firewall antivirus quarantin middleware timingsafe readonly'
const STEM = new RegExp(`^(?:${STEMS.replaceAll(' ', '|')})`)

/** The names in a text that guard something, as often as they stand there. Sentences in quotes do not count. */
export function guardWords(text: string): readonly string[] {
  const named = text.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, (quoted) => (/\s|^.[a-z]*.$/.test(quoted) ? '""' : quoted))
  return (named.match(/[A-Za-z_][\w-]*/g) ?? []).filter((name) => partsOf(name).some((part) => STEM.test(part)))
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
  const lost = [...guardWords(code(linesOnlyIn(before, after)))]
  const added = [...guardWords(code(linesOnlyIn(after, before)))]
  if (added.length >= lost.length) return undefined
  for (const name of added) {
    const at = lost.indexOf(name)
    if (at >= 0) lost.splice(at, 1)
  }
  const fresh = added.filter((name) => !guardWords(code(linesOnlyIn(before, after))).includes(name))
  return fresh.length > 0 ? undefined : lost[0]
}

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
