import { availableParallelism, loadavg } from 'node:os'
import { readCallValue } from '../src/call/read-call.ts'
import type { ToolCall } from '../src/call/tool-call.ts'
import { realWorld } from '../src/call/world.node.ts'
import { rulebook } from '../src/categories/rulebook.ts'
import { lookAt } from '../src/checks/look-at.ts'
import { type Gate, judge } from '../src/gate.ts'
import { newSession } from '../src/session.ts'
import { composeGate } from '../src/surfaces/compose.ts'
import { BASH, LONG, POWERSHELL } from './commands.ts'
import { markdownTable, percentile } from './tables.ts'

const ROUNDS = 300
const WARM_UP = 100
const LONGEST_KIB = 127

/** judge() without a model, with 500 rules: ordinary commands, long ones, and how the time grows with the length. */
export async function judgeBench(): Promise<string> {
  const gate = await gateWithRules()
  // A gate that has run for a while: what is measured is the work, not the compiler of the first minute.
  for (let round = 0; round < WARM_UP; round++)
    for (const command of BASH) await timeToJudge(gate, 'Bash', `${command} # before ${round}`)
  const ordinary = [
    await ordinaryRow(gate, 'Bash', BASH, 'stage 0 alone, for the first time', 'p50 ≤ 60 µs, p99 ≤ 1,000 µs'),
    await ordinaryRow(gate, 'Bash', BASH, 'for the first time', 'p50 ≤ 100 µs, p99 ≤ 1,000 µs'),
    await ordinaryRow(gate, 'Bash', BASH, 'again', 'p50 ≤ 60 µs, p99 ≤ 1,000 µs'),
    await ordinaryRow(gate, 'PowerShell', POWERSHELL, 'for the first time', 'p50 ≤ 1,000 µs'),
    await ordinaryRow(gate, 'PowerShell', POWERSHELL, 'again', 'p50 ≤ 1,000 µs'),
  ]
  return [
    '## judge() in process, 500 rules, no model\n',
    `Load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores: with more load than cores, times are longer than the work.\n`,
    markdownTable(['ordinary commands', 'least µs', 'p50 µs', 'p99 µs', 'to JSON.parse', 'target'], ordinary),
    `## A command of ${LONGEST_KIB} KiB\n`,
    markdownTable(['shape', 'ms', 'target', 'time for twice the length', 'target', 'decision'], await longRows(gate)),
  ].join('\n')
}

/**
 * `again`: the same call as before, as agents send them. Else each has a comment that no other has. Stage 0 alone: what the
 * command would do, and what the rulebook says of that; without rules, modes, records and the rest of the gate.
 */
type Case = 'again' | 'for the first time' | 'stage 0 alone, for the first time'

async function ordinaryRow(
  gate: Gate,
  tool: string,
  commands: readonly string[],
  seen: Case,
  target: string,
): Promise<string[]> {
  const judged: number[] = []
  const parsed: number[] = []
  const least: number[] = []
  for (const ordinary of commands) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const command = seen === 'again' ? ordinary : `${ordinary} # ${round}`
      const bare = timeToParse(tool, command)
      const micros =
        seen === 'stage 0 alone, for the first time'
          ? timeOfStage0(gate, tool, command)
          : (await timeToJudge(gate, tool, command)).micros
      if (round < WARM_UP) continue
      parsed.push(bare)
      times.push(micros)
    }
    judged.push(...times)
    least.push(Math.min(...times))
  }
  const ratio = percentile(judged, 0.5) / Math.max(0.1, percentile(parsed, 0.5))
  return [
    `${tool}, ${seen}`,
    percentile(least, 0.5).toFixed(0),
    percentile(judged, 0.5).toFixed(0),
    percentile(judged, 0.99).toFixed(0),
    `${ratio.toFixed(0)}×`,
    target,
  ]
}

/** Linear: twice the length takes about twice the time, or less where looking stops. */
async function longRows(gate: Gate): Promise<string[][]> {
  const rows: string[][] = []
  for (const { name, make } of LONG) {
    const half = await least(gate, make((LONGEST_KIB * 1024) / 2))
    const whole = await least(gate, make(LONGEST_KIB * 1024))
    rows.push([
      name,
      (whole.micros / 1000).toFixed(1),
      '≤ 50 ms',
      `${(whole.micros / half.micros).toFixed(1)}×`,
      '≤ 2.5×',
      whole.decision,
    ])
  }
  return rows
}

/** The least of several runs: what the work costs when nothing else gets in its way. */
async function least(gate: Gate, command: string): Promise<{ micros: number; decision: string }> {
  let best = await timeToJudge(gate, 'Bash', command)
  for (let round = 0; round < 12; round++) {
    const next = await timeToJudge(gate, 'Bash', command)
    if (next.micros < best.micros) best = next
  }
  return best
}

async function timeToJudge(gate: Gate, tool: string, command: string): Promise<{ micros: number; decision: string }> {
  const started = performance.now()
  const verdict = await judge(gate, callFor(tool, command), newSession('bench'))
  return { micros: (performance.now() - started) * 1000, decision: verdict.decision }
}

function timeOfStage0(gate: Gate, tool: string, command: string): number {
  const call = callFor(tool, command)
  const session = newSession('bench')
  const policy = gate.policyFor(call.cwd)
  const started = performance.now()
  rulebook(lookAt(gate, call, session, policy).subject)
  return (performance.now() - started) * 1000
}

function callFor(tool: string, command: string): ToolCall {
  const read = readCallValue(
    { tool, input: { command } },
    { id: 'bench', cwd: process.cwd(), session: 'bench', agent: 'bench' },
  )
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  return read.ok
}

function timeToParse(tool: string, command: string): number {
  const text = JSON.stringify({ tool, input: { command } })
  const started = performance.now()
  JSON.parse(text)
  return (performance.now() - started) * 1000
}

async function gateWithRules(): Promise<Gate> {
  const deny = Array.from({ length: 300 }, (_, index) => `Bash(tool${index} *)`)
  const allow = Array.from({ length: 200 }, (_, index) => `Bash(task${index}:*)`)
  return composeGate({ world: realWorld(), settings: JSON.stringify({ permissions: { deny, allow } }) })
}

if (import.meta.main) process.stdout.write(`${await judgeBench()}\n`)
