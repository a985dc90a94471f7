import { readCallValue } from '../src/call/read-call.ts'
import { realWorld } from '../src/call/world.node.ts'
import { type Gate, judge } from '../src/gate.ts'
import { newSession } from '../src/session.ts'
import { composeGate } from '../src/surfaces/compose.ts'
import { markdownTable, percentile } from './tables.ts'

/** What agents run all day. */
const ORDINARY = [
  'git status',
  'git diff HEAD~1 -- src/index.ts',
  'npm test',
  'ls -la src',
  'grep -rn "judge(" src --include=*.ts | head -20',
  'cat package.json | jq .version',
  'find . -name "*.ts" -not -path "./node_modules/*" | xargs wc -l',
  'cd src && ls',
  'python -c "import json; print(json.dumps({}))"',
  'mkdir -p build && cp README.md build/',
  'git add -A && git commit -m "Fix the thing"',
  'npx tsc --noEmit',
  'rm -rf dist',
  'sed -n 1,40p src/gate.ts',
  'for f in *.md; do echo "$f"; done',
  'docker ps --format "{{.Names}}"',
  'curl -s http://localhost:3000/health',
  'echo done > out.txt 2>&1',
]

const ROUNDS = 300

/** judge() without a model on ordinary commands, with 500 rules, against a bare JSON parse of the same call. */
export async function judgeBench(): Promise<string> {
  const gate = await gateWithRules()
  const cwd = process.cwd()
  const rows: string[][] = []
  const all: number[] = []
  const parse: number[] = []
  for (let round = 0; round < ROUNDS + 50; round++) {
    for (const command of ORDINARY) {
      const text = JSON.stringify({ tool: 'Bash', input: { command } })
      const t0 = performance.now()
      JSON.parse(text)
      const t1 = performance.now()
      const read = readCallValue(
        { tool: 'Bash', input: { command } },
        { id: 'bench', cwd, session: 'bench', agent: 'bench' },
      )
      if ('unreadable' in read) throw new Error(read.unreadable.sentence)
      await judge(gate, read.ok, newSession('bench'))
      const t2 = performance.now()
      if (round < 50) continue
      parse.push((t1 - t0) * 1000)
      all.push((t2 - t1) * 1000)
    }
  }
  rows.push([
    'ordinary commands, 500 rules',
    fixed(percentile(all, 0.5)),
    fixed(percentile(all, 0.99)),
    `${Math.round(percentile(all, 0.5) / Math.max(0.1, percentile(parse, 0.5)))}×`,
    'p50 ≤ 100 µs, p99 ≤ 1,000 µs',
  ])
  const growth = await growthRows(gate, cwd)
  return `## judge() in process\n\n${markdownTable(['case', 'p50 µs', 'p99 µs', 'to JSON.parse', 'target'], rows)}\n## Growth with command length\n\n${markdownTable(['command', 'bytes', 'ms', 'ms per KiB'], growth)}`
}

/** Linear: the time per KiB must not grow with the length. */
async function growthRows(gate: Gate, cwd: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const size of [1, 4, 16, 64, 127]) {
    const command = 'echo hello world && '.repeat((size * 1024) / 20).concat('true')
    const times: number[] = []
    for (let round = 0; round < 7; round++) {
      const read = readCallValue(
        { tool: 'Bash', input: { command } },
        { id: 'bench', cwd, session: 'bench', agent: 'bench' },
      )
      if ('unreadable' in read) throw new Error(read.unreadable.sentence)
      const started = performance.now()
      await judge(gate, read.ok, newSession('bench'))
      times.push(performance.now() - started)
    }
    const best = percentile(times, 0.5)
    rows.push([`echo … && (${size} KiB)`, String(command.length), best.toFixed(2), (best / size).toFixed(3)])
  }
  return rows
}

async function gateWithRules(): Promise<Gate> {
  const deny = Array.from({ length: 300 }, (_, index) => `Bash(tool${index} *)`)
  const allow = Array.from({ length: 200 }, (_, index) => `Bash(task${index}:*)`)
  return composeGate({ world: realWorld(), settings: JSON.stringify({ permissions: { deny, allow } }) })
}

function fixed(value: number): string {
  return value.toFixed(0)
}
