/**
 * Compares what is written down about programs with what others tell about them: `npm run oracle [-- name…]`. Prints
 * each option that an entry leaves out, takes for a flag although it takes a value, or the other way round, and totals.
 * `--wrong` leaves out what is left out; `--cache DIR` is where facts are kept.
 */
import { parseArgs } from 'node:util'
import { entryNamed } from '../../src/call/programs/from-settings.ts'
import { withLike } from '../../src/call/programs/walk.ts'
import { allPrograms } from '../../src/call/shell/programs/index.ts'
import { cacheFolder, gather } from './cache.ts'
import { differences } from './compare.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: 'string' }, wrong: { type: 'boolean', default: false } },
})
const cache = values.cache ?? cacheFolder()
const described = allPrograms().flatMap(({ names, entry }) =>
  entry === undefined ? [] : [{ name: names[0]!, entry: withLike(entry, {}, entryNamed) }],
)
const wanted = described.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const facts = new Map(
  [
    ...gather(
      cache,
      wanted.map(({ name }) => name),
    ),
  ].map((one) => [one.name, one]),
)

const totals = { programs: 0, silent: 0, told: 0, leftOut: 0, valuedThere: 0, flagThere: 0 }
for (const { name, entry } of wanted) {
  const told = facts.get(name)!
  totals.programs += 1
  if (told.sources.length === 0) totals.silent += 1
  for (const one of differences(name, entry, told)) {
    totals.told += one.told
    totals.leftOut += one.leftOut.length
    totals.valuedThere += one.valuedThere.length
    totals.flagThere += one.flagThere.length
    const parts = [
      ...(one.valuedThere.length > 0 ? [`flag here, takes a value: ${one.valuedThere.join(' ')}`] : []),
      ...(one.flagThere.length > 0 ? [`value here, is a flag: ${one.flagThere.join(' ')}`] : []),
      ...(one.leftOut.length > 0 && !values.wrong ? [`left out: ${one.leftOut.join(' ')}`] : []),
    ]
    for (const part of parts) process.stdout.write(`${one.words} (${told.sources.join(', ')}): ${part}\n`)
  }
}
process.stdout.write(
  `\n${totals.programs} entries, ${totals.programs - totals.silent} told about; of ${totals.told} options ${totals.leftOut} are left out, ${totals.valuedThere} are flags here and take a value, ${totals.flagThere} take a value here and are flags\n`,
)
