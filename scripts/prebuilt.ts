import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileNative, nativeDigest, type Prebuilt } from '../src/surfaces/install/native-client.ts'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = join(ROOT, 'build', 'native-packages')

/** The hook's native client and the runner, built for machines that have no compiler: one optional package for each. */
interface Target {
  readonly cpu: string
  readonly compilers: readonly string[]
  /** Runs the binary where this machine is another one. */
  readonly emulators: readonly string[]
}

const TARGETS: readonly Target[] = [
  { cpu: 'x64', compilers: ['x86_64-linux-gnu-gcc'], emulators: ['qemu-x86_64-static', 'qemu-x86_64'] },
  { cpu: 'arm64', compilers: ['aarch64-linux-gnu-gcc'], emulators: ['qemu-aarch64-static', 'qemu-aarch64'] },
]

const packageName = (cpu: string): string => `portcullis-hook-linux-${cpu}`
const PROGRAMS = { 'portcullis-hook': 'hook.c', 'portcullis-run': 'run.c' } as const
type Program = keyof typeof PROGRAMS
const NAMES = Object.keys(PROGRAMS) as readonly Program[]

const binaryOf = (cpu: string, program: Program, packages = PACKAGES): string =>
  join(packages, packageName(cpu), program)
const stampOf = (cpu: string, packages = PACKAGES): string => join(packages, `${packageName(cpu)}.built-from`)

function ownManifest(): { readonly version: string; readonly license: string } {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string; license: string }
}

/** The packages that were built from the sources as they are, by name, with the version that they have. */
export function prebuiltPackages(): Readonly<Record<string, string>> {
  return Object.fromEntries(fresh().map(({ cpu }) => [packageName(cpu), ownManifest().version]))
}

/** What the published package knows of each: nothing else than these very bytes is used. */
export function prebuiltTable(): Readonly<Record<string, Prebuilt>> {
  return Object.fromEntries(
    fresh().map(({ cpu }) => {
      const digest = (program: Program): string =>
        createHash('sha256')
          .update(readFileSync(binaryOf(cpu, program)))
          .digest('hex')
      return [
        `linux-${cpu}`,
        { package: packageName(cpu), sha256: digest('portcullis-hook'), runner: digest('portcullis-run') },
      ]
    }),
  )
}

function fresh(): readonly Target[] {
  const wanted = mark()
  return TARGETS.filter(
    ({ cpu }) =>
      NAMES.every((program) => existsSync(binaryOf(cpu, program))) &&
      existsSync(stampOf(cpu)) &&
      readFileSync(stampOf(cpu), 'utf8') === wanted,
  )
}

function mark(): string {
  return `${ownManifest().version} ${nativeDigest()}`
}

/** Builds every package, and runs each binary once, emulated where it has to be. Throws when one cannot be built or tried. */
export function buildPrebuilt(into: string = PACKAGES): readonly string[] {
  rmSync(into, { recursive: true, force: true })
  return TARGETS.map((target) => {
    const directory = join(into, packageName(target.cpu))
    mkdirSync(directory, { recursive: true })
    const own = target.cpu === process.arch
    const runner = own ? undefined : emulatorOf(target)
    if (!own && runner === undefined)
      throw new Error(`to try the ${target.cpu} binary, ${target.emulators[0]} is needed`)
    for (const program of NAMES) {
      const built = compileNative(binaryOf(target.cpu, program, into), {
        main: PROGRAMS[program],
        compilers: own ? [...target.compilers, 'gcc', 'cc'] : target.compilers,
        linking: [['-static']],
        ...(runner === undefined ? {} : { runner }),
      })
      if ('failed' in built) throw new Error(`${packageName(target.cpu)}: ${program}: ${built.failed}`)
      chmodSync(built.binary, 0o755)
    }
    writeManifest(directory, target.cpu)
    writeFileSync(stampOf(target.cpu, into), mark())
    return directory
  })
}

function emulatorOf({ emulators }: Target): string | undefined {
  return emulators.find((name) => isProgram(name))
}

function isProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0
}

function writeManifest(directory: string, cpu: string): void {
  const { version, license } = ownManifest()
  const manifest = {
    name: packageName(cpu),
    version,
    description: `The native programs of portcullis for Linux ${cpu}: the hook's client, and what runs a command behind walls. Installed by portcullis, of no use alone.`,
    license,
    os: ['linux'],
    cpu: [cpu],
    files: [...NAMES],
    publishConfig: { access: 'public', provenance: true },
  }
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  writeFileSync(join(directory, 'README.md'), `# ${packageName(cpu)}\n\n${manifest.description}\n`)
  copyFileSync(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const directory of buildPrebuilt()) process.stdout.write(`${directory}\n`)
