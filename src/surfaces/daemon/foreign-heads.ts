import { readFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Checkpoint, standing } from '../../journal/checkpoints.ts'
import { appendCheckpoint, findLastCheckpoint, readCheckpoints } from '../../journal/stores/checkpoint-file.ts'

/** So many other logs are witnessed at most. */
const MOST_WRITERS = 256

/** Heads of other daemons' logs, for which this daemon is a witness. One file for each writer; nothing is taken back. */
export class ForeignHeads {
  readonly #directory: string

  constructor(stateDirectory: string) {
    this.#directory = join(stateDirectory, 'witnessed')
  }

  /** `older`: a later head is known already, so that somebody's log went back. */
  keep(checkpoint: Checkpoint): 'kept' | 'older' | 'too many' {
    const file = this.#file(checkpoint.writer)
    const last = existsSync(file) ? findLastCheckpoint(file, checkpoint.writer) : undefined
    if (last !== undefined && isOlder(checkpoint, last) && !this.#wasRestored(file, checkpoint)) return 'older'
    if (last === undefined && this.#writers().length >= MOST_WRITERS) return 'too many'
    if (last?.signature === checkpoint.signature) return 'kept'
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    appendCheckpoint(file, checkpoint)
    if (last === undefined) appendCheckpoint(this.#index(), checkpoint)
    return 'kept'
  }

  /** A log that was restored from a backup goes back: its own key says which heads count no longer. */
  #wasRestored(file: string, checkpoint: Checkpoint): boolean {
    if (checkpoint.kind === 'restored') return true
    const heads = standing(readCheckpoints(file).checkpoints).filter(({ kind }) => kind === 'head')
    return heads.every((head) => !isOlder(checkpoint, head))
  }

  /** The latest heads of a writer, oldest first. */
  heads(writer: string): readonly Checkpoint[] {
    const file = this.#file(writer)
    return existsSync(file) ? readCheckpoints(file).checkpoints.slice(-MOST_HEADS) : []
  }

  #file(writer: string): string {
    if (!/^[0-9a-f]{32}$/.test(writer)) throw new RangeError('not the name of a writer')
    return join(this.#directory, `${writer}.jsonl`)
  }

  #index(): string {
    return join(this.#directory, 'writers.jsonl')
  }

  #writers(): readonly string[] {
    return existsSync(this.#index()) ? readFileSync(this.#index(), 'utf8').split('\n') : []
  }
}

const MOST_HEADS = 1000

function isOlder(one: Checkpoint, other: Checkpoint): boolean {
  return (one.commits ?? 0) < (other.commits ?? 0) || one.seq < other.seq
}
