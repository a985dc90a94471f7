import { isInside, parent } from '../paths.ts'
import { literal, textOf, type Word } from '../word.ts'
import { entriesOf, TOOL_DIRECTORY } from './environment.ts'
import { accountedFor, isProgramDirectory, siteOf } from './installed.ts'
import { declaration, isToolchains, ownProgram, pathOf } from './program-declarations.ts'
import type { ProgramContext } from './programs/program.ts'
import { runsProject } from './programs/project.ts'
import type { Scope } from './state.ts'

/**
 * Whose program a bare name is, found as the shell would find it. `session`: this session put a file of that name where
 * programs are looked for; it is judged by what it is, also when the name is known. `elsewhere`: the project's directory of
 * programs leads out of the project, and what it leads to is run. `project`: it belongs to the
 * workspace, or its package manager installed it there; it is project code as `npm test` is.
 */
export type Provenance =
  | { readonly whose: 'session' | 'elsewhere'; readonly path: string }
  | { readonly whose: 'project' }
  | { readonly whose: 'unknown' }

/** Directories below a project that package managers and environments put programs into. `*` stands for one name. */
const PROJECT_DIRECTORIES: readonly string[] = [
  // npm, pnpm, yarn, bun
  'node_modules/.bin',
  // venv, virtualenv, uv, poetry, pipenv and hatch inside the project
  '.venv/bin',
  '.venv/Scripts',
  'venv/bin',
  'venv/Scripts',
  'env/bin',
  '.virtualenv/bin',
  '__pypackages__/*/bin',
  '.tox/*/bin',
  '.nox/*/bin',
  // conda, mamba, pixi
  '.conda/bin',
  '.conda/envs/*/bin',
  'envs/*/bin',
  '.pixi/envs/*/bin',
  // composer, bundler
  'vendor/bin',
  '.bundle/bin',
  // direnv's layouts, devbox
  '.direnv/*/bin',
  '.devbox/nix/profile/default/bin',
]

