import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { machineTexts } from '../../test/injections/machine-texts.ts'
import { keepBackground } from './background.ts'
import { lessons } from './lessons.ts'
import { type Bag, bagOf, scoreOf, train } from './train.ts'

/**
 * `node scripts/injection-model/mine.ts`: reads documents on this machine that are not among those the scanner is measured
 * with, and keeps the features of the windows that come nearest to an order. Nothing of their text is kept.
 */
const project = join(import.meta.dirname, '../..')
const measured = new Set(machineTexts(project).map(({ id }) => id))
const PLACES: readonly { readonly root: string; readonly wanted: RegExp; readonly most: number }[] = [
  { root: join(project, 'node_modules'), wanted: /\.(?:md|markdown|txt)$/i, most: 2500 },
  { root: join(project, 'node_modules'), wanted: /\.(?:m?js|d\.ts|json|html)$/, most: 1200 },
  // Our own files, but for those that hold orders as examples.
  { root: join(project, 'src'), wanted: /^(?!.*\/(?:results|categories)\/).*\.ts$/, most: 1500 },
  { root: '/usr/share/doc', wanted: /(?:README|NEWS|changelog|TODO|FAQ|copyright|\.txt|\.html)[^/]*$/i, most: 1500 },
  { root: '/usr/share/man', wanted: /\.[1-8](?:\.gz)?$/, most: 2000 },
  { root: '/usr/lib/python3', wanted: /\.(?:py|txt|rst)$/, most: 600 },
  { root: '/usr/share/perl', wanted: /\.(?:pod|pm)$/, most: 400 },
]
const LARGEST = 200_000
const PER_DOCUMENT = 5
const LONGEST_WINDOW = 260
const MOST_WINDOWS = 6000
const ROUNDS = 4

function filesBelow(root: string, wanted: RegExp, most: number): string[] {
  const found: string[] = []
  const open = [root]
  while (open.length > 0) {
    const directory = open.pop()!
    try {
      for (const entry of readdirSync(directory, { withFileTypes: true })) {
        const path = join(directory, entry.name)
        if (entry.isDirectory()) open.push(path)
        else if (entry.isFile() && wanted.test(path) && !measured.has(path)) found.push(path)
      }
    } catch {
      // A directory that cannot be read has nothing to teach.
    }
  }
  found.sort()
  return found.length <= most
    ? found
    : Array.from({ length: most }, (_, index) => found[Math.floor((index * found.length) / most)]!)
}

const seen = new Set<string>()
const bags: Bag[] = []
for (const { root, wanted, most } of PLACES)
  for (const path of filesBelow(root, wanted, most)) {
    if (statSync(path).size > LARGEST) continue
    const bytes = readFileSync(path)
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').slice(0, LARGEST)
    if (seen.has(text)) continue
    seen.add(text)
    bags.push(bagOf({ group: `${bags.length % 65_536}`, injected: false, text }))
  }
console.log(`${bags.length} documents`)
const own = lessons().map(bagOf)
const kept = new Map<string, { document: number; window: Int32Array }>()
for (let round = 0; round < ROUNDS; round++) {
  const model = train([
    ...own,
    ...[...kept.values()].map(({ document, window }) => ({
      group: `background/${document}`,
      injected: false,
      windows: [window],
    })),
  ])
  let above = 0
  const found: { document: number; window: Int32Array; score: number; key: string }[] = []
  for (const [document, bag] of bags.entries()) {
    const scored = bag.windows.map((window, at) => ({
      window,
      score: scoreOf(model, window),
      key: `${document}/${at}`,
      document,
    }))
    scored.sort((one, other) => other.score - one.score)
    if (scored[0] !== undefined && scored[0].score > 0) above++
    found.push(
      ...scored.filter(({ window, score }) => score > -1 && window.length < LONGEST_WINDOW).slice(0, PER_DOCUMENT),
    )
  }
  found.sort((one, other) => other.score - one.score)
  for (const one of found)
    if (kept.size < (MOST_WINDOWS * (round + 1)) / ROUNDS)
      kept.set(one.key, { document: one.document % 65_536, window: one.window })
  console.log(
    `round ${round}: ${((100 * above) / bags.length).toFixed(1)} % of documents above 0, ${kept.size} windows kept`,
  )
}
keepBackground([...kept.values()])
