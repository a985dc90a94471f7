import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SOURCES } from '../product.ts'
import { startProxy, type TcpProxy } from '../servers/tcp-proxy.ts'
import { unhurried } from '../until.ts'

/** One daemon of a team, as a process of its own, with a network of its own to the database. */
export interface Member {
  readonly name: string
  readonly proxy: TcpProxy
  readonly state: string
  readonly port: number
  readonly pid: number
  readonly agent: string
  readonly operator: string
  /** How often it was killed. */
  readonly kills: number
  kill(): Promise<void>
  /** After `kill`. */
  start(): Promise<void>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

export interface ChaosTeam {
  readonly members: readonly Member[]
  readonly project: string
  readonly url: string
  end(): Promise<void>
}

export interface TeamOptions {
  readonly url: string
  readonly count: number
  /** Of the user, for all of them. */
  readonly settings: object
  readonly environment?: Readonly<Record<string, string>>
  /** Of one member only. */
  readonly environmentOf?: (index: number) => Readonly<Record<string, string>>
  /** Sources with a bug put back. */
  readonly root?: string
  /** Without a network that can fail between them and the database. */
  readonly direct?: true
}

/** Starts the daemons one after the other; all get the key that the first one made. */
export async function startTeam(options: TeamOptions): Promise<ChaosTeam> {
  const directory = mkdtempSync(join(tmpdir(), 'pc-chaos-'))
  const project = join(directory, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(directory, '.portcullis'))
  writeFileSync(join(directory, '.portcullis', 'settings.json'), JSON.stringify(options.settings))
  const members: ChaosMember[] = []
  const end = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.end()))
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    for (let index = 0; index < options.count; index++) {
      const member = await ChaosMember.make(options, directory, index, members[0])
      members.push(member)
      await member.start()
    }
  } catch (error) {
    await end()
    throw error
  }
  return { members, project, url: options.url, end }
}

class ChaosMember implements Member {
  readonly name: string
  readonly proxy: TcpProxy
  readonly state: string
  readonly #root: string
  readonly #environment: Record<string, string | undefined>
  #child: ChildProcess | undefined
  #exited: Promise<unknown> = Promise.resolve()
  port = 0
  agent = ''
  operator = ''
  kills = 0

  static async make(
    options: TeamOptions,
    directory: string,
    index: number,
    first: ChaosMember | undefined,
  ): Promise<ChaosMember> {
    const url = new URL(options.url)
    const proxy = await startProxy(Number(url.port))
    if (options.direct === undefined) url.port = String(proxy.port)
    const state = join(directory, `state-${index}`)
    const key = join(state, 'postgres', 'team.key')
    mkdirSync(join(state, 'postgres'), { recursive: true, mode: 0o700 })
    if (first !== undefined) {
      copyFileSync(join(first.state, 'postgres', 'team.key'), key)
      chmodSync(key, 0o600)
    }
    chmodSync(state, 0o700)
    return new ChaosMember(`daemon ${index + 1}`, proxy, state, options.root ?? SOURCES, {
      PATH: process.env['PATH'],
      HOME: directory,
      PORTCULLIS_STATE: state,
      PORTCULLIS_DATABASE: url.href,
      ...options.environment,
      ...options.environmentOf?.(index),
    })
  }

  private constructor(
    name: string,
    proxy: TcpProxy,
    state: string,
    root: string,
    environment: Record<string, string | undefined>,
  ) {
    this.name = name
    this.proxy = proxy
    this.state = state
    this.#root = root
    this.#environment = environment
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  async start(): Promise<void> {
    const main = join(this.#root, 'surfaces', 'cli', 'main.ts')
    const child = spawn(process.execPath, ['--disable-sigusr1', main, 'serve', '--port', '0'], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#exited = new Promise((resolve) => child.once('exit', resolve))
    let said = ''
    const port = Promise.withResolvers<number>()
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (found !== undefined) port.resolve(Number(found))
    })
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
    child.once('exit', () => port.reject(new Error(`${this.name} does not start: ${said}`)))
    const late = setTimeout(() => port.reject(new Error(`${this.name} does not listen: ${said}`)), unhurried(30_000))
    try {
      this.port = await port.promise
    } finally {
      clearTimeout(late)
    }
    this.agent = readFileSync(join(this.state, 'agent.token'), 'utf8').trim()
    this.operator = readFileSync(join(this.state, 'operator.token'), 'utf8').trim()
  }

  async kill(): Promise<void> {
    this.kills++
    this.#child?.kill('SIGKILL')
    await this.#exited
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name)
  }

  async end(): Promise<void> {
    this.#child?.kill('SIGCONT')
    this.#child?.kill('SIGKILL')
    await this.#exited
    await this.proxy.close()
  }
}

/** The library that gives one process a clock of its own, from Debian's `libfaketime`. */
export function fakeClock(): string | undefined {
  return ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path))
}
