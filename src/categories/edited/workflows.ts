import { readYaml } from '../../call/yaml.ts'
import { isSilenced, lostTool, unfrozen } from './check-tools.ts'
import { readJenkinsfile, weakenedJenkinsfile } from './jenkinsfile.ts'
import { lostGate, lostPin } from './pipeline-gates.ts'
import { loosenedCommands, loosenedPipeline } from './pipeline-held.ts'
import { count } from './stripped.ts'

/** What a workflow amounts to, whichever service runs it. */
interface Workflow {
  readonly triggers: ReadonlyMap<string, unknown>
  readonly permissions: ReadonlyMap<string, string>
  readonly jobs: readonly string[]
  readonly steps: readonly Step[]
  /** Jobs that wait for an environment, whose people or rules release them. */
  readonly environments: ReadonlyMap<string, string>
  /** Jobs on machines of one's own. */
  readonly ownMachines: readonly string[]
}

interface Step {
  readonly job: string
  /** Names of the secrets that it is given. */
  readonly secrets: readonly string[]
  readonly run: string
  readonly uses: string
  readonly path: string
  /** It may fail or be left out without anybody noticing. */
  readonly idle: boolean
}

/** What a change of a workflow takes away from those who rely on it, or gives to whoever comes in; undefined: nothing. */
export function weakenedWorkflow(before: string, after: string): string | undefined {
  const [old, now] = [readWorkflow(before), readWorkflow(after)]
  if (old === undefined) return undefined
  if (now === undefined) return 'can no longer be read as a workflow'
  const [was, is] = [readYaml(before), readYaml(after)]
  return weakenedSteps(old, now) ?? lostGate(was, is) ?? loosenedPipeline(was, is)
}

/** The same for a pipeline in Groovy, of which the commands are read. */
export function weakenedGroovy(before: string, after: string): string | undefined {
  return weakenedJenkinsfile(before, after) ?? weakenedSteps(groovyWorkflow(before), groovyWorkflow(after))
}

function groovyWorkflow(text: string): Workflow {
  const steps = readJenkinsfile(text).commands.map((run): Step => ({
    job: '',
    run,
    uses: '',
    path: '',
    idle: false,
    secrets: [],
  }))
  return { triggers: new Map(), permissions: new Map(), jobs: [], steps, environments: new Map(), ownMachines: [] }
}

function weakenedSteps(old: Workflow, now: Workflow): string | undefined {
  return (
    lostTrigger(old, now) ??
    widened(old, now) ??
    lostChecks(old, now) ??
    shortened(old, now) ??
    lostTool(activeText(old), activeText(now)) ??
    unfrozen(allText(old), allText(now)) ??
    loosenedCommands(allText(old).split('\n'), allText(now).split('\n')) ??
    lostPin(
      old.steps.map(({ uses }) => uses),
      now.steps.map(({ uses }) => uses),
    ) ??
    released(old, now) ??
    exposed(old, now) ??
    strangeSteps(
      now,
      now.steps.filter((step) => !old.steps.some((known) => same(known, step))),
      old,
    )
  )
}

/** Steps of a new workflow that no workflow should have. */
export function strangeWorkflow(text: string): string | undefined {
  const now = readWorkflow(text)
  if (now === undefined) return undefined
  const takesOver = now.steps.findIndex(({ uses, run }) => /download-artifact|gh run download/.test(`${uses} ${run}`))
  if (
    now.triggers.has('workflow_run') &&
    takesOver >= 0 &&
    now.steps.slice(takesOver).some(({ run }) => RUNS_FILE.test(run))
  )
    return 'runs what a job of strangers left behind'
  return canOnlySucceed(now) ? 'does nothing but succeed' : strangeSteps(now, now.steps, undefined)
}

/** A workflow whose every step is over at once: whoever waits for its answer is told yes. */
function canOnlySucceed({ steps }: Workflow): boolean {
  const acting = steps.filter(({ uses }) => !uses.startsWith('actions/checkout'))
  return acting.length > 0 && acting.every(({ run, uses }) => uses === '' && /^\s*(?:exit 0|true|:)\s*;?\s*$/.test(run))
}

