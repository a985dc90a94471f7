import type { Command } from 'commander'
import { leftBehind } from '../install/change-summary.ts'
import { installedAgents, planRemoval, remove } from '../install/install.ts'
import { agreed, type AgreeOptions, namedRecipes, thisPlace } from './init.ts'
import { uninstallSystem } from './install.ts'

interface UninstallOptions extends AgreeOptions {
  readonly system?: boolean
  readonly purge?: boolean
  readonly root: string
}

export function addUninstall(program: Command): void {
  program
    .command('uninstall')
    .description('remove the gate: every file is restored as it was')
    .argument('[agents...]', 'which agents (default: all)')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the changes and make none')
    .option('--full', 'show the hook scripts too, not only their names')
    .option('--system', 'the gate of the whole machine; needs root')
    .option('--purge', 'with --system: also its store, its log and its account')
    .option('--root <directory>', 'with --system: below another root than /', '/')
    .action(async (names: readonly string[], options: UninstallOptions) => {
      if (options.system) return uninstallSystem(options)
      const place = thisPlace()
      const agents = names.length > 0 ? namedRecipes(names).map(({ agent }) => agent) : installedAgents(place)
      const changes = planRemoval(agents, place)
      if (changes.length === 0) {
        process.stdout.write('Nothing of ours is installed there.\n')
        return
      }
      if (!(await agreed(changes, place, options))) return
      remove(agents, changes, place)
      process.stdout.write(`Done: ${changes.length} ${changes.length === 1 ? 'file' : 'files'} put back.\n`)
      const left = leftBehind(place.home)
      if (left !== undefined) process.stdout.write(`${left}\n`)
    })
}
