import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { doctorCommand, hookCommand } from '../hook-script.ts'
import { withShownFailure } from '../shown-failure.ts'
import { etc, ownFiles, type Recipe } from './recipe.ts'

export const copilotCliRecipe: Recipe = {
  agent: 'copilot-cli',
  programs: ['copilot'],
  alsoRunBy: ['code', 'code-insiders'],
  directory: (place) => join(place.home, '.copilot'),
  edits: (place, wanted) => {
    const agent = agentNamed('copilot-cli')!
    const bash = hookCommand(agent, place, wanted)
    const hook = (timeoutSec: number): readonly object[] => [{ type: 'command', bash, timeoutSec }]
    const gate = wanted.observe ? bash : withShownFailure(bash, doctorCommand())
    const hooks = {
      preToolUse: [{ type: 'command', bash: gate, timeoutSec: wanted.timeout }],
      postToolUse: hook(30),
      userPromptSubmitted: hook(30),
      sessionStart: hook(30),
      sessionEnd: hook(30),
    }
    const path =
      wanted.scope === 'managed'
        ? etc(place, 'github-copilot', 'policy.d', 'portcullis.json')
        : join(place.home, '.copilot', 'hooks', 'portcullis.json')
    return [
      ...ownFiles('copilot-cli', place, wanted),
      { path, mode: 0o644, write: () => `${JSON.stringify({ version: 1, hooks }, undefined, 2)}\n` },
    ]
  },
  notes: () => [
    'Copilot CLI runs the call when a hook passes its deadline; ours is shorter.',
    'VS Code runs this hook for its own agent, too.',
  ],
}
