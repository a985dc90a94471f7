import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand, hookMark } from '../hook-script.ts'
import type { Entry } from '../settings-file.ts'
import { etc, ownFiles, settingsEdit, type Recipe } from './recipe.ts'

export const cursorRecipe: Recipe = {
  agent: 'cursor',
  programs: ['cursor', 'cursor-agent'],
  directory: (place) => join(place.home, '.cursor'),
  edits: (place, wanted) => {
    const agent = agentNamed('cursor')!
    const command = hookCommand(agent, place, wanted)
    const gate = { command, timeout: wanted.timeout, ...(wanted.observe ? {} : { failClosed: true }) }
    const entries: readonly Entry[] = [
      ...['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'].map((event): Entry => ({
        path: ['hooks', event],
        value: gate,
      })),
      ...['postToolUse', 'beforeSubmitPrompt', 'subagentStart', 'sessionStart'].map((event): Entry => ({
        path: ['hooks', event],
        value: { command, timeout: 30 },
      })),
    ]
    const path =
      wanted.scope === 'managed' ? etc(place, 'cursor', 'hooks.json') : join(place.home, '.cursor', 'hooks.json')
    return [...ownFiles('cursor', place, wanted), settingsEdit(path, entries, hookMark(place, wanted), { version: 1 })]
  },
  notes: () => ['Cursor was never run with this: its interface is taken from its documentation.'],
}
