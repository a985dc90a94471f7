import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookEntry } from '../hook-script.ts'
import { opencodePlugin } from '../opencode-plugin.ts'
import { home, ownFiles, type Recipe } from './recipe.ts'

export const opencodeRecipe: Recipe = {
  agent: 'opencode',
  programs: ['opencode'],
  directory: (place) => join(home(place, 'XDG_CONFIG_HOME', '.config'), 'opencode'),
  edits: (place, wanted) => {
    if (wanted.scope === 'managed') throw new Error('OpenCode has no place for the whole machine: install for the user')
    const agent = agentNamed('opencode')!
    const directory = join(home(place, 'XDG_CONFIG_HOME', '.config'), 'opencode')
    return [
      ...ownFiles('opencode', place, wanted),
      {
        path: join(directory, 'plugins', 'portcullis.js'),
        mode: 0o644,
        write: () => opencodePlugin(hookEntry(agent, place, wanted), wanted.timeout, wanted.observe),
      },
    ]
  },
  notes: () => ['`opencode --pure` runs without plugins, and so without the gate.'],
}
