import { spawn } from 'node:child_process'

/** One of several long runs, one after the other. */
export interface Part {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  /** It is ended after this and has failed: a hang must not take the time of the others. */
  readonly minutes: number
  /** Why it cannot run here. */
  readonly missing?: () => string | undefined
}

export interface PartEnd {
  readonly name: string
  readonly how: 'passed' | 'failed' | 'skipped'
  readonly minutes: number
  readonly because: string
}

/** Runs each in a process group of its own, with its output as it comes, and tells how they ended. */
export async function runParts(parts: readonly Part[], say: (text: string) => void): Promise<readonly PartEnd[]> {
  const ends: PartEnd[] = []
  for (const part of parts) {
    const missing = part.missing?.()
    say(`\n== ${part.name}: ${missing === undefined ? `at most ${part.minutes} minutes` : `skipped, ${missing}`}\n`)
    const began = performance.now()
    const because = missing ?? (await run(part, say))
    const how = missing === undefined ? (because === '' ? 'passed' : 'failed') : 'skipped'
    ends.push({ name: part.name, how, minutes: (performance.now() - began) / 60_000, because })
  }
  say(`\n${tableOf(ends)}`)
  return ends
}

/** Why it failed; nothing when it did not. */
function run({ command: [program, ...args], minutes }: Part, say: (text: string) => void): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let late = false
    const limit = setTimeout(() => {
      late = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, minutes * 60_000)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => say(piece.toString()))
    const end = (because: string): void => {
      clearTimeout(limit)
      resolve(because)
    }
    child.on('error', (error) => end(error.message))
    child.on('close', (code, signal) => {
      if (late) end(`not done after ${minutes} minutes`)
      else end(code === 0 ? '' : `ended with ${signal ?? code}`)
    })
  })
}

/** The last line is for whoever reads only that. */
function tableOf(ends: readonly PartEnd[]): string {
  const width = Math.max(...ends.map(({ name }) => name.length))
  const rows = ends.map(({ name, how, minutes, because }) =>
    `${name.padEnd(width)}  ${how.padEnd(7)}  ${minutes.toFixed(1).padStart(5)} min  ${because}`.trimEnd(),
  )
  const count = (how: PartEnd['how']): number => ends.filter((one) => one.how === how).length
  return `${rows.join('\n')}\n${count('passed')} passed, ${count('failed')} failed\n`
}
