import type { TestPostgres } from '../servers/postgres.ts'
import { until } from '../until.ts'
import { type Driver, request, type Sent } from './driver.ts'
import type { Member } from './members.ts'

/** Of each session, and nothing of it comes back while this runs. */
export const BURST = 20
const MOST_SHOWN = 12
/** For what is written after the answer. */
const SOON = 3_000

/** What must hold whatever happened, once nothing is under way. Each sentence is a violation. */
export async function violations(driver: Driver, postgres: TestPostgres): Promise<readonly string[]> {
  const found = [
    ...(await recordsOf(driver, postgres)),
    ...(await limitsOf(driver, postgres)),
    ...(await turnsOf(driver, postgres)),
    ...(await denialsOf(driver, postgres)),
    ...(await questionsOf(driver, postgres)),
    ...(await chainsOf(driver)),
  ]
  return found.length > MOST_SHOWN ? [...found.slice(0, MOST_SHOWN), `and ${found.length - MOST_SHOWN} more`] : found
}

const url = (driver: Driver): string => driver.team.url
const allowed = ({ decision }: Sent): boolean => decision.startsWith('allow')

/** Nothing allowed without a record, and none written twice. A denial is written late where it could not be at once. */
async function recordsOf(driver: Driver, postgres: TestPostgres): Promise<readonly string[]> {
  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await postgres.query(
      url(driver),
      `select decision || ' ' || coalesce(body::json->>'call', '') as what, count(*)::int as n from audit_log
        where decision <> '' and body::json->>'withdraws' is null group by 1`,
    )
    return new Map(rows.map(({ what, n }) => [String(what), Number(n)]))
  }
  // What a killed daemon still had to write down about its denials is gone with it; they stay denials.
  const owed = driver.sent.filter(({ kind, code, daemon }) => kind === 'denied' && isJudged(code) && daemon.kills === 0)
  const settled = await until(
    'every denial is on record',
    async () => {
      const records = await read()
      return owed.every(({ id }) => records.has(`deny ${id}`)) ? records : undefined
    },
    SOON,
  ).catch(() => undefined)
  const records = settled ?? (await read())
  const failures = owed
    .filter(({ id }) => !records.has(`deny ${id}`))
    .map(({ id }) => `the denial ${id} is not on record`)
  for (const { id, decision, daemon } of driver.sent.filter(allowed)) {
    if (decision !== 'allow') failures.push(`${id}: ${decision}`)
    const count = records.get(`allow ${id}`) ?? 0
    if (count !== 1) failures.push(`${daemon.name} allowed ${id}, and it is on record ${count} times`)
  }
  // A call that is asked about is sent again under its own name.
  for (const [what, count] of records)
    if (count > 1 && !what.startsWith('deny asked-')) failures.push(`${what} is on record ${count} times`)
  return failures
}

/** Refused by what the call is, and not by the state of the gate. */
function isJudged(code: string): boolean {
  return code !== '' && !/^(?:journal|gate|rate|daemon)\./.test(code)
}

async function limitsOf(driver: Driver, postgres: TestPostgres): Promise<readonly string[]> {
  const failures: string[] = []
  for (const [session, calls] of bySession(driver.sent.filter(({ kind }) => kind === 'limited'))) {
    const passed = calls.filter(allowed).length
    if (passed > BURST) failures.push(`${session}: ${passed} calls were allowed of a limit of ${BURST}`)
    const rows = await postgres.query(
      url(driver),
      'select count(*)::int as n from audit_log where session = $1 and decision = $2',
      [session, 'allow'],
    )
    if (Number(rows[0]?.['n']) > BURST) failures.push(`${session}: ${String(rows[0]?.['n'])} allows are on record`)
  }
  return failures
}

/** Every daemon's calls are in what the team knows of a session: each that was allowed, and none twice. */
async function turnsOf(driver: Driver, postgres: TestPostgres): Promise<readonly string[]> {
  const rows = await postgres.query(
    url(driver),
    'select session, count(*)::int as n from session_turn group by session',
  )
  const known = new Map(rows.map(({ session, n }) => [String(session), Number(n)]))
  const failures: string[] = []
  const sessions = bySession(driver.sent.filter(({ kind }) => kind === 'shared' || kind === 'denied' || kind === 'own'))
  for (const [session, calls] of sessions) {
    const turns = known.get(session) ?? 0
    const fewest = calls.filter(allowed).length
    if (turns < fewest || turns > calls.length)
      failures.push(`${session}: ${turns} turns are known of ${fewest} allowed and ${calls.length} sent calls`)
  }
  return failures
}

