import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { BUBBLEWRAP, placeOf, whatIsMissing } from '../debian-programs.ts'
import { PACKAGE } from '../suites/self-attack/world.ts'

/** Where everything is inside. */
export const HOME = '/home/dev'
/** Where code that was compiled before lies inside. */
export const COMPILED = '/compiled'
/** In place of the name of a chain: the gate is installed, started and stopped, so that its code is compiled. */
export const WARM_UP = 'warm up'

/** One step that the agent took: what the hook said, and, where that was an allow, what came of it. */
export interface Step {
  readonly what: string
  readonly said: string
  readonly because: string
  readonly output: string
}

export interface Ending {
  readonly steps: readonly Step[]
  /** What the agent was after and got, in words. */
  readonly reached: readonly string[]
}

/**
 * Plays one chain inside namespaces of its own: no network but its own loopback, no process of anybody else, a plain
 * user, home and temporary files in memory, everything else read-only. Commands of an attacker are really run there.
 * `sources` is where the gate's program comes from: the real one, or a copy with a bug put back.
 */
export async function playInSandbox(chain: string, sources: string): Promise<Ending> {
  return playWith(chain, sources, ['--ro-bind', await compiledCode()])
}

let compiled: Promise<string> | undefined

/** Most of the time of a chain would be spent on compiling the same code again. */
function compiledCode(): Promise<string> {
  compiled ??= compile()
  return compiled
}

async function compile(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'compiled'))
  // Whoever the plain user outside is.
  chmodSync(directory, 0o777)
  await playWith(WARM_UP, join(PACKAGE, 'src'), ['--bind', directory])
  return directory
}

async function playWith(
  chain: string,
  sources: string,
  code: readonly [how: '--bind' | '--ro-bind', directory: string],
): Promise<Ending> {
  const place = mkdtempSync(join(tmpdir(), 'cell'))
  chmodSync(place, 0o755)
  try {
    const accounts = join(place, 'passwd')
    writeFileSync(accounts, `root:x:0:0:root:/root:/bin/sh\ndev:x:1000:1000:dev:${HOME}:/bin/bash\n`, { mode: 0o644 })
    const inside = join(import.meta.dirname, 'inside.ts')
    const [program, ...rest] = [
      ...plainUser(),
      ...walls(accounts, sources, code),
      process.execPath,
      inside,
      chain,
      sources,
    ]
    return await play(program!, rest)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function play(program: string, rest: readonly string[]): Promise<Ending> {
  // Nothing of this process's environment: what is not there cannot be read inside.
  const child = spawn(program, rest, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const last = stdout.trim().split('\n').at(-1) ?? ''
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last) as Ending)
      else reject(new Error(`the chain could not be played (exit ${code}): ${stderr}${stdout}`))
    })
  })
}

/** Root becomes nobody first, where nobody can read the checkout; inside, both are the same plain user. */
function plainUser(): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const nobody = ['/usr/bin/setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const { status } = spawnSync(nobody[0]!, [...nobody.slice(1), 'test', '-r', join(PACKAGE, 'package.json')])
  return status === 0 ? nobody : []
}

function walls(accounts: string, sources: string, code: readonly string[]): readonly string[] {
  const bubblewrap = placeOf(BUBBLEWRAP)
  if (bubblewrap === undefined) throw new Error(whatIsMissing(BUBBLEWRAP))
  const shared = [...new Set([PACKAGE, dirname(process.execPath), npmPackage(), realpathSync(sources)])]
  return [
    bubblewrap,
    ...words('--unshare-all --die-with-parent --new-session --clearenv --uid 1000 --gid 1000'),
    ...words('--ro-bind /usr /usr --ro-bind /etc /etc'),
    '--ro-bind',
    accounts,
    '/etc/passwd',
    ...['/bin', '/sbin', '/lib', '/lib64', '/lib32', '/opt'].flatMap(alike),
    ...words(`--proc /proc --dev /dev --tmpfs /tmp --tmpfs /run --tmpfs /home --dir ${HOME} --chdir ${HOME}`),
    ...shared.flatMap((path) => ['--ro-bind', path, path]),
    ...code,
    COMPILED,
    ...words(
      `--setenv HOME ${HOME} --setenv NODE_COMPILE_CACHE ${COMPILED} --setenv PATH /usr/local/bin:/usr/bin:/bin --setenv NPM`,
    ),
    npmPackage(),
    '--',
  ]
}

function words(text: string): readonly string[] {
  return text.split(' ')
}

/** Links stay links: on many machines these lead into /usr. */
function alike(path: string): readonly string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

function npmPackage(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path))
  if (found === undefined) throw new Error('npm is needed and is not in PATH')
  return dirname(dirname(realpathSync(found)))
}
