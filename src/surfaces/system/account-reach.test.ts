import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_GATE } from '../../call/gate-identity.ts'
import type { Account } from './account.ts'
import { type Reach, reachOf, type Wish } from './account-reach.ts'
import { accountWorld, CannotTell } from './account-world.ts'

/** Files belong to whoever runs the test; the account is somebody else, or that one. */
let root = ''
const own: Account = {
  name: 'own',
  uid: process.getuid!(),
  gid: process.getgid!(),
  groups: [process.getgid!()],
  home: '/',
}
const stranger: Account = { ...own, name: 'stranger', uid: own.uid + 4242, gid: 999_999, groups: [999_999] }

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'reach-'))
  chmodSync(root, 0o755)
  mkdirSync(join(root, 'closed'), { mode: 0o700 })
  mkdirSync(join(root, 'open'), { mode: 0o755 })
  for (const directory of ['closed', 'open']) {
    writeFileSync(join(root, directory, 'public'), 'x', { mode: 0o644 })
    writeFileSync(join(root, directory, 'private'), 'x', { mode: 0o600 })
  }
  writeFileSync(join(root, 'open', 'group'), 'x', { mode: 0o640 })
  symlinkSync('../closed/public', join(root, 'open', 'link-in'))
  symlinkSync(join(root, 'open', 'private'), join(root, 'open', 'link'))
  symlinkSync('loop', join(root, 'open', 'loop'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('what an account may reach', () => {
  test.each<[who: Account, path: string, wish: Wish, says: Reach]>([
    [own, 'open/public', 'read', 'may'],
    [own, 'closed/private', 'read', 'may'],
    [stranger, 'open/public', 'read', 'may'],
    [stranger, 'open/private', 'read', 'may not'],
    [stranger, 'open/private', 'get there', 'may'],
    [stranger, 'closed/public', 'read', 'may not'],
    [stranger, 'closed/public', 'get there', 'may not'],
    [stranger, 'closed/nothing', 'get there', 'may not'],
    [stranger, 'open/link', 'read', 'may not'],
    [stranger, 'open/link', 'get there', 'may'],
    [stranger, 'open/link-in', 'read', 'may not'],
    [stranger, 'open/../closed/public', 'read', 'may not'],
    [stranger, 'open/nothing', 'read', 'absent'],
    [stranger, 'open/loop', 'read', 'absent'],
    [stranger, 'open/public/below', 'read', 'absent'],
    [{ ...stranger, groups: [own.gid] }, 'open/group', 'read', 'may'],
    [stranger, 'open/group', 'read', 'may not'],
  ])('%o: %s, to %s: %s', (who, path, wish, says) => expect(reachOf(who, join(root, path), wish)).toEqual(says))

  test('a name that no path can have is not there', () =>
    expect(reachOf(stranger, `${root}/a\0b`, 'read')).toBe('absent'))

  test("is not claimed about another account's closed files: a list may open them", () => {
    const world = accountWorld(
      stranger,
      () => NO_GATE,
      () => ({ blind: 'closed by somebody else' }),
    )
    for (const ask of ['look', 'read', 'bytes', 'list'] as const) expect(() => world[ask]('/x')).toThrow(CannotTell)
  })

  test.runIf(process.getuid?.() === 0)('nor about what belongs to a third account', () => {
    const path = join(root, 'third')
    mkdirSync(path, { mode: 0o700 })
    // An account that nobody has.
    chownSync(path, 4_343_434, 4_343_434)
    expect(reachOf(stranger, join(path, 'x'), 'read')).toMatchObject({
      blind: expect.stringContaining('another account'),
    })
  })
})

describe('the world of an account', () => {
  test('knows its home and its name, and shows what it may see', () => {
    const world = accountWorld({ ...stranger, home: '/home/stranger' }, () => NO_GATE)
    expect([world.home, world.user]).toEqual(['/home/stranger', 'stranger'])
    expect(world.read(join(root, 'open/public'))).toBe('x')
    expect(world.read(join(root, 'open/private'))).toBeUndefined()
    expect(world.bytes(join(root, 'open/private'))).toBeUndefined()
    expect(world.look(join(root, 'closed/public'))).toBe('absent')
    expect(world.list(join(root, 'closed'))).toBeUndefined()
    expect(world.list(join(root, 'open'))).toContain('public')
  })
})
