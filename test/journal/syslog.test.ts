import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Checkpoint, isGenuine } from '../../src/journal/checkpoints.ts'
import { BUBBLEWRAP, placeOf, whatIsMissing } from '../debian-programs.ts'

interface Ending {
  readonly alone: string
  readonly listened: string
  readonly heard: string
  readonly head: Checkpoint
}

/** With a /dev of its own, in which it may listen at /dev/log; everything else is as it is, and read-only. */
function inSandbox(script: string): Ending {
  const bubblewrap = placeOf(BUBBLEWRAP)
  if (bubblewrap === undefined) throw new Error(whatIsMissing(BUBBLEWRAP))
  const walls = '--ro-bind / / --dev /dev --proc /proc --unshare-pid --unshare-net --die-with-parent'.split(' ')
  const words = [...walls, '--setenv', 'IN_SANDBOX', '1', '--', process.execPath, script]
  const said = execFileSync(bubblewrap, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return JSON.parse(said) as Ending
}

test('a head that is told to the system’s log arrives there whole; where there is none, that is noticed', () => {
  const { alone, listened, heard, head } = inSandbox(join(import.meta.dirname, 'syslog-child.ts'))
  expect(alone, 'nobody listens').toBe('not told')
  expect(listened).toBe('told')
  expect(heard).toMatch(/^<37>.* portcullis: \{/)
  const arrived = JSON.parse(heard.slice(heard.indexOf('{'))) as Checkpoint
  expect(arrived).toEqual(head)
  expect(isGenuine(arrived)).toBe(true)
})
