import { type Mode, MODES } from '../session.ts'
import type { Problem } from './policy.ts'
import { type Reading, readWith, showKey } from './read-settings.ts'
import { type ClaudeSettings, claudeSettingsSchema, type Settings } from './settings.ts'

/** A Claude Code settings file in our terms, and what of it is not taken over: shown, never lost without a word. */
export type ClaudeReading = Reading & { readonly notices?: readonly Problem[] }

/** `shared`: it came with the repository, or lies in it. */
export type ClaudeFile = 'own' | 'shared'

/** Settings beside `permissions` and `autoMode` that have to do with what runs, and why each is not taken over. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  sandbox: 'is not taken over: what Claude Code contains, it contains by itself',
  disableAllHooks: 'switches our hook off too, unless it is installed with `init --managed`',
  allowManagedPermissionRulesOnly: 'is not taken over: rules of every file count here',
  allowManagedHooksOnly: 'is not taken over; with it only a hook of `init --managed` runs',
  useAutoModeDuringPlan: 'is not taken over: mode `plan` only reads here',
  skipDangerousModePermissionPrompt: 'is not taken over: nothing here asks before a mode is entered',
}

/**
 * Reads all of a Claude Code settings file that says what may run: rules, `defaultMode`, `additionalDirectories`, the two
 * switches and `autoMode`. Who may widen is decided as for our own files; `bypassPermissions` is never taken over, and
 * from a repository's file neither is `auto`, as in Claude Code itself.
 */
export function readClaudeSettings(text: string, file: string, whose: ClaudeFile = 'own'): ClaudeReading {
  const reading = readWith(claudeSettingsSchema(), text, file)
  if (reading.read === undefined) return reading
  const { settings: given, lineOf } = reading.read
  const notices: Problem[] = []
  const note = (path: readonly (string | number)[], message: string): void =>
    void notices.push({ file, line: lineOf(path), key: showKey(path), message })
  const settings = taken(given, whose, note)
  for (const [section, known] of [
    ['permissions', PERMISSIONS],
    ['autoMode', AUTO_MODE],
  ] as const)
    for (const key of Object.keys(given[section] ?? {}))
      if (!known.includes(key)) note([section, key], 'is not taken over from Claude Code settings')
  for (const [key, why] of Object.entries(ELSEWHERE)) if (Object.hasOwn(given, key)) note([key], why)
  return { read: { settings, lineOf }, problems: [], notices }
}

const AUTO_MODE: readonly string[] = ['allow', 'soft_deny', 'hard_deny', 'environment', 'classifyAllShell']
const PERMISSIONS: readonly string[] = [
  'allow',
  'ask',
  'deny',
  'defaultMode',
  'additionalDirectories',
  'disableAutoMode',
  'disableBypassPermissionsMode',
]

type Note = (path: readonly (string | number)[], message: string) => void

function taken({ permissions, autoMode }: ClaudeSettings, whose: ClaudeFile, note: Note): Settings {
  return {
    ...(permissions === undefined ? {} : { permissions: permissionsOf(permissions, whose, note) }),
    ...(autoMode === undefined
      ? {}
      : { autoMode: Object.fromEntries(Object.entries(autoMode).filter(([key]) => AUTO_MODE.includes(key))) }),
  }
}

function permissionsOf(
  { allow, ask, deny, defaultMode, ...rest }: NonNullable<ClaudeSettings['permissions']>,
  whose: ClaudeFile,
  note: Note,
): NonNullable<Settings['permissions']> {
  const mode = defaultMode === undefined ? undefined : modeOf(defaultMode, whose, note)
  const { additionalDirectories, disableAutoMode, disableBypassPermissionsMode } = rest
  return {
    ...(allow === undefined ? {} : { allow }),
    ...(ask === undefined ? {} : { ask }),
    ...(deny === undefined ? {} : { deny }),
    ...(mode === undefined ? {} : { defaultMode: mode }),
    ...(additionalDirectories === undefined ? {} : { additionalDirectories }),
    ...(disableAutoMode === undefined ? {} : { disableAutoMode }),
    ...(disableBypassPermissionsMode === undefined ? {} : { disableBypassPermissionsMode }),
  }
}

function modeOf(word: string, whose: ClaudeFile, note: Note): Mode | undefined {
  const mode = word === 'manual' ? 'default' : MODES.find((each) => each === word)
  const path = ['permissions', 'defaultMode']
  if (mode === undefined) note(path, `\`${word.slice(0, 40)}\` is no mode that is known here`)
  else if (mode === 'bypassPermissions')
    note(path, '`bypassPermissions` is not taken over: choose it in your own settings')
  else if (mode === 'auto' && whose === 'shared') note(path, '`auto` has no effect in a file of the repository')
  else return mode
  return undefined
}
