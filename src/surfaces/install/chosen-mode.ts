import { existsSync, readFileSync } from 'node:fs'
import { applyEdits, modify } from 'jsonc-parser'
import { DEFAULT_MODE } from '../../policy/defaults.ts'
import { userSettingsFile } from '../../policy/load.ts'
import { readSettings } from '../../policy/read-settings.ts'
import type { Change } from './install.ts'
import type { Place, Wanted } from './place.ts'

/**
 * Whoever installs the gate chooses its mode, and the user's settings say so: without that the mode in which every client
 * starts, `default`, would count, and everything would be asked. Undefined when a mode is chosen already, when the file
 * cannot be read, or when the installation is for the whole machine, whose users choose for themselves.
 */
export function planChosenMode(
  place: Pick<Place, 'home'>,
  { scope }: Pick<Wanted, 'scope'>,
): Omit<Change, 'agent'> | undefined {
  if (scope === 'managed') return undefined
  const path = userSettingsFile(place.home)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (before === undefined) return { path, before, after: FRESH, mode: 0o600 }
  const { read } = readSettings(before, path)
  if (read === undefined || read.settings.permissions?.defaultMode !== undefined) return undefined
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  const edits = modify(before, ['permissions', 'defaultMode'], DEFAULT_MODE, { formattingOptions })
  return { path, before, after: applyEdits(before, edits), mode: 0o600 }
}

const FRESH = `${JSON.stringify({ permissions: { defaultMode: DEFAULT_MODE } }, undefined, 2)}\n`
