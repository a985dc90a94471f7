import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PROGRAM_ROOT } from '../launcher.ts'
import { find } from './system-tools.ts'

const SOURCES = join(PROGRAM_ROOT, 'native')
/** Where a checkout keeps what it built. */
const BUILT = join(PROGRAM_ROOT, 'build', 'native', 'portcullis-hook')
const STAMP = `${BUILT}.built-from`

const COMPILERS: readonly string[] = ['cc', 'gcc', 'clang']
const FLAGS: readonly string[] = ['-std=c11', '-O2', '-Wall', '-fstack-protector-strong', '-D_FORTIFY_SOURCE=2', '-s']
/** Into a static binary nothing can be loaded; where the system cannot make one, an ordinary one has to do. */
const LINKING: readonly (readonly string[])[] = [['-static'], []]

export type Built = { readonly binary: string } | { readonly failed: string }

export interface Compiling {
  /** `run.c`: what runs a command behind walls. Left out: the hook's client. */
  readonly main?: 'hook.c' | 'run.c'
  readonly sources?: string
  readonly compilers?: readonly string[]
  readonly linking?: readonly (readonly string[])[]
  /** A program that runs the binary: for another machine than this one. */
  readonly runner?: string
}

/** Compiles the hook's native client to `into`. Never throws: without it the script is used. */
export function compileNative(into: string, options: Compiling = {}): Built {
  const { main = 'hook.c', sources = SOURCES, compilers = COMPILERS, linking: ways = LINKING, runner } = options
  if (process.platform === 'win32') return { failed: 'there is none for Windows' }
  const compiler = compilers.map(find).find((path) => path !== undefined)
  if (compiler === undefined) return { failed: `no C compiler was found (${compilers.join(', ')})` }
  let said = ''
  for (const linking of ways) {
    const scratch = `${into}.${process.pid}`
    const run = spawnSync(compiler, [...FLAGS, ...linking, '-o', scratch, join(sources, main)], {
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      encoding: 'utf8',
      timeout: 60_000,
    })
    if (run.status === 0 && refuses(scratch, runner)) {
      renameSync(scratch, into)
      return { binary: into }
    }
    rmSync(scratch, { force: true })
    said = (run.stderr ?? '').trim().split('\n')[0] ?? ''
  }
  return { failed: `${compiler} could not build it${said === '' ? '' : `: ${said.slice(0, 200)}`}` }
}

/** Called without an agent it must refuse: that shows that it runs. */
function refuses(binary: string, runner?: string): boolean {
  const [program, ...args] = runner === undefined ? [binary] : [runner, binary]
  const env = runner === undefined ? {} : { PATH: process.env['PATH'] ?? '' }
  return spawnSync(program!, args, { env, timeout: 10_000 }).status === 2
}

/** A binary that was built with this very version of the package, and comes in a package of its own. */
export interface Prebuilt {
  readonly package: string
  readonly sha256: string
  /** Of the program that runs a command behind walls, in the same package. */
  readonly runner?: string
}

/**
 * Puts the prebuilt client (or the runner) for this machine at `into`, when its package is installed and holds exactly the bytes that
 * this package was published with; whoever else publishes under that name is not believed.
 */
export function takePrebuilt(
  into: string,
  root: string = PROGRAM_ROOT,
  program: 'portcullis-hook' | 'portcullis-run' = 'portcullis-hook',
): Built {
  const table = join(root, 'dist', 'prebuilt.json')
  if (!existsSync(table)) return { failed: 'this package was published without prebuilt clients' }
  const known = JSON.parse(readFileSync(table, 'utf8')) as Readonly<Record<string, Prebuilt | undefined>>
  const wanted = known[`${process.platform}-${process.arch}`]
  const digest = program === 'portcullis-run' ? wanted?.runner : wanted?.sha256
  if (wanted === undefined || digest === undefined)
    return { failed: `none is prebuilt for ${process.platform} ${process.arch}` }
  const directory = directoryOfPackage(wanted.package, root)
  const file = directory === undefined ? undefined : join(directory, program)
  if (file === undefined || !existsSync(file)) return { failed: `the package ${wanted.package} is not installed` }
  const bytes = readFileSync(file)
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    return { failed: `${file} is not the client that this version was published with` }
  writeFileSync(into, bytes)
  chmodSync(into, 0o755)
  if (refuses(into)) return { binary: into }
  rmSync(into, { force: true })
  return { failed: `${file} does not run here` }
}

/** Where a package is, looked for from `from` as Node does. */
export function directoryOfPackage(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const directory = join(at, 'node_modules', name)
    if (existsSync(join(directory, 'package.json'))) return realpathSync(directory)
    if (at === dirname(at)) return undefined
  }
}

/** Builds the client of a checkout unless it is there and built from the sources as they are. */
export function buildNative(): Built | 'fresh' {
  if (!existsSync(join(SOURCES, 'hook.c'))) return { failed: 'its sources are not there' }
  const digest = nativeDigest()
  if (existsSync(BUILT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return 'fresh'
  mkdirSync(dirname(BUILT), { recursive: true })
  const built = compileNative(BUILT)
  if ('binary' in built) writeFileSync(STAMP, digest)
  return built
}

const BUILT_RUNNER = join(dirname(BUILT), 'portcullis-run')

/**
 * What runs a command behind walls: that of the checkout, else one in `kept`, a directory of the gate's own. When it is
 * not there or its sources changed, the prebuilt one is taken, and where there is none it is built. Linux alone has one.
 */
export function runnerBinary(kept: string, root: string = PROGRAM_ROOT): Built {
  if (process.platform !== 'linux') return { failed: `not available yet on ${process.platform}` }
  const wanted = nativeDigest()
  for (const binary of [BUILT_RUNNER, join(kept, 'portcullis-run')])
    if (existsSync(binary) && readText(`${binary}.built-from`) === wanted) return { binary }
  const own = join(kept, 'portcullis-run')
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  const scratch = `${own}.${process.pid}.prebuilt`
  if (!('binary' in takePrebuilt(scratch, root, 'portcullis-run'))) return buildRunner(own)
  // Whoever runs the one that is there keeps it.
  renameSync(scratch, own)
  writeFileSync(`${own}.built-from`, wanted)
  return { binary: own }
}

export function buildRunner(into: string = BUILT_RUNNER): Built {
  const digest = nativeDigest()
  if (existsSync(into) && readText(`${into}.built-from`) === digest) return { binary: into }
  mkdirSync(dirname(into), { recursive: true, mode: 0o700 })
  const built = compileNative(into, { main: 'run.c' })
  if ('binary' in built) writeFileSync(`${into}.built-from`, digest)
  return built
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The client that this checkout or package has already built, when it fits the sources. */
export function builtNative(): string | undefined {
  return existsSync(BUILT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === nativeDigest() ? BUILT : undefined
}

/** Over the sources and how they are built. */
export function nativeDigest(): string {
  const sum = createHash('sha256').update(JSON.stringify([FLAGS, LINKING]))
  for (const name of existsSync(SOURCES) ? readdirSync(SOURCES).toSorted() : [])
    sum.update(`${name}\0`).update(readFileSync(join(SOURCES, name)))
  return sum.digest('hex')
}
