import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../src/journal/stores/sqlite-reader.ts'
import { markdownTable, percentile } from './tables.ts'

/** Everyday calls that are allowed, so that each waits for its durable record. */
export const COMMANDS: readonly string[] = [
  'git status',
  'git diff HEAD~1 -- src/index.ts',
  'ls -la src',
  'grep -rn "judge(" src --include=*.ts | head -20',
  'sed -n 1,40p README.md',
  'find . -name "*.ts" | wc -l',
]

export interface DaemonBenchOptions {
  /** How long the sustained load lasts. */
  readonly seconds: number
}

/** The daemon in a process of its own, a client in this one; both share the machine, so the figures include the client. */
export async function daemonBench(options: DaemonBenchOptions = { seconds: 10 }): Promise<string> {
  const place = await launch()
  try {
    await load(place, { connections: 64, sessions: 64, until: { seconds: 3 } })
    const sustained = await load(place, { connections: 64, sessions: 64, until: { seconds: options.seconds } })
    const sessions = await load(place, { connections: 64, sessions: 1000, until: { seconds: 5 } })
    const open = await openSessions(place)
    const overload = await load(place, { connections: 1000, sessions: 64, until: { seconds: 5 } })
    const after = await load(place, { connections: 64, sessions: 64, until: { seconds: 3 } })
    const recorded = await recordedAllows(place)
    const answered = place.allowed
    const rows = [
      row(`64 connections, ${options.seconds} s`, sustained, '≥ 5,000 /s, p99 ≤ 60 ms, 0 errors'),
      row(`64 connections, 1,000 sessions (${open} open)`, sessions, '1,000 open'),
      row('1,000 connections: overload', overload, 'none late, few refused'),
      row('64 connections after it', after, 'as before'),
    ]
    const table = markdownTable(
      [
        'case',
        'allows /s',
        'p50 ms',
        'p99 ms',
        'max ms',
        'refused (429)',
        'errors',
        'daemon CPU',
        'CPU µs per allow',
        'load',
        'target',
      ],
      rows,
    )
    return `## Daemon over HTTP, every allow durable\n\n${table}\nAllows answered: ${answered}; allows in the log: ${recorded} (every answer must be there: ${recorded >= answered ? 'yes' : 'NO'}).\n`
  } finally {
    await end(place)
  }
}

/** A small heap, so that garbage is collected soon: what then still grows is kept, not merely not yet collected. */
const SMALL_HEAP = ['--max-semi-space-size=8', '--max-old-space-size=120']

/** Memory of a daemon with a small heap over many decisions. */
export async function daemonMemoryBench(decisions: number = 100_000): Promise<string> {
  const place = await launch(SMALL_HEAP)
  try {
    return `## Memory of the daemon (${SMALL_HEAP.join(' ')})\n\n${await watchMemory(place, decisions)}`
  } finally {
    await end(place)
  }
}

async function end(place: Place): Promise<void> {
  place.child.kill('SIGTERM')
  await new Promise((resolve) => place.child.once('exit', resolve))
  rmSync(place.directory, { recursive: true, force: true })
}

interface Place {
  readonly child: ChildProcess
  readonly directory: string
  readonly state: string
  readonly project: string
  readonly port: number
  readonly agent: string
  readonly operator: string
  allowed: number
}

async function launch(flags: readonly string[] = []): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'pc-bench-'))
  const state = join(directory, 'state')
  const project = join(directory, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  // A few sessions stand for a thousand: each is faster than any agent.
  const rate = { burst: 1_000_000, perSecond: 1_000_000 }
  const admission = { rate, ratePerAgent: rate, ratePerUser: rate, loop: false }
  mkdirSync(join(directory, '.portcullis'))
  writeFileSync(join(directory, '.portcullis', 'settings.json'), JSON.stringify({ admission }))
  const main = join(import.meta.dirname, '..', 'src', 'surfaces', 'cli', 'main.ts')
  const child = spawn(process.execPath, [...flags, main, 'serve', '--port', '0'], {
    env: { ...process.env, HOME: directory, PORTCULLIS_STATE: state },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
    child.once('exit', () => reject(new Error(`the daemon does not start: ${text}`)))
  })
  const token = (name: string): string => readFileSync(join(state, name), 'utf8').trim()
  return {
    child,
    directory,
    state,
    project,
    port,
    agent: token('agent.token'),
    operator: token('operator.token'),
    allowed: 0,
  }
}

interface Load {
  readonly connections: number
  readonly sessions: number
  readonly until: { readonly seconds: number } | { readonly decisions: number }
}

interface Measured {
  readonly perSecond: number
  readonly times: readonly number[]
  readonly refused: number
  readonly errors: number
  readonly cpuSeconds: number
  readonly seconds: number
}

/** Each connection sends its next call when the last one is answered. */
async function load(place: Place, wanted: Load): Promise<Measured> {
  const times: number[] = []
  let allowed = 0
  let refused = 0
  let errors = 0
  let sent = 0
  const started = performance.now()
  const cpu = cpuSeconds(place)
  const goesOn = (): boolean =>
    'seconds' in wanted.until
      ? performance.now() - started < wanted.until.seconds * 1000
      : sent < wanted.until.decisions
  const one = async (): Promise<void> => {
    const connection = new Connection(place)
    while (goesOn()) {
      const number = sent++
      const before = performance.now()
      const answer = await connection.ask(COMMANDS[number % COMMANDS.length]!, `bench-${number % wanted.sessions}`)
      const took = performance.now() - before
      if (answer === 'allow') {
        allowed++
        times.push(took)
      } else if (answer === '429') refused++
      else errors++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: wanted.connections }, one))
  const seconds = (performance.now() - started) / 1000
  place.allowed += allowed
  return { perSecond: allowed / seconds, times, refused, errors, cpuSeconds: cpuSeconds(place) - cpu, seconds }
}

