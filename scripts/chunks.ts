import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { FURTHER } from './further.ts'
import { ALL_WHEN_USED } from './when-used.ts'

const ROOT = join(import.meta.dirname, '..')

const STORES = ['sqlite', 'sqlite-users', 'sqlite-sessions'].map((name) => `src/journal/stores/${name}.ts`)

/**
 * What one process always takes together is one file: finding, opening and linking a file costs more than reading its text.
 * Each group takes what its modules import, too; a module of several goes to the first.
 */
export function chunkGroups(): readonly { name: string; test: (id: string) => boolean; priority: number }[] {
  const main = importedBy('src/surfaces/cli/main.ts')
  // Nearly every family of programs is walked.
  const check = withImported(
    'src/surfaces/cli/program.ts',
    'src/surfaces/cli/check.ts',
    'src/call/programs/walk.ts',
    'src/call/shell/programs/table.ts',
  )
  const groups: readonly (readonly [string, ReadonlySet<string>])[] = [
    // Read before the cache of compiled code is there: as little as can be.
    ['start', main],
    ['judging', check],
    // What calls need that are not among the plainest.
    ['further', withImported(...FURTHER)],
    // A check looks at what the gate remembers, where it does.
    ['stores', withImported(...STORES)],
    ['hook', withImported('src/surfaces/cli/hook.ts')],
  ]
  return groups.map(([name, modules], at) => ({
    name,
    test: (id) => modules.has(relative(ROOT, id)),
    priority: groups.length - at,
  }))
}

function withImported(...modules: readonly string[]): Set<string> {
  return new Set(modules.flatMap((module) => [module, ...importedBy(module)]))
}

/** Every module of ours that is loaded before this one, by the imports as they are written: not what waits for its use. */
function importedBy(module: string, found: Set<string> = new Set()): Set<string> {
  const text = readFileSync(join(ROOT, module), 'utf8')
  for (const [, path] of text.matchAll(/^(?:import|export) (?!type\b)(?:[^;'"]*? from )?'(\..*)'$/gm)) {
    const imported = join(dirname(module), path!)
    if (found.has(imported) || ALL_WHEN_USED.has(imported)) continue
    found.add(imported)
    importedBy(imported, found)
  }
  return found
}
