import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import {
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { createServer as createHttpServer } from 'node:http'
import { type Run, usualLimits, watched } from '../../../src/containment/runs.node.ts'
import { LAUNCHER } from '../../../src/surfaces/launcher.ts'
import { forget } from '../../../src/containment/commit.node.ts'
import { makeScene, type More, open, removeScene, type Scene } from '../../containment/scene.ts'
import { treeOf } from '../../containment/tree.ts'
import { type Attempt, CANARY, ELSEWHERE, HOME_SECRETS, type Outside, SHARED, WORKSPACE_SECRETS } from './attempts.ts'
import { CALLS } from './calls.ts'
import { SHARED_KEY } from './words.ts'

/** A machine with secrets and listeners on it, in which attempts are made one after the other. */
export interface Prison {
  readonly outside: Outside
  readonly scene: Scene
  /** Undefined when the attempt failed, as it must; otherwise what got out. */
  attempt(attempt: Attempt, more?: Breach): Promise<string | undefined>
  close(): void
}

/** How a wall is taken away. */
export type Breach = Pick<More, 'without' | 'tools' | 'environment'> & {
  /** Further hosts that the settings name, for attempts through the proxy. */
  readonly hosts?: readonly string[]
  /** The limits are what they are for an ordinary run. */
  readonly unlimited?: true
  /** There are no walls at all, but an outer sandbox in which nothing but the scene can be written. */
  readonly plain?: true
  /** Looks at the run before it is forgotten, and says what is wrong with it. */
  readonly look?: (run: Run) => string
}

const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...HOME_SECRETS, ...WORKSPACE_SECRETS, ...ELSEWHERE].map((path) => [
      path,
      `token=ghp_${CANARY}abcdefghijklmnop\n`,
    ]),
  ),
  'home/.bashrc': 'export TOKEN=ghp_' + CANARY + 'abcdefghijklmnop\n',
  'home/project/.env.staging': '→ innocent.txt',
  'home/project/tracked.txt': 'tracked\n',
  'home/project/src/index.ts': 'export {}\n',
  'home/project/.git/HEAD': 'ref: refs/heads/main\n',
  'home/.cargo/bin/cargo': '#!/bin/sh\n',
  'home/.cargo/config.toml': `[registries.own]\ntoken = "ghp_${CANARY}abcdefghijklmnop"\n`,
  'home/.cabal/config': `username: dev\npassword: ghp_${CANARY}abcdefghijklmnop\n`,
  'home/bin/tool': '#!/bin/sh\n',
  'home/bin/.env': `TOKEN=ghp_${CANARY}abcdefghijklmnop\n`,
  'home/project/.git/config': `[remote "origin"]\n\turl = https://u:ghp_${CANARY}abcdefghijklmnop@git.example.com/p.git\n`,
  'home/project/.git/modules/lib/config': `[http]\n\textraheader = AUTHORIZATION: bearer ghp_${CANARY}abcdefghijklmnop\n`,
  'home/project/notes/plan.md': 'plan\n',
  'other/home/target.txt': 'target\n',
}

