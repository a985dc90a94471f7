import type { Command } from 'commander'
import { homedir, tmpdir, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { realWorld } from '../../call/world.node.ts'
import { checkBackup, restoreBackup } from '../../journal/stores/restore.ts'
import { type Witness, witnessOf } from '../../journal/stores/witnesses.ts'
import { journalPaths } from '../journal-places.ts'
import { Policies } from '../policies.ts'
import { stateDirectory } from '../state-directory.ts'
import { type PassphraseOptions, passphraseOf } from './backup.ts'

interface Options extends PassphraseOptions {
  readonly state?: string
  readonly acceptLoss?: boolean
  readonly check?: boolean
}

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('make a state directory of a backup; the log says that it was restored')
    .argument('<file>', 'what `backup` has made')
    .option('--state <directory>', 'an empty or new directory (default: ~/.portcullis/state)')
    .option('--passphrase-env <name>', 'the environment variable that holds the passphrase')
    .option('--passphrase-file <file>', 'the file that holds the passphrase')
    .option('--accept-loss', 'also when later records are known, which are then missing')
    .option('--check', 'only see whether it could be restored: nothing is made')
    .action((file: string, options: Options) =>
      options.check === true ? check(file, options) : restore(file, options),
    )
}

async function restore(file: string, options: Options): Promise<void> {
  const witnesses = witnessesInSettings()
  const state = stateDirectory(options.state)
  const { manifest, lostTo, statement } = await restoreBackup(resolve(file), journalPaths(state), {
    passphrase: passphraseOf(options),
    acceptLoss: options.acceptLoss === true,
    user: userInfo().username,
    now: Date.now(),
    askWitnesses: (writer) => Promise.all(witnesses.map((witness) => witness.ask(writer))),
  })
  const { head, made } = manifest
  const lines = [
    `restored in ${visible(state)}: records up to ${head.seq}, as of ${new Date(made).toISOString()}`,
    lostTo === undefined
      ? 'Nobody here knows of later records; if there were any, they are not in it.'
      : `Records ${head.seq + 1} to ${lostTo} were written after the backup and are lost. The log says so.`,
  ]
  for (const witness of witnesses)
    await witness.tell(statement).catch((error: unknown) => {
      const because = error instanceof Error ? error.message : String(error)
      lines.push(`The witness ${visible(witness.name)} was not told, and may report a rollback: ${visible(because)}`)
    })
  lines.push(`next: \`${ownCommand('log verify')}\`, then start the daemon`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function check(file: string, options: Options): Promise<void> {
  const { head, made } = await checkBackup(resolve(file), tmpdir(), passphraseOf(options))
  process.stdout.write(`sound: records up to ${head.seq}, as of ${new Date(made).toISOString()}\n`)
}

function witnessesInSettings(): readonly Witness[] {
  const policies = new Policies({ world: realWorld(), onChange: () => undefined })
  return (policies.policyFor(homedir()).journal?.witness ?? []).map((setting) => witnessOf(setting))
}
