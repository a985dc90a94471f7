import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { buildConsole } from '../scripts/build-console.ts'
import { finishPackage } from '../scripts/published-package.ts'
import { buildNative, buildRunner } from '../src/surfaces/install/native-client.ts'
import { installMissing } from './debian-programs.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Before any test: the programs that tests drive are there, and the page, the native hook and the package are as the
 * sources are now. What tests leave behind is in one place and goes with it. So does compiled code: the processes that
 * tests start have it in common, though each has a home of its own.
 */
export default async function setup(): Promise<() => void> {
  const mustBeUntouched = watchRealHome()
  installMissing()
  await buildConsole()
  buildNative()
  buildRunner()
  // A short name: the path of a socket has little room.
  const place = mkdtempSync(join(tmpdir(), 'pc'))
  // Some tests start a process of somebody else, who must get to what is theirs in it.
  chmodSync(place, 0o755)
  await buildPackage(place)
  process.env['TMPDIR'] = place
  process.env['NODE_COMPILE_CACHE'] = join(place, 'compiled')
  // Not before: workers write down what they compiled when they end.
  process.once('exit', () => rmSync(place, { recursive: true, force: true }))
  return mustBeUntouched
}

/** The package as it is installed, without its types, in `built`; what it needs is found beside it. */
async function buildPackage(place: string): Promise<void> {
  // In a folder of its own: what tests make beside it must not find the packages of the checkout.
  const root = join(place, 'built', 'package')
  const outDir = join(root, 'dist')
  await build({ cwd: ROOT, outDir, dts: false, logLevel: 'warn' })
  await finishPackage(outDir)
  for (const name of ['bin', 'native', 'package.json']) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'built', 'node_modules'))
  process.env['PORTCULLIS_BUILT'] = root
}

/** Where the gate keeps things of its user. */
const KEPT = ['.portcullis', join('.local', 'state', 'portcullis')]

/**
 * What is not there now must not be there in the end. Where the gate is in use, its own files tell nothing; nor does
 * compiled code, which tests keep elsewhere: somebody else on this machine has used the command meanwhile.
 */
function watchRealHome(): () => void {
  const kept = (path: string): boolean => existsSync(path) && readdirSync(path).some((name) => name !== 'cache')
  const missing = KEPT.map((name) => join(homedir(), name)).filter((path) => !kept(path))
  return () => {
    const left = missing.filter(kept)
    if (left.length === 0) return
    process.exitCode = 1
    throw new Error(`tests started the gate in the real home directory, and left ${left.join(' and ')}`)
  }
}
