import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { anchorIn, freshDirectory, rememberedCalls, verifyState } from './samples.ts'
import { within } from '../until.ts'

export const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

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

/** Only a child that ends by itself leaves its compiled code to the next ones. */
export function warmUp(): void {
  spawnSync(process.execPath, [CHILD, 'count', freshDirectory(), '1', 'FULL'])
}

/** Rounds on one directory, so that each round also recovers what the last one left behind. */
const ROUNDS_PER_DIRECTORY = 50

/** A child acknowledges records and is killed with SIGKILL 0 to 60 ms after its fifth acknowledgement, again and again. */
export async function crash(rounds: number, progress: (round: number) => void = () => {}): Promise<CrashReport> {
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
    const ids = await killedFlood(directory, `r${round}`)
    acknowledged += ids.length
    fewest = Math.min(fewest, ids.length)
    expected.push(...ids)
    const remembered = new Set(rememberedCalls(directory))
    lost.push(...expected.filter((id) => !remembered.has(id)))
    const result = await verifyState(directory, anchorIn(directory))
    findings.push(...result.findings.map((finding) => finding.sentence), ...result.damage)
    progress(round + 1)
  }
  return { rounds, acknowledged, lost, findings, fewest }
}

async function killedFlood(directory: string, name: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [CHILD, 'flood', directory, '4', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  let aimed = false
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (aimed || text.split('\n').length <= 5) return
    aimed = true
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
  })
  await within('the child is gone', new Promise((resolve) => child.on('close', resolve)), 60_000)
  // The last line may be half a line: only what was said in full was acknowledged.
  return text.split('\n').slice(0, -1)
}
