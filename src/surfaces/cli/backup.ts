import type { Command } from 'commander'
import { resolve } from 'node:path'
import { visible } from '../../call/visible.ts'
import { readSecret } from '../../humans/channels/secrets.ts'
import { makeBackup } from '../../journal/stores/backup.ts'
import { journalPaths } from '../journal-places.ts'
import { stateDirectory } from '../state-directory.ts'
import { version } from './version.ts'

interface Options extends PassphraseOptions {
  readonly state?: string
  readonly withTokens?: boolean
  readonly json?: boolean
}

export interface PassphraseOptions {
  readonly passphraseEnv?: string
  readonly passphraseFile?: string
}

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('copy the log, sessions, users and the signing key into one file, while the daemon runs')
    .argument('<file>', 'a file that is not there yet; only you can read it')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--passphrase-env <name>', 'encrypt it with what this environment variable holds')
    .option('--passphrase-file <file>', 'encrypt it with what this file holds; only you may read it')
    .option('--with-tokens', "also the daemon's own tokens; without them new ones are made")
    .option('--json', 'as JSON')
    .action((file: string, options: Options) => backup(file, options))
}

/** Undefined: not encrypted. */
export function passphraseOf({ passphraseEnv: env, passphraseFile: file }: PassphraseOptions): string | undefined {
  return env === undefined && file === undefined ? undefined : readSecret({ env, file }, process.env)
}

async function backup(file: string, options: Options): Promise<void> {
  const passphrase = passphraseOf(options)
  const path = resolve(file)
  const manifest = await makeBackup(journalPaths(stateDirectory(options.state)), path, {
    passphrase,
    tokens: options.withTokens === true,
    product: version,
    now: Date.now(),
  })
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(manifest, undefined, 2)}\n`)
    return
  }
  const { head, files } = manifest
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const lines = [
    `${visible(path)}: records up to ${head.seq}, ${(bytes / 1e6).toFixed(1)} MB (${files.map(({ name }) => name).join(', ')})`,
    passphrase === undefined
      ? 'It is not encrypted and holds the signing key: whoever has it can sign in the name of this log.'
      : 'It is encrypted: without the passphrase nobody can restore it.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
