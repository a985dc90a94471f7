import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Anchor, SealKeys } from '../seal.ts'
import { isGenuineAnchor } from '../seal.ts'

export type FoundAnchor =
  | { readonly state: 'none kept' }
  | { readonly state: 'missing' }
  | { readonly state: 'not genuine'; readonly because: string }
  | { readonly state: 'genuine'; readonly anchor: Anchor }

/** `path` undefined: this journal keeps no anchor. */
export function readAnchor(path: string | undefined, keys: SealKeys): FoundAnchor {
  if (path === undefined) return { state: 'none kept' }
  if (!existsSync(path)) return { state: 'missing' }
  const anchor = parseAnchor(readFileSync(path, 'utf8'))
  if (anchor === undefined) return { state: 'not genuine', because: 'it cannot be read' }
  if (anchor.writer !== keys.writer)
    return { state: 'not genuine', because: `it belongs to key ${anchor.writer.slice(0, 8)}` }
  if (!isGenuineAnchor(keys, anchor)) return { state: 'not genuine', because: 'it was edited' }
  return { state: 'genuine', anchor }
}

export function parseAnchor(text: string): Anchor | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { writer, commits, seq, hash, at, mac } = value as Record<string, unknown>
  if (typeof writer !== 'string' || typeof hash !== 'string' || typeof mac !== 'string') return undefined
  if (!Number.isSafeInteger(commits) || !Number.isSafeInteger(seq) || typeof at !== 'number') return undefined
  return { writer, commits: Number(commits), seq: Number(seq), hash, at, mac }
}

/** Never lowers it: another process with the same key may have been further. To be called by one process at a time. */
export function raiseAnchor(path: string, anchor: Anchor): void {
  const before = existsSync(path) ? parseAnchor(readFileSync(path, 'utf8')) : undefined
  if (before === undefined || before.writer !== anchor.writer || before.commits <= anchor.commits)
    writeAnchor(path, anchor)
}

/** As it is told, also backwards: only where somebody restores a log. */
export function replaceAnchor(path: string, anchor: Anchor): void {
  writeAnchor(path, anchor)
}

/** Whole or not at all: the new text is on the disk before it has the name. */
function writeAnchor(path: string, anchor: Anchor): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, `${JSON.stringify(anchor)}\n`, { mode: 0o600, flush: true })
  renameSync(temporary, path)
  syncDirectory(dirname(path))
}

function syncDirectory(path: string): void {
  // Windows cannot open a directory, and needs no such thing.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
