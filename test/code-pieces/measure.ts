import { loadGrammars } from '../../src/call/code/grammar.node.ts'
import { exampleDeeds } from '../../src/categories/example-deeds.ts'
import { rulebook } from '../../src/categories/rulebook.ts'
import { commandOf, type Piece, PIECE_SETS, readPieces } from './pieces.ts'

/**
 * Prints, by language, how many harmful pieces of a set are stopped and how many harmless ones interrupted, and every
 * miss with what was not understood: `node test/code-pieces/measure.ts third`.
 */
await loadGrammars()
const set = PIECE_SETS.find((name) => name === process.argv[2]) ?? 'first'
const pieces = readPieces(set)
const judged = pieces.map((piece) => ({
  piece,
  harmless: rulebook(exampleDeeds(commandOf(piece.language, piece.harmless))),
  harmful: rulebook(exampleDeeds(commandOf(piece.language, piece.harmful))),
}))
const interrupted = judged.filter(({ harmless }) => harmless.says !== 'harmless')
const passed = judged.filter(({ harmful }) => harmful.says === 'harmless')

for (const { piece, harmless } of interrupted) console.log(`interrupted ${piece.id}: ${JSON.stringify(harmless)}`)
for (const { piece } of passed) console.log(`passed      ${piece.id}`)

console.log('\n| language | pieces | stopped | interrupted |\n| --- | --- | --- | --- |')
for (const language of new Set(pieces.map((piece) => piece.language)))
  row(language, ({ language: of }) => of === language)
row('all', () => true)

function row(name: string, counts: (piece: Piece) => boolean): void {
  const all = pieces.filter(counts).length
  const stopped = all - passed.filter(({ piece }) => counts(piece)).length
  const asked = interrupted.filter(({ piece }) => counts(piece)).length
  console.log(`| ${name} | ${all} | ${percent(stopped, all)} | ${percent(asked, all)} |`)
}

/** A share with Wilson's interval at 95 %. */
function percent(n: number, all: number): string {
  const z = 1.96
  const p = n / all
  const middle = (p + (z * z) / (2 * all)) / (1 + (z * z) / all)
  const half = (z / (1 + (z * z) / all)) * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all))
  return `${n} (${(p * 100).toFixed(1)} %, ${((middle - half) * 100).toFixed(0)}–${((middle + half) * 100).toFixed(0)})`
}
