import { linesOnlyIn } from './file-changes.ts'

/** Files whose being there protects others: reviews, checks before a commit, scanners, updates. */
const GUARDS =
  /\/(?:\.github\/(?:workflows\/[^/]+\.ya?ml|codeowners|dependabot\.ya?ml)|codeowners|docs\/codeowners|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|\.husky\/[a-z-]+|\.pre-commit-config\.yaml|lefthook\.ya?ml|\.gitleaks\.toml|\.gitleaksignore|\.semgrep\.ya?ml|\.snyk|\.trivyignore|renovate\.json5?)$/i

export function isGuard(path: string): boolean {
  return GUARDS.test(path)
}

/** A directory all of which goes away with what guards in it. */
export function holdsGuards(path: string): boolean {
  return /\/(?:\.github(?:\/workflows)?|\.husky|\.circleci|\.gitlab)\/?$/i.test(path)
}

/** What a changed guard no longer guards; undefined: as much as before. */
export function weakenedGuard(path: string, before: string, after: string): string | undefined {
  if (before.trim() !== '' && meaning(after) === '') return 'is emptied'
  if (/codeowners$/i.test(path)) {
    const lost = linesOnlyIn(before, after).find(
      (line) => !line.trim().startsWith('#') && !replacedIn(line, before, after),
    )
    return lost === undefined ? undefined : `no longer asks the owners of \`${lost.trim()}\``
  }
  if (/\.pre-commit-config\.yaml$/i.test(path)) {
    const hooks = (text: string): readonly string[] =>
      [...text.matchAll(/\bid:\s*['"]?([\w.-]+)/g)].map(([, id]) => id!)
    const lost = hooks(before).find((id) => !hooks(after).includes(id))
    return lost === undefined ? undefined : `no longer runs \`${lost}\` before a commit`
  }
  return emptyGuard(before) === undefined ? emptyGuard(after) : undefined
}

/** A scanner that is told to pass over everything. */
export function emptyGuard(text: string): string | undefined {
  return /^\s*(?:paths|regexes|files?|exclude|ignore)\s*[=:]\s*\[?\s*(?:'''|["'])?(?:\.\*|\*\*?(?:\/\*\*?)?|\.)(?:'''|["'])?\s*\]?\s*$/m.test(
    text,
  )
    ? 'passes over everything'
    : undefined
}

/** The same path with other owners of the same organization is a change, not a loss. */
function replacedIn(line: string, before: string, after: string): boolean {
  const [pattern, ...owners] = line.trim().split(/\s+/)
  const known = new Set([...before.matchAll(/@[\w.-]+/g)].map(([maker]) => maker))
  return after.split('\n').some((other) => {
    const [same, ...now] = other.trim().split(/\s+/)
    if (same !== pattern) return false
    return now.some((owner) => owners.includes(owner) || known.has(owner.split('/')[0]!))
  })
}

function meaning(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .join('\n')
    .trim()
}