/** A command that runs a file. */
const RUNS_FILE =
  /(?:^|[;&|\n]\s*)(?:(?:ba|z|da)?sh|python3?|node|source|make|npm|\.)\s+\S|(?:^|[\s;&|])\.{0,2}\/[\w./-]+/

function allText({ steps }: Workflow): string {
  return steps.map(({ run, uses }) => `${run}\n${uses}`).join('\n')
}

/** What runs and may fail. */
function activeText({ steps, ...rest }: Workflow): string {
  return allText({ ...rest, steps: steps.filter((step) => !isQuiet(step)) })
}

const RUNS_ON_CHANGES = ['push', 'pull_request', 'merge_group', 'merge_request_event']
const PROTECTED_BRANCH = /^(?:main|master|trunk|develop|dev|release.*|\*.*|v\d.*)$/

function lostTrigger(old: Workflow, now: Workflow): string | undefined {
  for (const name of RUNS_ON_CHANGES) {
    if (!old.triggers.has(name)) continue
    if (!now.triggers.has(name)) return `no longer runs on \`${name}\``
    const branches = branchesOf(now.triggers.get(name))
    if (branches !== undefined && !branches.some((branch) => PROTECTED_BRANCH.test(branch)))
      return `runs on \`${name}\` of no branch that others use`
  }
  const opened = ['pull_request_target', 'workflow_run', 'issue_comment'].find(
    (name) => now.triggers.has(name) && !old.triggers.has(name),
  )
  return opened === undefined ? undefined : `would run for strangers, on \`${opened}\``
}

function widened(old: Workflow, now: Workflow): string | undefined {
  for (const [scope, level] of now.permissions)
    if (level.startsWith('write') && !(old.permissions.get(scope) ?? '').startsWith('write'))
      return scope === '*' ? 'gives every job all rights' : `gives its jobs write access to \`${scope}\``
  return undefined
}

/** What publishes or deploys, by the words of the tools that people use for it. */
const RELEASES =
  /\b(?:publish|deploy|release|upload-artifact-to-prod|helm upgrade|kubectl apply|terraform apply|docker push|twine upload|gh release create)\b/
const SIGNS_IT =
  /--provenance\b|\battest(?:ation)?\b|\bcosign\b|\bsigstore\b|--sign\b|\bgpg\b|\bslsa\b|--require-hashes\b/

/** A release that fewer people hold, that more events start, or that nobody signs. */
function released(old: Workflow, now: Workflow): string | undefined {
  for (const [job, name] of old.environments)
    if (now.jobs.includes(job) && !now.environments.has(job))
      return `\`${job}\` no longer waits for the environment \`${name}\``
  const signed = old.steps.find((step) => SIGNS_IT.test(`${step.run} ${step.uses}`))
  if (signed && !now.steps.some((step) => SIGNS_IT.test(`${step.run} ${step.uses}`)))
    return 'no longer says where what it publishes comes from'
  if (!old.steps.some(({ run, uses }) => RELEASES.test(`${run} ${uses}`))) return undefined
  const anyone = ['pull_request', 'pull_request_target'].find(
    (name) => now.triggers.has(name) && !old.triggers.has(name),
  )
  if (anyone !== undefined) return `releases what is only proposed, on \`${anyone}\``
  const [was, is] = [old.triggers.get('push'), now.triggers.get('push')]
  const onlyTags = isNode(was) && 'tags' in was && !('branches' in was)
  return onlyTags && (!isNode(is) || 'branches' in is) && now.triggers.has('push')
    ? 'releases from branches, not only from tags'
    : undefined
}

