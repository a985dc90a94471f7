import { resolve } from 'node:path'
import type { Command } from 'commander'
import { jsonText } from '../../journal/export.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../../categories/index.ts'
import { autoModeDefaults } from '../../policy/defaults.ts'
import { composeGate } from '../compose.ts'
import { critiqueRules } from './critique.ts'

export function addAutoMode(program: Command): void {
  const autoMode = program.command('auto-mode').description('what auto mode blocks and allows, in words')
  autoMode
    .command('defaults')
    .description('the built-in lists, as JSON that can be put into settings')
    .action(() => print({ autoMode: autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES) }))
  autoMode
    .command('config')
    .description('the lists in force here, with "$defaults" filled in')
    .option('--cwd <directory>', 'the directory the agent works in (default: this one)')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's")
    .action(async (options: { readonly cwd?: string; readonly settings?: string }) => {
      const gate = await composeGate(options.settings === undefined ? {} : { settings: options.settings })
      print({ autoMode: gate.policyFor(resolve(options.cwd ?? process.cwd())).autoMode })
    })
  autoMode
    .command('critique')
    .description('ask the configured model what is wrong with your own rules')
    .option('--cwd <directory>', 'the directory the agent works in (default: this one)')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's")
    .action(async (options: { readonly cwd?: string; readonly settings?: string }) => {
      process.stdout.write(`${await critiqueRules(resolve(options.cwd ?? process.cwd()), options.settings)}\n`)
    })
}

function print(value: object): void {
  process.stdout.write(`${jsonText(value, 2)}\n`)
}
