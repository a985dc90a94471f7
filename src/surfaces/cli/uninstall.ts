import type { Command } from 'commander'
import { installedAgents, planRemoval, remove } from '../install/install.ts'
import { agreed, namedRecipes, thisPlace } from './init.ts'

export function addUninstall(program: Command): void {
  program
    .command('uninstall')
    .description('take the gate away again: every file goes back to what it was')
    .argument('[agents...]', 'which agents (default: all)')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the changes and make none')
    .action(async (names: readonly string[], options: { readonly yes?: boolean; readonly dryRun?: boolean }) => {
      const place = thisPlace()
      const agents = names.length > 0 ? namedRecipes(names).map(({ agent }) => agent) : installedAgents(place)
      const changes = planRemoval(agents, place)
      if (changes.length === 0) {
        process.stdout.write('Nothing of ours is installed there.\n')
        return
      }
      if (!(await agreed(changes, options))) return
      remove(agents, changes, place)
      process.stdout.write(`Done: ${changes.length} ${changes.length === 1 ? 'file' : 'files'} put back.\n`)
    })
}
