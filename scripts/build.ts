import { buildNative, buildRunner } from '../src/surfaces/install/native-client.ts'
import { buildConsole } from './build-console.ts'

/** What `npm start` needs: the console's page and the native programs, unless they are there and fresh. */
await buildConsole()
const native = buildNative()
if (native !== 'fresh' && 'failed' in native)
  process.stderr.write(`the native hook client was not built (${native.failed}): hooks use the script instead\n`)
if (process.platform === 'linux') {
  const runner = buildRunner()
  if ('failed' in runner) process.stderr.write(`nothing can be run contained (${runner.failed})\n`)
}
