import { Command } from 'commander'
import { visible } from '../../call/visible.ts'
import { addApprove } from './approve.ts'
import { addAutoMode } from './auto-mode.ts'
import { addCheck, addExplain } from './check.ts'
import { addChannels } from './channels.ts'
import { addConsole } from './console.ts'
import { addCost } from './cost.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addEvaluate } from './evaluate.ts'
import { addHook } from './hook.ts'
import { addInit } from './init.ts'
import { addLogCommands } from './log.ts'
import { addMcp } from './mcp.ts'
import { addReplayCommand } from './replay.ts'
import { addRules } from './rules.ts'
import { addServe } from './serve.ts'
import { addTour } from './tour.ts'
import { addUninstall } from './uninstall.ts'
import { addUpdate } from './update.ts'
import { USAGE_EXIT, UsageError } from './usage-error.ts'
import { version } from './version.ts'

/** The command line. Every command is one file and one line here. */
export function commandLine(): Command {
  const program = new Command('portcullis')
    .description('auto mode for any AI agent: a gate that every tool call passes before it runs')
    .version(version)
    .configureOutput({ outputError: (text, write) => write(visible(text, 'keep lines')) })
    .showHelpAfterError('(portcullis --help shows every command)')
    // Before any command is added: those get it from here, and without it they end with 1 by themselves.
    .exitOverride()
  addCheck(program)
  addExplain(program)
  addRules(program)
  addAutoMode(program)
  addCost(program)
  addEvaluate(program)
  addLogCommands(program)
  addReplayCommand(program)
  addServe(program)
  addApprove(program)
  addChannels(program)
  addConsole(program)
  addInit(program)
  addUpdate(program)
  addUninstall(program)
  addDoctor(program)
  addHook(program)
  addMcp(program)
  addTour(program)
  addDemo(program)
  return program
}

/**
 * Runs one command. A command line that is wrong ends in 64, which is no decision; whatever else goes wrong ends in 2, the
 * code that every agent reads as a refusal. So does everything that goes wrong with a hook: some clients run the call
 * at any other code.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const program = commandLine()
  // The words after `--` are a command; commander would mix them with its own arguments.
  const dashes = ['check', 'explain', 'mcp'].includes(argv[0] ?? '') ? argv.indexOf('--') : -1
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
