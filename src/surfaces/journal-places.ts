import { mkdirSync } from 'node:fs'
import type { SqliteJournalOptions } from '../journal/stores/sqlite.ts'
import { type StatePaths, statePaths } from '../journal/stores/checkpoint-file.ts'
import { gatePlaces } from './gate-places.ts'

/** Where the journal of a state directory is, for whoever writes it. Makes the directory: its real name names the anchor. */
export function journalFor(
  state: string,
  home?: string,
): Pick<SqliteJournalOptions, 'stateDirectory' | 'anchor'> & { readonly anchor: string } {
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 })
  } catch {
    // The journal says why nothing can be written there.
  }
  return { stateDirectory: state, anchor: gatePlaces(state, home).anchor }
}

/** The same for whoever reads it. */
export function journalPaths(state: string, home?: string): StatePaths {
  return statePaths(state, { anchor: gatePlaces(state, home).anchor })
}