export async function openPrison(): Promise<Prison> {
  const scene = makeScene(FILES)
  const { root } = scene
  let reached = 0
  const hit = (): void => void reached++
  const servers: Server[] = []
  const listen = (at: { port: number; host: string } | { path: string }): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        hit()
        socket.on('error', () => undefined)
        socket.end()
      })
      server.on('error', reject)
      server.listen(at, () => {
        servers.push(server)
        resolve(server)
      })
    })
  const tcp4 = await listen({ port: 0, host: '0.0.0.0' })
  const tcp6 = await listen({ port: 0, host: '::1' })
  const sockets = [
    'home/project/app.sock',
    'home/.agent.sock',
    'home/.cargo/agent.sock',
    'run/docker.sock',
    'other/x.sock',
  ].map((name) => join(root, name))
  for (const path of [...sockets, ...MORE_SOCKETS.map((name) => join(root, name))]) {
    mkdirSync(dirname(path), { recursive: true })
    await listen({ path })
  }
  linkSync(join(root, 'home/project/.env'), join(root, 'home/project/notes/backup.txt'))
  const pipes = ['home/bin/pipe', 'home/project/queue'].map((name) => openPipe(join(root, name)))
  const abstract = `portcullis-escape-${randomUUID()}`
  await listen({ path: `\0${abstract}` })
  // Sends whoever asks on to the listener that must not be reached.
  const named = createHttpServer((_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${(tcp4.address() as AddressInfo).port}/reached` }).end()
  })
  await new Promise<void>((resolve) => named.listen(0, '127.0.0.1', resolve))
  servers.push(named)
  const datagrams = createSocket('udp4').on('message', hit)
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve))
  const knock = await freePort()
  let victim = startVictim()
  const shared = shareMemory()
  const outside = (): Outside => ({
    root,
    tcp4: (tcp4.address() as AddressInfo).port,
    tcp6: (tcp6.address() as AddressInfo).port,
    udp: datagrams.address().port,
    victim: victim.pid!,
    sockets,
    abstract,
    knock,
    allowed: (named.address() as AddressInfo).port,
    calls: CALLS[process.arch] ?? {},
  })
  return {
    scene,
    get outside() {
      return outside()
    },
    async attempt(attempt, breach = {}) {
      const before = { ...treeOf(root), ...machine() }
      reached = 0
      const pid = victim.pid!
      const knocking = setInterval(() => {
        const socket = connect(knock, '127.0.0.1', () => socket.destroy(void hit()))
        socket.on('error', () => undefined)
      }, 250)
      const ran = await runAttempt(scene, attempt, breach, outside()).finally(() => clearInterval(knocking))
      await new Promise((resolve) => setTimeout(resolve, 20))
      for (const pipe of pipes) if (hasCome(pipe)) hit()
      const found = [
        ran.said.includes(CANARY) ? 'a secret was read' : '',
        ran.said.includes(SHARED) ? 'what must not be possible was possible' : '',
        ran.files,
        ran.looked,
        reached > 0 ? 'a listener was reached' : '',
        isWell(victim.pid!) ? '' : 'a process outside was reached',
        survivors(pid).length === 0 ? '' : 'a process of it outlived it',
        different(before, { ...treeOf(root), ...machine() }),
        ran.exit === undefined ? `it was not run: ${ran.said.slice(-300)}` : '',
      ].filter((text) => text !== '')
      if (!isWell(victim.pid!)) victim = startVictim()
      return found.length === 0 ? undefined : found.join('; ')
    },
    close() {
      victim.kill('SIGKILL')
      for (const server of servers) server.close()
      for (const pipe of pipes) closeSync(pipe)
      datagrams.close()
      shared.remove()
      removeScene(scene)
    },
  }
}

const MORE_SOCKETS: readonly string[] = ['home/bin/agent.sock', 'home/project/node_modules/.cache/x.sock']

/** A pipe with a name, and somebody outside who reads it. */
function openPipe(path: string): number {
  spawnSync('mkfifo', [path])
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
}

function hasCome(pipe: number): boolean {
  try {
    return readSync(pipe, Buffer.alloc(4096)) > 0
  } catch {
    return false
  }
}

function startVictim(): ChildProcess {
  return spawn('/bin/sleep', ['100000'], {
    stdio: 'ignore',
    detached: true,
    env: { SECRET_TOKEN: CANARY },
  })
}

/** There, and neither stopped nor with another priority. */
function isWell(pid: number): boolean {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'S' && fields[16] === '0'
  } catch {
    return false
  }
}

/** Of this prison alone: others are at work beside it. */
function survivors(victim: number): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`echo alive > late-${victim}`)
    } catch {
      return false
    }
  })
}

const PROXY = [process.execPath, LAUNCHER, 'run', '--proxy']

const TIGHT = { processes: 100, memory: 200 * 1024 ** 2, disk: 100 * 1024 ** 2, file: 50 * 1024 ** 2, seconds: 12 }

async function runAttempt(
  scene: Scene,
  attempt: Attempt,
  { unlimited, without, hosts = [], plain, look, ...more }: Breach,
  { allowed }: Outside,
): Promise<{
  readonly said: string
  readonly files: string
  readonly looked: string
  readonly exit: number | undefined
}> {
  const limits = attempt.kind === 'too much' && !unlimited ? TIGHT : { ...usualLimits(), seconds: 60 }
  const command = ['/bin/sh', '-c', attempt.text]
  const environment = {
    // The first two are none of programs.
    PATH: `${scene.home}/.ssh:${scene.home}:${scene.home}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    HOME: scene.home,
    GITHUB_TOKEN: CANARY,
    MY_SETTING: CANARY,
    DATABASE_URL: `postgres://u:${CANARY}@h/d`,
    NODE_OPTIONS: `--token=ghp_${CANARY}abcdefghijklmnop`,
    SSH_AUTH_SOCK: join(scene.home, '.agent.sock'),
  }
  if (plain) return runPlain(scene, command, environment)
  const run = open(scene, command, {
    environment,
    limits,
    ...(attempt.kind === 'proxy' ? { network: { hosts: [`127.0.0.1:${allowed}`, ...hosts], proxy: PROXY } } : {}),
    ...more,
  })
  const plan = join(run.at, 'plan')
  if (without !== undefined) {
    const before = readFileSync(plan, 'utf8')
    const after = without(before)
    if (after === before) throw new Error('no wall was taken away')
    writeFileSync(plan, after)
  }
  const output = join(run.at, 'output')
  writeFileSync(output, `${CANARY}\n`)
  const opened = [
    openSync(join(scene.root, 'other'), 'r'),
    openSync(output, 'a+'),
    openSync(join(scene.root, ELSEWHERE[2]!), 'r'),
    openSync(join(scene.root, 'other', 'home'), 'r'),
  ] as const
  const inherited = attempt.kind === 'descriptor'
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const words = ['run', plan]
    const child =
      attempt.kind === 'terminal'
        ? spawn('script', ['-qec', [run.tools.runner, ...words].map((word) => `'${word}'`).join(' '), '/dev/null'], {
            stdio: ['ignore', 'pipe', 'pipe'],
          })
        : spawn(run.tools.runner, words, {
            cwd: run.cwd,
            stdio: inherited
              ? [opened[0], opened[1], 'pipe', opened[2], opened[3], opened[3], opened[2]]
              : ['ignore', 'pipe', 'pipe'],
          })
    child.stdout?.on('data', (part: Buffer) => (said += part.toString('latin1')))
    child.stderr?.on('data', (part: Buffer) => (said += part.toString('latin1')))
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  for (const one of opened) closeSync(one)
  // What the caller's own file holds was there before; twice, or not at all, it was touched.
  const text = readFileSync(output, 'utf8')
  const files =
    text.split(CANARY).length === 2 && text.startsWith(CANARY) ? '' : 'the file of standard output was opened'
  const { exit } = watched(run)
  const looked = look?.(run) ?? ''
  forget(run)
  return { said, files, looked, exit }
}

