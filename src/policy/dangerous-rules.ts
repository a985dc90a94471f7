import { toolNamed } from '../call/tools/index.ts'
import { seal } from './merge.ts'
import type { Policy, Rule } from './policy.ts'
import { reachOf } from './reach.ts'
import { canonicalCmdlet } from './powershell-names.ts'
import { commandPattern } from './wildcard.ts'

export interface DangerousPattern {
  readonly pattern: string
  readonly platform: 'any' | 'unix' | 'powershell'
  /** In the seed only its authors' own build had these; here everybody has them. */
  readonly inHouse?: true
}

const named = (platform: DangerousPattern['platform'], patterns: readonly string[]): readonly DangerousPattern[] =>
  patterns.map((pattern) => ({ pattern, platform }))

/** Programs through which one allow rule lets anything run. */
export const DANGEROUS_PATTERNS: readonly DangerousPattern[] = [
  ...named('any', ['python', 'python3', 'python2', 'node', 'deno', 'tsx', 'ruby', 'perl', 'php', 'lua', 'npx', 'bunx']),
  ...named('any', ['npm run', 'yarn run', 'pnpm run', 'bun run', 'bash', 'sh', 'ssh']),
  ...named('unix', ['zsh', 'fish', 'eval', 'exec', 'env', 'xargs', 'sudo']),
  ...named('unix', ['fa run', 'coo', 'gh', 'gh api', 'curl', 'wget', 'git', 'kubectl', 'aws', 'gcloud', 'gsutil']).map(
    (each): DangerousPattern => ({ ...each, inHouse: true }),
  ),
  ...named('any', ['pwsh', 'powershell']),
  // They run what the project defines, and a task may be anything.
  ...named('any', [
    'npm start',
    'deno task',
    'just',
    'task',
    'rake',
    'go run',
    'cargo run',
    'dotnet run',
    'vagrant ssh',
  ]),
  ...named('powershell', [
    '&',
    '.',
    'import-module',
    'add-type',
    'cmd',
    'wsl',
    'iex',
    'invoke-expression',
    'icm',
    'invoke-command',
  ]),
  ...named('powershell', ['start-process', 'saps', 'start', 'start-job', 'sajb', 'start-threadjob']),
  ...named('powershell', ['register-objectevent', 'register-engineevent']),
]

/** Every allow rule on these tools is set aside: what they start is decided when it is known. */
const WHOLLY_DANGEROUS: Readonly<Record<string, string>> = {
  Agent: 'an agent acts on its own afterwards',
  Monitor: 'a monitor runs a command again and again',
}

/** Programs that run the rest of their words: the rule is as dangerous as what follows. */
const CARRIERS: readonly string[] =
  'timeout time nice nohup stdbuf command builtin noglob env sudo doas xargs exec setsid ionice watch flock busybox'.split(
    ' ',
  )

export interface Danger {
  readonly pattern: string
  readonly why: string
}

/** Would this allow rule let arbitrary code past the review? Narrow rules such as `Bash(npm test)` would not. */
export function isDangerousAllow(rule: Rule): Danger | undefined {
  const tool = toolNamed(rule.tool)?.name ?? rule.tool
  const whole = Object.hasOwn(WHOLLY_DANGEROUS, tool) ? WHOLLY_DANGEROUS[tool] : undefined
  if (whole !== undefined) return { pattern: rule.tool, why: whole }
  // A live interpreter runs whatever it is told.
  if (toolNamed(rule.tool)?.neverAsEdit === true) return { pattern: rule.tool, why: 'it runs whatever it is given' }
  const shell = shellOf(rule)
  if (shell === undefined) return undefined
  if (rule.specifier === undefined) return { pattern: rule.tool, why: 'it allows every command' }
  return dangerOf(rule.specifier, shell, 0) ?? byItsPrograms(rule.specifier, shell)
}

/** Beyond the list: what is known about the programs that the rule admits says whether one runs what it is given. */
function byItsPrograms(specifier: string, shell: 'unix' | 'powershell'): Danger | undefined {
  const bash = toolNamed('Bash')
  if (bash === undefined || !commandPattern(specifier).wild) return undefined
  // Programs have the same names under PowerShell, where case does not count.
  const { runsAnything } = reachOf(bash, shell === 'powershell' ? specifier.toLowerCase() : specifier)
  if (runsAnything === undefined) return undefined
  return { pattern: specifier, why: `whatever the wildcard stands for is run, ${runsAnything}` }
}

function shellOf(rule: Rule): 'unix' | 'powershell' | undefined {
  const tool = toolNamed(rule.tool)
  if (tool?.specifier !== 'command') return undefined
  return tool.name === 'PowerShell' ? 'powershell' : 'unix'
}

