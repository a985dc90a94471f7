import { type Command, Option } from 'commander'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { planSystemInstall, planSystemRemoval, type Step } from '../system/install-system.ts'
import { SERVICE_ACCOUNT, systemPlaces } from '../system/places.ts'
import { agreedTo, type AgreeOptions, thisPlace } from './init.ts'
import { UsageError } from './usage-error.ts'

interface InstallOptions extends AgreeOptions {
  readonly system?: true
  readonly root: string
  readonly account: string
}

export function addInstall(program: Command): void {
  program
    .command('install')
    .description('install the gate for the whole machine, as an account of its own that no agent can reach; needs root')
    .option('--system', 'required: for one user, `init` is the command')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show every file and command, and change nothing')
    .option('--root <directory>', 'below another root than /, for a trial', '/')
    .addOption(new Option('--account <name>', 'the account to run as').default(SERVICE_ACCOUNT).hideHelp())
    .action(async (options: InstallOptions) => {
      if (!options.system) throw new UsageError(`say --system; for one user \`${ownCommand('init')}\` is the command`)
      if (process.platform !== 'linux') throw new UsageError('a system gate needs Linux')
      if (process.getuid?.() !== 0 && !options.dryRun) throw new UsageError('install --system needs root: use sudo')
      process.umask(0o022)
      const places = systemPlaces(options.root)
      const steps = planSystemInstall({ places, place: thisPlace(), account: options.account })
      if (!(await carryOut(steps, options))) return
      process.stdout.write(
        [
          `Done. Agents of every account but root's are judged by ${options.account}, over ${places.socket}.`,
          `Questions are answered in their client's own prompt, or by an operator: \`sudo -u ${options.account} env HOME=${places.accounts}/<uid>/home PORTCULLIS_STATE=${places.accounts}/<uid> ${ownCommand('approve')}\`.`,
          `\`${ownCommand('doctor')}\` shows whether it holds.`,
          '',
        ].join('\n'),
      )
    })
}

/** `uninstall --system`. */
export async function uninstallSystem(
  options: AgreeOptions & { readonly root: string; readonly purge?: boolean },
): Promise<void> {
  if (process.getuid?.() !== 0 && !options.dryRun) throw new UsageError('uninstall --system needs root: use sudo')
  const places = systemPlaces(options.root)
  const steps = planSystemRemoval(places, thisPlace(), options.purge ? 'purge' : 'keep the log')
  if (steps.length === 0) {
    process.stdout.write('No system gate is installed there.\n')
    return
  }
  if (!(await carryOut(steps, options))) return
  process.stdout.write(
    options.purge ? 'Done.\n' : `Done. The log stays in ${places.state}; --purge removes it and the account.\n`,
  )
}

async function carryOut(steps: readonly Step[], options: AgreeOptions): Promise<boolean> {
  for (const { shown } of steps) if (shown !== '') process.stdout.write(`${visible(shown, 'keep lines')}\n\n`)
  if (options.dryRun) {
    process.stdout.write('Nothing was changed (--dry-run).\n')
    return false
  }
  if (!options.yes) {
    const said = await agreedTo('Make these changes?')
    if (said === 'nobody is there') throw new UsageError('there is no terminal to confirm in: add --yes')
    if (said === 'no') {
      process.stdout.write('Nothing was changed.\n')
      return false
    }
  }
  for (const { run } of steps) await run()
  return true
}
