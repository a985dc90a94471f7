import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand, hookMark } from '../hook-script.ts'
import type { Place } from '../place.ts'
import { CLAUDE_EVENTS, grouped, ownFiles, type Recipe, seconds, settingsEdit } from './recipe.ts'

export const factoryDroidRecipe: Recipe = {
  agent: 'factory-droid',
  programs: ['droid'],
  directory: (place) => join(place.home, '.factory'),
  edits: (place, wanted) => {
    if (wanted.scope === 'managed')
      throw new Error(
        'Factory Droid has no file for the whole machine: install for the user, or use its Enterprise Controls',
      )
    const agent = agentNamed('factory-droid')!
    const { path, root } = hooksFile(place)
    const entries = grouped(CLAUDE_EVENTS, hookCommand(agent, place, wanted), seconds(wanted), root)
    return [...ownFiles('factory-droid', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
  },
  notes: () => [
    'Factory Droid runs the call when a hook passes its deadline; ours is shorter.',
    'What needs a person is denied in Factory Droid, or asked in the console: `droid exec` would run it.',
  ],
}

/** Hooks in settings.json count only as long as there is no hooks.json: whoever has some there keeps them. */
function hooksFile(place: Place): { readonly path: string; readonly root: readonly ['hooks'] | readonly [] } {
  const directory = join(place.home, '.factory')
  const own = join(directory, 'hooks.json')
  const settings = join(directory, 'settings.json')
  if (existsSync(own)) return { path: own, root: [] }
  if (existsSync(join(directory, 'hooks', 'hooks.json')))
    throw new Error(
      '~/.factory/hooks/hooks.json is an old place for hooks: move it to ~/.factory/hooks.json, then run init again',
    )
  if (existsSync(settings)) {
    const value: unknown = parse(readFileSync(settings, 'utf8'))
    const hooks = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['hooks'] : undefined
    if (hooks !== undefined) return { path: settings, root: ['hooks'] }
  }
  return { path: own, root: [] }
}
