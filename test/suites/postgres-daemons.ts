import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DaemonProduct, Running } from '../daemon/client.ts'
import { team, type Team } from '../postgres/team.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'
import { until } from '../until.ts'
import { HARM } from './daemon-life/looks.ts'

export interface SharedCase {
  readonly what: string
  holds(product: DaemonProduct, postgres: TestPostgres): Promise<Failures>
}

/** Nothing comes back while a test runs. */
const RATE = { burst: 20, perSecond: 0.000_1 }

export const SHARED: readonly SharedCase[] = [
  { what: 'a call is judged, recorded and found by every daemon, and every chain verifies', holds: judgedAndRecorded },
  { what: 'a rate limit is met exactly once, whichever daemons are asked', holds: oneLimit },
  { what: 'what one daemon learnt about a session the next one knows', holds: oneSession },
  { what: 'denials are counted exactly across daemons', holds: exactDenials },
  { what: 'a denial that one daemon told counts on the next one', holds: toldIsCounted },
  { what: 'a question is answered on another daemon, and whoever waits is told', holds: answeredElsewhere },
  { what: 'a token that was revoked on one daemon is refused at once by the other', holds: revokedElsewhere },
  { what: 'a session that was stopped on one daemon is stopped on the other', holds: stoppedElsewhere },
  { what: 'a second daemon with the same key does not start', holds: sameKey },
  { what: 'a daemon that starts without its database denies, and allows when it is there', holds: startsWithout },
  { what: 'flags that a daemon could read are kept for those that start without', holds: keptFlags },
  { what: 'a daemon without the team key does not start, and says what to do', holds: noTeamKey },
]

async function withTeam(
  product: DaemonProduct,
  postgres: TestPostgres,
  act: (members: Team) => Promise<Failures>,
): Promise<Failures> {
  const members = team(product, await postgres.database())
  try {
    return await act(members)
  } finally {
    await members.end()
  }
}

function decisionOf({ body }: { body: string }): string {
  return String((JSON.parse(body) as { decision?: string }).decision)
}

async function judgedAndRecorded(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const [one, two] = [await members.join(), await members.join()]
    for (const [daemon, command] of [
      [one, 'ls -la'],
      [two, 'git status'],
      [one, 'cat ~/.ssh/id_rsa'],
    ] as const) {
      const wanted = command.startsWith('cat') ? 'deny' : 'allow'
      const answer = await daemon.post('/v1/judge', daemon.call(command))
      if (decisionOf(answer) !== wanted) failures.push(`${command}: ${answer.body}`)
    }
    for (const daemon of [one, two]) {
      const { records = [] } = JSON.parse((await daemon.get('/v1/audit')).body) as { records?: unknown[] }
      if (records.length !== 3) failures.push(`${records.length} records are found instead of 3`)
      const { body } = await daemon.get('/v1/audit/verify')
      const { verification: verified } = JSON.parse(body) as { verification: { ok: boolean; chains: unknown[] } }
      if (!verified.ok || verified.chains.length !== 2) failures.push(`not sound: ${JSON.stringify(verified)}`)
    }
    return failures
  })
}

async function oneLimit(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const settings = JSON.stringify({ admission: { rate: RATE } })
    const all = [await members.join({ settings }), await members.join({ settings }), await members.join({ settings })]
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => all[index % 3]!.post('/v1/judge', all[0]!.call(`ls -la d${index}`))),
    )
    const allowed = answers.filter((answer) => decisionOf(answer) === 'allow').length
    // What one of them had taken ahead and not used is lost to the others: never more, rarely fewer.
    if (allowed > RATE.burst || allowed < RATE.burst - all.length)
      failures.push(`${allowed} of ${RATE.burst} were allowed`)
    const limited = answers.filter(({ body }) => body.includes('rate.limited')).length
    if (limited + allowed !== answers.length) failures.push(`${limited} were limited and ${allowed} allowed`)
    return failures
  })
}

async function oneSession(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const [one, two] = [await members.join(), await members.join()]
    await one.post('/v1/judge', one.call('ls -la', 'shared'))
    await two.post('/v1/session/said', { id: 'shared', text: 'please push it' })
    await two.post('/v1/judge', one.call('git status', 'shared'))
    await one.post('/v1/session/mode', { id: 'shared', mode: 'plan' })
    for (const daemon of [one, two]) {
      const { body } = await daemon.get('/v1/session?id=shared')
      const seen = JSON.parse(body) as { mode?: string; turns?: { kind: string }[] }
      if (seen.mode !== 'plan') failures.push(`the mode is ${seen.mode}: ${body}`)
      const kinds = (seen.turns ?? []).map(({ kind }) => kind).join()
      if (kinds !== 'call,user,call') failures.push(`the turns are ${kinds}`)
    }
    return failures
  })
}

