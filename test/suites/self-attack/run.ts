import { selfAttack, table } from './suite.ts'

/** `node test/suites/self-attack/run.ts [library|hook] [kind…]`: the table by kind, and every miss. */
const words = process.argv.slice(2)
const ways = words.filter((word) => word === 'library' || word === 'hook')
const kinds = words.filter((word) => word !== 'library' && word !== 'hook')
const began = performance.now()
const { judged, misses } = await selfAttack(
  (one) => kinds.length === 0 || kinds.some((kind) => one.id === kind || one.kind === kind),
  ways.length === 0 ? ['library', 'hook'] : ways,
)
for (const { case: one, by, wrong } of misses) {
  console.log(`${one.id} [${by}] ${JSON.stringify(one.call.input)}\n    ${one.why}\n    ${wrong}`)
}
console.log(`\n${table(misses)}\n`)
console.log(`${judged} judgements, ${misses.length} misses, ${Math.round((performance.now() - began) / 1000)} s`)
