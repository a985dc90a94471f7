import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeSqlite } from '../../journal/stores/node-sqlite.ts'
import type { Bundle } from '../../policy/bundle/bundle.ts'
import { type Mark, markSchema } from '../../policy/bundle/shapes.ts'
import type { BundleFiles } from './places.ts'

/** Complete before it has its name, and durable: whoever reads sees the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.${randomUUID()}`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
  const directory = openSync(dirname(path), 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** First the bundle, then its marks: cut off in between, what is in force is never below its mark. */
export function keepActive(files: BundleFiles, { text, digest, contents }: Bundle): void {
  replaceFile(files.active, text)
  const mark: Mark = { name: contents.name, version: contents.version, digest }
  for (const file of files.marks) replaceFile(file, `${JSON.stringify(mark)}\n`)
}

/** The higher of the two marks. Throws when one cannot be read. */
export function highestMark(files: BundleFiles): Mark | undefined {
  const marks = files.marks.flatMap((file) => {
    const text = textIn(file, 10_000)
    return text === undefined ? [] : [markSchema().parse(JSON.parse(text))]
  })
  return marks.sort((one, other) => other.version - one.version)[0]
}

/** One process at a time puts a bundle in force: the kernel drops the lock when the process ends. */
export function alone<T>(files: BundleFiles, act: () => T): T {
  mkdirSync(files.directory, { recursive: true, mode: 0o700 })
  const database = new (nodeSqlite().DatabaseSync)(join(files.directory, 'lock'), { timeout: 10_000 })
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
    return act()
  } finally {
    database.close()
  }
}

/** This machine follows no bundle any more. */
export function forgetBundle(files: BundleFiles): void {
  for (const file of [files.trust, files.active, files.status, ...files.marks]) rmSync(file, { force: true })
}

/** Undefined: there is none. Throws when it cannot be read. */
export function textIn(path: string, most: number): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (!stat.isFile()) throw new Error(`${path} is no regular file`)
  if (stat.size > most) throw new Error(`${path} is larger than ${most} bytes`)
  return readFileSync(path, 'utf8')
}
