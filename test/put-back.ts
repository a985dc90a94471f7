import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { afterAll } from 'vitest'
import { type Failures, SOURCES } from './product.ts'

/** A text in the sources that becomes another. */
export interface Change {
  /** Below `src`. */
  readonly file: string
  /** Must stand in the file exactly once, so that a row cannot rot silently. */
  readonly find: string
  readonly replace: string
}

/** A place for the copies of one test file, until its tests are over. Below the project: so they find its packages. */
export function scratchFor(tests: string): string {
  const scratch = join(SOURCES, '..', '.teeth', tests)
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))
  return scratch
}

/** Suites that cannot fail prove nothing: with this change made, the suite that looks at a `Product` must notice. */
export interface Bug<Product> extends Change {
  readonly bug: string
  readonly noticedBy: (product: Product) => Promise<Failures>
}

/**
 * Sources below `scratch` with the changes made in them; returns where they are. The files that are changed are copied,
 * and with them every file that imports one of those, however far away; all others are links to the real ones, and so
 * the very modules that were loaded already. No module is there twice for anybody who starts from here. A `folder` is
 * copied as a whole, for a build that looks for everything below its root.
 */
export function putBack(
  scratch: string,
  name: string,
  changes: readonly Change[],
  folder: 'surfaces/console' | 'no folder' = 'no folder',
): string {
  const place = join(scratch, name.replaceAll(/\W+/g, '-'))
  const root = join(place, 'src')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const changed = changedTexts(changes)
  const copied = reaching([...changed.keys()])
  if (folder !== 'no folder') for (const path of filesBelow(folder)) copied.add(relative(SOURCES, path))
  mirror('', root, copied, changed)
  copyFileSync(join(SOURCES, '..', 'package.json'), join(place, 'package.json'))
  return root
}

function changedTexts(changes: readonly Change[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { file, find, replace } of changes) {
    if (normalize(file) !== file) throw new Error(`not the shortest way to write it: ${file}`)
    const text = texts.get(file) ?? readFileSync(join(SOURCES, file), 'utf8')
    if (text.split(find).length !== 2) throw new Error(`${file} must hold the text of the row exactly once: ${find}`)
    texts.set(
      file,
      text.replace(find, () => replace),
    )
  }
  return texts
}

/** Writes only files that it makes: never through a link, into the real sources. */
function mirror(folder: string, to: string, copied: ReadonlySet<string>, changed: ReadonlyMap<string, string>): void {
  for (const name of readdirSync(join(SOURCES, folder))) {
    const file = join(folder, name)
    const target = join(to, name)
    if (copied.has(file)) writeFileSync(target, changed.get(file) ?? readFileSync(join(SOURCES, file)), { flag: 'wx' })
    else if (![...copied].some((one) => one.startsWith(`${file}/`))) symlinkSync(join(SOURCES, file), target)
    else {
      mkdirSync(target)
      mirror(file, target, copied, changed)
    }
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(SOURCES, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The files, and all that import one of them. */
function reaching(files: readonly string[]): Set<string> {
  const found = new Set(files)
  for (const file of found) for (const importer of importersOf(file)) found.add(importer)
  return found
}

let importers: ReadonlyMap<string, ReadonlySet<string>> | undefined

function importersOf(file: string): ReadonlySet<string> {
  importers ??= readImporters()
  return importers.get(file) ?? new Set()
}

const TYPES_ONLY = /^(?:import|export) type [^'"]*from '[^']+'/gm
const NAMED_FILE = /'(\.{1,2}\/[^'\n]+)'/g

/** Whoever names a file by its relative path imports it, or starts it as a thread. */
function readImporters(): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>()
  for (const path of filesBelow('')) {
    if (!/(?<!\.test)\.tsx?$/.test(path)) continue
    for (const [, named] of readFileSync(path, 'utf8').replaceAll(TYPES_ONLY, '').matchAll(NAMED_FILE)) {
      const file = relative(SOURCES, join(dirname(path), named!))
      if (!all.has(file)) all.set(file, new Set())
      all.get(file)!.add(relative(SOURCES, path))
    }
  }
  return all
}