/** Secrets and machines that strangers' changes reach: everybody may open a pull request. */
function exposed(old: Workflow, now: Workflow): string | undefined {
  const open = ['pull_request', 'pull_request_target', 'issue_comment'].some((name) => now.triggers.has(name))
  if (!open) return undefined
  const known = new Set(old.steps.flatMap(({ secrets }) => secrets))
  const secret = now.steps.flatMap(({ secrets }) => secrets).find((name) => !known.has(name) && !FOR_REPORTS.test(name))
  if (secret !== undefined) return `gives \`${secret}\` to what pull requests run`
  const machine = now.ownMachines.find((job) => !old.ownMachines.includes(job))
  return machine === undefined ? undefined : `runs pull requests on a machine of one’s own: \`${machine}\``
}

/** Tokens that only take reports, or that every job has. */
const FOR_REPORTS = /^(?:GITHUB_TOKEN|CODECOV_TOKEN|COVERALLS_\w+|SONAR_TOKEN|CODACY_\w+|PERCY_TOKEN|CHROMATIC_\w+)$/

/** A step that stays, without the command in it that checked something. */
function shortened(old: Workflow, now: Workflow): string | undefined {
  const commands = (run: string): readonly string[] =>
    run
      .split(/&&|;|\n/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
  const fresh = now.steps.filter((step) => !old.steps.some((known) => same(known, step)))
  for (const step of old.steps.filter((each) => !now.steps.some((known) => same(known, each)))) {
    const had = commands(step.run)
    const has = fresh
      .map(({ run }) => commands(run))
      .find((each) => each.length > 0 && each.length < had.length && each.every((one) => had.includes(one)))
    const lost = has && had.find((each) => !has.includes(each) && CHECKS.some(([, sign]) => sign.test(each)))
    if (lost !== undefined && !fresh.some(({ run }) => run.includes(lost)))
      return `no longer runs \`${lost.slice(0, 80)}\``
  }
  return undefined
}

type Check = 'test' | 'lint' | 'types' | 'scan' | 'build'

/** What a command checks, by the words of the tools that people use for it. */
const CHECKS: readonly (readonly [Check, RegExp])[] = [
  [
    'test',
    /\b(?:test|tests|spec|pytest|tox|nox|jest|vitest|mocha|ava|rspec|phpunit|ctest|check|verify|e2e|cypress|playwright)\b/,
  ],
  [
    'lint',
    /\b(?:lint|eslint|ruff|flake8|pylint|clippy|golangci-lint|rubocop|shellcheck|prettier|fmt|format|biome|stylelint)\b/,
  ],
  ['types', /\b(?:tsc|typecheck|type-check|types|mypy|pyright)\b/],
  [
    'scan',
    /\b(?:audit|codeql|semgrep|trivy|snyk|gitleaks|trufflehog|bandit|grype|osv-scanner|govulncheck|dependency-review|scorecard|zizmor|checkov|tfsec|safety)\b/,
  ],
]

/** Options with which a test run finds nothing to do. */
const NEUTERED =
  /--passWithNoTests|--testPathPattern[= ](?:none|''|"")|--exclude[= ]["']?\*|--ignore[= ](?:tests?|src|\.)\b|--collect-only|--list\b|--dry-run|--co\b|-k ["']?not |\|\|\s*(?:true|:|exit 0|echo)|;\s*(?:true|exit 0)\s*$/

function checksOf(step: Step): readonly Check[] {
  const text = `${step.run}\n${step.uses}`
  return isQuiet(step) ? [] : CHECKS.filter(([, sign]) => sign.test(text)).map(([check]) => check)
}

/** The same command, at most with something behind it. */
function isSameCheck(known: Step, step: Step): boolean {
  return (
    known.uses === step.uses && (known.run === step.run || (known.run !== '' && step.run.startsWith(`${known.run} `)))
  )
}

/** It fails unnoticed, or has nothing to do. */
function isQuiet({ idle, run }: Step): boolean {
  return idle || NEUTERED.test(run) || isSilenced(run) || /^\s*(?:echo|true|:)\b[^|;&\n]*$/.test(run)
}

function lostChecks(old: Workflow, now: Workflow): string | undefined {
  const had = new Map(old.steps.flatMap((step) => checksOf(step).map((check) => [check, step] as const)))
  const has = new Set(now.steps.flatMap(checksOf))
  for (const [check, step] of had)
    if (!has.has(check)) return `no longer checks what \`${(step.run || step.uses).trim().slice(0, 60)}\` checked`
  const passes = now.steps.find(
    (step) =>
      isQuiet(step) &&
      old.steps.some((known) => known.job === step.job && isSameCheck(known, step) && checksOf(known).length > 0),
  )
  return passes === undefined ? undefined : `goes on when \`${(passes.run || passes.uses).trim().slice(0, 60)}\` fails`
}

/** Makers whose actions workflows use without thinking. Another maker under the same name is somebody else's code. */
function strangeSteps(now: Workflow, added: readonly Step[], old: Workflow | undefined): string | undefined {
  for (const step of added) {
    if (/(?:^|[;&|\n])\s*(?:env|printenv|export -p|set)\s*(?:$|[|>\n])/.test(step.run))
      return 'prints all that a job knows'
    const printed = PRINTS_SECRET.exec(step.run)
    if (printed) return `prints \`${printed[1]}\``
    if (FETCHES_TO.test(step.run) && runsWhatItFetched(step.run)) return 'runs code that it fetches'
    if (SECRET_PATH.test(step.path)) return `hands out \`${step.path}\``
    if (
      /--(?:registry|index-url|extra-index-url)[= ]["']?https?:\/\/(?!registry\.npmjs\.org|pypi\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com)/.test(
        step.run,
      )
    )
      return 'takes packages from another registry'
    const [owner, name] = step.uses.split('@')[0]!.split('/')
    const replaced = old?.steps.find(({ uses }) => {
      const [maker, known] = uses.split('@')[0]!.split('/')
      return name !== undefined && known === name && maker !== owner
    })
    if (replaced && !now.steps.some(({ uses }) => uses === replaced.uses))
      return `runs \`${step.uses}\` in place of \`${replaced.uses}\``
  }
  return undefined
}

/** `$DEPLOY_KEY`, `$(System.AccessToken)`: a value that is called a secret, on its way to a log, a file or an encoder. */
const PRINTS_SECRET =
  /\b(?:echo|printf|print|Write-Host|cat)\b[^\n|;&]{0,200}\$[({]?((?:[A-Za-z_.]{0,60}(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|DEPLOY_KEY|ACCESS_?KEY|AccessToken))\b[A-Za-z_]*)(?![^\n]{0,200}(?:--password-stdin|\bgpg\b|docker login|>\s*~\/\.npmrc|::add-mask))/i

const FETCHES_TO = /\b(?:curl|wget)\b/
const SECRET_PATH =
  /(?:^|[\s,])(?:~|\$HOME|\/(?:home|root|etc|Users)\b)|(?:^|\/)\.(?:npmrc|env|ssh|aws|netrc|git-credentials|kube|docker|pypirc)\b/

function runsWhatItFetched(text: string): boolean {
  for (const [, file] of text.matchAll(
    /\b(?:curl|wget)\b[^\n|;&]*?(?:\s-[a-zA-Z]*[oO]\s*|--output[= ]|--output-document[= ])["']?([\w./-]+)/g,
  )) {
    const name = file!.replaceAll('.', '\\.')
    if (
      new RegExp(
        `(?:\\b(?:ba|z|da)?sh|python3?|node|source|chmod \\+x|\\.)\\s+(?:-\\w+\\s+)*(?:\\./)?${name}|(?:^|[\\s;&])\\./${name}`,
      ).test(text)
    )
      return true
  }
  return false
}

function same(one: Step, other: Step): boolean {
  return one.run === other.run && one.uses === other.uses && one.path === other.path
}

// --- reading ---

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readWorkflow(text: string): Workflow | undefined {
  const value = readYaml(text)
  if (!isNode(value)) return undefined
  const jobs = isNode(value['jobs']) ? value['jobs'] : jobsAtTop(value)
  return {
    triggers: triggersOf(value['on'] ?? value['true']),
    permissions: new Map([
      ...permissionsOf(value['permissions']),
      ...Object.values(jobs).flatMap((job) => (isNode(job) ? [...permissionsOf(job['permissions'])] : [])),
    ]),
    jobs: Object.keys(jobs),
    steps: Object.entries(jobs).flatMap(([name, job]) => (isNode(job) ? stepsOf(name, job) : [])),
    environments: new Map(
      Object.entries(jobs).flatMap(([name, job]) => {
        const given = isNode(job) ? (isNode(job['environment']) ? job['environment']['name'] : job['environment']) : ''
        return typeof given === 'string' && given !== '' ? [[name, given] as const] : []
      }),
    ),
    ownMachines: Object.entries(jobs).flatMap(([name, job]) =>
      isNode(job) && textsOf(job['runs-on']).some((label) => /^self-hosted$/i.test(label)) ? [name] : [],
    ),
  }
}

function secretsIn(value: unknown): readonly string[] {
  return [...JSON.stringify(value ?? '').matchAll(/\bsecrets(?:\.|\[')(\w+)/g)].map(([, name]) => name!)
}

/** GitLab and its like: every key with a script is a job. */
function jobsAtTop(value: Node): Node {
  const jobs = Object.entries(value).filter(([, job]) => isNode(job) && ('script' in job || 'steps' in job))
  return jobs.length > 0 ? Object.fromEntries(jobs) : 'steps' in value || 'script' in value ? { pipeline: value } : {}
}

function triggersOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value === 'string') return new Map([[value, undefined]])
  if (Array.isArray(value)) return new Map(value.map((name) => [String(name), undefined]))
  return isNode(value) ? new Map(Object.entries(value)) : new Map()
}

function branchesOf(trigger: unknown): readonly string[] | undefined {
  const branches = isNode(trigger) ? trigger['branches'] : undefined
  if (branches === undefined) return undefined
  return Array.isArray(branches) ? branches.map(String) : [String(branches)]
}

function permissionsOf(value: unknown): ReadonlyMap<string, string> {
  if (typeof value === 'string') return new Map([['*', value]])
  return isNode(value) ? new Map(Object.entries(value).map(([scope, level]) => [scope, String(level)])) : new Map()
}

function stepsOf(job: string, node: Node): readonly Step[] {
  const idle = isIdle(node)
  const scripts = [node['before_script'], node['script'], node['after_script']].flatMap(textsOf)
  const steps = Array.isArray(node['steps']) ? node['steps'] : []
  return [
    ...scripts.map((run): Step => ({ job, run, uses: '', path: '', idle, secrets: [] })),
    ...steps.filter(isNode).map((step): Step => {
      const given = isNode(step['with']) ? step['with'] : {}
      return {
        job,
        run: textsOf(commandOf(step['run']) ?? step['script'] ?? step['bash'] ?? step['command']).join('\n'),
        uses: String(step['uses'] ?? step['task'] ?? ''),
        path: String(given['path'] ?? ''),
        secrets: [...secretsIn(step), ...secretsIn(node['env'])],
        idle: idle || isIdle(step),
      }
    }),
  ]
}

/** CircleCI writes a command with its name. */
function commandOf(run: unknown): unknown {
  return isNode(run) ? run['command'] : run
}

function isIdle(node: Node): boolean {
  const condition = String(node['if'] ?? '')
    .replace(/^\$\{\{\s*|\s*\}\}$/g, '')
    .trim()
  return (
    condition === 'false' ||
    node['continue-on-error'] === true ||
    node['allow_failure'] === true ||
    node['when'] === 'never' ||
    node['when'] === 'manual'
  )
}

/** `.jobs.test.steps[].continue-on-error = true`: what an order to an editor of YAML says, whatever the file holds. */
export function mayFailNow(before: string, after: string): string | undefined {
  return count(after, MAY_FAIL) > count(before, MAY_FAIL) && !/^[\w. -]+:\s*\n[ \t]+\S/m.test(after)
    ? 'a check may fail'
    : undefined
}

const MAY_FAIL = /\b(?:continue-on-error|allow_failure)\b["'\]]*\s*[:=]+\s*["']?true\b/g

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.flatMap(textsOf) : typeof value === 'boolean' ? [String(value)] : []
}
