/** Shapes that their issuers give to secrets, and values next to names that tell. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
  /\b(?:gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|sk-|rk_live_|sk_live_|AIza|npm_|pypi-)[A-Za-z0-9_-]{16,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bbearer\s{1,4})[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}(?=@)/g,
  /(?<=\b[\w-]{0,40}(?:api[_-]?key|secret|token|passw(?:or)?d|credential)[\w-]{0,20}\\?["']?\s{0,2}[:=]\s{0,2}\\?["']?)[^\s"'\\,;&]{4,200}/gi,
]

/** Masks what is plainly a secret. A seam for the fuller one: whatever has its type can take its place. */
export function redactBasic(text: string): string {
  return SECRETS.reduce((masked, secret) => masked.replace(secret, '[redacted]'), text)
}