function dangerOf(specifier: string, shell: 'unix' | 'powershell', depth: number): Danger | undefined {
  const { whole, wild } = commandPattern(specifier)
  const star = whole.indexOf('*')
  const head = plainHead(star < 0 ? whole : whole.slice(0, star), shell)
  if (wild && head.trim() === '') return { pattern: '*', why: 'it allows every command' }
  for (const { pattern, platform } of DANGEROUS_PATTERNS) {
    if (platform === 'powershell' && shell !== 'powershell') continue
    // On PowerShell `curl` is Invoke-WebRequest and `git` is git: the Unix table holds there too.
    const names = [pattern, shell === 'powershell' ? canonicalCmdlet(pattern) : pattern]
    for (const name of names) {
      if (!wild && head === name) return { pattern, why: `\`${pattern}\` runs whatever it is given` }
      if (wild && admits(head, name)) return { pattern, why: `the wildcard lets \`${pattern}\` run anything` }
    }
  }
  const carried = depth < 5 ? carriedBy(whole) : undefined
  return carried === undefined ? undefined : dangerOf(carried, shell, depth + 1)
}

/**
 * `head` is what stands before the first wildcard. `py` and `python` and `python ` and `python -m ` admit python;
 * `python manage.py ` does not: the program that runs is fixed.
 */
function admits(head: string, name: string): boolean {
  if (name.startsWith(head.trimEnd()) && (head === head.trimEnd() || `${name} `.startsWith(head))) return true
  if (!head.startsWith(`${name} `)) return false
  return head
    .slice(name.length + 1)
    .trim()
    .split(/\s+/)
    .every((word) => word === '' || word.startsWith('-'))
}

/** Quotes, backslashes, directories, `.exe` and version numbers of the first word do not change what it is. */
function plainHead(head: string, shell: 'unix' | 'powershell'): string {
  const found = /^(\S*)(.*)$/s.exec(head.trimStart().replace(/["'\\](?=\S)|["']/g, ''))
  const first = found?.[1] ?? ''
  const base = first.slice(first.lastIndexOf('/') + 1).toLowerCase()
  const versioned = /^(python|node|ruby|perl|php|lua|pip)[\d.-]*$/.exec(base.replace(/\.exe$/, ''))
  const name = versioned?.[1] ?? base.replace(/\.exe$/, '')
  const rest = found?.[2] ?? ''
  return shell === 'powershell' ? `${canonicalCmdlet(name)}${rest.toLowerCase()}` : `${name}${rest}`
}

/** Options of carriers that take the next word. */
const CARRIER_VALUES: readonly string[] = [
  '-u',
  '-g',
  '-n',
  '-k',
  '-s',
  '-C',
  '-p',
  '-h',
  '-i',
  '-o',
  '-e',
  '-I',
  '-L',
  '-P',
  '-c',
]

/** What a carrier carries: the words after its options, assignments and plain numbers. */
function carriedBy(specifier: string): string | undefined {
  const words = specifier.split(/\s+/)
  const first = words[0]?.slice(words[0].lastIndexOf('/') + 1)
  if (first === undefined || !CARRIERS.includes(first)) return undefined
  const start = words.findIndex((word, index) => {
    if (index === 0 || /^(-|\w+=|[\d.]+[smhd]?$)/.test(word)) return false
    return !CARRIER_VALUES.includes(words[index - 1]!) || word.includes('*')
  })
  return start < 0 ? undefined : words.slice(start).join(' ')
}

export interface Stripped extends Danger {
  readonly rule: Rule
  /** Where it stood among the allow rules. */
  readonly index: number
}

/** Entering auto mode: the same policy without the allow rules that would bypass the review. */
export function stripForAutoMode(policy: Policy): { readonly policy: Policy; readonly stripped: readonly Stripped[] } {
  const stripped = policy.allow.flatMap((rule, index): readonly Stripped[] => {
    const danger = isDangerousAllow(rule) ?? everyShell(policy, rule)
    return danger === undefined ? [] : [{ ...danger, rule, index }]
  })
  if (stripped.length === 0) return { policy, stripped }
  const gone = new Set(stripped.map((each) => each.index))
  return { policy: seal({ ...policy, allow: policy.allow.filter((_, index) => !gone.has(index)) }), stripped }
}

function everyShell(policy: Policy, rule: Rule): Danger | undefined {
  return policy.autoMode.classifyAllShell && shellOf(rule) !== undefined
    ? { pattern: rule.tool, why: '`classifyAllShell` sends every shell command to the review' }
    : undefined
}

/** Leaving auto mode: exactly the stripped rules return, each to its place. */
export function restoreStripped(policy: Policy, stripped: readonly Stripped[]): Policy {
  if (stripped.length === 0) return policy
  const allow = [...policy.allow]
  for (const { rule, index } of [...stripped].sort((one, other) => one.index - other.index))
    allow.splice(Math.min(index, allow.length), 0, rule)
  return seal({ ...policy, allow })
}
