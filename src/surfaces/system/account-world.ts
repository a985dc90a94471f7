import { realWorld } from '../../call/world.node.ts'
import type { GateIdentity } from '../../call/gate-identity.ts'
import type { World } from '../../call/world.ts'
import type { Account } from './account.ts'
import { type Reach, reachOf, type Wish } from './account-reach.ts'

/** Where a shell of the account looks for programs, unless it was told otherwise. */
const SEARCH_PATH = ['/usr/local/bin', '/usr/bin', '/bin']

/** Thrown out of a judgement, which then ends in a denial. */
export class CannotTell extends Error {}

/**
 * The machine as the account sees it whose agent is judged: its home, its name, and of the disk only what it could read
 * itself. So nobody learns of another account's files by asking the gate about them.
 */
export function accountWorld(
  account: Account,
  gate: () => GateIdentity,
  reach: (path: string, wish: Wish) => Reach = (path, wish) => reachOf(account, path, wish),
): World {
  const machine = realWorld(gate)
  const may = (path: string, wish: Wish): boolean => {
    const answer = reach(path, wish)
    if (typeof answer === 'object') throw new CannotTell(answer.blind)
    return answer === 'may'
  }
  return {
    get gate() {
      return gate()
    },
    platform: machine.platform,
    home: account.home,
    user: account.name,
    searchPath: SEARCH_PATH,
    ...(machine.namesAreExact === undefined ? {} : { namesAreExact: machine.namesAreExact }),
    look: (path) => (may(path, 'get there') ? machine.look(path) : 'absent'),
    // Where a path leads tells nothing about what is in a file, and a link that is not followed would hide its target.
    real: (path) => machine.real(path),
    read: (path, limit) => (may(path, 'read') ? machine.read(path, limit) : undefined),
    bytes: (path, limit) => (may(path, 'read') ? machine.bytes(path, limit) : undefined),
    list: (path) => (may(path, 'read') ? machine.list(path) : undefined),
  }
}
