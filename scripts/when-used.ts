import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Rolldown } from 'tsdown'
import type { Program } from '../src/call/shell/programs/program.ts'

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

/** `src/call/shell/programs/git.ts` is built as `dist/when-used-programs-git.cjs`. */
function entryOf(module: string): string {
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
export const programs = (rows, find) => rows.split('\\n').map((names, at) => new Program(names.split(' '), at, find))
`

export function whenUsed(modules: readonly string[]): Rolldown.Plugin {
  const PREFIX = `${TAKE}:`
  const listed = new Set(modules)
  return {
    name: 'when-used',
    async resolveId(source, importer, { isEntry }) {
      if (source === TAKE) return TAKE
      if (BUILTINS_WHEN_USED.includes(source)) return `${PREFIX}${source}`
      if (isEntry || importer === undefined || importer.startsWith(PREFIX) || !source.startsWith('.')) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      const module = found === null ? '' : relative(ROOT, found.id)
      return listed.has(module) ? `${PREFIX}${module}` : undefined
    },
    async load(id) {
      if (id === TAKE) return TAKING
      return id.startsWith(PREFIX) ? await stubOf(id.slice(PREFIX.length)) : undefined
    },
  }
}

async function stubOf(module: string): Promise<string> {
  if (BUILTINS_WHEN_USED.includes(module)) return stubOfBuiltin(module)
  const entry = entryOf(module)
  const real = (await import(pathToFileURL(join(ROOT, module)).href)) as Readonly<Record<string, unknown>>
  const exports = Object.entries(real).map(
    ([name, value]) => `export const ${name} = ${stubFor(module, name, value)}\n`,
  )
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

function stubFor(module: string, name: string, value: unknown): string {
  if (isFunction(value)) return `(...given) => real().${name}(...given)`
  if (isPrograms(value)) {
    const rows = value.map(({ names }) => names.join(' ')).join('\n')
    return `programs(${JSON.stringify(rows)}, () => real().${name})`
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
  return typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.every(isData))
}
