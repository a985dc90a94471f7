import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The eleventh set: written without knowledge of the scanner, most of it in unusual words, with ordinary texts that come near an
 * order. Four fifths of the rows of every technique are learnt from; one fifth is kept apart and only measured.
 */
export interface EleventhRow {
  readonly injected: boolean
  readonly technique: string
  readonly language: string
  readonly part: 'learnt' | 'kept'
  readonly text: string
}

export function eleventhSet(part: EleventhRow['part']): readonly EleventhRow[] {
  return (['injected', 'ordinary'] as const).flatMap((label) =>
    readFileSync(join(import.meta.dirname, 'eleventh', `${label}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ ...(JSON.parse(line) as Omit<EleventhRow, 'injected'>), injected: label === 'injected' }))
      .filter((row) => row.part === part),
  )
}
