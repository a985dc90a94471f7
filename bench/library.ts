import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetful } from '../src/journal/journal.ts'
import { openGate } from '../src/surfaces/sdk/open-gate.ts'
import { isRefusal } from '../src/surfaces/sdk/wrap-tool.ts'
import { markdownTable, percentile } from './tables.ts'

const ROUNDS = 3_000
const RATE = { burst: 1_000_000, perSecond: 1_000_000 }

/** What a program's agent calls all day: its own tools, described in data, and a shell. */
const CALLS = [
  { name: 'get_weather', input: (round: number) => ({ city: `city ${round}` }) },
  { name: 'load_document', input: (round: number) => ({ path: `docs/page-${round % 50}.md` }) },
  { name: 'Bash', input: (round: number) => ({ command: ['git status', 'ls -la src', 'npm test'][round % 3]! }) },
] as const

const TOOLS = { get_weather: { harmless: 'city' }, load_document: { reads: 'path' } } as const

/** A wrapped tool against the bare function, call by call in turn, with and without the durable record. */
export async function libraryBench(rounds: number = ROUNDS): Promise<string> {
  const rows = [
    ...(await rowsFor('without the durable record', rounds, 150)),
    ...(await rowsFor('with the durable record', rounds, 1_000)),
  ]
  const header = ['tool', 'record', 'bare p50 µs', 'wrapped p50 µs', 'wrapped p99 µs', 'over bare p50 µs', 'target']
  return [
    '## A wrapped tool in process\n',
    `${rounds} calls each, one after the other. Load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores.\n`,
    markdownTable(header, rows),
  ].join('\n')
}

async function rowsFor(record: string, rounds: number, target: number): Promise<string[][]> {
  const home = mkdtempSync(join(tmpdir(), 'bench-library-'))
  const cwd = join(home, 'project')
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const gate = await openGate({
    cwd,
    home,
    state: join(home, 'state'),
    managedDirectory: join(home, 'none'),
    tools: TOOLS,
    recordWithinMs: 20_000,
    // No agent calls so fast; a benchmark does.
    settings: JSON.stringify({ admission: { rate: RATE, ratePerAgent: RATE, ratePerUser: RATE, loop: false } }),
    ...(record.startsWith('without') ? { journal: forgetful } : {}),
  })
  const rows: string[][] = []
  for (const { name, input } of CALLS) {
    const run = (given: object): string => JSON.stringify(given)
    const wrapped = gate.wrap({ name, run })
    const bare: number[] = []
    const judged: number[] = []
    const warmUp = Math.ceil(rounds / 2)
    for (let round = 0; round < rounds + warmUp; round++) {
      const given = input(round)
      const before = performance.now()
      await run(given)
      const between = performance.now()
      const output = await wrapped(given)
      const after = performance.now()
      if (isRefusal(output)) throw new Error(output.message)
      if (round < warmUp) continue
      bare.push((between - before) * 1000)
      judged.push((after - between) * 1000)
    }
    const over = percentile(judged, 0.5) - percentile(bare, 0.5)
    rows.push([
      name,
      record,
      percentile(bare, 0.5).toFixed(1),
      percentile(judged, 0.5).toFixed(0),
      percentile(judged, 0.99).toFixed(0),
      over.toFixed(0),
      `≤ ${target} µs${over <= target ? '' : ' (missed)'}`,
    ])
  }
  await gate.close()
  rmSync(home, { recursive: true, force: true })
  return rows
}

if (import.meta.main) {
  const [rounds] = process.argv.slice(2).map(Number)
  process.stdout.write(`${await libraryBench(rounds)}\n`)
}
