import { join } from 'node:path'
import { agentNamed } from '../../../agents/index.ts'
import { hookCommand } from '../hook-script.ts'
import type { Wanted } from '../place.ts'
import { type Edit, ownFiles, type Recipe } from './recipe.ts'

/** Cline waits two minutes for a hook, whatever anybody says, and then runs the call. */
const PATIENCE = 110

const FAILED = JSON.stringify({
  cancel: true,
  errorMessage:
    'portcullis: the gate could not judge this call, so calls are blocked until this is fixed (run: portcullis doctor)',
})

export const clineRecipe: Recipe = {
  agent: 'cline',
  programs: ['cline'],
  directory: (place) => join(place.home, '.cline'),
  edits: (place, wanted) => {
    if (wanted.scope === 'managed') throw new Error('Cline has no place for the whole machine: install for the user')
    const agent = agentNamed('cline')!
    const shorter: Wanted = { ...wanted, timeout: Math.min(wanted.timeout, PATIENCE) }
    const command = hookCommand(agent, place, shorter)
    const hooks = join(place.home, '.cline', 'hooks')
    const notices = ['PostToolUse', 'UserPromptSubmit', 'TaskStart', 'SessionShutdown']
    return [
      ...ownFiles('cline', place, shorter),
      ...notices.map((event) => hookFile(join(hooks, `${event}.sh`), `${command}\n`)),
      hookFile(join(hooks, 'PreToolUse.sh'), wanted.observe ? `${command}\n` : gateScript(command)),
    ]
  },
  notes: () => [
    'Cline stops its run at a denied call and tells its user why; the model is not told.',
    'Cline runs the call when a hook is killed or passes two minutes; ours is shorter.',
  ],
}

const FIRST =
  '#!/bin/sh\n# Portcullis: every tool call passes the gate before it runs. Written by `portcullis init`; edits are lost.\n'

/** Exit codes mean nothing to Cline: what is not a clear allow is said on stdout. */
function gateScript(command: string): string {
  return `out=$(${command})
case "$?$out" in
  '0{"cancel":false}' | *'{"cancel":true,'*) ;;
  *) out='${FAILED}' ;;
esac
printf '%s\\n' "$out"
`
}

/** A hook is a file with the event's name: one that is somebody else's is not overwritten. */
function hookFile(path: string, script: string): Edit {
  return {
    path,
    mode: 0o755,
    write: (now) => {
      if (now !== undefined && !now.startsWith(FIRST))
        throw new Error(`${path} is a hook of yours: give it another ending (.bash), then run init again`)
      return `${FIRST}${script}`
    },
  }
}
