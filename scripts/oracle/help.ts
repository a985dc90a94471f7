import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { optionsInHelp } from '../../src/call/programs/help-text.ts'
import { type Facts, nothing } from './facts.ts'

/** They do something else with `--help`, need a terminal or a display, or are not asked for other reasons. */
const NEVER = new Set(
  'X Xorg halt poweroff reboot shutdown init telinit kexec rm rmdir dd mkfs fdisk parted shred wipefs yes login su sudo passwd kill pkill killall eject sync'.split(
    ' ',
  ),
)

/** What `--help` prints of a program that a Debian package installed. */
export function helpFacts(name: string): Facts | undefined {
  const file = [`/usr/bin/${name}`, `/bin/${name}`].find((one) => existsSync(one))
  if (file === undefined || NEVER.has(name) || !isOfDebian(file)) return undefined
  const home = mkdtempSync(path.join(os.tmpdir(), 'oracle-'))
  try {
    const ran = spawnSync(file, ['--help'], {
      encoding: 'utf8',
      cwd: home,
      input: '',
      timeout: 5000,
      killSignal: 'SIGKILL',
      maxBuffer: 2 ** 24,
      env: { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8', TERM: 'dumb', COLUMNS: '400', NO_COLOR: '1' },
    })
    const { subcommands, flags, valued, optionalValue } = optionsInHelp(`${ran.stdout ?? ''}\n${ran.stderr ?? ''}`)
    const words = Object.fromEntries(subcommands.map((word) => [word, nothing(word)]))
    return {
      ...nothing(name),
      sources: ['help'],
      flags,
      valued,
      optionalValue,
      ...(subcommands.length > 0 ? { subcommands: words } : {}),
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const asked = new Map<string, boolean>()

function isOfDebian(file: string): boolean {
  const known = asked.get(file)
  if (known !== undefined) return known
  const real = realpathSync(file)
  const isOwned = [file, real, real.replace(/^\/usr(?=\/s?bin\/)/, '')].some(
    (one) => spawnSync('dpkg', ['-S', one], { stdio: 'ignore' }).status === 0,
  )
  asked.set(file, isOwned)
  return isOwned
}
