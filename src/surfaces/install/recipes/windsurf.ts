import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookEntry, hookMark, quoted } from '../hook-script.ts'
import type { Entry } from '../settings-file.ts'
import { etc, ownFiles, type Recipe, settingsEdit } from './recipe.ts'

const EVENTS: readonly string[] = [
  'pre_read_code',
  'pre_write_code',
  'pre_run_command',
  'pre_mcp_tool_use',
  'pre_user_prompt',
  'post_mcp_tool_use',
]

export const windsurfRecipe: Recipe = {
  agent: 'windsurf',
  programs: ['windsurf'],
  directory: (place) => join(place.home, '.codeium', 'windsurf'),
  edits: (place, wanted) => {
    const agent = agentNamed('windsurf')!
    const entry = hookEntry(agent, place, wanted).map(quoted).join(' ')
    const command = wanted.observe ? `${withDirectory(entry)} || exit 0` : closed(withDirectory(entry))
    const entries = EVENTS.map((event): Entry => ({ path: ['hooks', event], value: { command, show_output: false } }))
    const path =
      wanted.scope === 'managed'
        ? etc(place, 'windsurf', 'hooks.json')
        : join(place.home, '.codeium', 'windsurf', 'hooks.json')
    return [...ownFiles('windsurf', place, wanted), settingsEdit(path, entries, hookMark(place, wanted))]
  },
  notes: () => ['Windsurf was never run with this: its interface is taken from its documentation.'],
}

/**
 * Windsurf runs hooks in the workspace's root and does not write it into the payload: it is put in front. A directory
 * that would have to be escaped is left out, and without one nothing is allowed.
 */
function withDirectory(entry: string): string {
  return `{ d=$(pwd -P); case "$d" in *[!A-Za-z0-9._/@+:,\\ -]*) d= ;; esac; printf '{"cwd":"%s",' "$d"; tail -c +2; } | ${entry}`
}

function closed(command: string): string {
  return `${command} || { [ $? -eq 2 ] || echo 'portcullis: the hook could not run, so nothing is allowed' >&2; exit 2; }`
}
