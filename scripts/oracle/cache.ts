import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Facts, nothing, together } from './facts.ts'
import { figFacts } from './fig.ts'
import { helpFacts } from './help.ts'
import { Manuals } from './manuals.ts'

/** Outside the repository: facts are looked up again wherever they are missing. */
export function cacheFolder(): string {
  return path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'portcullis-oracle')
}

/** The facts about each program: from the cache, or gathered and put there. */
export function* gather(cache: string, names: Iterable<string>): Generator<Facts> {
  mkdirSync(cache, { recursive: true })
  let fig: ReadonlyMap<string, Facts> | undefined
  const manuals = new Manuals(path.join(cache, 'sources'))
  for (const name of names) {
    const file = path.join(cache, `${name.replaceAll('/', '%2F')}.json`)
    if (existsSync(file)) {
      yield JSON.parse(readFileSync(file, 'utf8')) as Facts
      continue
    }
    fig ??= figFacts(path.join(cache, 'sources'))
    const told = [fig.get(name), manuals.facts(name), helpFacts(name)].filter((one) => one !== undefined)
    const facts = told.reduce(together, nothing(name))
    writeFileSync(file, `${JSON.stringify(facts, null, 1)}\n`)
    yield facts
  }
}
