import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import type { Account } from './account.ts'

/**
 * Whether an account may get to a path. `blind`: the gate itself cannot see, or cannot tell, what the account can; then
 * "there is no such file" would be a guess.
 */
export type Reach = 'may' | 'may not' | 'absent' | { readonly blind: string }

export type Wish = 'get there' | 'read'

const MOST_LINKS = 40
const READ = 4
const SEARCH = 1

/**
 * The gate can read more than the account that asks (it has to: homes are closed), so every answer about the disk is
 * checked against what that account could have found out by itself. Owner, groups and mode decide; an access list that
 * says otherwise shows as a closed file of another account, and then nothing is claimed about it.
 */
export function reachOf(account: Account, path: string, wish: Wish): Reach {
  const names = path.split('/').filter((name) => name !== '')
  let at = ''
  let links = 0
  let stat: Stats | undefined
  try {
    stat = lstatSync('/')
    while (names.length > 0) {
      const name = names.shift()!
      if (name === '.') continue
      if (name === '..') {
        at = at.slice(0, at.lastIndexOf('/'))
        stat = lstatSync(at === '' ? '/' : at)
        continue
      }
      if (!stat!.isDirectory()) return 'absent'
      const closed = refused(account, stat!, SEARCH, at)
      if (closed !== undefined) return closed
      const next = `${at}/${name}`
      stat = lstatSync(next, { throwIfNoEntry: false })
      if (stat === undefined) return 'absent'
      if (!stat.isSymbolicLink() || (wish === 'get there' && names.length === 0)) {
        at = next
        continue
      }
      if (++links > MOST_LINKS) return 'absent'
      const target = readlinkSync(next)
      if (target.startsWith('/')) at = ''
      names.unshift(...target.split('/').filter((part) => part !== ''))
      stat = lstatSync(at === '' ? '/' : at)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOTDIR' || code === 'ENOENT' || code === 'ENAMETOOLONG' || code === 'ERR_INVALID_ARG_VALUE')
      return 'absent'
    return { blind: `the gate itself cannot look at ${path} (${code})` }
  }
  return wish === 'read' ? (refused(account, stat!, READ, at) ?? 'may') : 'may'
}

function refused(account: Account, stat: Stats, wanted: number, path: string): Reach | undefined {
  if ((bitsFor(account, stat) & wanted) === wanted) return undefined
  // Root's and the gate's own files are closed to the account, and nobody gives it a list of its own for them.
  if ([account.uid, 0, process.getuid?.()].includes(stat.uid)) return 'may not'
  return { blind: `${path} belongs to another account, and whether ${account.name} may read it cannot be told` }
}

function bitsFor({ uid, groups }: Account, stat: Stats): number {
  if (stat.uid === uid) return (stat.mode >> 6) & 7
  return (groups.includes(stat.gid) ? stat.mode >> 3 : stat.mode) & 7
}
