import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '../../agents/agent.ts'
import { hookFile } from '../hook/in-process.ts'
import { stateDirectory } from '../state-directory.ts'
import { deadlines, hooksDirectory, type Place, type Wanted } from './place.ts'

/** The script an agent calls, with everything it needs to know written into it. */
export function hookScript(agent: Agent, place: Place, wanted: Wanted): string {
  const { limit, spare } = deadlines(wanted.timeout)
  const values: Readonly<Record<string, string>> = {
    TITLE: agent.title,
    AGENT: quoted(agent.name),
    // One file serves every user of the machine; each has a state of their own.
    STATE:
      wanted.scope === 'managed'
        ? '"${HOME:?}/.portcullis/state"'
        : quoted(stateDirectory(undefined, place.environment, place.home)),
    NODE: quoted(place.node),
    LAUNCHER: quoted(place.launcher),
    CLIENT: quoted(join(hooksDirectory(place, wanted.scope), `${agent.name}.cjs`)),
    LIMIT: String(limit),
    SPARE: String(spare),
    OBSERVE: wanted.observe ? 'yes' : 'no',
  }
  return readFileSync(hookFile('hook.sh'), 'utf8').replace(/@([A-Z]+)@/g, (_all, name: string) => values[name]!)
}

/**
 * What stands in the agent's settings. The agent's shell outlives the script: when that is missing, killed or cannot be
 * run, the shell still ends in the one shape that is a block everywhere.
 */
export function hookCommand(agent: Agent, place: Place, wanted: Wanted): string {
  const script = quoted(scriptPath(agent, place, wanted))
  if (wanted.observe) return `${script} || exit 0`
  return `${script} || { [ $? -eq 2 ] || echo 'portcullis: the hook could not run, so nothing is allowed' >&2; exit 2; }`
}

export function scriptPath(agent: Agent, place: Place, wanted: Wanted): string {
  return join(hooksDirectory(place, wanted.scope), `${agent.name}.sh`)
}

/** One word of a shell command. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
