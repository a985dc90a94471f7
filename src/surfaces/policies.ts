import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { surroundingsOf } from '../call/surroundings.ts'
import type { World } from '../call/world.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../categories/index.ts'
import { autoModeDefaults } from '../policy/defaults.ts'
import {
  CLAUDE_MANAGED_DIRECTORY,
  loadPolicy,
  MANAGED_DIRECTORY,
  type PolicyLocations,
  settingsFiles,
} from '../policy/load.ts'
import type { Policy, Problem } from '../policy/policy.ts'

export interface PoliciesOptions {
  readonly world: World
  readonly settings?: string
  readonly home?: string
  readonly managedDirectory?: string
  /** Text in place of the user's file. */
  readonly userSettings?: string
  /** A policy took the place of another, or could not. */
  readonly onChange: (change: PolicyChange) => void
}

export interface PolicyChange {
  readonly workspace: string
  readonly digest: string
  /** Empty: the new settings are in force. Else nothing is allowed. */
  readonly problems: readonly Problem[]
  readonly inForce: 'new' | 'nothing is allowed'
}

/** What changed, in one line for a person. */
export function changeSentence({ workspace, problems: [first] }: PolicyChange): string {
  if (first === undefined) return `new settings are in force in ${workspace}`
  const where = `${first.file}:${first.line}: ${first.key}: ${first.message}`
  return `SETTINGS BROKEN in ${workspace}: ${where}; nothing is allowed until it is mended`
}

interface Known {
  readonly cwd: string
  policy: Policy
  stamp: string
  /** The turn of the event loop in which the files were looked at. */
  checkedIn: number
  workspace: string
}

const MOST_KNOWN = 1000

/**
 * The policy for each working directory, as the files are now: they are looked at again in every turn of the event loop
 * in which somebody asks, so that no answer rests on settings that were replaced before it was given. A file that cannot
 * be read allows nothing, whether it was so from the start or became so: the rule that denies may stand in it.
 */
export class Policies {
  readonly #options: PoliciesOptions
  readonly #known = new Map<string, Known>()
  readonly #defaults = autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES)
  #turn = 0
  #turnEnds = false

  constructor(options: PoliciesOptions) {
    this.#options = options
  }

  policyFor(cwd: string): Policy {
    const known = this.#known.get(cwd)
    if (known !== undefined) {
      if (known.checkedIn !== this.#thisTurn()) this.#lookAgain(known)
      return known.policy
    }
    const locations = this.#locations(cwd)
    const stamp = stampOf(locations)
    const policy = loadPolicy(locations)
    const { problems } = policy
    const { workspace } = locations
    this.#known.set(cwd, { cwd, policy, stamp, checkedIn: this.#thisTurn(), workspace })
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    if (problems.length > 0)
      this.#options.onChange({ workspace, digest: policy.digest, problems, inForce: 'nothing is allowed' })
    return policy
  }

  /** As the files are at this moment, whenever they were last looked at: for a person's answer, which counts only once. */
  policyNow(cwd: string): Policy {
    const known = this.#known.get(cwd)
    if (known === undefined) return this.policyFor(cwd)
    this.#lookAgain(known)
    return known.policy
  }

  /** What would be in force with this text in place of the user's settings. Nothing is kept of it. */
  policyWith(cwd: string, userSettings: string): Policy {
    return loadPolicy({ ...this.#locations(cwd), userSettings })
  }

  /** To be called now and then, so that a broken edit is told before the next call comes. */
  lookAround(): void {
    for (const known of this.#known.values()) this.#lookAgain(known)
  }

  /** Everything that is wrong now, by workspace. */
  problems(): readonly { readonly workspace: string; readonly problems: readonly Problem[] }[] {
    return [...this.#known.values()]
      .filter(({ policy }) => policy.problems.length > 0)
      .map(({ workspace, policy }) => ({ workspace, problems: policy.problems }))
  }

  /** The number of this turn of the event loop. */
  #thisTurn(): number {
    if (!this.#turnEnds) {
      this.#turnEnds = true
      setImmediate(() => {
        this.#turn++
        this.#turnEnds = false
      }).unref()
    }
    return this.#turn
  }

  #lookAgain(known: Known): void {
    known.checkedIn = this.#thisTurn()
    const locations = this.#locations(known.cwd)
    // Taken before the files are read: a change in between shows in the next stamp.
    const stamp = stampOf(locations)
    if (stamp === known.stamp) return
    const policy = loadPolicy(locations)
    known.stamp = stamp
    known.workspace = locations.workspace
    const { problems, digest } = policy
    const before = known.policy
    known.policy = policy
    // Where people are asked is not part of the digest.
    if (problems.length === 0 && before.problems.length === 0 && digest === before.digest) return
    const inForce = problems.length === 0 ? 'new' : 'nothing is allowed'
    this.#options.onChange({ workspace: locations.workspace, digest, problems, inForce })
  }

  #locations(cwd: string): PolicyLocations {
    const { world, settings, home, managedDirectory, userSettings } = this.#options
    return {
      cwd,
      workspace: surroundingsOf(cwd, world).workspace,
      home: home ?? homedir(),
      managedDirectory: managedDirectory ?? MANAGED_DIRECTORY,
      claudeManagedDirectory: CLAUDE_MANAGED_DIRECTORY,
      ...(settings === undefined ? {} : { flagSettings: settings }),
      ...(userSettings === undefined ? {} : { userSettings }),
      autoModeDefaults: this.#defaults,
    }
  }
}

/** Changes whenever a file that could matter appears, goes away or is written. */
function stampOf(locations: PolicyLocations): string {
  const parts = [locations.workspace]
  for (const file of settingsFiles(locations)) {
    let stat
    try {
      stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    } catch {
      parts.push(`${file}?`)
      continue
    }
    if (stat) parts.push(`${file}:${stat.ino}:${stat.size}:${stat.ctimeNs}:${stat.mtimeNs}`)
  }
  return parts.join('\n')
}
