import { basename, dirname, join } from 'node:path'
import { gatePlaces } from '../gate-places.ts'

/** Where the policy bundle of one installation is kept. All of it is the gate's own: no call may touch it. */
export interface BundleFiles {
  readonly directory: string
  /** The bundle in force, as it came: verified again whenever it is read. */
  readonly active: string
  /** Keys and source that `portcullis policy trust` keeps. */
  readonly trust: string
  /** The highest version, in the state directory and apart from it: putting back the one is noticed by the other. */
  readonly marks: readonly [string, string]
  /** How the last look at the source went. */
  readonly status: string
  /** Decides about canaries where the machine has no id of its own. */
  readonly hostId: string
}

export function bundlePlaces(state: string, home?: string): BundleFiles {
  const places = gatePlaces(state, home)
  const directory = join(places.state, 'policy')
  return {
    directory,
    active: join(directory, 'active.json'),
    trust: join(directory, 'trust.json'),
    marks: [join(directory, 'mark.json'), join(dirname(dirname(places.anchor)), 'policy', basename(places.anchor))],
    status: join(directory, 'status.json'),
    hostId: join(directory, 'host-id'),
  }
}
