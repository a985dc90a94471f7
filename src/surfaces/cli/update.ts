import { ownCommand } from '../../call/own-command.ts'
import type { Command } from 'commander'
import { install, installedAgents, makeCopies, planInstall, wantedOf, wrappedProjects } from '../install/install.ts'
import { planCopies } from '../install/own-copies.ts'
import type { Wanted } from '../install/place.ts'
import { recipeFor } from '../install/recipes.ts'
import { agreed, type AgreeOptions, thisPlace } from './init.ts'

export function addUpdate(program: Command): void {
  program
    .command('update')
    .description(
      'after a new version of portcullis or Node: copy them for the hooks again, and fix the paths in every hook',
    )
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the changes and make none')
    .option('--full', 'show the hook scripts too, not only their names')
    .action(async (options: AgreeOptions) => {
      const place = thisPlace()
      const agents = installedAgents(place).flatMap((agent) => {
        const wanted = wantedOf(agent, place)
        return wanted === undefined
          ? []
          : [{ recipe: recipeFor(agent)!, wanted: { ...wanted, projects: wrappedProjects(place) } }]
      })
      if (agents.length === 0) throw new Error(`nothing of ours is installed: \`${ownCommand('init')}\` does that`)
      const scopes = new Set(agents.map(({ wanted }) => wanted.scope))
      const copies = new Map([...scopes].map((scope) => [scope, planCopies(place, scope)]))
      const planned = agents.map(({ recipe, wanted }) => {
        const settled = copies.get(wanted.scope)!.place
        return { wanted, settled, changes: planInstall([recipe], settled, wanted) }
      })
      const changes = planned.flatMap((one) => one.changes)
      const makes = [...copies.values()].flatMap((one) => one.makes)
      if (changes.length + makes.length === 0) {
        process.stdout.write('Everything is up to date.\n')
        return
      }
      if (!(await agreed(changes, place, options, makes))) return
      for (const [scope, one] of copies) await makeCopies(one, place, scope)
      for (const { changes: own, settled, wanted } of planned) install(own, settled, wanted satisfies Wanted)
      process.stdout.write(
        'Done. A daemon that is running goes on as it was: stop it, and the next call starts the new one.\n',
      )
    })
}
