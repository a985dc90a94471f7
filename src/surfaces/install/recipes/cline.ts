import { ownCommand } from '../../../call/own-command.ts'
import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { clinePlugin } from '../cline-plugin.ts'
import { hookEntry } from '../hook-script.ts'
import { ownFiles, type Recipe } from './recipe.ts'

/** Cline gives a plugin three seconds and then ends its run. Our plugin ends the hook before that. */
const PATIENCE = 3
const DEADLINE = 2.6
const SPARE = 30

export const clineRecipe: Recipe = {
  agent: 'cline',
  programs: ['cline'],
  directory: (place) => join(place.home, '.cline'),
  edits: (place, wanted) => {
    if (wanted.scope === 'managed') throw new Error('Cline has no place for the whole machine: install for the user')
    const agent = agentNamed('cline')!
    return [
      ...ownFiles('cline', place, { ...wanted, timeout: Math.min(wanted.timeout, PATIENCE), spare: SPARE }),
      {
        path: join(place.home, '.cline', 'plugins', 'portcullis.js'),
        mode: 0o644,
        write: () => clinePlugin(hookEntry(agent, place, wanted), DEADLINE, wanted.observe),
      },
    ]
  },
  notes: () => [
    'Cline waits three seconds for the gate: keep the daemon running, and what needs a person is denied.',
    `A plugin that Cline cannot load is skipped without a word: \`${ownCommand('doctor')}\` shows whether it is intact.`,
  ],
}
