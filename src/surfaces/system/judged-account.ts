import type { GateIdentity } from '../../call/gate-identity.ts'
import { realWorld } from '../../call/world.node.ts'
import type { World } from '../../call/world.ts'
import { Transcripts } from '../hook/transcript.ts'
import type { PoliciesOptions } from '../policies.ts'
import type { Account } from './account.ts'
import { reachOf } from './account-reach.ts'
import { accountWorld } from './account-world.ts'
import type { SystemPlaces } from './places.ts'

/** Whose agents a daemon judges that runs as an account of its own. */
export interface JudgedAccount {
  readonly account: Account
  readonly places: SystemPlaces
}

/** The machine as the judged account sees it; without one, as this process does. */
export function worldOf(judged: JudgedAccount | undefined, gate: () => GateIdentity): World {
  return judged === undefined ? realWorld(gate) : accountWorld(judged.account, gate)
}

/** Where `~` is, and where the settings of the user are kept: of a judged account, apart from each other. */
export function homesOf(options: {
  readonly home?: string
  readonly judged?: JudgedAccount
}): Pick<PoliciesOptions, 'home' | 'foreign'> {
  const { home, judged } = options
  if (judged === undefined) return home === undefined ? {} : { home }
  if (home === undefined) throw new Error('a judged account needs a home for what is kept about it')
  return { home: judged.account.home, foreign: { settingsHome: home, mayRead: readableBy(judged) } }
}

export function transcriptsOf(judged: JudgedAccount | undefined, home: string): Transcripts {
  return judged === undefined ? new Transcripts(home) : new Transcripts(judged.account.home, readableBy(judged))
}

function readableBy({ account }: JudgedAccount): (path: string) => boolean {
  return (path) => reachOf(account, path, 'read') === 'may'
}
