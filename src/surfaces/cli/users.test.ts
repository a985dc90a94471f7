import { join } from 'node:path'
import { Command } from 'commander'
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { freshDirectory } from '../../../test/journal/samples.ts'
import { openReader } from '../../journal/stores/sqlite-reader.ts'
import { addUsers } from './users.ts'

let state: string

beforeAll(() => {
  state = freshDirectory()
  vi.stubEnv('HOME', freshDirectory())
})

async function run(...words: readonly string[]): Promise<string> {
  const program = new Command().exitOverride().configureOutput({ writeErr() {} })
  addUsers(program)
  let text = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  try {
    await program.parseAsync(['users', ...words, '--state', state], { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return text
}

describe('portcullis users', () => {
  it('says that there are none, and what that means', async () =>
    expect(await run()).toContain('whoever is at this machine is the owner'))

  it('adds, changes, disables and removes, and shows a token once', async () => {
    expect(await run('add', 'ann', '--role', 'owner', '--login', 'ann')).toBe('ann is a user now, with role owner\n')
    await run('add', 'bob', '--role', 'member', '--chat', 'telegram:4711')
    const token = /^(pcu_[\w-]{43})\n.*called ([0-9a-f]{8})/.exec(await run('token', 'bob', '--label', 'laptop'))
    expect(token).not.toBeNull()
    const list = await run('list')
    expect(list).toContain('login:ann')
    expect(list).toContain(token![2])
    expect(list).not.toContain(token![1])
    await run('role', 'bob', 'approver')
    await run('join', 'bob', 'login:bob')
    await run('part', 'bob', 'login:bob')
    await run('disable', 'bob')
    expect(await run()).toContain('approver, disabled')
    await run('enable', 'bob')
    expect(await run('token', 'bob', '--revoke', token![2]!)).toContain('is revoked')
    expect(await run()).toContain('(revoked)')
    await run('remove', 'bob')
    expect(await run()).not.toContain('bob')
  })

  it('leaves a record of each, in which no token stands', async () => {
    const reader = openReader(join(state, 'journal.db'))
    const records = await reader.latest({}, 100)
    reader.close()
    expect(records.map(({ event, code }) => `${event} ${code}`)).toEqual([
      'user_created user.created',
      'user_created user.created',
      'operator_action user.token-created',
      'role_changed user.role',
      'role_changed user.joined',
      'role_changed user.parted',
      'role_changed user.disabled',
      'role_changed user.enabled',
      'operator_action user.token-revoked',
      'user_deleted user.removed',
    ])
    expect(JSON.stringify(records)).not.toContain('pcu_')
  })

  test.each([
    [['add', 'ann', '--role', 'owner'], /is a user already/],
    [['add', 'a b', '--role', 'agent'], /is no name for a user/],
    [['add', 'eve', '--role', 'root'], /unknown role/],
    [['add', 'eve', '--role', 'agent', '--login', 'ann'], /belongs to ann already/],
    [['add', 'eve', '--role', 'agent', '--chat', '4711'], /is no identity/],
    [['role', 'nobody', 'agent'], /there is no user nobody/],
    [['role', 'ann', 'agent'], /is the last owner/],
    [['disable', 'ann'], /is the last owner/],
    [['token', 'ann', '--days', '0'], /--days takes/],
    [['token', 'ann', '--revoke', 'none'], /has no token none/],
  ])('%j is refused', async (words, message) => expect(run(...words)).rejects.toThrow(message))

  it('removes the last one, and is as before', async () => {
    await run('remove', 'ann')
    expect(await run()).toContain('there are no users')
  })
})
