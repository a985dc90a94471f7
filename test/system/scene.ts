import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
  accountState,
  type SystemPlaces,
  systemPlaces,
  type SystemRecord,
  systemRecord,
} from '../../src/surfaces/system/places.ts'
import { answers, pidFile, startService, stopRunning } from '../../src/surfaces/system/service.ts'
import { until } from '../until.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'surfaces', 'cli', 'main.ts')

/** An account that the test made. */
export interface Made {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
}

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A system gate below a root of its own, the account of an agent, and somebody else's. */
export interface Scene {
  readonly places: SystemPlaces
  readonly record: SystemRecord
  readonly agent: Made
  readonly other: Made
  readonly hooks: string
  /** What rows find in their environment. */
  variables(): Readonly<Record<string, string>>
  /** Runs as an account, with nothing of ours in its environment. */
  runAs(who: Made, script: string, environment?: Readonly<Record<string, string>>): Ran
  startAs(who: Made, script: string): ChildProcess
  /** A call through the installed hook, as the account's client makes it. */
  call(who: Made, command: string, environment?: Readonly<Record<string, string>>): Ran
  restart(): Promise<void>
  remove(): Promise<void>
}

/** Only root can make accounts. */
export const canMakeAccounts: boolean = process.getuid?.() === 0 && existsSync('/usr/sbin/useradd')

let made = 0

export async function systemScene(): Promise<Scene> {
  // Not in the test's own place: its name is too long for a socket, and others must get to it.
  const root = mkdtempSync('/tmp/pcsys-')
  chmodSync(root, 0o755)
  const tag = `${process.pid % 100_000}${made++}`
  const service = `pcs${tag}`
  const agent = makeAccount(`pca${tag}`, root)
  const other = makeAccount(`pco${tag}`, root)
  const places = systemPlaces(root)
  await checked(process.execPath, [MAIN, 'install', '--system', '--yes', '--root', root, '--account', service])
  const record = systemRecord(places)!
  const hooks = dirname(record.door)
  writeFileSync(join(places.managed, 'root-secret.json'), 'ROOTSECRET is not JSON\n', { mode: 0o600 })
  mkdirSync(join(agent.home, 'project'), { recursive: true })
  writeFileSync(join(other.home, 'secret.txt'), 'OTHERSECRET\n', { mode: 0o600 })
  for (const [path, { uid, gid }] of [
    [join(agent.home, 'project'), agent],
    [join(other.home, 'secret.txt'), other],
  ] as const)
    spawnSync('/bin/chown', [`${uid}:${gid}`, path])
  // A door that somebody else could stand in: what the hook makes of it rests on the kernel's word alone.
  writeFileSync(
    join(hooks, 'loose.conf'),
    `socket=${agent.home}/loose.sock\ndaemon=${record.uid}\ndoctor=doctor\nlimit=20\nspare=5\nobserve=no\n`,
  )
  const runAs: Scene['runAs'] = (who, script, environment = {}) => {
    const { status, stdout, stderr } = spawnSync('/usr/bin/setpriv', words(who, script), {
      ...settingsFor(who, { ...variables(), ...environment }),
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    return { status, stdout, stderr }
  }
  const variables = (): Readonly<Record<string, string>> => {
    const own = accountState(places, agent.uid)
    const address = readJson(join(own, 'daemon.json'))
    return {
      ROOT: root,
      ETC: places.managed,
      HOOKS: hooks,
      HOOK: record.door,
      STATE: places.state,
      OWN: own,
      OTHERS: accountState(places, other.uid),
      RUN: places.run,
      SOCK: places.socket,
      NODE: record.node,
      LAUNCHER: record.launcher,
      SERVICE: record.account,
      SERVICE_UID: String(record.uid),
      OTHER_HOME: other.home,
      OTHER_UID: String(other.uid),
      MAIN: numberIn(pidFile(places)),
      DAEMON: String(address?.['pid'] ?? ''),
      PORT: String(address?.['port'] ?? ''),
      DOOR: doorOf(Number(numberIn(pidFile(places)))),
    }
  }
  const scene: Scene = {
    places,
    record,
    agent,
    other,
    hooks,
    variables,
    runAs,
    startAs: (who, script) =>
      spawn('/usr/bin/setpriv', words(who, script), {
        ...settingsFor(who, variables()),
        stdio: 'pipe',
        detached: true,
      }),
    call: (who, command, environment) =>
      runAs(who, `printf %s "$EVENT" | "$HOOK" claude-code`, { ...environment, EVENT: eventOf(who, command) }),
    restart: async () => {
      await stopRunning(places, record)
      for (const { run } of startService(places, () => record)) await run()
      await settled(scene)
    },
    remove: async () => {
      await checked(process.execPath, [MAIN, 'uninstall', '--system', '--yes', '--purge', '--root', root])
      for (const { name } of [agent, other]) {
        spawnSync('/usr/bin/pkill', ['-KILL', '-u', name])
        spawnSync('/usr/sbin/userdel', [name])
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
  try {
    await settled(scene)
  } catch (error) {
    await scene.remove()
    throw error
  }
  return scene
}

/** Both daemons are started by the first call of each account. */
async function settled(scene: Scene): Promise<void> {
  await until('the public door answers', () => answers(scene.places.socket))
  for (const who of [scene.agent, scene.other]) {
    const { status, stderr } = scene.call(who, 'ls')
    if (status !== 0) throw new Error(`the gate does not judge calls of ${who.name}: ${stderr}`)
  }
}

let sessions = 0

/** Each in a session of its own: what one was denied must not count against the next. */
export function eventOf(who: Pick<Made, 'home'>, command: string, more: object = {}): string {
  return JSON.stringify({
    session_id: `session-${process.pid}-${sessions++}`,
    cwd: join(who.home, 'project'),
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    ...more,
  })
}

function words(who: Made, script: string): readonly string[] {
  return [`--reuid=${who.uid}`, `--regid=${who.gid}`, '--clear-groups', '/bin/bash', '-c', script]
}

function settingsFor(who: Made, variables: Readonly<Record<string, string>>) {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: who.home, USER: who.name, ...variables }
  return { cwd: who.home, env }
}

function makeAccount(name: string, root: string): Made {
  const home = join(root, 'home', name)
  mkdirSync(join(root, 'home'), { recursive: true })
  chmodSync(join(root, 'home'), 0o755)
  const { status, stderr } = spawnSync('/usr/sbin/useradd', ['-m', '-d', home, '-s', '/bin/bash', '-U', name], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`useradd failed: ${stderr}`)
  chmodSync(home, 0o700)
  const { uid, gid } = lstatSync(home)
  return { name, uid, gid, home }
}

function readJson(path: string): Readonly<Record<string, unknown>> | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : undefined
}

function numberIn(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** The native program that keeps the public door: a child of the gate. */
function doorOf(gate: number): string {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = children.find((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return status.includes(`PPid:\t${gate}\n`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--door')
    } catch {
      return false
    }
  })
  return found ?? ''
}

function checked(program: string, given: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${given[1]} failed: ${said}`))))
  })
}
