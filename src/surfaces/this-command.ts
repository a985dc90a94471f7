import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { IS_CHECKOUT, LAUNCHER, PROGRAM_ROOT } from './launcher.ts'

/** In a copy that `init` made for the hooks: how the person who made it runs us. */
export const COMMAND_FILE = 'command.txt'

export interface Surroundings {
  readonly root: string
  readonly launcher: string
  readonly isCheckout: boolean
  readonly path: string
  readonly cwd: string
}

/** The words before a command that work where this process was started: in a checkout, an installed package, or with npx. */
export function thisCommand(of: Surroundings = here()): string {
  const kept = join(of.root, COMMAND_FILE)
  if (existsSync(kept)) return readFileSync(kept, 'utf8').trim()
  if (of.isCheckout)
    return of.cwd === of.root ? 'npm run -s portcullis --' : `npm --prefix ${of.root} run -s portcullis --`
  if (/[\\/]_npx[\\/]/.test(of.root)) return 'npx portcullis'
  if (isOnPath(of)) return 'portcullis'
  if (/[\\/]node_modules[\\/]/.test(of.root)) return 'npx portcullis'
  return `node ${of.launcher}`
}

/** For a person elsewhere and later: not bound to where this process was started. */
export function lastingCommand(of: Surroundings = here()): string {
  return thisCommand({ ...of, cwd: '/' })
}

function here(): Surroundings {
  return {
    root: PROGRAM_ROOT,
    launcher: LAUNCHER,
    isCheckout: IS_CHECKOUT,
    path: process.env['PATH'] ?? '',
    cwd: process.cwd(),
  }
}

/** A shell finds this very program by its name. What npm adds to the path for a script is not there afterwards. */
function isOnPath({ path, launcher }: Surroundings): boolean {
  const names = process.platform === 'win32' ? ['portcullis.cmd'] : ['portcullis']
  return path
    .split(delimiter)
    .filter((directory) => directory !== '' && !/node_modules[\\/]\.bin[\\/]?$/.test(directory))
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .some((file) => existsSync(file) && (process.platform === 'win32' || realpathSync(file) === realpathSync(launcher)))
}
