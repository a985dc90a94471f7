import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Rolldown } from 'tsdown'
import type { Program } from '../src/call/shell/programs/program.ts'
import { FURTHER } from './further.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Modules of the program that are read, compiled and run only when something of them is first used: most processes judge
 * one call, and need few of them. In the sources they are imported like any other; the bundle has in their place what takes
 * the real one, at once, when it is called. They may export functions, lists of programs and plain data.
 */
export const WHEN_USED: readonly string[] = [
  // But for what makes its list of others' when it is asked.
  ...importsOf('src/call/shell/programs/index.ts').filter((module) => !module.endsWith('/windows.ts')),
  'src/call/powershell/understand.ts',
  'src/call/powershell/cmdlets.ts',
  'src/call/powershell/native/index.ts',
  'src/call/shell/code/read-code.ts',
  'src/call/shell/code/calculations.ts',
  'src/call/shell/code/sql.ts',
  'src/call/shell/programs/known-options.ts',
  'src/call/shell/changed-code.ts',
  'src/call/shell/constant-filters.ts',
  'src/call/tools/described.ts',
  'src/call/tools/skill-files.ts',
  'src/call/action-words.ts',
  'src/call/yaml-package.ts',
  'src/categories/encoded-secrets.ts',
  'src/categories/edited/change-meaning.ts',
  'src/categories/orders.ts',
  'src/checks/user-acts.ts',
  'src/classifier/fit-context.ts',
  'src/classifier/transcript.ts',
  'src/classifier/two-stage.ts',
  'src/checks/user-limits.ts',
  'src/classifier/models/local-servers.ts',
  'src/humans/look-alikes.ts',
  'src/journal/export.ts',
  'src/policy/bundle/layer.ts',
  'src/policy/channel-settings.ts',
  'src/policy/claude-settings.ts',
  'src/policy/reply-words.ts',
  'src/policy/settings.ts',
  'src/policy/tool-settings.ts',
  'src/containment/runs.node.ts',
  'src/surfaces/contained.ts',
  'src/surfaces/containing.ts',
  'src/surfaces/copied-runner.ts',
  'src/surfaces/copied-tools.ts',
  'src/surfaces/flag-sources.ts',
  'src/surfaces/cli/jsonl.ts',
  'src/surfaces/cli/show-prompt.ts',
]

/** Packages of others that are taken when used. */
const PACKAGES_WHEN_USED: Readonly<Record<string, string>> = {
  'jsonc-parser': 'node_modules/jsonc-parser/lib/esm/main.js',
}

/** Everything that is taken when used, alone or together. */
export const ALL_WHEN_USED: ReadonlySet<string> = new Set([...WHEN_USED, ...FURTHER])

/** The entry that holds what is taken together. */
const FURTHER_ENTRY = 'when-used-further'
const FURTHER_MODULE = '\0further'

/** Modules of Node that take others with them, and that most processes never use. Only their functions are there. */
const BUILTINS_WHEN_USED: readonly string[] = ['node:child_process', 'node:fs/promises']

/** Every family of programs: a new one needs no line here. */
function importsOf(module: string): readonly string[] {
  const text = readFileSync(join(ROOT, module), 'utf8')
  return [...text.matchAll(/^import \{.*\} from '(\..*)'$/gm)].map(([, path]) => join(dirname(module), path!))
}

/** Names of entries of the bundle → their source files. */
export function entriesWhenUsed(modules: readonly string[]): Record<string, string> {
  return Object.fromEntries(modules.map((module) => [entryOf(module), module]))
}

/** All entries that stubs take, in the notation of the bundler. */
export function entriesOfStubs(): Record<string, string> {
  return {
    ...entriesWhenUsed([...WHEN_USED, ...Object.values(PACKAGES_WHEN_USED)]),
    [FURTHER_ENTRY]: FURTHER_MODULE,
  }
}

/** What an export is called where all of them are together. */
export function furtherName(module: string, name: string): string {
  return `${module.replaceAll(/[^a-z]+/gi, '_')}_${name}`
}

async function furtherText(): Promise<string> {
  const lines = FURTHER.map(async (module) => {
    const names = Object.keys(await realModule(module)).map((name) => `${name} as ${furtherName(module, name)}`)
    return `export { ${names.join(', ')} } from ${JSON.stringify(join(ROOT, module))}\n`
  })
  return (await Promise.all(lines)).join('')
}

async function realModule(module: string): Promise<Readonly<Record<string, unknown>>> {
  const package_ = packageOf(module)
  const real = (await import(package_ ?? pathToFileURL(join(ROOT, module)).href)) as object
  return Object.fromEntries(Object.entries(real).filter(([name]) => !MADE_BY_NODE.has(name)))
}

/** What Node adds where a package is CommonJS. */
const MADE_BY_NODE: ReadonlySet<string> = new Set(['default', '__esModule', 'module.exports'])

