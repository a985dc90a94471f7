import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { chmod, copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { GRAMMARS } from '../../call/code/grammars.ts'
import { IS_CHECKOUT, PROGRAM_ROOT } from '../launcher.ts'
import { builtNative, compileNative, directoryOfPackage, nativeDigest, takePrebuilt } from './native-client.ts'
import { COMMAND_FILE, lastingCommand } from '../this-command.ts'
import { hooksDirectory, nativePath, type Place, type Wanted } from './place.ts'

/**
 * What hooks need besides their own files, copied to where neither `npm`, a version manager nor an agent's work in a
 * checkout moves or changes it: the product with its packages, its Node, the native client.
 */
export interface Copies {
  /** The place with the paths that hooks are written with. */
  readonly place: Place
  /** What is made, in words; empty when everything is there. */
  readonly makes: readonly string[]
  /** What whoever installs should know. */
  readonly notes: readonly string[]
  /** Everything of ours, there or to be made: what `uninstall` removes. */
  readonly paths: readonly string[]
  /** Does not hold up a daemon that does it. */
  make(): Promise<void>
}

export function planCopies(place: Place, scope: Wanted['scope']): Copies {
  const hooks = hooksDirectory(place, scope)
  if (place.platform === 'win32') return nothingFor(place)
  // This process runs from a copy already, and makes none of itself.
  if (PROGRAM_ROOT.startsWith(`${hooks}/`))
    return nothingFor(existsSync(nativePath(place, scope)) ? { ...place, client: 'native' } : place)
  const node = realpathSync(place.node)
  const copiesNode = moves(node)
  const directory = join(hooks, `program-${programDigest(copiesNode ? node : '')}`)
  const isThere = existsSync(directory)
  const native = nativeFor(directory)
  const client = nativePath(place, scope)
  const hasClient = 'binary' in native
  const isFresh = hasClient && existsSync(client) && readFileSync(client).equals(readFileSync(native.binary))
  return {
    place: {
      ...place,
      node: copiesNode ? join(directory, 'node') : node,
      launcher: join(directory, 'bin', 'portcullis.cjs'),
      ...(hasClient ? { client: 'native' } : {}),
    },
    makes: [
      ...(isThere ? [] : [`${directory} (a copy of portcullis${copiesNode ? ' and its Node' : ''} for the hooks)`]),
      ...(hasClient && !isFresh ? [`${client} (the hook's native client)`] : []),
    ],
    notes: hasClient ? [] : [`The native hook client was not built (${native.failed}): the script is used instead.`],
    paths: [directory, ...(hasClient ? [client] : [])],
    make: async () => {
      if (!isThere) await copyProgram(directory, copiesNode ? node : undefined, hasClient ? native.binary : undefined)
      if (hasClient && !isFresh) await copyWhole(join(directory, 'portcullis-hook'), native.binary, client)
      forgetOlder(hooks, directory)
    },
  }
}

function nothingFor(place: Place): Copies {
  return { place, makes: [], notes: [], paths: [], make: () => Promise.resolve() }
}

/** A Node that the machine's owner installed stays where it is; every other may be moved or replaced by its user's tools. */
function moves(node: string): boolean {
  if (/\/node_modules\//.test(node)) return true
  for (let at = node; at !== '/'; at = dirname(at)) {
    const { uid, mode } = statSync(at)
    if (uid !== 0 || (mode & 0o022) !== 0) return true
  }
  return false
}

type Native = { readonly binary: string } | { readonly failed: string }

/** Built by the checkout, kept by an earlier copy, prebuilt, or compiled now. */
function nativeFor(directory: string): Native {
  const known = [builtNative(), join(directory, 'portcullis-hook')].find((path) => path && existsSync(path))
  if (known !== undefined) return { binary: known }
  const scratch = mkdtempSync(join(tmpdir(), 'portcullis-native-'))
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
  const prebuilt = takePrebuilt(join(scratch, 'portcullis-hook'))
  return 'binary' in prebuilt ? prebuilt : compileNative(join(scratch, 'portcullis-hook'))
}

interface Package {
  readonly directory: string
  readonly manifest: {
    readonly name?: string
    readonly version?: string
    readonly dependencies?: Readonly<Record<string, string>>
    readonly peerDependencies?: Readonly<Record<string, string>>
    readonly optionalDependencies?: Readonly<Record<string, string>>
  }
}

/** Every package that the product can load, by where it goes below the copy. Nearest first, as Node looks for them. */
function packages(): ReadonlyMap<string, Package> {
  const found = new Map<string, Package>()
  const add = (of: Package, below: string): void => {
    // What only a checkout has is not the product's; what a package may do without is taken when it is there.
    const { dependencies, peerDependencies } = of.manifest
    const optional = below === '' ? {} : of.manifest.optionalDependencies
    for (const name of Object.keys({ ...dependencies, ...peerDependencies, ...optional })) {
      const directory = directoryOfPackage(name, of.directory)
      if (directory === undefined) continue
      const top = join('node_modules', name)
      const known = found.get(top)
      if (known?.directory === directory) continue
      const to = known === undefined ? top : join(below, 'node_modules', name)
      if (found.has(to)) continue
      const one = readPackage(directory)
      found.set(to, one)
      add(one, to)
    }
  }
  add(readPackage(PROGRAM_ROOT), '')
  return found
}

function readPackage(directory: string): Package {
  return { directory, manifest: JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) }
}

/** The product's own files, below its root. Of a checkout only what runs. */
function ownFiles(): readonly string[] {
  if (!IS_CHECKOUT) return filesBelow(PROGRAM_ROOT, '', (name) => name !== 'node_modules')
  const isRun = (name: string): boolean => !name.endsWith('.test.ts') && name !== 'console'
  return [
    'package.json',
    ...filesBelow(PROGRAM_ROOT, 'bin', () => true),
    ...filesBelow(PROGRAM_ROOT, 'native', () => true),
    ...filesBelow(PROGRAM_ROOT, 'src', isRun),
    ...(existsSync(join(PROGRAM_ROOT, 'build', 'console'))
      ? filesBelow(PROGRAM_ROOT, 'build/console', () => true)
      : []),
  ]
}

function filesBelow(root: string, folder: string, take: (name: string) => boolean): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): readonly string[] => {
    const file = join(folder, entry.name)
    if (!take(entry.name)) return []
    if (entry.isDirectory()) return filesBelow(root, file, take)
    return entry.isFile() ? [file] : []
  })
}

