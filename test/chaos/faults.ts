import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../servers/postgres.ts'
import { unhurried } from '../until.ts'
import { COMMIT, questionOn } from './kills.ts'
import type { UnderTest } from './team-under-test.ts'

/** What happens to a team under load. It is over when `happens` resolves; what it returns are violations. */
export interface ChaosFault {
  readonly what: string
  /** `long`: only where there is time. */
  readonly form: 'both' | 'long'
  /** In the long form; once in the short one. */
  readonly rounds?: number
  /** Why it cannot be tried here. */
  readonly missing?: (all: UnderTest) => string | undefined
  happens(all: UnderTest, form: 'short' | 'long'): Promise<readonly string[]>
}

export const FAULTS: readonly ChaosFault[] = [
  { what: 'nothing: the load alone', form: 'both', happens: () => sleep(1_000).then(() => []) },
  { what: 'a question answered on three daemons at once', form: 'both', rounds: 10, happens: racedAnswers },
  {
    what: 'connections cut before COMMIT arrives',
    form: 'both',
    rounds: 3,
    happens: (all) => cutAtCommit(all, 'before it arrives'),
  },
  {
    what: 'connections cut after COMMIT was done',
    form: 'both',
    rounds: 3,
    happens: (all) => cutAtCommit(all, 'after it was done'),
  },
  { what: 'no connection left in the database', form: 'both', happens: exhausted },
  { what: 'a partition between one daemon and the database', form: 'both', happens: partition },
  { what: 'SIGSTOP of one daemon, longer than its deadlines', form: 'both', happens: stopped },
  {
    what: 'the clock of one daemon stands still',
    form: 'long',
    missing: noClock,
    happens: (all) => clock(all, '2026-01-01 00:00:00'),
  },
  {
    what: 'the clock of one daemon jumps 30 days ahead',
    form: 'long',
    missing: noClock,
    happens: (all) => clock(all, '+30d'),
  },
  {
    what: 'the clock of one daemon jumps 30 days back',
    form: 'long',
    missing: noClock,
    happens: (all) => clock(all, '-30d'),
  },
  { what: 'kill -9 of PostgreSQL, and restart', form: 'both', rounds: 20, happens: databaseKilled },
]

function noClock({ setClock }: UnderTest): string | undefined {
  return setClock === undefined ? 'libfaketime is not installed' : undefined
}

/** As long as a call may take at most, and the record of its refusal. */
const REFUSES_WITHIN = 13_000

/** Yes and no, everywhere at once. */
async function racedAnswers({ team, driver }: UnderTest): Promise<readonly string[]> {
  const session = `asked-race-${driver.sent.length}`
  const waiting = driver.send(team.members[0]!, 'asked', { session })
  const shown = await Promise.all(team.members.map((member) => questionOn(member, session)))
  const answers = await Promise.all(
    team.members.flatMap((member, index) => [
      driver.answer(member, shown[index]!, 'once'),
      driver.answer(member, shown[index]!, 'deny'),
    ]),
  )
  const { decision } = await waiting
  const taken = answers.filter(({ status }) => status === 200)
  if (taken.length !== 1) return [`${session} was answered ${taken.length} times`]
  const wanted = taken[0]?.says === 'once' ? 'allow' : 'deny'
  return decision === wanted ? [] : [`${session} was answered "${taken[0]?.says}", and the call was told ${decision}`]
}

async function cutAtCommit(
  { team }: UnderTest,
  when: 'before it arrives' | 'after it was done',
): Promise<readonly string[]> {
  const before = team.members.reduce((sum, { proxy }) => sum + proxy.cuts, 0)
  for (let round = 0; round < 3; round++) {
    for (const { proxy } of team.members) proxy.cutAt(COMMIT, when, 1)
    await sleep(250)
  }
  await sleep(250)
  const cuts = team.members.reduce((sum, { proxy }) => sum + proxy.cuts, 0) - before
  return cuts > 0 ? [] : ['void: no connection was cut']
}

async function exhausted({ team, postgres }: UnderTest): Promise<readonly string[]> {
  const admin = new pg.Client({ connectionString: postgres.admin(team.url) })
  await admin.connect()
  const name = team.url.split('/').at(-1)
  await admin.query(`alter database ${name} connection limit 0`)
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portcullis'")
  await sleep(2_500)
  await admin.query(`alter database ${name} connection limit -1`)
  await admin.end()
  return []
}

async function partition({ team, driver }: UnderTest): Promise<readonly string[]> {
  const member = team.members[0]!
  member.proxy.silence()
  const began = performance.now()
  const { decision, code } = await driver.send(member, 'own')
  const took = performance.now() - began
  await sleep(1_000)
  member.proxy.heal()
  if (decision !== 'deny') return [`a daemon without its database said "${decision}" to a call: ${code}`]
  return took < unhurried(REFUSES_WITHIN) ? [] : [`a daemon without its database took ${Math.round(took)} ms to refuse`]
}

async function stopped({ team }: UnderTest, form: 'short' | 'long'): Promise<readonly string[]> {
  const member = team.members[0]!
  member.signal('SIGSTOP')
  await sleep(form === 'long' ? 13_000 : 4_000)
  member.signal('SIGCONT')
  return []
}

async function clock({ setClock, driver }: UnderTest, words: string): Promise<readonly string[]> {
  const before = driver.sent.length
  setClock!(words)
  await sleep(6_000)
  setClock!('+0')
  return driver.sent.length > before ? [] : ['void: nothing was sent']
}

async function databaseKilled({ postgres }: UnderTest): Promise<readonly string[]> {
  await postgres.kill()
  await sleep(300)
  await postgres.start()
  return []
}

/** A disk of its own for a database of its own: who may mount one fills it. */
export async function withSmallDisk(
  act: (postgres: Awaited<ReturnType<typeof startPostgres>>, fill: () => void, free: () => void) => Promise<void>,
): Promise<string | undefined> {
  const disk = mkdtempSync(join(tmpdir(), 'pc-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=755', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    rmSync(disk, { recursive: true, force: true })
    return 'no file system can be mounted here: it takes root'
  }
  const filler = join(disk, 'filler')
  try {
    const postgres = await startPostgres({ below: disk })
    const fill = (): void => {
      const { bavail, bsize } = statfsSync(disk)
      try {
        for (let left = bavail * bsize; left > 0; left -= 1 << 20)
          writeFileSync(filler, Buffer.alloc(Math.min(left, 1 << 20)), { flag: 'a' })
      } catch {}
    }
    try {
      await act(postgres, fill, () => rmSync(filler, { force: true }))
    } finally {
      rmSync(filler, { force: true })
      await postgres.stop()
    }
  } finally {
    execFileSync('umount', ['-l', disk], { stdio: 'pipe' })
    rmSync(disk, { recursive: true, force: true })
  }
  return undefined
}

/** Long enough for the pages that were still free to run out. */
export async function diskFull(
  { driver, team, postgres }: UnderTest,
  fill: () => void,
  free: () => void,
): Promise<readonly string[]> {
  fill()
  const until = performance.now() + 20_000
  const refused = (): boolean => driver.sent.slice(-60).some(({ code }) => code.startsWith('journal.'))
  while (performance.now() < until && !refused()) await sleep(200)
  const noticed = refused()
  await sleep(1_000)
  free()
  // Without room for its log PostgreSQL ends itself: an operator starts it again.
  await postgres.query(postgres.admin(team.url), 'select 1').catch(() => postgres.kill().then(() => postgres.start()))
  return noticed ? [] : ['void: nothing was refused while the disk was full']
}
