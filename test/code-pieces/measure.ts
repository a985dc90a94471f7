import { loadGrammars } from '../../src/call/code/grammar.node.ts'
import { loadYaml } from '../../src/call/yaml.ts'
import { exampleDeeds } from '../../src/categories/example-deeds.ts'
import { rulebook } from '../../src/categories/rulebook.ts'
import { EXAMPLE_WORKSPACE } from '../../src/categories/example-deeds.ts'
import { notContained } from '../../src/containment/containable.ts'
import { commandOf, type Piece, PIECE_SETS, readPieces } from './pieces.ts'

/**
 * Prints, by language, how many harmful pieces of a set are stopped and how many harmless ones interrupted, and every
 * miss with what was not understood: `node test/code-pieces/measure.ts third`. Beside it stands what would be left of both
 * where walls can be built: what nothing but doubt speaks against runs behind them, and nobody is asked.
 */
await loadGrammars()
await loadYaml()
const set = PIECE_SETS.find((name) => name === process.argv[2]) ?? 'first'
const pieces = readPieces(set)
const judged = pieces.map((piece) => ({
  piece,
  harmless: judge(piece, piece.harmless),
  harmful: judge(piece, piece.harmful),
}))
const interrupted = judged.filter(({ harmless }) => harmless.says !== 'harmless')
const passed = judged.filter(({ harmful }) => harmful.says === 'harmless')
const tried = judged.filter(({ harmful }) => harmful.contained)

for (const { piece, harmless } of interrupted)
  console.log(`${harmless.contained ? 'contained  ' : 'interrupted'} ${piece.id}: ${JSON.stringify(harmless)}`)
for (const { piece } of passed) console.log(`passed      ${piece.id}`)

console.log(
  '\n| language | pieces | stopped | of these contained | interrupted | behind walls |\n| --- | --- | --- | --- | --- | --- |',
)
for (const language of new Set(pieces.map((piece) => piece.language)))
  row(language, ({ language: of }) => of === language)
row('all', () => true)

/** A verdict without walls, and whether walls would take its place. */
function judge(piece: Piece, code: string) {
  const deeds = exampleDeeds(commandOf(piece.language, code))
  const verdict = rulebook(deeds)
  const { call, actions } = deeds
  const doubtful = { ...call, tool: 'Bash', workspace: EXAMPLE_WORKSPACE, actions }
  return { ...verdict, contained: verdict.says === 'cannot-tell' && notContained(doubtful) === undefined }
}

function row(name: string, counts: (piece: Piece) => boolean): void {
  const all = pieces.filter(counts).length
  const stopped = all - passed.filter(({ piece }) => counts(piece)).length
  const asked = interrupted.filter(({ piece }) => counts(piece))
  const left = asked.filter(({ harmless }) => !harmless.contained).length
  const behind = tried.filter(({ piece }) => counts(piece)).length
  console.log(
    `| ${name} | ${all} | ${percent(stopped, all)} | ${behind} | ${percent(asked.length, all)} | ${percent(left, all)} |`,
  )
}

/** A share with Wilson's interval at 95 %. */
function percent(n: number, all: number): string {
  const z = 1.96
  const p = n / all
  const middle = (p + (z * z) / (2 * all)) / (1 + (z * z) / all)
  const half = (z / (1 + (z * z) / all)) * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all))
  return `${n} (${(p * 100).toFixed(1)} %, ${((middle - half) * 100).toFixed(0)}–${((middle + half) * 100).toFixed(0)})`
}
