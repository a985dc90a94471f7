import { type BigIntStats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { surroundingsOf } from '../call/surroundings.ts'
import type { World } from '../call/world.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../categories/index.ts'
import { autoModeDefaults } from '../policy/defaults.ts'
import {
  CLAUDE_MANAGED_DIRECTORY,
  loadPolicy,
  MANAGED_DIRECTORY,
  type PolicyLocations,
  settingsDirectories,
  settingsFiles,
} from '../policy/load.ts'
import type { Policy, Problem } from '../policy/policy.ts'
import { bundlePlaces } from './bundles/places.ts'
import { version } from './cli/version.ts'
import { thisTurn } from './event-loop-turn.ts'
import { stateDirectory } from './state-directory.ts'

export interface PoliciesOptions {
  readonly world: World
  readonly settings?: string
  readonly home?: string
  readonly managedDirectory?: string
  /** Text in place of the user's file. */
  readonly userSettings?: string
  /** Where the signed bundle is kept, when it is not the usual state directory. */
  readonly state?: string
  /** Contents of a bundle to try in place of the one in force. For what only looks. */
  readonly trialBundle?: string
  /** By which a bundle expires. */
  readonly now?: () => number
  /** The judged account is not the one that runs the gate. */
  readonly foreign?: PolicyLocations['foreign']
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
  return `SETTINGS BROKEN in ${workspace}: ${where}; nothing is allowed until it is fixed`
}

interface Known {
  readonly cwd: string
  policy: Policy
  watched: Watched
  stamp: string
  /** The turn of the event loop in which the files were looked at. */
  checkedIn: number
  workspace: string
}

const MOST_KNOWN = 1000

const DEFAULTS = autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES)

/**
 * The policy for each working directory, as the files are now: they are looked at again in every turn of the event loop
 * in which somebody asks, so that no answer rests on settings that were replaced before it was given. A file that cannot
 * be read allows nothing, whether it was so from the start or became so: the rule that denies may stand in it.
 */
export class Policies {
  readonly #options: PoliciesOptions
  readonly #known = new Map<string, Known>()
  readonly #categories = BLOCK_CATEGORIES.map(({ code }) => code)
  readonly #now: () => number
  /** What was seen of files and places in this turn: most of them count for every directory. */
  readonly #seen = new Map<string, string>()
  #seenIn = -1