const COUNTED = 24

async function exactDenials(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const all = [await members.join(), await members.join()]
    await Promise.all(
      Array.from({ length: COUNTED }, (_, index) =>
        all[index % 2]!.post('/v1/judge', all[0]!.call(`cat ~/.ssh/id_rsa${index}`, 'counted')),
      ),
    )
    await until('every denied call is among the turns', async () => {
      const rows = await postgres.query(
        members.url,
        `select count(*)::int as n from session_turn where session = 'counted'`,
      )
      return rows[0]?.['n'] === COUNTED
    })
    for (const daemon of all) {
      const { body } = await daemon.get('/v1/session?id=counted')
      const turns = (JSON.parse(body) as { turns?: unknown[] }).turns ?? []
      if (turns.length !== COUNTED) failures.push(`a daemon knows ${turns.length} turns of ${COUNTED}`)
    }
    const records = await postgres.query(
      members.url,
      `select count(*)::int as n from audit_log where session = 'counted'`,
    )
    if (records[0]?.['n'] !== COUNTED) failures.push(`${String(records[0]?.['n'])} records of ${COUNTED}`)
    return failures
  })
}

const ROUNDS = 4

/** The agent goes from daemon to daemon, as fast as it is answered: nowhere does it get a try more than the limit. */
async function toldIsCounted(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const all = [await members.join(), await members.join()]
    for (let round = 0; round < ROUNDS; round++) {
      const session = `told-${round}`
      const told: string[] = []
      for (let number = 0; number < 3; number++) {
        const asked = all[(round + number) % 2]!
        const { body } = await asked.post('/v1/judge', { ...asked.call(HARM, session), interactive: false })
        told.push(`${decisionOf({ body })}${body.includes('"stopAgent":true') ? ' and stop' : ''}`)
        const rows = await postgres.query(members.url, `select total from session where id = '${session}'`)
        if (rows[0]?.['total'] !== number + 1)
          failures.push(`${session}: ${String(rows[0]?.['total'])} denials are counted of ${number + 1} that were told`)
      }
      if (told.join() !== 'deny,deny,deny and stop') failures.push(`${session}: ${told.join()}`)
    }
    return failures
  })
}

const ASKING = JSON.stringify({ approvals: { wait: 'always' } })

async function answeredElsewhere(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const [one, two] = [await members.join({ settings: ASKING }), await members.join({ settings: ASKING })]
    for (const [round, answer, wanted] of [
      ['first', 'once', 'allow'],
      ['second', 'deny', 'deny'],
    ] as const) {
      const waiting = one.post('/v1/judge', {
        ...one.call('some-unknown-program --go', round),
        interactive: false,
      })
      const question = await until('the other daemon shows the question', async () => {
        const { body } = await two.get('/v1/approvals')
        const { pending = [] } = JSON.parse(body) as { pending?: { id: string; shown: string; session: string }[] }
        return pending.find(({ session }) => session === round)
      })
      const answered = await two.post(`/v1/approvals/${question.id}/answer`, {
        choice: { says: answer },
        shown: question.shown,
      })
      if (answered.status !== 200) failures.push(`the answer was not taken: ${answered.body}`)
      const told = await waiting
      if (decisionOf(told) !== wanted) failures.push(`${answer}: ${told.body}`)
      const again = await one.post(`/v1/approvals/${question.id}/answer`, {
        choice: { says: 'once' },
        shown: question.shown,
      })
      if (again.status === 200) failures.push('a second answer was taken')
    }
    return failures
  })
}

async function revokedElsewhere(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const [one, two] = [await members.join(), await members.join()]
    await one.post('/v1/users/change', { does: 'add', user: 'ann', role: 'auditor' })
    const { body } = await one.post('/v1/users/token', { user: 'ann' })
    const { token = '', id = '' } = JSON.parse(body) as { token?: string; id?: string }
    for (const daemon of [one, two]) {
      const { status, body: said } = await daemon.get('/v1/audit', token)
      if (status !== 200) failures.push(`the new token is refused: ${status} ${said}`)
    }
    const revoked = await one.post('/v1/users/change', { does: 'revoke', user: 'ann', token: id })
    if (revoked.status !== 200) failures.push(`it cannot be revoked: ${revoked.body}`)
    for (const daemon of [one, two]) {
      const { status } = await daemon.get('/v1/audit', token)
      if (status !== 401) failures.push(`the revoked token is answered with ${status}`)
    }
    return failures
  })
}

