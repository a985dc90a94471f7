import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LAUNCHER } from '../launcher.ts'
import { find } from './system-tools.ts'

/** The root of the product: of the checkout, or of the published package. */
export const PROGRAM_ROOT: string = dirname(dirname(LAUNCHER))

const SOURCES = join(PROGRAM_ROOT, 'native')
/** Where a checkout keeps what it built. */
const BUILT = join(PROGRAM_ROOT, 'build', 'native', 'portcullis-hook')
const STAMP = `${BUILT}.built-from`

const COMPILERS: readonly string[] = ['cc', 'gcc', 'clang']
const FLAGS: readonly string[] = ['-std=c11', '-O2', '-Wall', '-fstack-protector-strong', '-D_FORTIFY_SOURCE=2', '-s']
/** Into a static binary nothing can be loaded; where the system cannot make one, an ordinary one has to do. */
const LINKING: readonly (readonly string[])[] = [['-static'], []]

export type Built = { readonly binary: string } | { readonly failed: string }

/** Compiles the hook's native client to `into`. Never throws: without it the script is used. */
export function compileNative(into: string, sources: string = SOURCES): Built {
  if (process.platform === 'win32') return { failed: 'there is none for Windows' }
  const compiler = COMPILERS.map(find).find((path) => path !== undefined)
  if (compiler === undefined) return { failed: 'no C compiler was found (cc, gcc or clang)' }
  let said = ''
  for (const linking of LINKING) {
    const scratch = `${into}.${process.pid}`
    const run = spawnSync(compiler, [...FLAGS, ...linking, '-o', scratch, join(sources, 'hook.c')], {
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      encoding: 'utf8',
      timeout: 60_000,
    })
    // Called without an agent it must refuse: that shows that it runs here.
    if (run.status === 0 && spawnSync(scratch, [], { env: {}, timeout: 10_000 }).status === 2) {
      renameSync(scratch, into)
      return { binary: into }
    }
    rmSync(scratch, { force: true })
    said = (run.stderr ?? '').trim().split('\n')[0] ?? ''
  }
  return { failed: `${compiler} could not build it${said === '' ? '' : `: ${said.slice(0, 200)}`}` }
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
