import { spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** What is timed: each command in turn, so that all of them see the same load. */
export interface TimedCommands {
  readonly rounds: number
  /** The first rounds warm up and do not count. */
  readonly warmUp: number
  /** `TURN` in it becomes a number that no other start had: nobody does the very same thing hundreds of times. */
  readonly input: string
  readonly cases: readonly {
    readonly name: string
    readonly command: readonly string[]
    readonly env: Readonly<Record<string, string | undefined>>
    /** Instead of the input of all. */
    readonly input?: string
    /** How it has to end: 0 unless it says so. */
    readonly status?: number
  }[]
}

/**
 * Milliseconds of every round, for each case. In a process of its own that holds nothing else: starting a program costs
 * more the more memory whoever starts it has, and that is not the program's time.
 */
export function timeCommands(wanted: TimedCommands): readonly (readonly number[])[] {
  const child = spawnSync(process.execPath, [import.meta.filename], {
    input: JSON.stringify(wanted),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (child.status !== 0) throw new Error(`timing ended with ${child.status}`)
  return JSON.parse(child.stdout) as number[][]
}

function time({ rounds, warmUp, input, cases }: TimedCommands): readonly (readonly number[])[] {
  const times = cases.map((): number[] => [])
  let turn = 0
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const [index, { name, command, env, input: own, status: wanted }] of cases.entries()) {
      const given = (own ?? input).replaceAll('TURN', String(++turn))
      const started = performance.now()
      const { status, stderr } = spawnSync(command[0]!, command.slice(1), {
        input: given,
        env,
        encoding: 'utf8',
      })
      const millis = performance.now() - started
      if (status !== (wanted ?? 0)) throw new Error(`${name} ended with ${status}: ${stderr}`)
      if (round >= warmUp) times[index]!.push(millis)
    }
  }
  return times
}

if (import.meta.main) process.stdout.write(JSON.stringify(time(JSON.parse(await text(process.stdin)) as TimedCommands)))