async function stoppedElsewhere(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const [one, two] = [await members.join(), await members.join()]
    const before = await two.post('/v1/judge', one.call('ls -la', 'stopped'))
    if (decisionOf(before) !== 'allow') failures.push(`before: ${before.body}`)
    await one.post('/v1/session/stop', { id: 'stopped' })
    const after = await two.post('/v1/judge', one.call('ls -la', 'stopped'))
    // Known before anything is judged, and not only found when the session is saved.
    if (decisionOf(after) !== 'deny' || !after.body.includes('"stopAgent":true'))
      failures.push(`the stopped session goes on: ${after.body}`)
    return failures
  })
}

/** A reviewer that is away denies, unless a flag opens the iron gate: then a person is asked. */
async function keptFlags(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const directory = mkdtempSync(join(tmpdir(), 'pc-flags-'))
    const file = join(directory, 'flags.json')
    writeFileSync(file, JSON.stringify({ iron_gate_closed: false }))
    const settings = JSON.stringify({
      flags: { file },
      permissions: { defaultMode: 'auto' },
      classifier: { provider: 'openai-compatible', model: 'none', baseUrl: 'http://127.0.0.1:9/v1' },
    })
    const environment = { PATH: '/usr/bin:/bin' }
    const ask = async (daemon: Running): Promise<string> =>
      decisionOf(await daemon.post('/v1/judge', { ...daemon.call('some-unknown-program --go'), interactive: true }))
    const said = [await ask(await members.join({ settings, environment }))]
    rmSync(directory, { recursive: true })
    said.push(await ask(await members.join({ settings, environment })))
    const [row] = await postgres.query(members.url, 'select count(*)::int as n from kept_flag')
    if (row?.['n'] !== 1) failures.push(`${String(row?.['n'])} rows of flags`)
    const elsewhere = settings.replace('flags.json', 'other.json')
    said.push(await ask(await members.join({ settings: elsewhere, environment })))
    if (said.join() !== 'ask,ask,deny') failures.push(`with flags, with kept ones, with none: ${said.join()}`)
    return failures
  })
}

async function sameKey(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const one = await members.join()
    const said = await withKeyOf(members, one).then(
      (second) => second.end().then(() => 'it started'),
      (error: unknown) => String(error),
    )
    return said.includes('another daemon with the same signing key') ? [] : [said]
  })
}

async function withKeyOf(members: Team, one: Running): Promise<Running> {
  const { freshPlace } = await import('../daemon/client.ts')
  const { cpSync, mkdirSync } = await import('node:fs')
  const { state } = freshPlace()
  mkdirSync(state, { recursive: true, mode: 0o700 })
  cpSync(join(one.daemon.paths.directory, 'postgres'), join(state, 'postgres'), { recursive: true })
  return members.join({ stateDirectory: state })
}

async function startsWithout(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const failures: string[] = []
    const first = await members.join()
    const stateDirectory = first.daemon.paths.directory
    const home = join(first.directory, 'home')
    await first.daemon.stop()
    await postgres.kill()
    let again: Running
    try {
      again = await members.join({ stateDirectory, home, journalDeadlineMs: 2_000, verifyMs: 1_000 })
      const without = await again.post('/v1/judge', again.call('ls -la'))
      if (decisionOf(without) !== 'deny' || !without.body.includes('journal.unreachable'))
        failures.push(`without a database: ${without.body}`)
    } finally {
      await postgres.start()
    }
    await until(
      'calls are allowed again',
      async () => decisionOf(await again.post('/v1/judge', again.call('ls -la'))) === 'allow',
    )
    return failures
  })
}

async function noTeamKey(product: DaemonProduct, postgres: TestPostgres): Promise<Failures> {
  return withTeam(product, postgres, async (members) => {
    const one = await members.join()
    const stranger = team(product, members.url)
    const said = await stranger.join().then(
      (second) => second.end().then(() => 'it started'),
      (error: unknown) => String(error),
    )
    const key = readFileSync(join(one.daemon.paths.directory, 'postgres', 'team.key'), 'utf8')
    return said.includes('copy `team.key` from another daemon') && key.includes('PRIVATE KEY') ? [] : [said]
  })
}
