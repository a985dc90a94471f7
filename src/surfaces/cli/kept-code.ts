import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** Commands that judge one call and end: to compile takes longer than to judge. */
const KEEPS: ReadonlySet<string> = new Set(['check', 'explain', 'hook'])

/**
 * The parts of the package that are kept. Their names have a digest of their text: what is kept for one is of this very
 * text. None imports a package: that is Node's to do, which does not know them.
 */
export const KEPT_PARTS = /^(?:judging|further|stores|hook)\.[\w-]{8}\.cjs$/

const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000

type Load = (module: NodeJS.Module, file: string) => void

/**
 * Keeps what the engine compiled of the package's files until this command ended: Node's own cache holds what is compiled
 * before anything ran, and leaves out every function. What is kept is code that the gate will run: it lies in `directory`,
 * which no agent may write to, and is taken only as this user's own file. Where it cannot be kept, starting only takes longer.
 */
export function keepCompiled(directory: string, command: string, package_: string = import.meta.dirname): void {
  const extensions = (Module as unknown as { _extensions: Record<string, Load> })._extensions
  const usual = extensions['.js']!
  if (!KEEPS.has(command)) return
  extensions['.cjs'] = (module, file) => {
    if (dirname(file) === package_ && KEPT_PARTS.test(basename(file)))
      load(module, file, keptFor(directory, command, file))
    else usual(module, file)
  }
}

function keptFor(directory: string, command: string, file: string): string {
  return join(directory, `${process.version}-${process.arch}-${command}-${basename(file)}.code`)
}

interface Compiled {
  readonly script: Script
  /** Where it is kept. */
  readonly kept: string
}

const compiled: Compiled[] = []

function load(module: NodeJS.Module, file: string, kept: string): void {
  const known = ownBytes(kept)
  const script = new Script(wrapped(file), {
    filename: file,
    ...(known === undefined ? {} : { cachedData: known }),
  })
  // The engine itself refuses what another version of it, or with other options, has made.
  if (known === undefined || script.cachedDataRejected === true) {
    const options = engineOptions()
    // With options that were changed on the way (for grammars) the next start could not use it.
    if (compiled.length === 0) process.once('exit', () => options === engineOptions() && compiled.forEach(keep))
    compiled.push({ script, kept })
  }
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
}

const BEFORE = '(function (exports, require, module, __filename, __dirname) { '
const BEHIND = '\n})'

/** As Node wraps a module. The build writes ASCII alone, which is taken as it is: to decode and join texts copies them. */
function wrapped(file: string): string {
  const code = readFileSync(file)
  const whole = Buffer.allocUnsafeSlow(BEFORE.length + code.length + BEHIND.length)
  whole.write(BEFORE, 0, 'latin1')
  code.copy(whole, BEFORE.length)
  whole.write(BEHIND, BEFORE.length + code.length, 'latin1')
  return whole.toString('latin1')
}

/** Not imported: whoever finds what was kept does not need it. */
function engineOptions(): number {
  return process.getBuiltinModule('node:v8').cachedDataVersionTag()
}

/** Nothing when it is not there, or somebody else could have written it. */
function ownBytes(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined
  const file = openSync(path, 'r')
  try {
    const { uid, mode } = fstatSync(file)
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
    return isOwn ? readFileSync(file) : undefined
  } finally {
    closeSync(file)
  }
}

function keep({ script, kept: path }: Compiled): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const beside = `${path}.${process.pid}`
    writeFileSync(beside, script.createCachedData(), { mode: 0o600, flag: 'wx' })
    renameSync(beside, path)
    forgetOld(dirname(path))
  } catch {
    // A disk that is full, a home that cannot be written: the next start compiles again.
  }
}

function forgetOld(directory: string): void {
  const old = readdirSync(directory).filter((name) => /\.code(?:\.\d+)?$/.test(name))
  for (const path of old.map((name) => join(directory, name)))
    if (Date.now() - statSync(path).mtimeMs > FORGOTTEN_AFTER_MS) rmSync(path, { force: true })
}
