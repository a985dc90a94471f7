import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand, hookMark } from '../hook-script.ts'
import { CLAUDE_EVENTS, etc, grouped, ownFiles, settingsEdit, type Recipe } from './recipe.ts'

export const qwenCodeRecipe: Recipe = {
  agent: 'qwen-code',
  programs: ['qwen'],
  directory: (place) => join(place.home, '.qwen'),
  edits: (place, wanted) => {
    const agent = agentNamed('qwen-code')!
    const path =
      wanted.scope === 'managed' ? etc(place, 'qwen-code', 'settings.json') : join(place.home, '.qwen', 'settings.json')
    const entries = grouped(CLAUDE_EVENTS, hookCommand(agent, place, wanted), (kind) => ({
      name: 'portcullis',
      timeout: (kind === 'gate' ? wanted.timeout : 30) * 1000,
    }))
    return [...ownFiles('qwen-code', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
  },
  notes: (wanted) =>
    wanted.scope === 'managed'
      ? []
      : ['A project can switch user hooks off with `disableAllHooks`, and so can `--bare`.'],
}
