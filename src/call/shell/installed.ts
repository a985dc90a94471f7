import { baseName, isInside, parent } from '../paths.ts'
import type { ProgramContext } from './programs/program.ts'
import type { Surroundings, World } from '../world.ts'

/** Where it is asked: the machine, the workspace, and what this session wrote. */
export interface Site {
  readonly world: World
  readonly surroundings: Pick<Surroundings, 'workspace'>
  /** Whether this call or session wrote the file: then it is not the project's word. */
  readonly isWritten: (path: string) => boolean
}

/** As a program's meaning sees it. */
export function siteOf(context: Pick<ProgramContext, 'world' | 'surroundings' | 'written'>): Site {
  const { world, surroundings } = context
  return { world, surroundings, isWritten: (path) => context.written({ kind: 'path', path, real: path }) !== undefined }
}

/** One kind of directory of programs, and how a program in it is traced to what the project declares. */
interface Ecosystem {
  readonly directory: RegExp
  /** Names of packages that the program can come from, by its path; undefined: it is the project's own code. */
  readonly packages: (site: Site, path: string) => readonly string[] | undefined
  /** Files that list what is installed, in the project's directory or above. */
  readonly lists: readonly string[]
  readonly isListed: (text: string, name: string) => boolean
}

const MOST_LOCKFILE = 16 * 1024 * 1024

const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    directory: /\/node_modules\/\.bin$/,
    packages: nodePackages,
    lists: ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'package.json'],
    isListed: (text, name) =>
      text.includes(`node_modules/${name}"`) ||
      text.includes(`"${name}"`) ||
      hasWord(text, `${name}@`) ||
      hasWord(text, `${name}:`),
  },
  {
    directory:
      /\/(?:\.?venv|env|\.virtualenv|virtualenvs\/[^/]+|\.pyenv\/versions\/[^/]+|\.(?:tox|nox|direnv)\/[^/]+|__pypackages__\/[^/]+)\/(?:bin|Scripts)$/,
    packages: pythonPackages,
    lists: [
      'uv.lock',
      'poetry.lock',
      'pdm.lock',
      'Pipfile.lock',
      'Pipfile',
      'requirements.txt',
      'requirements-dev.txt',
      'dev-requirements.txt',
      'pyproject.toml',
      'setup.cfg',
      'setup.py',
    ],
    isListed: (text, name) => hasWord(normalised(text), normalised(name)),
  },
  {
    directory: /\/vendor\/bin$/,
    packages: (site, path) => {
      const named = /\/vendor\/([^/]+\/[^/]+)\//.exec(site.world.real(path))?.[1]
      return named === undefined ? undefined : [named]
    },
    lists: ['composer.lock', 'composer.json'],
    isListed: (text, name) => text.includes(`"${name}"`),
  },
  {
    directory: /\/(?:\.conda|envs\/[^/]+|\.pixi\/envs\/[^/]+)(?:\/envs\/[^/]+)?\/bin$/,
    packages: (_, path) => [baseName(path)],
    lists: ['environment.yml', 'environment.yaml', 'conda-lock.yml', 'pixi.lock', 'pixi.toml'],
    isListed: (text, name) => hasWord(text, name),
  },
]

/** Whether the directory is one that package managers of a project put programs into. */
export function isProgramDirectory(directory: string): boolean {
  return ECOSYSTEMS.some((one) => one.directory.test(directory))
}

/**
 * Whether the project's lockfiles and manifests account for a program in one of its directories. `listed`: it is the
 * project's own code, or of a package that is listed. `unlisted`: it leads out of the workspace, this session put it
 * there, or there are lists and none has it. `nothing lists`: the project has no such list.
 */
export function accountedFor(site: Site, path: string): 'listed' | 'unlisted' | 'nothing lists' {
  const { world, surroundings, isWritten } = site
  const { workspace } = surroundings
  const ecosystem = ECOSYSTEMS.find((one) => one.directory.test(parent(path)))
  const real = world.real(path)
  if (ecosystem === undefined || world.look(path) === 'absent' || isWritten(path) || isWritten(real)) return 'unlisted'
  if (real !== path && !isInside(real, workspace)) return 'unlisted'
  const packages = ecosystem.packages(site, path)
  if (packages === undefined) return 'listed'
  const lists = listsOf(site, isInside(path, workspace) ? projectOf(path) : workspace, ecosystem.lists)
  if (lists.length === 0) return 'nothing lists'
  return lists.some((text) => packages.some((name) => ecosystem.isListed(text, name))) ? 'listed' : 'unlisted'
}

/** The directory that `node_modules`, an environment or `vendor` lies in. */
function projectOf(path: string): string {
  return path.replace(
    /\/(?:node_modules\/\.bin|vendor\/bin|\.(?:tox|nox|direnv)\/[^/]+\/bin|[^/]+\/(?:bin|Scripts))\/[^/]+$/,
    '',
  )
}

function listsOf({ world, surroundings, isWritten }: Site, from: string, names: readonly string[]): readonly string[] {
  const texts: string[] = []
  for (let directory = from, steps = 0; steps < 30; directory = parent(directory), steps++) {
    for (const name of names) {
      const path = `${directory}/${name}`
      const text = isWritten(path) ? undefined : world.read(path, MOST_LOCKFILE)
      if (text !== undefined) texts.push(text)
    }
    if (directory === surroundings.workspace || directory === '/') break
  }
  return texts
}

/** The package that a link leads into, or that the script of another package manager names. */
function nodePackages({ world }: Site, path: string): readonly string[] | undefined {
  const inside = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//s
  const real = world.real(path)
  if (real !== path) {
    const found = inside.exec(real)?.[1]
    return found === undefined ? undefined : [found]
  }
  const named = inside.exec((world.read(path) ?? '').replaceAll('\\', '/'))?.[1]
  return named === undefined ? [baseName(path)] : [named, baseName(path)]
}

/** A script of an environment imports what it starts; a compiled program has the name of its package. */
function pythonPackages({ world, surroundings }: Site, path: string): readonly string[] | undefined {
  const text = world.read(path) ?? ''
  const modules = [...text.matchAll(/^\s*(?:from|import)\s+([\w]+)/gm)].map(([, name]) => name!)
  const started = modules.findLast((name) => !['sys', 're', 'os', 'importlib'].includes(name))
  if (started !== undefined) {
    const { workspace } = surroundings
    for (const place of [`${workspace}/${started}`, `${workspace}/src/${started}`, `${workspace}/${started}.py`])
      if (world.look(place) !== 'absent') return undefined
  }
  return [...(started === undefined ? [] : [started]), baseName(path)]
}

function normalised(text: string): string {
  return text.toLowerCase().replaceAll(/[_.]/g, '-')
}

/** Whether a text has a name as a whole word. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const left = at === 0 ? ' ' : text[at - 1]!
    const right = text[at + name.length] ?? ' '
    if (/[^\w.@-]/.test(left) && (/[@:]$/.test(name) || /[^\w-]/.test(right))) return true
  }
  return false
}