const digests = new Map<string, string>()

/** Over everything that a copy holds: another version is another copy. Looked at once by every process. */
function programDigest(node: string): string {
  const digest = digests.get(node) ?? computeDigest(node)
  digests.set(node, digest)
  return digest
}

function computeDigest(node: string): string {
  const sum = createHash('sha256').update(`${nativeDigest()}\0${node === '' ? '' : process.version}\0`)
  for (const file of ownFiles()) sum.update(`${file}\0`).update(readFileSync(join(PROGRAM_ROOT, file)))
  for (const [to, { manifest }] of packages()) sum.update(`${to}@${manifest.version}\0`)
  return sum.digest('hex').slice(0, 16)
}

/** Node reads no TypeScript of packages, and nobody debugs here. */
const NOT_RUN = /\.(?:map|[cm]?ts|tsx|md|markdown)$/

/** Whole or not at all: under another name until everything is there. */
async function copyProgram(directory: string, node: string | undefined, native: string | undefined): Promise<void> {
  const scratch = `${directory}.${process.pid}`
  rmSync(scratch, { recursive: true, force: true })
  try {
    const files: [from: string, to: string][] = []
    for (const file of ownFiles()) files.push([join(PROGRAM_ROOT, file), join(scratch, file)])
    for (const [to, { directory: from }] of packages())
      for (const file of filesBelow(from, '', (name) => name !== 'node_modules' && !NOT_RUN.test(name)))
        files.push([join(from, file), join(scratch, to, file)])
    if (IS_CHECKOUT) {
      const find = createRequire(import.meta.url).resolve
      for (const name of GRAMMARS.map((grammar) => `tree-sitter-${grammar}`)) {
        const grammar = find(`${name}/${name}.wasm`)
        files.push([grammar, join(scratch, 'src', 'call', 'code', basename(grammar))])
      }
    }
    await mkdir(scratch, { recursive: true })
    await writeFile(join(scratch, COMMAND_FILE), `${lastingCommand()}\n`)
    if (native !== undefined) files.push([native, join(scratch, 'portcullis-hook')])
    if (node !== undefined) files.push([node, join(scratch, 'node')])
    for (let at = 0; at < files.length; at += AT_A_TIME)
      await Promise.all(files.slice(at, at + AT_A_TIME).map(([from, to]) => copy(from, to)))
    if (node !== undefined && !(await runs(join(scratch, 'node'))))
      throw new Error(`a copy of ${node} does not run: install a Node for the whole machine, or give its path`)
    renameSync(scratch, directory)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const AT_A_TIME = 32

function runs(node: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(node, ['-e', '0'], { env: {}, timeout: 60_000 }, (error) => resolve(error === null))
  })
}

async function copyWhole(kept: string, from: string, to: string): Promise<void> {
  const scratch = `${to}.${process.pid}`
  await copy(existsSync(kept) ? kept : from, scratch)
  chmodSync(scratch, 0o755)
  renameSync(scratch, to)
}

/** Shares the blocks where the file system can; never the file itself, which somebody else may write. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, ((await stat(from)).mode & 0o111) === 0 ? 0o644 : 0o755)
}

/** One copy besides this one stays: the daemon may still run from it. */
function forgetOlder(hooks: string, directory: string): void {
  const older = readdirSync(hooks)
    .filter((name) => /^program-[0-9a-f]{16}$/.test(name) && name !== basename(directory))
    .map((name) => join(hooks, name))
    .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const path of older.slice(1)) rmSync(path, { recursive: true, force: true })
}
