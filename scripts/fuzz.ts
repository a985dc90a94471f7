import * as answer from '../src/classifier/answer.ts'
import { progressOn } from '../src/surfaces/cli/progress.ts'
import { fuzzAnswers } from '../test/answer-fuzz.ts'
import { fuzzCommands } from '../test/fuzzing.ts'
import { loadProduct } from '../test/product.ts'

/**
 * `npm run fuzz -- [commands] [seed] [minutes] [answers]`: 200,000 commands and 1,000,000 answers of the reviewing model
 * unless told otherwise, in bounded time.
 */
const [commands = 200_000, seed = Date.now() % 1_000_000, minutes = 20, answers = 1_000_000] = process.argv
  .slice(2)
  .map(Number)
const end = Date.now() + minutes * 60_000
const until = (): boolean => Date.now() > end

const reading = progressOn(process.stderr, 'answers read')
const read = fuzzAnswers(answer, { cases: answers, seed, until, onProgress: (done) => reading.step(done, answers) })
reading.end()
report(`${read.cases} answers, seed ${seed}, ${read.allowed} of them a no to both readers`, read, answers)

const judging = progressOn(process.stderr, 'commands fuzzed')
const judged = await fuzzCommands(await loadProduct(), {
  cases: commands,
  seed,
  until,
  onProgress: (done) => judging.step(done, commands),
})
judging.end()
report(`${judged.cases} commands, seed ${seed}, slowest ${judged.slowest.millis.toFixed(1)} ms`, judged, commands)

function report(
  line: string,
  result: { readonly cases: number; readonly failures: readonly string[] },
  wanted: number,
): void {
  process.stdout.write(`${line}, ${result.failures.length} failures\n`)
  for (const failure of result.failures) process.stdout.write(`${failure}\n`)
  if (result.failures.length === 0 && result.cases < wanted) process.stdout.write(`stopped after ${minutes} minutes\n`)
  if (result.failures.length > 0) process.exitCode = 1
}
