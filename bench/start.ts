import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stagePackage } from '../scripts/stage-package.ts'

const ROUNDS = 21
const AT_ONCE = 4

interface Case {
  readonly name: string
  readonly most: number
  /** Milliseconds of CPU, of each call. */
  readonly run: () => Promise<readonly number[]>
}

/**
 * What it costs to start: CPU time of whole processes of the installed package, as multiples of `node -e 0` in the same run.
 * Rounds are interleaved, so that other load falls on all alike.
 */
export async function startBench(): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'portcullis-start-'))
  try {
    const launcher = join(await stagePackage(place), 'bin', 'portcullis.cjs')
    return await measure(place, launcher)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function measure(place: string, launcher: string): Promise<string> {
  const project = join(place, 'project')
  mkdirSync(project)
  const warm = homeIn(place)
  let homes = 0
  const check = [launcher, 'check', '--', 'ls']
  // As the hook's client starts it when no daemon answers.
  const hook = ['--disable-sigusr1', launcher, 'hook', 'generic', '--in-process', '--wire', '--deadline', '30']
  const event = { event: 'tool-call', session: 's', cwd: project, tool: 'Bash', input: { command: 'ls' } }
  const once = async (words: readonly string[], home = warm): Promise<readonly number[]> => [
    await cpuOf(words, project, home, JSON.stringify(event)),
  ]
  const first = (words: readonly string[]): Promise<readonly number[]> => {
    const home = homeIn(place, `first-${homes++}`)
    return Promise.all(Array.from({ length: AT_ONCE }, () => cpuOf(words, project, home, JSON.stringify(event))))
  }
  const bare = ['-e', '0']
  const cases: readonly Case[] = [
    { name: '`portcullis check -- ls`', most: 3, run: () => once(check) },
    { name: 'the hook without a daemon', most: 12, run: () => once(hook) },
    { name: 'four first `check`s at once, each', most: 20, run: () => first(check) },
    { name: 'four first hooks at once, each', most: 20, run: () => first(hook) },
  ]
  for (let round = 0; round < 2; round++) for (const { run } of cases.slice(0, 2)) await run()
  const bareTimes: number[] = []
  const times = cases.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    bareTimes.push(...(await once(bare)))
    for (const [at, { run }] of cases.entries()) times[at]!.push(...(await run()))
  }
  const rows = cases.map(({ name, most }, at) => {
    const least = Math.min(...times[at]!) / Math.min(...bareTimes)
    const usual = median(times[at]!) / median(bareTimes)
    return `| ${name} | ${ms(times[at]!)} | ${least.toFixed(1)}× | ${usual.toFixed(1)}× | ≤ ${most}× |`
  })
  return [
    '## Starting, from the installed package',
    '',
    `CPU time of whole processes, ${ROUNDS} rounds; load average ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| case | least / median ms | least to `node -e 0` | median to `node -e 0` | target |',
    '| --- | --- | --- | --- | --- |',
    `| \`node -e 0\` | ${ms(bareTimes)} | 1× | 1× |  |`,
    ...rows,
    '',
  ].join('\n')
}

function homeIn(place: string, name = 'home'): string {
  const home = join(place, name)
  mkdirSync(home, { recursive: true })
  return home
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
}

function ms(times: readonly number[]): string {
  return `${Math.min(...times).toFixed(0)} / ${median(times).toFixed(0)}`
}

/** Only whoever waits for a process is told its CPU time; bash does, and tells it to the millisecond. */
function cpuOf(words: readonly string[], cwd: string, home: string, input: string): Promise<number> {
  const script = `TIMEFORMAT='%3U %3S'; { time "$@" > /dev/null 2>&1; } 2>&1`
  const env = { PATH: '/usr/bin:/bin', HOME: home, PORTCULLIS_NO_DAEMON: '1' }
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, ...words], { cwd, env })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      const seconds = said.trim().split(' ').map(Number)
      if (code === 0 && seconds.length === 2) resolve((seconds[0]! + seconds[1]!) * 1000)
      else reject(new Error(`${words.join(' ')} ended with ${code}: ${said}`))
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(await startBench())
