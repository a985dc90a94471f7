import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { dirname, join } from 'node:path'
import { SANDBOX_PACKAGE, SANDBOX_VERSION } from '../containment/copied-inside.node.ts'
import type { Tools } from '../containment/runs.node.ts'
import { writeCopiedRunner } from './copied-runner.ts'
import { gatePlaces } from './gate-places.ts'
import { directoryOfPackage } from './install/native-client.ts'
import { find } from './install/system-tools.ts'
import { LAUNCHER, PROGRAM_ROOT } from './launcher.ts'

export type FoundTools = Tools | { readonly missing: string; readonly fix: string }

/** What runs a command in a copy of the workspace, or what is missing for that. */
export function copiedTools(home: string): FoundTools {
  if (process.platform === 'win32') return WINDOWS
  const { own } = gatePlaces(undefined, home)
  const packageAt = sandboxPackage(own)
  if (packageAt === undefined)
    return {
      missing: `commands run contained in a copy of the workspace here, which needs ${SANDBOX_PACKAGE}`,
      fix: `\`npm install --prefix ${own} --save-exact ${SANDBOX_PACKAGE}@${SANDBOX_VERSION}\``,
    }
  const manifest = join(packageAt, 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version?: unknown }
  if (version !== SANDBOX_VERSION)
    return {
      missing: `${packageAt} is not the version of ${SANDBOX_PACKAGE} that this was tried with (${SANDBOX_VERSION})`,
      fix: `\`npm install --prefix ${own} --save-exact ${SANDBOX_PACKAGE}@${SANDBOX_VERSION}\``,
    }
  const absent = (process.platform === 'linux' ? ['bwrap', 'socat', 'rg'] : []).filter(
    (name) => find(name) === undefined,
  )
  if (absent.length > 0)
    return { missing: `${absent.join(', ')}: not installed`, fix: '`apt-get install bubblewrap socat ripgrep`' }
  const runner = join(own, 'cache', 'native', 'portcullis-run-copied')
  writeCopiedRunner(runner, LAUNCHER, packageAt)
  return { runner, bubblewrap: manifest, ground: 'copied' }
}

const WINDOWS = {
  missing: 'nothing is contained on Windows',
  fix: 'calls are asked about as before (docs/decisions/0095-no-walls-on-windows.md); in WSL 2 it works as on Linux',
} as const

/** Beside our own program, or in the gate's own directory: nowhere that an agent may write to. */
function sandboxPackage(own: string): string | undefined {
  const kept = join(own, 'node_modules', SANDBOX_PACKAGE)
  return existsSync(join(kept, 'package.json')) ? kept : directoryOfPackage(SANDBOX_PACKAGE, PROGRAM_ROOT)
}

/** Whoever tries the copy on a Linux writes this down; nothing does so by itself, for its walls are weaker than an overlay's. */
function markFile(home: string): string {
  return join(gatePlaces(undefined, home).own, 'cache', 'native', 'ground')
}

function mark(): string {
  return `copied ${release()}\n`
}

export function needsCopy(home: string): boolean {
  if (process.platform !== 'linux') return true
  const file = markFile(home)
  return existsSync(file) && readFileSync(file, 'utf8') === mark()
}

export function rememberCopy(home: string): void {
  const file = markFile(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, mark(), { mode: 0o600 })
}
