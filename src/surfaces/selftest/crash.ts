import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openReader } from '../../journal/stores/sqlite-reader.ts'
import { verifyStateDirectory } from '../../journal/stores/verify-state.ts'
import { freshDirectory } from './sample-records.ts'

export interface CrashReport {
  readonly rounds: number
  readonly acknowledged: number
  /** Acknowledged and not in the journal: must be none. */
  readonly lost: readonly string[]
  /** What `verify` found: must be nothing. */
  readonly findings: readonly string[]
  /** A round with fewer acknowledgements than this proves nothing. */
  readonly fewest: number
}

/** Starts a process that writes records until it is killed, and prints a line for each that is durable. */
export type StartFlood = (directory: string, name: string) => ChildProcess

/** Rounds on one directory, so that each round also recovers what the last one left behind. */
const ROUNDS_PER_DIRECTORY = 50
const CHILD_PATIENCE = 60_000

/** A child acknowledges records and is killed with SIGKILL 0 to 60 ms after its fifth acknowledgement, again and again. */
export async function crash(
  rounds: number,
  start: StartFlood,
  progress: (round: number) => void = () => {},
): Promise<CrashReport> {
  let directory = ''
  let expected: string[] = []
  let acknowledged = 0
  let fewest = Infinity
  const lost: string[] = []
  const findings: string[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_PER_DIRECTORY === 0) {
      directory = freshDirectory()
      expected = []
    }
    const ids = await killedFlood(start(directory, `r${round}`))
    acknowledged += ids.length
    fewest = Math.min(fewest, ids.length)
    expected.push(...ids)
    const remembered = new Set(rememberedCalls(directory))
    lost.push(...expected.filter((id) => !remembered.has(id)))
    const result = await verifyStateDirectory(statePaths(directory, { anchor: anchorIn(directory) }))
    findings.push(...result.findings.map((finding) => finding.sentence), ...result.damage)
    progress(round + 1)
  }
  return { rounds, acknowledged, lost, findings, fewest }
}

async function killedFlood(child: ChildProcess): Promise<readonly string[]> {
  let text = ''
  let aimed = false
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (aimed || text.split('\n').length <= 5) return
    aimed = true
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
  })
  const late = setTimeout(() => child.kill('SIGKILL'), CHILD_PATIENCE)
  await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(late)
  // The last line may be half a line: only what was said in full was acknowledged.
  return text.split('\n').slice(0, -1)
}

/** An anchor beside the rest, where nothing is put back. */
export function anchorIn(stateDirectory: string): string {
  return join(stateDirectory, 'anchor.json')
}

/** The ids of the calls in the journal, in order. */
export function rememberedCalls(stateDirectory: string): readonly string[] {
  const reader = openReader(statePaths(stateDirectory).database)
  try {
    return [...reader.records()].map((record) => String(JSON.parse(record.body).call))
  } finally {
    reader.close()
  }
}
