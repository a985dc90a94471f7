import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from 'tsdown'
import { buildConsole } from '../scripts/build-console.ts'
import { buildNative } from '../src/surfaces/install/native-client.ts'
import { installMissing } from './debian-programs.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Before any test: the programs that tests drive are there, and the page, the native hook and the package are as the
 * sources are now. What tests leave behind is in one place and goes with it. So does compiled code: the processes that
 * tests start have it in common, though each has a home of its own.
 */
export default async function setup(): Promise<() => void> {
  installMissing()
  await buildConsole()
  buildNative()
  // A short name: the path of a socket has little room.
  const place = mkdtempSync(join(tmpdir(), 'pc'))
  // Some tests start a process of somebody else, who must get to what is theirs in it.
  chmodSync(place, 0o755)
  await buildPackage(place)
  const homes = join(place, 'homes')
  mkdirSync(homes)
  // Tests get theirs from `own-home.ts`.
  process.env['PORTCULLIS_TEST_HOMES'] = homes
  process.env['TMPDIR'] = place
  process.env['NODE_COMPILE_CACHE'] = join(place, 'compiled')
  // Not before: workers write down what they compiled when they end.
  process.once('exit', () => rmSync(place, { recursive: true, force: true }))
  return () => mustBeUntouched(homes)
}

/** The package as it is published, without its types, in `package`; what it needs is found beside it. */
async function buildPackage(place: string): Promise<void> {
  const outDir = join(place, 'package')
  await build({ cwd: ROOT, outDir, dts: false, logLevel: 'warn' })
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'))
  process.env['PORTCULLIS_BUILT'] = outDir
}

/** Programs that are not ours keep things there, too. */
const FOREIGN = /^\.(?:npm|cache|config|pki|dbus|java|gitconfig)(?:\/|$)/

/** A test that starts the gate without a home of its own would leave its files with whoever runs the tests. */
function mustBeUntouched(homes: string): void {
  const left = readdirSync(homes, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(homes, join(entry.parentPath, entry.name)).split('/'))
    .map(([test, ...name]) => ({ test: test!.replaceAll(':', '/'), name: name.join('/') }))
    .filter(({ name }) => !FOREIGN.test(name))
  if (left.length === 0) return
  process.exitCode = 1
  const lines = left.map(({ test, name }) => `  ${test}: ~/${name}`)
  throw new Error(
    `tests started the gate without a home of its own, and would have left these in yours:\n${lines.join('\n')}`,
  )
}
