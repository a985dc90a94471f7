import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { userSettingsFile } from '../policy/load.ts'
import { readSettings } from '../policy/read-settings.ts'
import { type Change, readText, writeWhole } from './install/install.ts'
import { withValue } from './install/settings-file.ts'

export type SettingChange = Pick<Change, 'path' | 'before'> & { readonly after: string }

/** What one value would do to the user's settings. Throws when they cannot be read: they are left alone. */
export function planSetting(home: string, key: readonly [string, ...string[]], value: object): SettingChange {
  const path = userSettingsFile(home)
  const before = readText(path)
  const after = withValue(before, key, value)
  const [problem] = readSettings(after, path).problems
  if (problem !== undefined) throw new Error(`${path}:${problem.line}: ${problem.message}`)
  return { path, before, after }
}

/** Writes it. What stood in the file before is kept beside it. */
export function saveSetting({ path, before, after }: SettingChange, now: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (before !== undefined) writeWhole(`${path}.${new Date(now).toISOString().replaceAll(':', '-')}`, before, 0o600)
  writeWhole(path, after, existsSync(path) ? statSync(path).mode & 0o777 : 0o600)
}
