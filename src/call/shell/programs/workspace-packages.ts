import { globToRegExp } from '../../glob.ts'
import { isInside } from '../../paths.ts'
import type { Place } from '../../place.ts'
import { textOf, type Word } from '../../word.ts'
import type { ProgramContext } from './program.ts'
import { textAt, within } from './project.ts'

/** More packages than a repository of people has. */
const MOST = 200

/**
 * The directories of the workspace's packages that a command is for: `npm -w ui run build`, `pnpm --filter ./apps/*`,
 * `yarn workspace @acme/ui test`, `pnpm -r test`. Empty: it is for the working directory, or no such package is known.
 */
export function chosenPackages(context: ProgramContext, args: readonly Word[], cwd: Place): readonly Place[] {
  const { chosen, all } = selectors(context.invocation.program, args)
  if (chosen.length === 0 && !all) return []
  const packages = packagesAt(context, cwd)
  if (all) return packages.map(({ place }) => place)
  return chosen.flatMap((selector) => named(context, selector, packages, cwd)).slice(0, MOST)
}

interface Package {
  readonly place: Place
  readonly name: string
  readonly path: string
}

interface Selectors {
  readonly chosen: readonly string[]
  readonly all: boolean
}

function selectors(program: string, args: readonly Word[]): Selectors {
  const end = args.findIndex((word) => textOf(word) === '--')
  const words = args.slice(0, end < 0 ? args.length : end).map((word) => textOf(word) ?? '')
  const npm = program === 'npm' || program === 'cnpm'
  if (program.startsWith('yarn')) {
    const at = words.indexOf('workspace')
    return {
      chosen: at >= 0 && words.slice(0, at).every((word) => word.startsWith('-')) ? words.slice(at + 1, at + 2) : [],
      all: words[0] === 'workspaces',
    }
  }
  const option = npm ? /^(?:-w|--workspace)$/ : /^(?:-F|--filter|--filter-prod)$/
  const joined = npm ? /^(?:-w=?|--workspace=)(.+)$/ : /^(?:-F=|--filter(?:-prod)?=)(.+)$/
  const chosen = words.flatMap((word, at) => {
    if (option.test(word)) return words.slice(at + 1, at + 2)
    const found = joined.exec(word)?.[1]
    return found === undefined || word === '-ws' ? [] : [found]
  })
  const each = npm ? /^(?:-ws|--workspaces)$/ : /^(?:-r|--recursive|recursive|--workspaces)$/
  return { chosen, all: chosen.length === 0 && words.some((word) => each.test(word)) }
}

/** A name, a directory or a pattern of either; what only orders others (`...`, `^`) and what is left out are not asked. */
function named(context: ProgramContext, selector: string, packages: readonly Package[], cwd: Place): readonly Place[] {
  if (selector.startsWith('!')) return []
  const bare = selector.replaceAll(/^\.{3}\^?|\^?\.{3}$|^\{|\}$/g, '').replace(/\/$/, '')
  const path = bare.replace(/^\.\//, '')
  const pattern = globToRegExp(path)
  const found = packages.filter(
    (each) => pattern.test(each.name) || pattern.test(each.path) || each.name.replace(/^@[^/]+\//, '') === path,
  )
  if (found.length > 0) return found.map(({ place }) => place)
  const place = within(cwd, path, context)
  return textAt(context, within(place, 'package.json', context)) === undefined ? [] : [place]
}

/** The packages of the workspace whose root stands at or above a directory. */
function packagesAt(context: ProgramContext, cwd: Place): readonly Package[] {
  const root = rootAbove(context, cwd)
  if (root === undefined) return []
  const directories = root.patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .flatMap((pattern) => directoriesLike(context, root.place, pattern.replace(/^\.\//, '').replace(/\/$/, '')))
  return [...new Set(directories)].slice(0, MOST).flatMap((path) => {
    const place = within(root.place, path, context)
    const text = textAt(context, within(place, 'package.json', context))
    if (text === undefined) return []
    return [{ place, path, name: /"name"\s*:\s*"([^"]{1,200})"/.exec(text)?.[1] ?? path }]
  })
}

interface Root {
  readonly place: Place
  readonly patterns: readonly string[]
}

function rootAbove(context: ProgramContext, cwd: Place): Root | undefined {
  if (cwd.kind !== 'path') return undefined
  const { workspace } = context.surroundings
  for (let directory = cwd.path, steps = 0; steps < 30 && directory !== ''; steps++) {
    const place: Place = { kind: 'path', path: directory, real: directory }
    const patterns = patternsOf(context, place)
    if (patterns.length > 0) return { place, patterns }
    if (directory === workspace) return undefined
    directory = directory.slice(0, directory.lastIndexOf('/'))
  }
  return undefined
}

function patternsOf(context: ProgramContext, place: Place): readonly string[] {
  const listed = textAt(context, within(place, 'pnpm-workspace.yaml', context))
  const quoted = (text: string): readonly string[] => [...text.matchAll(/["']([^"'\n]+)["']/g)].map(([, each]) => each!)
  if (listed !== undefined) {
    const block = /^packages:\s*(\[[^\]]*\]|(?:\n\s*-\s*\S+)+)/m.exec(listed)?.[1] ?? ''
    return block.startsWith('[')
      ? quoted(block)
      : block
          .split('\n')
          .map((line) => line.replaceAll(/^\s*-\s*["']?|["']?\s*$/g, ''))
          .filter((each) => each !== '')
  }
  const text = textAt(context, within(place, 'package.json', context)) ?? ''
  return quoted(/"workspaces"\s*:\s*(?:\{\s*"packages"\s*:\s*)?\[([^\]]*)\]/.exec(text)?.[1] ?? '')
}

/** Directories on disk and those that this session made, one step of the pattern after the other. */
function directoriesLike(context: ProgramContext, root: Place, pattern: string): readonly string[] {
  if (root.kind !== 'path') return []
  const written = [...context.memory.written.keys()]
    .filter((path) => isInside(path, root.real) && path.endsWith('/package.json'))
    .map((path) => path.slice(root.real.length + 1, -'/package.json'.length))
  let found: readonly string[] = ['']
  for (const part of pattern.split('/')) {
    found = /[*?[{]/.test(part)
      ? found.flatMap((above) => {
          const form = globToRegExp(part === '**' ? '*' : part)
          const directory = above === '' ? root.real : `${root.real}/${above}`
          return (context.world.list(directory) ?? [])
            .filter((name) => form.test(name) && name !== 'node_modules' && !name.startsWith('.'))
            .map((name) => (above === '' ? name : `${above}/${name}`))
        })
      : found.map((above) => (above === '' ? part : `${above}/${part}`))
    if (found.length > MOST) found = found.slice(0, MOST)
  }
  const whole = globToRegExp(pattern)
  return [...found, ...written.filter((path) => whole.test(path))]
}
