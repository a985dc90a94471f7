import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand, hookMark } from '../hook-script.ts'
import { etc, grouped, ownFiles, settingsEdit, type Events, type Recipe } from './recipe.ts'

const GEMINI_EVENTS: Events = [
  ['BeforeTool', '.*', 'gate'],
  ['AfterTool', '.*', 'notice'],
  ['BeforeAgent', undefined, 'notice'],
  ['SessionStart', undefined, 'notice'],
]

export const geminiCliRecipe: Recipe = {
  agent: 'gemini-cli',
  programs: ['gemini'],
  directory: (place) => join(place.home, '.gemini'),
  edits: (place, wanted) => {
    const agent = agentNamed('gemini-cli')!
    const path =
      wanted.scope === 'managed'
        ? etc(place, 'gemini-cli', 'settings.json')
        : join(place.home, '.gemini', 'settings.json')
    const entries = grouped(GEMINI_EVENTS, hookCommand(agent, place, wanted), (kind) => ({
      name: 'portcullis',
      timeout: (kind === 'gate' ? wanted.timeout : 30) * 1000,
    }))
    return [...ownFiles('gemini-cli', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
  },
  notes: () => ['Gemini CLI runs the call when a hook passes its deadline; ours is shorter.'],
}