function packageOf(module: string): string | undefined {
  return Object.keys(PACKAGES_WHEN_USED).find((name) => PACKAGES_WHEN_USED[name] === module)
}

/** `src/call/shell/programs/git.ts` is built as `dist/when-used-programs-git.cjs`. */
function entryOf(module: string): string {
  const package_ = packageOf(module)
  if (package_ !== undefined) return `when-used-${package_}`
  const folders = module.split('/')
  return `when-used-${folders.at(-2)}-${basename(module, '.ts')}`
}

/** What all stubs share. */
export const TAKE = '\0when-used'

const TAKING = `import { createRequire } from 'node:module'
export const take = createRequire(import.meta.url)
// A class: of thousands of programs each start uses one or two, and functions of its own for each cost more than all else.
class Program {
  constructor(names, at, find) {
    this.names = names
    this.means = (context) => find()[at].means(context)
    this.at = at
    this.find = find
  }
  get entry() { return this.find()[this.at].entry }
  get examples() { return this.find()[this.at].examples }
}
const unfold = (rows, find) => rows.trim().split(' \\n ').map((names, at) => new Program(names.split(' '), at, find))
// Nor are their lists made before somebody reads them: whether a name is in one is seen by its text.
export const programs = (rows, find) => {
  let list
  const all = () => (list ??= unfold(rows, find))
  const named = (name) => (rows.includes(\` \${name} \`) ? all().findLast(({ names }) => names.includes(name)) : undefined)
  return new Proxy([], {
    get: (_, key) => (key === 'named' ? named : all()[key]),
    has: (_, key) => key in all(),
  })
}
`

export function whenUsed(): Rolldown.Plugin {
  const PREFIX = `${TAKE}:`
  return {
    name: 'when-used',
    async resolveId(source, importer, { isEntry }) {
      if (source === TAKE || source === FURTHER_MODULE) return source
      if (BUILTINS_WHEN_USED.includes(source)) return `${PREFIX}${source}`
      if (isEntry || importer === undefined || importer.startsWith('\0')) return undefined
      if (source in PACKAGES_WHEN_USED) return `${PREFIX}${PACKAGES_WHEN_USED[source]!}`
      if (!source.startsWith('.')) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      const module = found === null ? '' : relative(ROOT, found.id)
      if (FURTHER.includes(module) && FURTHER.includes(relative(ROOT, importer))) return undefined
      return ALL_WHEN_USED.has(module) ? `${PREFIX}${module}` : undefined
    },
    async load(id) {
      if (id === TAKE) return TAKING
      if (id === FURTHER_MODULE) return await furtherText()
      return id.startsWith(PREFIX) ? await stubOf(id.slice(PREFIX.length)) : undefined
    },
  }
}

async function stubOf(module: string): Promise<string> {
  if (BUILTINS_WHEN_USED.includes(module)) return stubOfBuiltin(module)
  const isFurther = FURTHER.includes(module)
  const entry = isFurther ? FURTHER_ENTRY : entryOf(module)
  const exports = Object.entries(await realModule(module)).map(([name, value]) => {
    const as = isFurther ? furtherName(module, name) : name
    return `export const ${name} = ${stubFor(module, name, value, as)}\n`
  })
  return [
    `import { programs, take } from '${TAKE}'\n`,
    `let loaded\n`,
    `const real = () => (loaded ??= take('./${entry}.cjs'))\n`,
    ...exports,
  ].join('')
}

async function stubOfBuiltin(module: string): Promise<string> {
  const real = Object.entries((await import(module)) as object)
  const functions = real.filter(([name, value]) => name !== 'default' && isFunction(value))
  return [
    `const real = () => process.getBuiltinModule('${module}')\n`,
    `export default new Proxy({}, { get: (_, name) => real()[name] })\n`,
    ...functions.map(([name]) => `export const ${name} = (...given) => real().${name}(...given)\n`),
  ].join('')
}

function stubFor(module: string, name: string, value: unknown, as: string): string {
  if (isFunction(value)) return `(...given) => real().${as}(...given)`
  if (isPrograms(value)) {
    const rows = value.map(({ names }) => ` ${names.join(' ')} `).join('\n')
    return `programs(${JSON.stringify(rows)}, () => real().${as})`
  }
  if (isData(value)) return JSON.stringify(value)
  throw new Error(`${module} exports ${name}: only functions, lists of programs and plain data can be taken when used`)
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function' && !String(value).startsWith('class')
}

const PROGRAM_KEYS: readonly string[] = ['names', 'means', 'entry', 'examples']

function isPrograms(value: unknown): value is readonly Program[] {
  const has = (one: object): boolean => Object.keys(one).every((key) => PROGRAM_KEYS.includes(key))
  return Array.isArray(value) && value.every((one: Program) => has(one) && isFunction(one.means))
}

function isData(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.values(value).every(isData)
  return typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.every(isData))
}
