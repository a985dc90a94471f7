import { CASES, HELD_OUT } from './cases.ts'
import { selfAttack, table } from './suite.ts'

/**
 * `node test/suites/self-attack/run.ts [held-out] [library|hook] [kind…]`: the table by kind, and every miss; of lists that are
 * held out the table alone.
 */
const words = process.argv.slice(2)
const ways = words.filter((word) => word === 'library' || word === 'hook')
const heldOut = words.includes('held-out')
const kinds = words.filter((word) => !['library', 'hook', 'held-out'].includes(word))
const all = heldOut ? HELD_OUT : CASES
const began = performance.now()
const { judged, misses } = await selfAttack(
  (one) => kinds.length === 0 || kinds.some((kind) => one.id === kind || one.kind === kind),
  ways.length === 0 ? ['library', 'hook'] : ways,
  all,
)
for (const { case: one, by, wrong } of heldOut ? [] : misses) {
  console.log(`${one.id} [${by}] ${JSON.stringify(one.call.input)}\n    ${one.why}\n    ${wrong}`)
}
console.log(`\n${table(misses, all)}\n`)
console.log(`${judged} judgements, ${misses.length} misses, ${Math.round((performance.now() - began) / 1000)} s`)