/** Said by the model itself. */
const REVIEWED = /^(?:review\.(?!un)|category\.)/

/** Denials of the review are counted once each, whichever daemons they were made on. */
async function denialsOf(driver: Driver, postgres: TestPostgres): Promise<readonly string[]> {
  const failures: string[] = []
  const sessions = [...bySession(driver.sent.filter(({ kind }) => kind === 'reviewed'))]
  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await postgres.query(url(driver), "select id, total from session where id like 'reviewed-%'")
    return new Map(rows.map(({ id, total }) => [String(id), Number(total)]))
  }
  const least = (calls: readonly Sent[]): number =>
    calls.some(({ daemon }) => daemon.kills > 0) ? 0 : calls.filter(({ code }) => isReviewed(code)).length
  const counted = await until(
    'every denial is counted',
    async () => {
      const totals = await read()
      return sessions.every(([session, calls]) => (totals.get(session) ?? 0) >= least(calls)) ? totals : undefined
    },
    SOON,
  ).catch(read)
  for (const [session, calls] of sessions) {
    const total = counted.get(session) ?? 0
    if (total < least(calls) || total > calls.length)
      failures.push(`${session}: ${total} denials are counted of ${least(calls)} to ${calls.length}`)
  }
  return failures
}

function isReviewed(code: string): boolean {
  return REVIEWED.test(code)
}

/** No question is answered twice, no acknowledged answer is lost, and a single yes lets one call through. */
async function questionsOf(driver: Driver, postgres: TestPostgres): Promise<readonly string[]> {
  const failures: string[] = []
  const rows = await postgres.query(url(driver), 'select id, state, settlement from approval')
  const stored = new Map(rows.map((row) => [String(row['id']), row]))
  const taken = driver.answers.filter(({ status }) => status === 200)
  for (const { question, says } of taken) {
    if (taken.filter((other) => other.question === question).length > 1) failures.push(`${question} was answered twice`)
    const row = stored.get(question)
    const settlement = JSON.parse(String(row?.['settlement'] || '{}')) as { choice?: { says?: string } }
    if (row === undefined || row['state'] === 'pending' || settlement.choice?.says !== says)
      failures.push(`the answer "${says}" to ${question} was taken and is not there: ${JSON.stringify(row)}`)
  }
  for (const [session, calls] of bySession(driver.sent.filter(({ kind }) => kind === 'asked'))) {
    const yes = driver.answers.filter(
      (answer) => answer.session === session && answer.says === 'once' && answer.status !== 409,
    )
    const passed = calls.filter(allowed).length
    if (passed > Math.min(1, yes.length)) failures.push(`${session}: ${passed} calls passed on ${yes.length} approvals`)
  }
  return failures
}

async function chainsOf(driver: Driver): Promise<readonly string[]> {
  const member = driver.team.members[0]!
  const { status, body } = await request(member, 'GET', '/v1/audit/verify', undefined, member.operator)
  const { verification } = body as { verification?: { ok: boolean; findings?: unknown } }
  return verification?.ok === true
    ? []
    : [`the chains do not verify (${status}): ${JSON.stringify(body).slice(0, 500)}`]
}

function bySession(sent: readonly Sent[]): ReadonlyMap<string, readonly Sent[]> {
  return Map.groupBy(sent, ({ session }) => session)
}

/** Milliseconds until every daemon allows again. Rejects when one does not. */
export async function recovered(driver: Driver, members: readonly Member[], since: number): Promise<number> {
  const times = members.map(async (member) => {
    await until(
      `${member.name} allows again`,
      async () => (await driver.send(member, 'probe')).decision === 'allow',
      20_000,
    )
    return performance.now() - since
  })
  return Math.max(...(await Promise.all(times)))
}
