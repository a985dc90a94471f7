import { existsSync } from 'node:fs'
import { crash } from '../test/journal/crash.ts'
import { rememberedCalls, verifyState } from '../test/journal/samples.ts'
import { canTrace, countSyncs, withFault } from '../test/journal/syscalls.ts'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'

/** The long form of the journal's fault tests: `npm run chaos [rounds]`. Exit code 1 when anything was lost. */
const rounds = Number(process.argv[2] ?? 500)
const failures: string[] = []

function note(text: string): void {
  process.stdout.write(`${text}\n`)
}

note(`kill -9, ${rounds} rounds`)
const report = await crash(rounds, (round) => {
  if (round % 50 === 0) note(`  ${round}`)
})
note(
  `  ${report.acknowledged} acknowledged, ${report.lost.length} lost, ${report.findings.length} findings, at least ${report.fewest} a round`,
)
if (report.fewest < 5) failures.push('void: a round had fewer than five acknowledgements')
failures.push(...report.lost.map((id) => `lost: ${id}`), ...report.findings)

if (canTrace) {
  for (const synchronous of ['FULL', 'NORMAL', 'OFF'] as const) {
    const { groups, syncs } = countSyncs(synchronous, 50)
    note(`syncs for ${groups} commit groups with synchronous=${synchronous}: ${syncs}`)
    if (syncs >= groups !== (synchronous === 'FULL')) failures.push(`synchronous=${synchronous} made ${syncs} syncs`)
  }
  for (const call of ['fsync,fdatasync', 'pwrite64', 'ftruncate', 'unlink']) {
    for (const lasting of ['once', 'for ever'] as const) {
      let n = 0
      for (let injected = true; injected && n < 400;) {
        const run = withFault(call, ++n, lasting, 5)
        injected = run.injected
        failures.push(...(await unsound(run)).map((finding) => `${call} number ${n} fails ${lasting}: ${finding}`))
      }
      note(`${call} fails ${lasting}, at each of ${n - 1} places`)
    }
  }
} else note('strace is missing: no system calls were counted or failed')

for (const failure of failures) note(`FAILED ${failure}`)
note(failures.length === 0 ? 'nothing was lost' : `${failures.length} failures`)
process.exitCode = failures.length === 0 ? 0 : 1

/** The same demands as the tests make. */
async function unsound(run: ReturnType<typeof withFault>): Promise<readonly string[]> {
  if (!run.ended) return ['the program did not end by itself']
  if (run.durable.length === 0 || !existsSync(statePaths(run.directory).database)) return []
  const remembered = new Set(rememberedCalls(run.directory))
  const result = await verifyState(run.directory)
  return [
    ...run.durable.filter((id) => !remembered.has(id)).map((id) => `lost ${id}`),
    ...result.findings.map((finding) => finding.sentence),
    ...result.damage,
  ]
}
