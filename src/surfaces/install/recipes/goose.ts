import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand } from '../hook-script.ts'
import { home, ownFiles, type Recipe } from './recipe.ts'

export const gooseRecipe: Recipe = {
  agent: 'goose',
  programs: ['goose'],
  directory: (place) => join(home(place, 'XDG_CONFIG_HOME', '.config'), 'goose'),
  edits: (place, wanted) => {
    if (wanted.scope === 'managed') throw new Error('goose has no place for the whole machine: install for the user')
    const agent = agentNamed('goose')!
    const command = hookCommand(agent, place, wanted)
    const notice = [{ hooks: [{ type: 'command', command, timeout: 30 }] }]
    const gate = {
      type: 'command',
      command,
      timeout: wanted.timeout,
      // Older versions ignore it; the command closes what it can by itself.
      ...(wanted.observe ? {} : { on_failure: 'block' }),
    }
    // No matcher: `*` would be an invalid expression, and the whole rule skipped.
    const hooks = {
      PreToolUse: [{ hooks: [gate] }],
      UserPromptSubmit: notice,
      SessionStart: notice,
      SessionEnd: notice,
    }
    const plugin = join(place.home, '.agents', 'plugins', 'portcullis')
    const manifest = {
      name: 'portcullis',
      version: '1.0.0',
      description: 'Every tool call passes the gate before it runs.',
    }
    const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`
    return [
      ...ownFiles('goose', place, wanted),
      { path: join(plugin, 'plugin.json'), mode: 0o644, write: () => json(manifest) },
      { path: join(plugin, 'hooks', 'hooks.json'), mode: 0o644, write: () => json({ hooks }) },
    ]
  },
  notes: () => ['goose does not show hooks what a tool gave back: results are not scanned for injected instructions.'],
}
