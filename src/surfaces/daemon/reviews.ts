import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../../classifier/two-stage.ts'
import { redact } from '../../journal/redact.ts'
import { masked } from '../dump.ts'

/** What went to a model about one call, and what came back. */
export interface KeptReview {
  readonly call: string
  readonly exchanges: readonly object[]
}

const MOST_FILES = 500
const MOST_BYTES = 64 * 1024 * 1024
/** A single review that is larger is not kept. */
const LARGEST = 4 * 1024 * 1024
const MOST_EXCHANGES = 12

/**
 * The latest reviews, a file for each call, without secrets and for their owner only. The oldest go first. What cannot be
 * kept is not: nothing waits for it and nothing fails by it.
 */
export class Reviews {
  readonly #directory: string
  readonly #now: () => number
  /** By file name, oldest first. */
  readonly #sizes = new Map<string, number>()
  readonly #limits: { readonly files: number; readonly bytes: number }
  #bytes = 0

  constructor(
    directory: string,
    now: () => number = Date.now,
    limits: { readonly files: number; readonly bytes: number } = { files: MOST_FILES, bytes: MOST_BYTES },
  ) {
    this.#directory = directory
    this.#now = now
    this.#limits = limits
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const found = readdirSync(directory)
      .filter((name) => FILE.test(name))
      .map((name) => ({ name, stat: statSync(join(directory, name)) }))
      .toSorted((one, other) => one.stat.mtimeMs - other.stat.mtimeMs)
    for (const { name, stat } of found) this.#note(name, stat.size)
    this.#prune()
  }

  keep(exchange: Exchange): void {
    const { call } = exchange
    if (call === undefined) return
    try {
      const { session, stage, request, reply, latencyMs } = exchange
      const entry = masked({ at: this.#now(), session, stage, latencyMs, request, reply }, redact) as object
      const exchanges = [...(this.find(call)?.exchanges ?? []), entry].slice(-MOST_EXCHANGES)
      const text = JSON.stringify({ call: redact(call), exchanges })
      if (text.length > LARGEST) return
      const name = fileOf(call)
      const path = join(this.#directory, name)
      writeFileSync(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
      this.#note(name, Buffer.byteLength(text))
      this.#prune()
    } catch {
      // A full disk is told by the journal, which matters.
    }
  }

  find(call: string): KeptReview | undefined {
    const name = fileOf(call)
    if (!this.#sizes.has(name)) return undefined
    try {
      return JSON.parse(readFileSync(join(this.#directory, name), 'utf8')) as KeptReview
    } catch {
      return undefined
    }
  }

  #note(name: string, size: number): void {
    this.#bytes += size - (this.#sizes.get(name) ?? 0)
    this.#sizes.delete(name)
    this.#sizes.set(name, size)
  }

  #prune(): void {
    for (const [name, size] of this.#sizes) {
      if (this.#sizes.size <= this.#limits.files && this.#bytes <= this.#limits.bytes) return
      rmSync(join(this.#directory, name), { force: true })
      this.#sizes.delete(name)
      this.#bytes -= size
    }
  }
}

const FILE = /^[0-9a-f]{32}\.json$/

/** An id is text of a stranger: it names no file by itself. */
function fileOf(call: string): string {
  return `${createHash('sha256').update(call).digest('hex').slice(0, 32)}.json`
}
