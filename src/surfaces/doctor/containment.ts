import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_TRUST } from '../../call/trust.ts'
import type { Surroundings } from '../../call/world.ts'
import { forget } from '../../containment/commit.node.ts'
import { openRun, type Run, type Tools, watched } from '../../containment/runs.node.ts'
import { containmentTools } from '../contained.ts'
import type { Finding } from './finding.ts'

const ABOUT = 'containment'
const SECRET = 'portcullis-canary-secret'

/**
 * A canary behind the walls: it must not read a planted secret, reach a listener on loopback, write outside, or live on.
 * Where no walls can be built, what is missing is yellow: then calls are asked about as before, and nothing runs
 * uncontained in their place.
 */
export async function examineContainment(
  home: string,
  tools: Tools | { readonly missing: string; readonly fix: string } = containmentTools(home),
): Promise<Finding> {
  if ('missing' in tools) return { about: ABOUT, state: 'yellow', says: tools.missing, fix: tools.fix }
  if (tools.ground === 'copied' && process.getuid?.() === 0)
    return {
      about: ABOUT,
      state: 'yellow',
      says: 'sandbox-runtime leaves settings of the kernel open to root: nothing is contained for this account',
      fix: 'use another account, or a kernel with overlay file systems',
    }
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'portcullis-canary-')))
  try {
    return await tryCanary(root, tools)
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    return { about: ABOUT, state: 'yellow', says: `no walls can be built here: ${says}`, fix: FIX }
  } finally {
    // The kernel closes the work directory of an overlay to everybody but root: the runner opens and removes it.
    forget({ at: root, tools })
    rmSync(root, { recursive: true, force: true })
  }
}

const FIX =
  'user namespaces must be allowed (`sysctl user.max_user_namespaces kernel.unprivileged_userns_clone kernel.apparmor_restrict_unprivileged_userns`; in Docker, a seccomp profile that allows them)'

async function tryCanary(root: string, tools: Tools): Promise<Finding> {
  const home = join(root, 'home')
  const workspace = join(home, 'project')
  mkdirSync(workspace, { recursive: true })
  writeFileSync(join(home, 'secret'), SECRET)
  writeFileSync(join(workspace, '.env'), SECRET)
  let reached = false
  const server = createServer((socket) => {
    reached = true
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const mark = `portcullis-canary-${process.pid}-${port}`
  const text = `cat ${home}/secret .env /proc/1/environ; (exec 3<>/dev/tcp/127.0.0.1/${port}); echo x > ${root}/outside; echo x > inside
(exec -a ${mark} sleep 60) & echo tried`
  try {
    const run = plan(root, home, workspace, tools, text)
    const said = await ended(run)
    if (watched(run).exit === undefined)
      return { about: ABOUT, state: 'yellow', says: said.trim().split('\n').at(-1) ?? 'no walls', fix: FIX }
    const held = [
      said.includes('tried') ? '' : 'the canary did not run to its end',
      said.includes(SECRET) ? 'a secret was read' : '',
      reached ? 'loopback was reached' : '',
      readdirSync(root).includes('outside') ? 'something was written outside' : '',
      readdirSync(workspace).includes('inside') ? 'the workspace was written' : '',
      isRunning(mark) ? 'a process lived on' : '',
    ].filter((one) => one !== '')
    return held.length === 0
      ? {
          about: ABOUT,
          state: 'green',
          says: `a canary behind the walls read nothing, reached nobody and wrote nothing${ofCopy(tools)}`,
        }
      : { about: ABOUT, state: 'red', says: held.join('; '), fix: 'do not use `portcullis run` here; report this' }
  } finally {
    server.close()
  }
}

/** What whoever relies on it should know. */
function ofCopy({ ground }: Tools): string {
  if (ground !== 'copied') return ''
  return process.platform === 'darwin'
    ? '; commands run in a copy of the workspace, behind sandbox-runtime: not yet proven on real machines with macOS'
    : '; commands run in a copy of the workspace, behind sandbox-runtime, as was asked for on this Linux'
}

function plan(root: string, home: string, workspace: string, tools: Tools, text: string): Run {
  const surroundings: Surroundings = {
    cwd: workspace,
    workspace,
    additional: [],
    home,
    platform: 'posix',
    remotes: new Map(),
    branch: undefined,
    trust: NO_TRUST,
  }
  const opened = openRun({
    command: ['/bin/bash', '-c', text],
    cwd: workspace,
    surroundings,
    gate: { secrets: [], fixed: [], sockets: [] },
    state: join(root, 'state'),
    environment: { PATH: '/usr/bin:/bin', CANARY_TOKEN: SECRET },
    tools,
    limits: { seconds: 20 },
  })
  if ('refused' in opened) throw new Error(opened.refused)
  return opened.run
}

function ended(run: Run): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(run.tools.runner, ['run', join(run.at, 'plan')], {
      cwd: run.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    child.on('error', reject)
    child.on('close', () => resolve(said))
  })
}

function isRunning(mark: string): boolean {
  if (!existsSync('/proc'))
    return spawnSync('/bin/ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
      .stdout.split('\n')
      .some((line) => line.startsWith(mark))
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(mark)
    } catch {
      return false
    }
  })
}
