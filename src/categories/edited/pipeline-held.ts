/** Options, filters and waits of a pipeline that hold something back, compared before and after. */

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a pipeline holds back less than before, in words; undefined: nothing. */
export function loosenedPipeline(before: unknown, after: unknown): string | undefined {
  if (!isNode(before) || !isNode(after)) return undefined
  return narrowed(before, after) ?? lostWait(before, after)
}

const SOURCES =
  /^!?(?:\*\*?(?:\/\*\*?)?|\.?\/?(?:src|app|api|web|lib|server|packages|cmd|internal|services?)\b.*|\*\*?\/?\*?\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|cs|kt))$/
const DOCS = /^!?(?:\.?\/?docs?\b.*|.*\.(?:md|mdx|rst|txt|adoc)|LICENSE.*|README.*|CHANGELOG.*)$/i

/** Checks that run on every change run on those of documents only, or leave sources out. */
function narrowed(before: Node, after: Node): string | undefined {
  for (const event of ['push', 'pull_request', 'merge_group']) {
    const [old, now] = [filters(before, event), filters(after, event)]
    if (now.paths.length > 0 && old.paths.length === 0 && now.paths.every((path) => DOCS.test(path)))
      return `runs on \`${event}\` of documents only`
    const left = now.ignored.find((path) => !old.ignored.includes(path) && SOURCES.test(path))
    if (left !== undefined) return `does not run on \`${event}\` of \`${left}\``
    const branch = now.leftOut.find((name) => !old.leftOut.includes(name))
    if (branch !== undefined) return `does not run on \`${event}\` of \`${branch}\``
  }
  return undefined
}

interface Filters {
  readonly paths: readonly string[]
  readonly ignored: readonly string[]
  readonly leftOut: readonly string[]
}

function filters(pipeline: Node, event: string): Filters {
  const events = pipeline['on'] ?? pipeline['true']
  const given = isNode(events) ? events[event] : undefined
  const list = (key: string): readonly string[] => {
    const value = isNode(given) ? given[key] : undefined
    return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]
  }
  return { paths: list('paths'), ignored: list('paths-ignore'), leftOut: list('branches-ignore') }
}

const RELEASING =
  /\b(?:publish|deploy\w*|release|promote|rollout|push\.sh|helm upgrade|kubectl apply|terraform apply|docker push|twine upload)\b/i
const CHECKING = /test|scan|lint|check|verif|audit|approv|review|secur|sast|build|gate|quality|types/i

/** A job that releases waited for one that checks, or for an environment, and no longer does. */
function lostWait(before: Node, after: Node): string | undefined {
  const now = new Map(jobsOf(after))
  for (const [name, job] of jobsOf(before)) {
    const is = now.get(name)
    if (is === undefined || !RELEASING.test(`${name} ${JSON.stringify(job)}`)) continue
    const [old, has] = [waits(job), waits(is)]
    const lost = old.find((each) => CHECKING.test(each) && !has.includes(each) && now.has(each))
    if (lost !== undefined && !has.some((each) => !old.includes(each)))
      return `\`${name}\` no longer waits for \`${lost}\``
    const [place, other] = [environment(job), environment(is)]
    if (PRODUCTION.test(place) && other !== '' && place !== other && !PRODUCTION.test(other) && sameWork(job, is))
      return `\`${name}\` no longer waits for the environment \`${place}\``
  }
  return undefined
}

const PRODUCTION = /prod|live|release|main|protected/i

function waits(job: Node): readonly string[] {
  return [job['needs'], job['requires'], job['dependencies'], job['dependsOn'], job['depends_on']].flatMap((given) =>
    (Array.isArray(given) ? given : [given]).flatMap((each) =>
      typeof each === 'string' ? [each] : isNode(each) && typeof each['job'] === 'string' ? [each['job']] : [],
    ),
  )
}

function environment(job: Node): string {
  const given = isNode(job['environment']) ? job['environment']['name'] : job['environment']
  return typeof given === 'string' ? given : ''
}

function sameWork(one: Node, other: Node): boolean {
  const work = (job: Node): string => JSON.stringify(job['steps'] ?? job['script'] ?? '')
  return work(one) === work(other)
}

function jobsOf(pipeline: Node): readonly (readonly [string, Node])[] {
  const named = isNode(pipeline['jobs']) ? pipeline['jobs'] : pipeline
  return Object.entries(named).flatMap(([name, job]) => (isNode(job) ? [[name, job] as const] : []))
}

const LEVELS = ['info', 'low', 'moderate', 'medium', 'high', 'critical', 'none']
const LEVEL =
  /(?:--(?:audit-level|severity(?:-threshold)?|fail-on(?:-severity)?|min(?:imum)?-severity|level|fail-severity)[= ]|\b(?:severity(?:-threshold)?|fail-on-severity|minimum-severity|audit-level)['"]?\s*:\s*)["']?([\w,]+)/gi
/** Options with which a check passes over more. */
const PASSES_OVER =
  /--(?:max-[\w-]+|skip(?:-[\w-]+)?|exclude(?:-[\w-]+)?|ignore(?:-[\w-]+)?|allow-[\w-]+|baseline(?:-[\w-]+)?|disable(?:-[\w-]+)?|no-git|no-history|omit|production|prod|max-warnings|deselect|only-[\w-]+|since|ignore-unfixed|continue-on-[\w-]+|force-exclude)\b/g
const CHECKER =
  /\b(?:gitleaks|trufflehog|detect-secrets|semgrep|bandit|brakeman|gosec|codeql|npm audit|pnpm audit|yarn (?:npm )?audit|pip-audit|safety|snyk|trivy|grype|osv-scanner|govulncheck|dependency-review|bundle(?:r)?[- ]audit|cargo[- ](?:audit|deny)|checkov|tfsec|kics|hadolint|zizmor|scorecard|cosign verify|slsa-verifier)\b/i

/** A check that stays and looks at less: a higher level, or an option that leaves something out. */
export function loosenedCommands(before: readonly string[], after: readonly string[]): string | undefined {
  const lost = before.filter((line) => !after.includes(line))
  const added = after.filter((line) => !before.includes(line))
  for (const line of added) {
    const tool = CHECKER.exec(line)?.[0]
    if (tool === undefined) continue
    const old = lost.find((each) => each.toLowerCase().includes(tool.toLowerCase()))
    if (old === undefined) continue
    if (level(line) > level(old)) return `\`${tool}\` lets more pass: \`${line.trim().slice(0, 80)}\``
    const known: readonly string[] = old.match(PASSES_OVER) ?? []
    const fresh = (line.match(PASSES_OVER) ?? []).find((option) => !known.includes(option))
    if (fresh !== undefined) return `\`${tool}\` passes over more: \`${fresh}\``
  }
  return undefined
}

/** The lowest level of several is the one that counts. */
function level(line: string): number {
  const found = [...line.matchAll(LEVEL)].flatMap(([, levels]) => levels!.toLowerCase().split(','))
  const places = found.map((each) => LEVELS.indexOf(each)).filter((at) => at >= 0)
  return places.length === 0 ? 0 : Math.min(...places)
}