async function runPlain(
  { root, workspace, tools }: Scene,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Awaited<ReturnType<typeof runAttempt>>> {
  const walls = ['--ro-bind', '/', '/', '--dev', '/dev', '--bind', root, root, '--die-with-parent']
  const child = spawn(tools.bubblewrap, [...walls, '--chdir', workspace, ...command], {
    env: { ...environment, NODE_OPTIONS: '', TMPDIR: join(root, 'other') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString('latin1')))
  child.stderr.on('data', (part: Buffer) => (said += part.toString('latin1')))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // What it left in the background: its group has the number of its first process.
    child.on('exit', () => endGroup(child.pid!))
    child.on('close', (code) => resolve({ said, files: '', looked: '', exit: code ?? 128 }))
  })
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function different(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string {
  const own = (name: string): boolean => name.startsWith('state/contained')
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !own(name) && before[name] !== after[name],
  )
  return names.length === 0 ? '' : `changed outside: ${names.slice(0, 5).join(', ')}`
}

/** Places of the machine itself that attempts write to, as they are now. */
const WATCHED: readonly string[] = [
  '/usr/planted',
  '/etc/planted',
  '/opt/planted',
  '/bin/planted',
  '/lib/planted',
  '/etc/profile.d/planted.sh',
  '/etc/passwd',
  '/usr/bin/env',
  '/usr/bin/bwrap',
  '/dev/planted',
  '/dev/x',
  '/proc/sys/kernel/core_pattern',
  '/proc/sys/kernel/sysrq',
  '/proc/sys/kernel/modprobe',
  '/proc/sys/kernel/hostname',
  '/sys/kernel/uevent_helper',
  '/var/spool/cron/crontabs/root',
]

function machine(): Readonly<Record<string, string>> {
  return Object.fromEntries(WATCHED.map((path) => [path, digestOf(path)]))
}

function digestOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
  }
}

/** System V memory, a queue, a semaphore and a file in /dev/shm, all with the same key. */
function shareMemory(): { readonly remove: () => void } {
  const file = `/dev/shm/portcullis-escape-${process.pid}`
  writeFileSync(file, CANARY)
  const perl = (text: string): void => void spawnSync('perl', ['-e', text])
  perl(`$i=shmget(${SHARED_KEY},64,0600|01000); shmwrite($i,"${CANARY}",0,64); $q=msgget(${SHARED_KEY},0600|01000);
        msgsnd($q,pack("l! a*",1,"${CANARY}"),04000) for 1..4; semget(${SHARED_KEY},1,0600|01000)`)
  return {
    remove: () => {
      rmSync(file, { force: true })
      perl(
        `shmctl(shmget(${SHARED_KEY},0,0),0,0); msgctl(msgget(${SHARED_KEY},0),0,0); semctl(semget(${SHARED_KEY},0,0),0,0,0)`,
      )
    },
  }
}
