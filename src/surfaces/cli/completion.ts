import { Argument, type Command } from 'commander'
import { AGENTS } from '../../agents/index.ts'
import { EXPORT_FORMATS } from '../../journal/export.ts'
import { TRANSCRIPT_FORMATS } from '../../journal/transcripts/index.ts'
import { MODES } from '../../session.ts'
import { RECIPES } from '../install/recipes.ts'
import { bashCompletion, fishCompletion, type Node, zshCompletion } from './completion-scripts.ts'
import { pathOf } from './examples.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

/** What stands for an argument of a command, or after an option, where that is a closed list. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  init: RECIPES.map(({ agent }) => agent),
  uninstall: RECIPES.map(({ agent }) => agent),
  doctor: RECIPES.map(({ agent }) => agent),
  hook: AGENTS.map(({ name }) => name),
  completion: Object.keys(SHELLS),
  '--mode': MODES,
  '--decision': ['allow', 'contain', 'ask', 'deny'],
  '--format': EXPORT_FORMATS,
  '--from': TRANSCRIPT_FORMATS.map(({ agent }) => agent),
  '--agent': AGENTS.map(({ name }) => name),
  '--by': ['day', 'session', 'model', 'stage'],
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print what makes a shell complete our commands and options')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .action(async (shell: keyof typeof SHELLS) => {
      // Only this command was loaded; a shell completes all of them.
      const { commandLine } = await import('./program.ts')
      process.stdout.write(SHELLS[shell](nodesOf(await commandLine())))
    })
}

/** Every command as a shell needs to know it, the program itself first. */
export function nodesOf(command: Command): readonly Node[] {
  const isProgram = command.parent === null
  const path = isProgram ? '' : pathOf(command)
  return [
    {
      path,
      description: command.description(),
      subcommands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
      options: [
        ...command.options.map(({ long, short, flags, description }) => ({
          names: [long, short].filter((name) => name !== undefined && name !== null),
          description,
          takes: /[<[]/.test(flags) ? (VALUES[long ?? ''] ?? ('a file' as const)) : ('nothing' as const),
        })),
        { names: ['--help', '-h'], description: 'display help for command', takes: 'nothing' as const },
      ],
      values: isProgram ? [] : (VALUES[path] ?? []),
      shellCommand: path === 'check' || path === 'explain',
    },
    ...command.commands.flatMap(nodesOf),
  ]
}
