import { lostTool } from './check-tools.ts'
import { linesOnlyIn } from './file-changes.ts'
import { switchedOff } from './switched-off.ts'

/** Files whose being there protects others: reviews, checks before a commit, scanners, updates. */
const GUARDS =
  /\/(?:\.github\/(?:workflows\/[^/]+\.ya?ml|codeowners|dependabot\.ya?ml)|codeowners|docs\/codeowners|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|\.husky\/[a-z-]+|\.pre-commit-config\.yaml|lefthook\.ya?ml|\.gitleaks\.toml|\.gitleaksignore|\.semgrep(?:ignore|\.ya?ml)|\.snyk|\.trivyignore(?:\.ya?ml)?|\.grype\.ya?ml|\.checkov\.ya?ml|\.bandit|\.nsprc|audit-ci\.jsonc?|osv-scanner\.toml|\.secrets\.baseline|\.hadolint\.ya?ml|sonar-project\.properties|\.codeqlconfig\.yml|(?:\.github\/)?renovate\.json5?|\.renovaterc(?:\.json5?)?)$/i

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
    if (lost !== undefined) return `no longer runs \`${lost}\` before a commit`
  }
  if (/dependabot\.ya?ml$/i.test(path)) {
    const watched = (text: string): number => [...text.matchAll(/\bpackage-ecosystem:/g)].length
    if (watched(after) < watched(before)) return 'no longer looks for updates'
    const left = linesOnlyIn(after, before).find((line) => /\bdependency-name:\s*['"]?\*['"]?\s*$/.test(line))
    if (left !== undefined || /\bopen-pull-requests-limit:\s*0\b/.test(linesOnlyIn(after, before).join('\n')))
      return 'no longer looks for updates'
  }
  return (emptyGuard(before) === undefined ? emptyGuard(after) : undefined) ?? passedOver(path, before, after)
}

/** A scanner that is told to pass over everything. */
export function emptyGuard(text: string): string | undefined {
  return /^\s*(?:paths|regexes|files?|exclude|ignore)\s*[=:]\s*\[?\s*(?:'''|["'])?(?:\.\*|\*\*?(?:\/\*\*?)?|\.)(?:'''|["'])?\s*\]?\s*$/m.test(
    text,
  )
    ? 'passes over everything'
    : undefined
}

/** Files that are nothing but a list of what a scanner leaves out; and keys under which such a list stands. */
const LEAVES_OUT = /ignore(?:\.ya?ml)?$|\.snyk$|\.nsprc$|\.secrets\.baseline$/i
const LEFT_OUT_KEY =
  /\b(?:exclusions|allowlist|ignoredPaths|ignorePaths|skip-dirs|skip-files|exclude_dirs|skips)\b\s*[=:]/i

/** What a scanner leaves out that it looked at before; undefined: nothing new. */
export function passedOver(path: string, before: string, after: string): string | undefined {
  const line = linesOnlyIn(after, before).find((added) => {
    if (added.trim().startsWith('#')) return false
    return LEFT_OUT_KEY.test(added) || (LEAVES_OUT.test(path) && !BY_PRODUCTS.test(added))
  })
  return line === undefined ? undefined : `passes over \`${line.trim().slice(0, 80)}\``
}

const BY_PRODUCTS =
  /(?:^|\/)(?:node_modules|dist|build|target|vendor|coverage|\.venv|__pycache__|\.next|out|fixtures?|testdata|tests?)\/?|\.(?:min\.js|lock|snap)$|^:include/i

/** Rules of linters that look for weak code. */
const SECURITY_RULE =
  /['"](?:[\w@/-]*security[\w/-]*|no-(?:eval|implied-eval|new-func|script-url)|[\w@/-]*no-unsanitized[\w/-]*|react\/no-danger)['"]\s*:\s*\[?\s*(?:['"]off['"]|0\b)/g
const RULE_SETS = /\b(?:extend-)?select\s*=\s*\[([^[\]]{0,2000})\]/g
const IGNORED_RULES = /\b(?:extend-)?ignore\s*=\s*\[([^[\]]{0,2000})\]/g

/** A linter or a target that no longer looks for weak code, in words. */
export function silenced(path: string, before: string, after: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const off = switchedOff(name, before, after)
  if (off !== undefined) return off
  if (/eslint/i.test(name) || name === 'package.json')
    if ([...after.matchAll(SECURITY_RULE)].length > [...before.matchAll(SECURITY_RULE)].length)
      return 'switches a rule for weak code off'
  if (/^(?:pyproject|ruff|\.ruff)\.toml$/.test(name)) {
    const has = (text: string, sets: RegExp): boolean =>
      [...text.matchAll(sets)].some(([, list]) => /["'](?:S\d*|ALL)["']/.test(list!))
    if (has(before, RULE_SETS) && !has(after, RULE_SETS)) return 'no longer looks for weak code'
    if (!has(before, IGNORED_RULES) && has(after, IGNORED_RULES)) return 'no longer looks for weak code'
  }
  if (/^(?:makefile|justfile|taskfile\.ya?ml|package\.json|tox\.ini|noxfile\.py|rakefile)$/i.test(name)) {
    const tool = before === '' ? undefined : lostTool(before, after)
    if (tool !== undefined) return tool
  }
  return undefined
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
