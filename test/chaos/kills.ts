import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from '../until.ts'
import { request } from './driver.ts'
import type { ChaosFault } from './faults.ts'
import type { Member } from './members.ts'
import type { UnderTest } from './team-under-test.ts'

/** kill -9 of a daemon in every phase of a decision that can be told apart from outside. */
export const KILLS: readonly ChaosFault[] = [
  { what: 'kill -9 while a request arrives', form: 'both', happens: beforeAdmission },
  { what: 'kill -9 while the model reviews', form: 'both', happens: inReview },
  { what: 'kill -9 while a question waits; answered elsewhere', form: 'both', happens: whilePending },
  { what: 'kill -9 while the commit waits for a lock', form: 'both', happens: inCommit },
  { what: 'kill -9 between commit and answer', form: 'both', happens: afterCommit },
  { what: 'kill -9 under load', form: 'both', rounds: 5, happens: underLoad },
]

/** As it goes over the wire: statements name columns that begin alike. */
export const COMMIT = 'commit\0'

/** Always the same one: of the others every denial must be on record, however late. */
const victim = ({ team }: UnderTest): Member => team.members[1]!

async function killedAndBack(member: Member): Promise<readonly string[]> {
  await member.kill()
  await member.start()
  return []
}

/** The head of a request and half of its body. */
async function beforeAdmission(all: UnderTest): Promise<readonly string[]> {
  const member = victim(all)
  const socket = connect(member.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `POST /v1/judge HTTP/1.1\r\nHost: 127.0.0.1:${member.port}\r\nAuthorization: Bearer ${member.agent}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 300\r\n\r\n{"tool":"Bash","id":"half-sent",`,
  )
  await sleep(50)
  await killedAndBack(member)
  socket.destroy()
  const rows = await all.postgres.query(all.team.url, `select 1 from audit_log where body like '%half-sent%'`)
  return rows.length === 0 ? [] : ['a call that never arrived is on record']
}

async function inReview(all: UnderTest): Promise<readonly string[]> {
  const before = all.slowReviews()
  const waiting = all.driver.send(victim(all), 'reviewed', {
    session: `slow-${before}`,
    command: `some-unknown-program --slowly ${before}`,
  })
  await until('the model is asked', () => all.slowReviews() > before)
  await killedAndBack(victim(all))
  const { decision } = await waiting
  return decision === '' ? [] : [`the killed daemon answered ${decision}`]
}

interface Pending {
  readonly id: string
  readonly session: string
  readonly shown?: string
}

export async function questionOn(member: Member, session: string): Promise<Pending> {
  return until(`${member.name} shows the question`, async () => {
    const { body } = await request(member, 'GET', '/v1/approvals', undefined, member.operator)
    return ((body as { pending?: Pending[] }).pending ?? []).find((one) => one.session === session)
  })
}

/** Its yes is for one call, whoever brings it back, and on whichever daemon. */
async function whilePending(all: UnderTest): Promise<readonly string[]> {
  const { driver, team } = all
  const session = `asked-kill-${driver.sent.length}`
  const same = { id: session, session, command: `deploy-it ${session}` }
  const waiting = driver.send(victim(all), 'asked', same)
  const question = await questionOn(team.members[0]!, session)
  await victim(all).kill()
  await waiting
  const answers = await Promise.all(
    [team.members[0]!, team.members[2]!].flatMap((member) => [
      driver.answer(member, question, 'once'),
      driver.answer(member, question, 'once'),
    ]),
  )
  await victim(all).start()
  const taken = answers.filter(({ status }) => status === 200).length
  const again = await Promise.all(team.members.map((member) => driver.send(member, 'asked', { ...same, patience: 12 })))
  const passed = again.filter(({ decision }) => decision === 'allow').length
  if (taken !== 1) return [`the question was answered ${taken} times: ${answers.map(({ status }) => status).join()}`]
  return passed === 1 ? [] : [`the approved call passed ${passed} times: ${again.map(({ code }) => code).join()}`]
}

/** The writer's own row is held, so that its commit cannot go on. */
async function inCommit(all: UnderTest): Promise<readonly string[]> {
  const { driver, postgres, team } = all
  const holder = new pg.Client({ connectionString: postgres.admin(team.url) })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from journal_seal for update')
  const waiting = driver.send(victim(all), 'own')
  await until('a commit waits', async () => {
    const { rows } = await holder.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)
    return rows.length > 0
  })
  await victim(all).kill()
  await holder.query('rollback')
  await holder.end()
  await victim(all).start()
  const { decision } = await waiting
  return decision === '' || decision === 'deny' ? [] : [`the killed daemon answered ${decision}`]
}

/** The database has committed, and the daemon never hears of it. */
async function afterCommit(all: UnderTest): Promise<readonly string[]> {
  const { driver } = all
  const held = victim(all).proxy.holdAnswerTo(COMMIT)
  const waiting = driver.send(victim(all), 'own')
  await held
  await killedAndBack(victim(all))
  await waiting
  return []
}

async function underLoad(all: UnderTest): Promise<readonly string[]> {
  await sleep(Math.random() * 400)
  return killedAndBack(victim(all))
}
