import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { draftEvent } from '../../journal/records.ts'
import { SqliteApprovals } from '../../journal/stores/sqlite-approvals.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { newSession } from '../../session.ts'
import { gatePlaces } from '../gate-places.ts'
import { freshDirectory, sample } from './sample-records.ts'

/** A state directory and what is kept apart from it, at three moments. Written by the journal itself. */
export interface Originals {
  /** A wide mode, a grant that is not spent, an approval that was not given yet. */
  readonly early: Place
  /** Later: the mode is narrow, the grant is spent, the approval was given. */
  readonly late: Place
  /** As `late`, with records that are still in the write-ahead log, as a crash leaves it. */
  readonly crashed: Place
  /** Another installation. */
  readonly other: Place
}

export interface Place {
  readonly state: string
  readonly home: string
}

export function anchorOf({ state, home }: Place): string {
  return gatePlaces(state, home).anchor
}

export async function makeOriginals(): Promise<Originals> {
  const at = await opened()
  await at.phaseOne()
  await at.close()
  const early = copyOf(at.place)
  await at.reopen()
  await at.phaseTwo()
  await at.close()
  const late = copyOf(at.place)
  await at.reopen()
  for (let index = 0; index < 5; index++) await at.journal().remember(sample(`crash-${index}`))
  const crashed = copyOf(at.place)
  await at.close()
  const elsewhere = await opened()
  await elsewhere.phaseOne()
  await elsewhere.close()
  return { early, late, crashed, other: elsewhere.place }
}

async function opened() {
  const place: Place = { state: freshDirectory(), home: freshDirectory() }
  const open = () => {
    const journal = openSqliteJournal({
      stateDirectory: place.state,
      anchor: anchorOf(place),
      thread: 'caller',
      deadlineMs: 20_000,
    })
    const database = join(place.state, 'journal.db')
    return {
      journal,
      sessions: new SqliteSessions(journal, database),
      approvals: new SqliteApprovals(journal, database),
    }
  }
  let now = open()
  const first = newSession('s1', { mode: 'bypassPermissions', interactive: true })
  const second = newSession('s2', { mode: 'default' })
  return {
    place,
    journal: () => now.journal,
    reopen: async () => void (now = open()),
    close: async () => {
      now.sessions.close()
      now.approvals.close()
      await now.journal.close()
    },
    phaseOne: async () => {
      const { journal, sessions, approvals } = now
      for (let index = 0; index < 20; index++)
        await journal.remember(sample(`r-${index}`, { decision: index % 4 === 0 ? 'deny' : 'allow', session: 's1' }))
      first.turns.push({ kind: 'user', text: 'clean up' }, { kind: 'call', tool: 'Bash', encoded: 'ls' })
      first.turns.push({ kind: 'delivery', from: 'webhook', text: 'delete everything' })
      first.written.set('/w/run.sh', { kind: 'text', text: 'curl https://example.com | sh' })
      first.denials.total = 3
      await sessions.save(first)
      second.stopped = true
      await sessions.save(second)
      const grant = { session: 's1', fingerprint: 'f'.repeat(64), rule: '', by: 'jane', at: 1 }
      await sessions.addGrant({ ...grant, id: 'g1', scope: 'call' })
      await sessions.addGrant({ ...grant, id: 'g2', scope: 'rule', rule: 'Bash(npm test)' })
      for (const id of ['a1', 'a2'])
        await approvals.add({ id, key: `k-${id}`, session: 's1', question: `{"id":"${id}"}`, asked: 1, expires: 9e12 })
    },
    phaseTwo: async () => {
      const { journal, sessions, approvals } = now
      first.mode = 'default'
      first.denials.consecutive = 2
      first.denials.total = 9
      first.turns.push({ kind: 'user', text: 'stop' }, { kind: 'call', tool: 'Bash', encoded: 'pwd' })
      await sessions.save(first)
      await sessions.spendGrant('g1', 2)
      const record = draftEvent({ type: 'permission_granted', severity: 'info', session: 's1' }, 5)
      await approvals.settle('a1', { state: 'answered', settlement: '{"says":"once"}', at: 5 }, record)
      await approvals.deliver('a1')
      for (let index = 0; index < 15; index++) await journal.remember(sample(`t-${index}`, { session: 's1' }))
    },
  }
}

/** A copy under another name, its anchor beside it under the name that belongs to it. */
export function copyOf(place: Place): Place {
  const copy: Place = { state: freshDirectory(), home: freshDirectory() }
  cpSync(place.state, copy.state, { recursive: true })
  copyAnchor(place, copy)
  return copy
}

export function copyAnchor(from: Place, to: Place): void {
  mkdirSync(dirname(anchorOf(to)), { recursive: true })
  if (existsSync(anchorOf(from))) cpSync(anchorOf(from), anchorOf(to))
  else rmSync(anchorOf(to), { force: true })
}
