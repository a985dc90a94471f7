/** Tools that look for one thing each. Another tool for the same thing may take the place of one; a tool for something else may not. */
const TOOLS: readonly (readonly [purpose: string, tools: RegExp])[] = [
  ['secrets in the code', /\b(?:gitleaks|trufflehog|detect-secrets|ggshield|git-secrets|Secret-Detection)\b/gi],
  [
    'weak code',
    /\b(?:codeql|semgrep|bandit|brakeman|gosec|spotbugs|findsecbugs|psalm --taint|sobelow|security-code-scan|sonar-scanner|SAST)\b/gi,
  ],
  [
    'packages with known holes',
    /\b(?:npm audit|pnpm audit|yarn (?:npm )?audit|bun audit|pip-audit|safety (?:check|scan)|snyk|trivy|grype|osv-scanner|govulncheck|dependency-review|dependency-check|bundle(?:r)?[- ]audit|cargo[- ](?:audit|deny)|composer audit|mix deps\.audit|nancy|Dependency-Scanning)\b/gi,
  ],
  ['weak infrastructure', /\b(?:checkov|tfsec|terrascan|kics|kube-linter|kubesec|hadolint|conftest)\b/gi],
  ['weak workflows', /\b(?:zizmor|actionlint|scorecard|harden-runner)\b/gi],
  ['signatures', /\b(?:cosign verify|slsa-verifier|gh attestation verify|npm audit signatures|gpg --verify)\b/gi],
]

/** Options with which a tool finds something and says nothing. */
const SILENCED =
  /--exit-code[= ]["']?0\b|--exit-zero\b|--soft-fail\b|--no-fail\b|--no-exit-code\b|--no-error-on-unmatched\b|--no-exit-on-warn\b|--audit-level[= ]none\b|\s-x\s+(?:test|check)\b|--no-verify\b|-DskipTests\b|-Dmaven\.test\.skip\b/

export function isSilenced(command: string): boolean {
  return SILENCED.test(command)
}

/** What nothing looks for any more among what runs, by tool; undefined: whatever was looked for still is. */
export function lostTool(before: string, after: string): string | undefined {
  for (const [purpose, tools] of TOOLS) {
    const [had, has] = [toolsIn(before, tools), toolsIn(after, tools)]
    const lost = [...had].find((tool) => !has.has(tool))
    const replaced = [...has].some((tool) => !had.has(tool))
    if (lost !== undefined && !replaced) return `\`${lost}\` no longer looks for ${purpose}`
  }
  return undefined
}

function toolsIn(text: string, tools: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(tools)].map(([tool]) => tool.toLowerCase()))
}

/** Installs that take only what the lockfile holds, and how a change lets go of that. */
const FROZEN = /--(?:frozen-lockfile|require-hashes|immutable|locked|frozen)\b/g
const LETS_GO =
  /--no-(?:frozen-lockfile|immutable|require-hashes|frozen)\b|\bGONOSUMCHECK=|\bGOFLAGS=-insecure|\bGONOSUMDB=\*/

export function unfrozen(before: string, after: string): string | undefined {
  if (LETS_GO.test(after) && !LETS_GO.test(before)) return 'installs what the lockfile does not hold'
  const [had, has] = [before.match(/--require-hashes\b/g)?.length ?? 0, after.match(FROZEN)?.length ?? 0]
  return had > 0 && has < (before.match(FROZEN)?.length ?? 0) && installs(after) >= installs(before)
    ? 'installs packages whatever they contain'
    : undefined
}

function installs(text: string): number {
  return text.match(/\b(?:pip3?|uv pip|npm|pnpm|yarn|poetry|cargo)\s+(?:install|ci|sync|build)\b/g)?.length ?? 0
}