/** Environments outside of a project that bear its name, below the home directory. */
const NAMED_ENVIRONMENTS: readonly NamedEnvironment[] = [
  {
    file: 'environment.yml',
    name: /^name:\s*["']?([\w.-]+)["']?\s*$/m,
    places: [
      'miniconda3/envs/{}/bin',
      'anaconda3/envs/{}/bin',
      'miniforge3/envs/{}/bin',
      'mambaforge/envs/{}/bin',
      'micromamba/envs/{}/bin',
      '.conda/envs/{}/bin',
    ],
  },
  {
    file: 'pyproject.toml',
    name: /^name\s*=\s*["']([\w.-]+)["']/m,
    places: ['.cache/pypoetry/virtualenvs/{}-*/bin', 'Library/Caches/pypoetry/virtualenvs/{}-*/bin'],
  },
  { file: '.python-version', name: /^([A-Za-z][\w.-]*)\s*$/, places: ['.pyenv/versions/{}/bin'] },
]

interface NamedEnvironment {
  readonly file: string
  readonly name: RegExp
  readonly places: readonly string[]
}

/** They start a command with the project's directories first. */
const PROJECT_RUNNER =
  /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|uv|poetry|pipenv|pdm|hatch|rye|pixi|conda|mamba|micromamba|mise|asdf|direnv|devbox|bundle|composer|tox|nox)\b/

/** `isKnown`: a meaning is known under this name; then it matters only whether this session replaced the program. */
export function provenanceOf(scope: Scope, context: ProgramContext, typed: Word, isKnown: boolean): Provenance {
  const name = textOf(typed)
  if (name === undefined || context.invocation.where.kind !== 'here' || !/^[\w.+@-]+$/.test(name))
    return { whose: 'unknown' }
  const own = ownPath(context)
  const put = putBySession(scope, context, name, own)
  if (put !== undefined) return { whose: 'session', path: put }
  // `sudo` looks for programs in places of its own; what `hash -p` puts in a table is found before all of them.
  if (context.invocation.elevated || scope.run.commands.some(putsInHashTable)) return { whose: 'unknown' }
  const isFirst = own.length > 0 || scope.frame.via.some((one) => PROJECT_RUNNER.test(one))
  return isKnown ? replacedBy(scope, context, name, isFirst) : whoseUnknown(scope, context, name, own)
}

/** Every command of a script is held against all before it: most begin otherwise. */
function putsInHashTable({ text }: { readonly text: string }): boolean {
  return text.startsWith('hash') && /^hash\s.*-p/.test(text)
}

/** A known name whose program in the project is another file than its package manager put there. */
function replacedBy(scope: Scope, context: ProgramContext, name: string, isFirst: boolean): Provenance {
  if (!isFirst && !hasWrittenPackages(scope)) return { whose: 'unknown' }
  const path = searchedIn(context, LINKED).find((place) => context.world.look(`${place}/${name}`) !== 'absent')
  if (path === undefined) return { whose: 'unknown' }
  const real = context.world.real(`${path}/${name}`)
  if (siteOf(context).isWritten(real)) return { whose: 'session', path: real }
  return isInside(real, context.surroundings.workspace) ? { whose: 'unknown' } : { whose: 'elsewhere', path: real }
}

/** Their programs are links into packages. */
const LINKED: readonly string[] = ['node_modules/.bin', 'vendor/bin']

function hasWrittenPackages({ run }: Scope): boolean {
  return [run.written, run.context.memory.written].some((written) =>
    [...written.keys()].some((path) => /\/(?:node_modules|vendor)\//.test(path)),
  )
}

/** Runs a program of the project: its code is the project's. Arguments that reach out of the project are not followed. */
export function runProjectProgram(context: ProgramContext, args: readonly Word[]): void {
  if (context.invocation.stdin.kind === 'network' || !args.every(staysInside))
    context.opaque('unknown-program', context.invocation.program)
  else runsProject(context)
}

/** Words of acts that no test or build needs: whoever knows the program describes it. */
const ACTS: ReadonlySet<string> = new Set(
  `apply cancel cleanup delete deploy destroy disable drop erase exec execute expose force grant install kill live
   login logout prod production promote prune publish purge push release remove replace reset restore revert revoke rm
   rollback rotate send share sudo sync terminate transfer truncate uninstall unpublish upload wipe yes`.split(/\s+/),
)

/** A plain word that names nothing outside: no other directory, no host, no code, no act that reaches further. */
function staysInside(word: Word): boolean {
  if (word.kind !== 'literal' || !/^[\w@%+=:,./-]*$/.test(word.text)) return false
  if (/(?:^|[=:,@])(?:\/|\.\.(?:\/|$))|\/\.\.(?:\/|$)|:\/\/|^-\w\/|\w@\w|\w:\d/.test(word.text)) return false
  return !word.text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((part) => ACTS.has(part))
}

/** The directories of `PATH` that are known in this call, first to last, up to the old value. */
function ownPath(context: ProgramContext): readonly string[] {
  const value = context.invocation.environment.get('PATH')
  if (value === undefined) return []
  const places: string[] = []
  for (const entry of entriesOf(value)) {
    if (/^"?\$\{?PATH\}?/.test(entry)) break
    const place = /[$`]/.test(entry) ? undefined : context.place(literal(entry))
    if (place?.kind === 'path') places.push(place.real)
  }
  return places
}

/** A file of that name in a directory where programs are looked for. */
function putBySession(scope: Scope, context: ProgramContext, name: string, own: readonly string[]): string | undefined {
  const { run } = scope
  for (const written of [run.written, run.context.memory.written])
    for (const path of written.keys())
      if (path.endsWith(`/${name}`) && isSearched(context, parent(path), own)) return path
  return undefined
}

function isSearched(context: ProgramContext, directory: string, own: readonly string[]): boolean {
  if (own.includes(directory) || TOOL_DIRECTORY.test(directory)) return true
  if (!isInside(directory, context.surroundings.workspace)) return false
  if (PROJECT_DIRECTORIES.some((pattern) => fits(pattern).test(directory))) return true
  return pathOf(context).includes(directory)
}

const fitting = new Map<string, RegExp>()

/** A pattern of directories, for the end of a path. */
function fits(pattern: string): RegExp {
  const known = fitting.get(pattern)
  if (known) return known
  const made = new RegExp(`/${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`)
  fitting.set(pattern, made)
  return made
}

function whoseUnknown(scope: Scope, context: ProgramContext, name: string, own: readonly string[]): Provenance {
  const { workspace } = context.surroundings
  const { world } = context
  const site = siteOf(context)
  const has = (directory: string): boolean => world.look(`${directory}/${name}`) !== 'absent'
  const first = own.find(has)
  if (first !== undefined && !isInside(first, workspace)) return { whose: 'unknown' }
  const places = searched(context)
  const place = first ?? places.find(has)
  const target = ownProgram(context, name)
  if (target !== undefined && site.isWritten(target)) return { whose: 'session', path: target }
  if (place === undefined && target === undefined && !isToolchains(context, name) && !isBundled(scope, context, name))
    return { whose: 'unknown' }
  if (place !== undefined && target === undefined) {
    const path = `${place}/${name}`
    const real = world.real(path)
    if (site.isWritten(real)) return { whose: 'session', path: real }
    if (isProgramDirectory(place) ? accountedFor(site, path) !== 'listed' : !isInside(real, workspace))
      return { whose: 'unknown' }
  }
  // A program of that name elsewhere on the machine's path may be the one that starts.
  const isFirst = first !== undefined || scope.frame.via.some((one) => PROJECT_RUNNER.test(one))
  const isElsewhere = (world.searchPath ?? []).some(
    (directory) =>
      !isInside(directory, workspace) && !places.includes(directory) && !isShims(directory) && has(directory),
  )
  return { whose: isFirst || !isElsewhere ? 'project' : 'unknown' }
}

/** `bundle exec` starts programs of the gems that the lockfile names. */
function isBundled(scope: Scope, context: ProgramContext, name: string): boolean {
  return (
    scope.frame.via.some((one) => /^bundle\b/.test(one)) &&
    new RegExp(`^ {4}${name.replaceAll(/[.+]/g, '\\$&')} \\(`, 'm').test(declaration(context, 'Gemfile.lock'))
  )
}

/** Toolchain managers start what the project's own file names. */
function isShims(directory: string): boolean {
  return /\/(?:\.asdf\/shims|mise\/shims|\.local\/share\/mise\/shims)$/.test(directory)
}

/** The project's directories of programs. */
function searched(context: ProgramContext): readonly string[] {
  const { home } = context.surroundings
  const named = NAMED_ENVIRONMENTS.flatMap(({ file, name, places: patterns }) => {
    const found = name.exec(declaration(context, file))?.[1]
    return found === undefined ? [] : patterns.flatMap((one) => expanded(context, home, one.replace('{}', found)))
  })
  const places = searchedIn(context, PROJECT_DIRECTORIES)
  return places.length === 0 ? [] : [...places, ...named, ...pathOf(context)]
}

/** Such directories in the working directory and above it, up to the workspace. */
function searchedIn(context: ProgramContext, patterns: readonly string[]): readonly string[] {
  const { cwd } = context.invocation
  const { workspace } = context.surroundings
  if (cwd.kind !== 'path' || !isInside(cwd.real, workspace)) return []
  const places: string[] = []
  for (let directory = cwd.real, steps = 0; steps < 30; directory = parent(directory), steps++) {
    for (const pattern of patterns) places.push(...expanded(context, directory, pattern))
    if (directory === workspace || directory === '/') break
  }
  return places
}

const MOST_EXPANDED = 50

/** The directories that a pattern stands for. */
function expanded(context: ProgramContext, base: string, pattern: string): readonly string[] {
  let found = [base]
  for (const part of pattern.split('/')) {
    found = part.includes('*')
      ? found.flatMap((directory) => {
          const matches = new RegExp(`^${part.replaceAll('.', '\\.').replaceAll('*', '.+')}$`)
          return (context.world.list(directory) ?? [])
            .filter((name) => matches.test(name))
            .slice(0, MOST_EXPANDED)
            .map((name) => `${directory}/${name}`)
        })
      : found.map((directory) => `${directory}/${part}`)
  }
  return found
}
