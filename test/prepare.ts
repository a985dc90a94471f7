import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../scripts/build-console.ts'
import { buildNative } from '../src/surfaces/install/native-client.ts'
import { installMissing } from './debian-programs.ts'

/**
 * Before any test: the programs that tests drive are there, and the page and the native hook are as the sources are now. What tests leave
 * behind is in one place and goes with it. So does compiled code: the processes that tests start have it in common,
 * though each has a home of its own.
 */
export default async function setup(): Promise<void> {
  installMissing()
  await buildConsole()
  buildNative()
  // A short name: the path of a socket has little room.
  const place = mkdtempSync(join(tmpdir(), 'pc'))
  // Some tests start a process of somebody else, who must get to what is theirs in it.
  chmodSync(place, 0o755)
  process.env['TMPDIR'] = place
  process.env['NODE_COMPILE_CACHE'] = join(place, 'compiled')
  // Not before: workers write down what they compiled when they end.
  process.once('exit', () => rmSync(place, { recursive: true, force: true }))
}
