import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Posted } from './chat-service.ts'

/** What a channel remembers of a question it has shown: enough to find its messages again, nothing of what it asks. */
export interface Kept {
  readonly id: string
  readonly shown: string
  /** Messages with buttons. More than one: a post whose answer was lost arrived after all. */
  readonly posted: readonly Posted[]
  /** The rest of a long question, posted when somebody asked for it. */
  readonly parts: readonly Posted[]
  /** Everything there is to see was posted. */
  readonly whole: boolean
  /** The messages say how it ended. */
  readonly closed: boolean
}

export interface Remembered {
  readonly questions: readonly Kept[]
  /** The last message of somebody else that was taken for an answer. */
  readonly heard?: Posted
}

/** Where a channel keeps what must survive a restart. Neither function throws. */
export interface ChannelMemory {
  load(): Remembered
  save(remembered: Remembered): void
}

const posted = z.strictObject({ chat: z.string(), message: z.string() })
const schema = z.strictObject({
  questions: z.array(
    z.strictObject({
      id: z.string(),
      shown: z.string(),
      posted: z.array(posted),
      parts: z.array(posted),
      whole: z.boolean(),
      closed: z.boolean(),
    }),
  ),
  heard: posted.optional(),
})

const NOTHING: Remembered = { questions: [] }

/** A small file for its owner alone, written whole or not at all. A file that cannot be read is one that is not there. */
export function memoryInFile(file: string, onTrouble: (message: string) => void): ChannelMemory {
  return {
    load: () => {
      let text: string
      try {
        text = readFileSync(file, 'utf8')
      } catch {
        return NOTHING
      }
      try {
        const { questions, heard } = schema.parse(JSON.parse(text))
        return { questions, ...(heard === undefined ? {} : { heard }) }
      } catch {
        onTrouble(`${file} cannot be read: messages of open questions are posted again`)
        return NOTHING
      }
    },
    save: (remembered) => {
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        writeFileSync(`${file}.new`, JSON.stringify(remembered), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch (error) {
        onTrouble(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
  }
}

/** For a channel that lives no longer than its process. */
export function memoryInProcess(): ChannelMemory {
  let kept = NOTHING
  return { load: () => kept, save: (remembered) => void (kept = remembered) }
}
