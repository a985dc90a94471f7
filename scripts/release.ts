import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cutChangelog, sectionOf } from './changelog.ts'
import { buildPrebuilt } from './prebuilt.ts'

const ROOT = join(import.meta.dirname, '..')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')
const RELEASE = join(ROOT, 'build', 'release')

const USAGE = `npm run release -- <step>
  prepare <version>   sets the version, and gives what is unreleased in CHANGELOG.md to it; commit and tag that
  pack                builds everything into build/release: the hook clients, the package, the notes
  publish             publishes build/release with provenance, from a clean checkout at the tag; hook clients first
`

/** A release in three steps, so that what is published can be looked at and tried before. */
async function main([step, version]: readonly string[]): Promise<void> {
  switch (step) {
    case 'prepare':
      return prepare(version ?? '')
    case 'pack':
      return pack()
    case 'publish':
      return publish()
    default:
      process.stderr.write(USAGE)
      process.exitCode = 64
  }
}

function prepare(version: string): void {
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)) throw new Error(`\`${version}\` is not a version`)
  writeFileSync(
    CHANGELOG,
    cutChangelog(readFileSync(CHANGELOG, 'utf8'), version, new Date().toISOString().slice(0, 10)),
  )
  npm('version', '--no-git-tag-version', '--allow-same-version', version)
  process.stdout.write(`Look at the changes, then: git commit -am "Release ${version}" && git tag v${version}\n`)
}

function pack(): void {
  const notes = sectionOf(readFileSync(CHANGELOG, 'utf8'), ownVersion())
  if (notes === undefined)
    throw new Error(`CHANGELOG.md says nothing about ${ownVersion()}: npm run release -- prepare <version>`)
  rmSync(RELEASE, { recursive: true, force: true })
  mkdirSync(RELEASE, { recursive: true })
  // First: the package knows the digests of the clients.
  for (const directory of buildPrebuilt()) npm('pack', '--silent', '--pack-destination', RELEASE, directory)
  npm('pack', '--silent', '--pack-destination', RELEASE)
  writeFileSync(join(RELEASE, 'notes.md'), `${notes}\n`)
  process.stdout.write(`${readdirSync(RELEASE).join('\n')}\n`)
}

function publish(): void {
  const tag = `v${ownVersion()}`
  if (git('status', '--porcelain') !== '') throw new Error('there are changes that are not committed')
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(tag)) throw new Error(`this commit has no tag ${tag}`)
  publishAll(RELEASE, ['--provenance'])
}

/** Publishes the tarballs in a directory, to the registry that npm is set up for. The first that fails is the last. */
export function publishAll(directory: string, options: readonly string[], environment = process.env): void {
  for (const tarball of inOrder(readdirSync(directory)))
    execFileSync('npm', ['publish', '--access', 'public', ...options, join(directory, tarball)], {
      cwd: directory,
      stdio: 'inherit',
      env: environment,
    })
}

/** Whoever installs the package must find the clients that it names. */
export function inOrder(files: readonly string[]): readonly string[] {
  const tarballs = files.filter((name) => name.endsWith('.tgz')).toSorted()
  const isClient = (name: string): boolean => name.startsWith('portcullis-hook-')
  return [...tarballs.filter(isClient), ...tarballs.filter((name) => !isClient(name))]
}

function ownVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
}

function npm(...words: readonly string[]): void {
  execFileSync('npm', words, { cwd: ROOT, stdio: 'inherit' })
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
