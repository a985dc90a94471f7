import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approvalsBench } from './approvals.ts'
import { consoleBench } from './console.ts'
import { containmentBench } from './containment.ts'
import { daemonBench, daemonMemoryBench } from './daemon.ts'
import { hookBench } from './hook.ts'
import { journalBench } from './journal.ts'
import { judgeBench } from './judge.ts'
import { libraryBench } from './library.ts'
import { mcpBench } from './mcp.ts'
import { reviewerBench } from './reviewer.ts'
import { startBench } from './start.ts'

/** Runs every benchmark, prints the tables and keeps them in bench/results.md. */
const parts = [
  '# Benchmark results\n\nMade by `npm run bench`. Ratios are within one run; absolute times depend on the machine.\n',
]
for (const bench of [
  judgeBench,
  () => libraryBench(),
  reviewerBench,
  journalBench,
  () => approvalsBench(),
  hookBench,
  mcpBench,
  containmentBench,
  startBench,
  () => daemonBench(),
  () => daemonMemoryBench(),
  () => consoleBench(),
]) {
  const text = await bench()
  process.stdout.write(`${text}\n`)
  parts.push(text)
}
writeFileSync(join(import.meta.dirname, 'results.md'), parts.join('\n'))
