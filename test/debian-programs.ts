import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs of the machine that tests drive, and the Debian package that brings each. */
export const CHROMIUM = {
  package: 'chromium',
  places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
} as const
export const TMUX = {
  package: 'tmux',
  places: ['/usr/bin/tmux', '/usr/local/bin/tmux', '/opt/homebrew/bin/tmux'],
} as const

export const BUBBLEWRAP = {
  package: 'bubblewrap',
  places: ['/usr/bin/bwrap', '/usr/local/bin/bwrap'],
} as const

/** What sandbox-runtime needs besides, where commands run in a copy. */
export const SOCAT = { package: 'socat', places: ['/usr/bin/socat', '/usr/local/bin/socat'] } as const
export const RIPGREP = { package: 'ripgrep', places: ['/usr/bin/rg', '/usr/local/bin/rg'] } as const

export const ZSH = { package: 'zsh', places: ['/usr/bin/zsh', '/bin/zsh', '/opt/homebrew/bin/zsh'] } as const
export const FISH = {
  package: 'fish',
  places: ['/usr/bin/fish', '/usr/local/bin/fish', '/opt/homebrew/bin/fish'],
} as const
export const CROSS_COMPILER = { package: 'gcc-aarch64-linux-gnu', places: ['/usr/bin/aarch64-linux-gnu-gcc'] } as const
/** Only recommended by the compiler, and recommended packages are left out. */
export const CROSS_LIBC = {
  package: 'libc6-dev-arm64-cross',
  places: ['/usr/aarch64-linux-gnu/include/stdio.h'],
} as const
export const QEMU = { package: 'qemu-user-static', places: ['/usr/bin/qemu-aarch64-static'] } as const
export const MAN = { package: 'man-db', places: ['/usr/bin/man'] } as const

interface Program {
  readonly package: string
  readonly places: readonly string[]
}

export function placeOf(program: Program): string | undefined {
  return program.places.find((path) => existsSync(path))
}

/** Installs what is missing, once and before any test, where that is possible. The tests say what still is not there. */
export function installMissing(more: readonly Program[] = []): void {
  const missing = [
    ...(process.env['PORTCULLIS_CHROMIUM'] === undefined ? [CHROMIUM] : []),
    TMUX,
    BUBBLEWRAP,
    SOCAT,
    RIPGREP,
    ZSH,
    FISH,
    MAN,
    ...more,
  ].filter((program) => placeOf(program) === undefined)
  if (missing.length === 0 || process.getuid?.() !== 0) return
  const names = missing.map((program) => program.package)
  process.stderr.write(`installing ${names.join(' and ')} for the tests\n`)
  if (runApt('update')) runApt('install', '-y', '--no-install-recommends', ...names)
}

/** What to tell whoever runs the tests when a program is not there. */
export function whatIsMissing(program: Program): string {
  return `${program.package} is needed and is not there (${program.places.join(', ')}): \`apt-get install ${program.package}\``
}

function runApt(...words: readonly string[]): boolean {
  const { status, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0)
    process.stderr.write(`apt-get ${words.join(' ')}: ${stderr?.slice(-500) ?? 'there is no apt-get'}\n`)
  return status === 0
}