  constructor(options: PoliciesOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  policyFor(cwd: string): Policy {
    const known = this.#known.get(cwd)
    if (known !== undefined) {
      if (known.checkedIn !== thisTurn()) this.#lookAgain(known)
      return known.policy
    }
    const checkedIn = thisTurn()
    const locations = this.#locations(cwd)
    const watched = watchedFor(locations)
    const seen = this.#stampOf(watched)
    const policy = loadPolicy(locations)
    const { problems } = policy
    const { workspace } = locations
    this.#known.set(cwd, { cwd, policy, watched, stamp: seen, checkedIn, workspace })
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    if (problems.length > 0)
      this.#options.onChange({ workspace, digest: policy.digest, problems, inForce: 'nothing is allowed' })
    return policy
  }

  /** As the files are at this moment, whenever they were last looked at: for a person's answer, which counts only once. */
  policyNow(cwd: string): Policy {
    const known = this.#known.get(cwd)
    this.#seen.clear()
    if (known === undefined) return this.policyFor(cwd)
    this.#lookAgain(known)
    return known.policy
  }

  /** What would be in force with this text in place of the user's settings. Nothing is kept of it. */
  policyWith(cwd: string, userSettings: string): Policy {
    return loadPolicy({ ...this.#locations(cwd), userSettings })
  }

  /**
   * Looks at all files now: after they were written by this very process, and now and then, so that a broken edit is told
   * before the next call comes.
   */
  lookAround(): void {
    this.#seen.clear()
    for (const [cwd, known] of this.#known)
      try {
        this.#lookAgain(known)
      } catch {
        // Nothing can be told about the place any more: whoever asks next hears why.
        this.#known.delete(cwd)
      }
  }

  /** Everything that is wrong now, by workspace. */
  problems(): readonly { readonly workspace: string; readonly problems: readonly Problem[] }[] {
    return [...this.#known.values()]
      .filter(({ policy }) => policy.problems.length > 0)
      .map(({ workspace, policy }) => ({ workspace, problems: policy.problems }))
  }

  #lookAgain(known: Known): void {
    known.checkedIn = thisTurn()
    if (this.#stampOf(known.watched) === known.stamp && !this.#expired(known.policy)) return
    const locations = this.#locations(known.cwd)
    known.watched = watchedFor(locations)
    // Taken before the files are read: a change in between shows in the next stamp.
    known.stamp = this.#stampOf(known.watched)
    known.workspace = locations.workspace
    const policy = loadPolicy(locations)
    const { problems, digest } = policy
    const before = known.policy
    known.policy = policy
    // Where people are asked is not part of the digest.
    if (problems.length === 0 && before.problems.length === 0 && digest === before.digest) return
    const inForce = problems.length === 0 ? 'new' : 'nothing is allowed'
    this.#options.onChange({ workspace: locations.workspace, digest, problems, inForce })
  }

  /** The bundle has expired since the policy was made. */
  #expired({ bundle }: Policy): boolean {
    return bundle !== undefined && bundle.state === 'valid' && this.#now() >= bundle.expires
  }

  #stampOf({ contents, places }: Watched): string {
    if (this.#seenIn !== thisTurn()) this.#seen.clear()
    this.#seenIn = thisTurn()
    const see = (path: string, look: (path: string) => string): string => {
      const known = this.#seen.get(path)
      if (known !== undefined) return known
      const found = look(path)
      this.#seen.set(path, found)
      return found
    }
    return [...contents.map((path) => see(path, contentStamp)), ...places.map((path) => see(path, placeStamp))].join(
      '\n',
    )
  }

  #locations(cwd: string): PolicyLocations {
    const { world, settings, home, managedDirectory, userSettings, state, trialBundle, foreign } = this.#options
    return {
      cwd,
      ...(foreign === undefined ? {} : { foreign }),
      workspace: surroundingsOf(cwd, world).workspace,
      home: home ?? homedir(),
      managedDirectory: managedDirectory ?? MANAGED_DIRECTORY,
      claudeManagedDirectory: CLAUDE_MANAGED_DIRECTORY,
      ...(settings === undefined ? {} : { flagSettings: settings }),
      ...(userSettings === undefined ? {} : { userSettings }),
      autoModeDefaults: DEFAULTS,
      categories: this.#categories,
      // Whoever names another managed directory stands apart from this machine, and has its bundle only by name.
      ...(managedDirectory !== undefined && state === undefined && trialBundle === undefined
        ? {}
        : {
            bundle: {
              ...bundlePlaces(stateDirectory(state, process.env, home), home),
              now: this.#now(),
              programVersion: version,
              trial: trialBundle,
            },
          }),
    }
  }
}

/** All that the policy for a directory depends on. */
interface Watched {
  /** Files, and directories of which every file counts: whatever is done to them matters. */
  readonly contents: readonly string[]
  /** Only that they are there, and which they are: where the workspace begins. */
  readonly places: readonly string[]
}

function watchedFor(locations: PolicyLocations): Watched {
  const { cwd, workspace, home } = locations
  const places = [workspace]
  for (let directory = cwd; directory !== '/' && directory !== home; directory = dirname(directory)) {
    places.push(join(directory, '.git'))
    if (directory === dirname(directory)) break
  }
  return { contents: [...settingsFiles(locations), ...settingsDirectories(locations)], places }
}

/** A text that is another one when the file is written, replaced, moved or removed. */
function contentStamp(path: string): string {
  return stamp(path, ({ ino, size, ctimeNs, mtimeNs }) => `${ino}:${size}:${ctimeNs}:${mtimeNs}`)
}

function placeStamp(path: string): string {
  return stamp(path, ({ dev, ino }) => `${dev}:${ino}`)
}

function stamp(path: string, of: (stat: BigIntStats) => string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? '-' : of(stat)
  } catch {
    return '?'
  }
}
