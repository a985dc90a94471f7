import { progressOn } from '../src/surfaces/cli/progress.ts'
import { fuzzCommands } from '../test/fuzzing.ts'
import { loadProduct } from '../test/product.ts'

/** `npm run fuzz -- [cases] [seed] [minutes]`: 200,000 commands unless told otherwise, in bounded time. */
const [cases = 200_000, seed = Date.now() % 1_000_000, minutes = 20] = process.argv.slice(2).map(Number)
const end = Date.now() + minutes * 60_000
const progress = progressOn(process.stderr, 'fuzzed')
const result = await fuzzCommands(await loadProduct(), {
  cases,
  seed,
  until: () => Date.now() > end,
  onProgress: (done) => progress.step(done, cases),
})
progress.end()
process.stdout.write(
  `${result.cases} commands, seed ${seed}, slowest ${result.slowest.millis.toFixed(1)} ms, ${result.failures.length} failures\n`,
)
for (const failure of result.failures) process.stdout.write(`${failure}\n`)
if (result.cases < cases) process.stdout.write(`stopped after ${minutes} minutes\n`)
process.exitCode = result.failures.length === 0 ? 0 : 1
