/** What a live secret looks like in text, by the marks its issuer gives it. Placeholders and examples are not live. */
const LIVE_SECRETS: readonly { readonly what: string; readonly mark: RegExp }[] = [
  { what: 'a private key', mark: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/ },
  { what: 'an AWS access key', mark: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/ },
  { what: 'a GitHub token', mark: /\b(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})\b/ },
  { what: 'a GitLab token', mark: /\bglpat-[A-Za-z0-9_-]{20,}/ },
  { what: 'a Slack token', mark: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/ },
  { what: 'a Slack webhook', mark: /hooks\.slack\.com\/services\/T[A-Z0-9]+\/B[A-Z0-9]+\/[A-Za-z0-9]{16,}/ },
  { what: 'an Anthropic key', mark: /\bsk-ant-[A-Za-z0-9_-]{20,}/ },
  { what: 'an OpenAI key', mark: /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/ },
  { what: 'a Stripe live key', mark: /\b[rs]k_live_[A-Za-z0-9]{16,}/ },
  { what: 'a Google API key', mark: /\bAIza[A-Za-z0-9_-]{35}\b/ },
  { what: 'an npm token', mark: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { what: 'a PyPI token', mark: /\bpypi-AgEIcHlwaS[A-Za-z0-9_-]{20,}/ },
  { what: 'a Telegram bot token', mark: /\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/ },
  { what: 'a SendGrid key', mark: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/ },
  { what: 'a signed web token', mark: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/ },
  {
    what: 'a password in a URL',
    mark: /\b[a-z][a-z0-9+.-]{2,40}:\/\/[^\s/:@'"$<{]+:(?!password|postgres|pass|secret|root|example|test|changeme|user|admin|guest|\*)[^\s/@'"$<{*]{6,}@(?!localhost|127\.|db\b|example)[\w.-]+/i,
  },
]

/** Names that carry a secret's value in environment variables, query strings and settings. */
const SECRET_NAME =
  /(?:^|[_-])(?:api[_-]?key|secret|token|passw(?:or)?d|private[_-]?key|access[_-]?key|credentials?|auth)(?:$|[_-])|(?:API|SECRET|ACCESS|PRIVATE)_?KEY|_TOKEN$|_SECRET$|_PASSWORD$|^PGPASSWORD$/i

/** Which live secret the text contains, in words. */
export function liveSecret(text: string): string | undefined {
  for (const { what, mark } of LIVE_SECRETS) {
    const hit = mark.exec(text)
    if (hit && !isPlaceholder(hit[0])) return what
  }
  return undefined
}

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

function isPlaceholder(text: string): boolean {
  return /example|placeholder|xxxx|your[_-]|0000000|1234567890|abcdefgh|dummy|redacted|fake/i.test(text)
}
