import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { publishedExports } from './entries.ts'

const ROOT = join(import.meta.dirname, '..')
const MANIFEST = join(ROOT, 'package.json')
/** The checkout's own manifest, while npm packs with the published one in its place. */
const KEPT = join(ROOT, 'build', 'package.json.kept')

/** What a tarball holds besides the manifest, README and LICENSE. */
const FILES: readonly string[] = ['bin', 'dist', 'native/*.c', 'native/*.h', 'CHANGELOG.md']

export interface ManifestAdditions {
  /** Packages with the prebuilt hook client, by name and exact version. */
  readonly optionalDependencies?: Readonly<Record<string, string>>
  /** Where the source is: a registry checks it against the provenance. */
  readonly repository?: { readonly type: 'git'; readonly url: string }
}

/** The checkout's manifest without what is for development only: its Node, tools, scripts. */
export function publishedManifest(
  text: string,
  imported: ReadonlySet<string>,
  additions: ManifestAdditions = {},
): Record<string, unknown> {
  const own = JSON.parse(text) as Record<string, unknown>
  const { name, version, description, keywords, license, type, engines, publishConfig } = own
  const { peerDependencies, peerDependenciesMeta } = own
  const all = Object.entries(own['dependencies'] as Readonly<Record<string, string>>)
  // The rest is part of the program's own files.
  const dependencies = Object.fromEntries(all.filter(([dependency]) => imported.has(dependency)))
  return {
    name,
    version,
    description,
    keywords,
    license,
    ...(additions.repository === undefined ? {} : { repository: additions.repository }),
    type,
    engines,
    bin: { portcullis: 'bin/portcullis.cjs' },
    man: ['./dist/portcullis.1'],
    // For tools that do not read `exports`.
    main: './dist/index.cjs',
    types: './dist/index.d.cts',
    exports: publishedExports(),
    files: FILES,
    publishConfig,
    dependencies,
    ...(additions.optionalDependencies === undefined ? {} : { optionalDependencies: additions.optionalDependencies }),
    // Spoken to only by those who want it, and not installed for anybody else.
    peerDependencies,
    peerDependenciesMeta,
  }
}

/** The packages that the files in a built `dist/` import, for code or for types. */
export function packagesImported(directory: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const file of readdirSync(directory).filter((name) => /\.[cm](?:js|ts)$/.test(name))) {
    const text = readFileSync(join(directory, file), 'utf8')
    for (const [, one, other, another] of text.matchAll(IMPORT)) {
      const name = (one ?? other ?? another)!
      if (!isBuiltin(name)) names.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  return names
}

/** As the bundler writes them. */
const IMPORT =
  /^(?:import|export)\b[^"\n]*?"([^".][^"]*)"|\bimport\("([^".][^"]*)"\)|^let [\w$]+ = require\("([^".][^"]*)"\)/gm

/** Longer than npm needs to write a tarball, by far. */
const LONGEST_PACKING_MS = 120_000

/** Puts the published manifest where npm reads it. Waits for another `npm pack` of this checkout to end. */
export async function publishManifest(additions: ManifestAdditions): Promise<void> {
  while (isPacking() && age(KEPT) < LONGEST_PACKING_MS) await new Promise((resolve) => setTimeout(resolve, 200))
  restoreManifest()
  const text = readFileSync(MANIFEST, 'utf8')
  mkdirSync(dirname(KEPT), { recursive: true })
  replace(KEPT, text)
  replace(
    MANIFEST,
    `${JSON.stringify(publishedManifest(text, packagesImported(join(ROOT, 'dist')), additions), undefined, 2)}\n`,
  )
}

/** Puts the checkout's manifest back, if npm left the published one. */
export function restoreManifest(): 'restored' | 'as it was' {
  if (!isPacking()) return 'as it was'
  replace(MANIFEST, readFileSync(KEPT, 'utf8'))
  rmSync(KEPT, { force: true })
  return 'restored'
}

/** For the process that outlives an interrupted npm: ends as soon as the manifest is back, at the latest with putting it back. */
export async function restoreWhenAbandoned(): Promise<void> {
  while (isPacking()) {
    if (age(KEPT) >= LONGEST_PACKING_MS) restoreManifest()
    else await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function isPacking(): boolean {
  return existsSync(KEPT)
}

function age(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}

/** Whole or not at all. */
function replace(path: string, text: string): void {
  const scratch = `${path}.${process.pid}`
  writeFileSync(scratch, text)
  renameSync(scratch, path)
}
