import type { Command } from 'commander'
import { WHEN_EXPIRED } from '../../policy/bundle/shapes.ts'
import { activateFile, fetchNow, leave, showStatus, trustKeys } from './policy-machine.ts'
import { keygen, show, signSettings, verifyFile } from './policy-make.ts'
import { tryBundle } from './policy-try.ts'

/** `portcullis policy`: the signed bundle that a team's machines follow. See docs/policy-bundles.md. */
export function addPolicy(program: Command): void {
  const policy = program
    .command('policy')
    .description('the signed policy bundle that this machine follows: make one, try it, put it in force')
    .option('--state <directory>', 'where the gate keeps it (default: ~/.portcullis/state)')
    .option('--json', 'as JSON')
    .action((_options: object, command: Command) => showStatus(command.optsWithGlobals()))
  const add = (name: string, description: string): Command => policy.command(name).description(description)
  add(
    'status',
    'which version is in force and until when, and how the last look at the source went; exit 1 when anything is wrong',
  ).action((_options: object, command: Command) => showStatus(command.optsWithGlobals()))
  add('keygen', 'make a key pair to sign bundles with')
    .argument('<file>', 'where the private key goes; only you can read it')
    .action((file: string) => keygen(file))
  add('sign', 'make a signed bundle from a settings file')
    .argument('<settings>', 'a settings file')
    .requiredOption('--key <file>', 'the private key, as `policy keygen` makes it')
    .requiredOption('--name <name>', 'the name of the bundle: always the same one for the same machines')
    .requiredOption('--number <version>', 'its version: higher than every one before')
    .option('--expires <time>', 'after so long (90d), or on a date', '90d')
    .option('--minimum-version <version>', 'the oldest version of portcullis that may take it')
    .option('--when-expired <what>', `one of ${WHEN_EXPIRED.join(', ')} (default: ask)`)
    .option('--canary <percent>', 'only for this share of the hosts')
    .option('--salt <text>', 'which hosts come first; the same one for every step of a canary (default: the name)')
    .option('--out <file>', 'where it goes (default: printed)')
    .action((settings: string, own: Parameters<typeof signSettings>[1]) => signSettings(settings, own))
  add('verify', 'say whether this machine would take a bundle, and why not; exit 1 when it would not')
    .argument('<bundle>', 'a file')
    .option('--key <key...>', 'public keys to trust instead of those of this machine')
    .action((file: string, _own: object, command: Command) => verifyFile(file, command.optsWithGlobals()))
  add('show', 'the contents of a bundle')
    .argument('[bundle]', 'a file (default: the one in force)')
    .option('--settings', 'only its settings, to change and sign them again')
    .action((file: string | undefined, _own: object, command: Command) => show(file, command.optsWithGlobals()))
  add('try', 'replay the recorded calls under a bundle that is not in force: what would change; nothing is run')
    .argument('<bundle>', 'a bundle, or a settings file that is not signed yet')
    .option('--since <time>', 'only calls since then: a date or an age (30d)')
    .option('--mode <mode>', 'the mode to judge in', 'auto')
    .option('--most <percent>', 'exit 1 when a larger share of the calls that are allowed now would not be', '1')
    .option('--html <file>', 'write a report')
    .action((file: string, _own: object, command: Command) => tryBundle(file, command.optsWithGlobals()))
  add('trust', 'follow a bundle on this machine: name the keys that may sign it')
    .argument('<key...>', 'public keys: ed25519:…')
    .option('--source <where>', 'an address, a file or a directory that the daemon follows')
    .option('--poll <seconds>', 'how often it looks')
    .option('--when-expired <what>', `one of ${WHEN_EXPIRED.join(', ')}`)
    .action((keys: readonly string[], _own: object, command: Command) => trustKeys(keys, command.optsWithGlobals()))
  add('fetch', 'look at the source now, and put in force what it offers').action((_own: object, command: Command) =>
    fetchNow(command.optsWithGlobals()),
  )
  add('activate', 'put a bundle from a file in force')
    .argument('<bundle>', 'a file')
    .action((file: string, _own: object, command: Command) => activateFile(file, command.optsWithGlobals()))
  add('leave', 'follow no bundle any more, and forget the one in force')
    .option('--yes', 'do not ask')
    .action((_own: object, command: Command) => leave(command.optsWithGlobals()))
}