/** Where calls are sent, and as whom. */
export type Door = Pick<Place, 'port' | 'agent' | 'project'>

/** A kept-alive connection that knows just enough HTTP to be cheap. */
export class Connection {
  readonly #place: Door
  #socket: Socket | undefined
  #text = ''
  #answered: ((answer: string) => void) | undefined

  constructor(place: Door) {
    this.#place = place
  }

  ask(command: string, session: string): Promise<string> {
    const { port, agent, project } = this.#place
    const body = `{"tool":"Bash","input":{"command":${JSON.stringify(command)}},"cwd":"${project}","session":"${session}"}`
    const head = `POST /v1/judge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${agent}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#open().write(head + body)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket
    const socket = connect({ port: this.#place.port, host: '127.0.0.1', noDelay: true })
    const end = (): void => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#text = ''
      this.#answered?.('closed')
    }
    socket.on('data', (chunk: Buffer) => this.#hear(chunk.toString('latin1')))
    socket.on('error', end)
    socket.on('close', end)
    this.#socket = socket
    return socket
  }

  #hear(text: string): void {
    this.#text += text
    const head = this.#text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1] ?? 0)
    if (this.#text.length < head + 4 + length) return
    const status = this.#text.slice(9, 12)
    const decision = /"decision":"(\w+)"/.exec(this.#text)?.[1]
    this.#text = ''
    this.#answered?.(status === '200' ? (decision ?? 'nothing') : status)
  }
}

async function watchMemory(place: Place, decisions: number): Promise<string> {
  // Sessions grow until they are cut back; after that memory should stay.
  await load(place, { connections: 32, sessions: 8, until: { decisions: Math.min(40_000, decisions) } })
  const samples: { readonly done: number; readonly megabytes: number }[] = []
  const steps = 20
  for (let step = 0; step <= steps; step++) {
    if (step > 0) await load(place, { connections: 32, sessions: 8, until: { decisions: decisions / steps } })
    samples.push({ done: (decisions / steps) * step, megabytes: await quietMemory(place) })
  }
  const slope = (of: typeof samples): number =>
    leastSquares(of.map(({ done, megabytes }) => [done, megabytes] as const))
  const [first, last] = [samples[0]!.megabytes, samples.at(-1)!.megabytes]
  const lowest = Math.min(...samples.map((sample) => sample.megabytes))
  const highest = Math.max(...samples.map((sample) => sample.megabytes))
  return markdownTable(
    [
      'memory over',
      'first MB',
      'last MB',
      'lowest',
      'highest',
      'MB per 1,000,000 (fitted)',
      'of the second half',
      'target for the second half',
    ],
    [
      [
        `${decisions.toLocaleString('en')} decisions`,
        first.toFixed(1),
        last.toFixed(1),
        lowest.toFixed(1),
        highest.toFixed(1),
        (slope(samples) * 1e6).toFixed(1),
        // What is only warmed up once is not growth.
        (slope(samples.slice(steps / 2)) * 1e6).toFixed(1),
        '≤ 10',
      ],
    ],
  )
}

/** The least of a few readings: garbage that waits to be collected is not growth. */
async function quietMemory(place: Place): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let reading = 0; reading < 5; reading++) {
    const status = readFileSync(`/proc/${place.child.pid}/status`, 'utf8')
    least = Math.min(least, Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024)
    await sleep(100)
  }
  return least
}

function leastSquares(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  const under = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return over / under
}

async function openSessions(place: Place): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${place.port}/v1/sessions`, {
    headers: { authorization: `Bearer ${place.operator}` },
  })
  const { sessions } = (await answer.json()) as { sessions: unknown[] }
  return sessions.length
}

async function recordedAllows(place: Place): Promise<number> {
  const reader = openReader(statePaths(place.state).database)
  const { records } = await reader.stats({ decision: 'allow' })
  reader.close()
  return records
}

function cpuSeconds(place: Place): number {
  const fields = readFileSync(`/proc/${place.child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function row(name: string, measured: Measured, target: string): string[] {
  const { times, cpuSeconds: cpu, seconds } = measured
  return [
    name,
    String(Math.round(measured.perSecond)),
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.99).toFixed(1),
    percentile(times, 1).toFixed(1),
    String(measured.refused),
    String(measured.errors),
    `${((cpu / seconds) * 100).toFixed(0)} %`,
    ((cpu * 1e6) / (measured.perSecond * seconds)).toFixed(0),
    loadavg()[0]!.toFixed(1),
    target,
  ]
}

if (import.meta.main) {
  const full = process.argv.includes('--full')
  process.stdout.write(`${await daemonBench({ seconds: full ? 60 : 10 })}\n`)
  process.stdout.write(`${await daemonMemoryBench(full ? 1_000_000 : 100_000)}\n`)
}
