/** Fills the cache of facts: `node scripts/oracle/gather.ts [--cache DIR] [--fig] name…`, `--fig` for all that it has. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder, gather } from './cache.ts'
import { figFacts } from './fig.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: 'string' }, fig: { type: 'boolean', default: false } },
})
const cache = values.cache ?? cacheFolder()
const names = new Set([...positionals, ...(values.fig ? figFacts(path.join(cache, 'sources')).keys() : [])])
const told = [...gather(cache, names)].filter(({ sources }) => sources.length > 0)
process.stdout.write(`${told.length} of ${names.size} programs told about in ${cache}\n`)
