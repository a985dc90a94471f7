import { Command } from 'commander'
import { visible } from '../../call/visible.ts'
import { COMMANDS } from './commands.ts'
import { exampleText } from './examples.ts'
import { USAGE_EXIT, UsageError } from './usage-error.ts'
import { version } from './version.ts'

/** The command line with all its commands, or with the one that is run. */
export async function commandLine(only?: string): Promise<Command> {
  const program = new Command('portcullis')
    .description('auto mode for any AI agent: a gate that every tool call passes before it runs')
    .version(version)
    .configureOutput({ outputError: (text, write) => write(visible(text, 'keep lines')) })
    .showHelpAfterError('(--help shows every command and option)')
    // Before any command is added: those get it from here, and without it they end with 1 by themselves.
    .exitOverride()
  const one = only === undefined ? undefined : COMMANDS.get(only)
  for (const load of one === undefined ? COMMANDS.values() : [one]) (await load())(program)
  for (const command of withSubcommands(program)) command.addHelpText('after', () => exampleText(command))
  return program
}

export function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

/**
 * Runs one command. A command line that is wrong ends in 64, which is no decision; whatever else goes wrong ends in 2, the
 * code that every agent reads as a refusal. So does everything that goes wrong with a hook: some clients run the call
 * at any other code.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const program = await commandLine(argv[0])
  // The words after `--` are a command; commander would mix them with its own arguments.
  const dashes = ['check', 'explain', 'mcp', 'programs', 'run'].includes(argv[0] ?? '') ? argv.indexOf('--') : -1
  const own = dashes < 0 ? argv : argv.slice(0, dashes)
  if (dashes >= 0)
    program.commands
      .find((command) => command.name() === argv[0])
      ?.setOptionValue('shellCommand', argv.slice(dashes + 1))
  // Whoever read the output has left (`… | head`): end without a word. Never with 0, the code of an allow; and a hook, an
  // export and a proxy have their own way to end.
  const isProxy = argv[0] === 'mcp' && (argv.length === 1 || argv[1]!.startsWith('-'))
  if (!['hook', 'log'].includes(argv[0] ?? '') && !isProxy) process.stdout.on('error', () => process.exit(2))
  try {
    await program.parseAsync([...own], { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeFor(error, argv[0] === 'hook' ? 2 : USAGE_EXIT)
  }
}

function exitCodeFor(error: unknown, usage: number): number {
  if (error instanceof Error && 'exitCode' in error && 'code' in error && typeof error.exitCode === 'number') {
    // Commander has already printed its help or its message.
    return error.exitCode === 0 ? 0 : usage
  }
  process.stderr.write(`portcullis: ${visible(error instanceof Error ? error.message : String(error), 'keep lines')}\n`)
  return error instanceof UsageError ? usage : 2
}
