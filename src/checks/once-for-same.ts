import type { Understanding } from '../call/understanding.ts'
import type { World } from '../call/world.ts'
import type { Policy } from '../policy/policy.ts'
import type { Mode } from '../session.ts'
import type { Ruling } from '../verdict.ts'
import type { Subject } from './subject.ts'

interface Known {
  readonly understanding: Understanding
  readonly policy: Policy
  readonly mode: Mode
  readonly ruling: Ruling | undefined
}

/**
 * A check that is decided by the input, the settings, the mode, the machine and what the session wrote. What was
 * understood of a call is handed out again only while all of these are the same (`call/understanding-cache.ts`), and every question
 * the check puts to the machine is one of those that must still have the same answer; so its ruling is the same, too.
 */
export function onceForSame(check: (subject: Subject) => Ruling | undefined): (subject: Subject) => Ruling | undefined {
  const remembered = new WeakMap<World, Known>()
  return (subject) => {
    const { world, understanding, policy, mode } = subject
    const known = remembered.get(world)
    if (known?.understanding === understanding && known.policy === policy && known.mode === mode) return known.ruling
    const ruling = check(subject)
    remembered.set(world, { understanding, policy, mode, ruling })
    return ruling
  }
}
