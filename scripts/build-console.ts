import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = join(ROOT, 'src', 'surfaces', 'console')
/** What is built ends up here, with the digest of what it was built from. */
export const BUILT = join(ROOT, 'build', 'console')
/** What the page is made of besides its own sources. */
const ELSEWHERE = [
  'package-lock.json',
  'src/call/visible.ts',
  'src/humans/look-alikes.ts',
  'src/humans/look-alikes-table.ts',
]
  .map((file) => join(ROOT, file))
  .filter((file) => existsSync(file))
const STAMP = join(BUILT, '.built-from')

/**
 * Builds the console's page unless it is there and built from the sources as they are. npm runs no `prestart` and no
 * `pretest` where install scripts are off, so `start`, `test` and `build` call this themselves.
 */
export async function buildConsole(): Promise<'built' | 'fresh' | 'no sources'> {
  if (!existsSync(join(SOURCES, 'index.html'))) return 'no sources'
  const digest = digestOfSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return 'fresh'
  // Loaded only when there is something to build: looking takes milliseconds, the builder a second.
  const { build } = await import('vite')
  await build({
    root: SOURCES,
    base: '/',
    logLevel: 'warn',
    build: {
      outDir: BUILT,
      emptyOutDir: true,
      assetsDir: 'assets',
      // Everything is a file of its own: the page's policy allows nothing inline.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
    },
  })
  writeFileSync(STAMP, digest)
  return 'built'
}

function digestOfSources(): string {
  const sum = createHash('sha256')
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of [...files, ...ELSEWHERE, import.meta.filename]) {
    const bytes = readFileSync(file)
    sum.update(`${file.slice(ROOT.length)}\0${bytes.length}\0`).update(bytes)
  }
  return sum.digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildConsole()
