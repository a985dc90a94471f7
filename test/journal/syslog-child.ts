/**
 * Inside a sandbox with a /dev of its own: tells the system's log of a head, once while nobody listens at /dev/log and
 * once while somebody does. Says how both ended and what was heard.
 */
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { newKey, signCheckpoint } from '../../src/journal/checkpoints.ts'
import { witnessOf } from '../../src/journal/stores/witnesses.ts'
import { until } from '../until.ts'

const LOG = '/dev/log'
if (process.env['IN_SANDBOX'] !== '1') throw new Error('this only runs inside its sandbox')

const LISTENER = `
use Socket; $| = 1; alarm 100;
my ($log, $line);
socket($log, AF_UNIX, SOCK_DGRAM, 0) && bind($log, pack_sockaddr_un("${LOG}")) or die "bind: $!";
while (defined recv($log, $line, 65536, 0)) { print "$line\\n" }
`

const head = signCheckpoint(newKey().key, { kind: 'head', seq: 7, hash: 'a'.repeat(64), commits: 7, at: 1 })
const tell = (): Promise<string> =>
  witnessOf({ syslog: true })
    .tell(head)
    .then(
      () => 'told',
      () => 'not told',
    )

rmSync(LOG, { force: true })
const alone = await tell()
const listener = spawn('/usr/bin/perl', ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] })
let heard = ''
listener.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()))
await until('somebody listens', () => existsSync(LOG))
const listened = await tell()
if (listened === 'told') await until('it is heard', () => heard.includes('\n'))
listener.kill('SIGKILL')
process.stdout.write(`${JSON.stringify({ alone, listened, heard, head })}\n`)
