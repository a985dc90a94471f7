import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand, hookMark } from '../hook-script.ts'
import {
  CLAUDE_EVENTS,
  etc,
  type Events,
  grouped,
  home,
  ownFiles,
  seconds,
  settingsEdit,
  type Recipe,
} from './recipe.ts'

/** What a command printed that failed is told under another name: it is a result like any other. */
const EVENTS: Events = [...CLAUDE_EVENTS, ['PostToolUseFailure', '*', 'notice']]

export const claudeCodeRecipe: Recipe = {
  agent: 'claude-code',
  programs: ['claude'],
  directory: (place) => home(place, 'CLAUDE_CONFIG_DIR', '.claude'),
  edits: (place, wanted) => {
    const agent = agentNamed('claude-code')!
    const path =
      wanted.scope === 'managed'
        ? etc(place, 'claude-code', 'managed-settings.json')
        : join(home(place, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json')
    const entries = grouped(EVENTS, hookCommand(agent, place, wanted), (kind) => ({
      ...seconds(wanted)(kind),
      // Older versions ignore it without a word; the command closes what it can by itself.
      ...(kind === 'gate' && !wanted.observe ? { onFailure: 'block' } : {}),
    }))
    return [...ownFiles('claude-code', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
  },
  notes: (wanted) =>
    wanted.scope === 'managed'
      ? []
      : [
          'A project can switch user hooks off with `disableAllHooks`, and so can `--bare`: `--managed` cannot be switched off.',
        ],
}
