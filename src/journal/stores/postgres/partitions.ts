import type pg from 'pg'

/** Rows of no month that has a partition: a clock that is far off, or nobody made them ahead. */
const REST = 'audit_log_rest'

export const PARTITIONED: readonly string[] = [
  `create table ${REST} partition of audit_log default`,
  `create unique index ${REST}_chain on ${REST} (writer, seq)`,
]

/** So many months are there before they begin. */
const AHEAD = 3
const ADDING = 7_041_978

/** The months from that of `from` to the ones ahead of now. One program at a time; those that are there stay. */
export async function addPartitions(client: pg.ClientBase, now: number, from: number = now): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [ADDING])
  try {
    const month = new Date(Math.min(from, now))
    const last = monthAfter(new Date(now), AHEAD)
    for (let start = monthAfter(month, 0); start <= last; start = monthAfter(new Date(start), 1)) {
      const name = partitionOf(start)
      const { rows } = await client.query('select to_regclass($1) is not null as there', [name])
      if (rows[0]?.there === true) continue
      await client.query('begin')
      await client.query(
        `create table ${name} partition of audit_log for values from (${start}) to (${monthAfter(new Date(start), 1)})`,
      )
      // Across months the writer's own row, which every commit locks and moves on, keeps a chain from forking.
      await client.query(`create unique index ${name}_chain on ${name} (writer, seq)`)
      await client.query('commit')
    }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADDING]).catch(() => undefined)
  }
}

/** Months that are over and have no record any more. */
export async function dropEmptyPartitions(client: pg.ClientBase, now: number): Promise<readonly string[]> {
  const { rows } = await client.query(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit_log'::regclass and c.relname <> '${REST}'`,
  )
  const dropped: string[] = []
  for (const { name } of rows as { name: string }[]) {
    if (!/^audit_log_\d{6}$/.test(name) || name >= partitionOf(monthAfter(new Date(now), 0))) continue
    await client.query('begin')
    try {
      // Nobody can add to it between looking and dropping.
      await client.query(`lock table ${name} in access exclusive mode`)
      const found = await client.query(`select exists (select from ${name}) as some`)
      if (found.rows[0]?.some === false) {
        await client.query(`drop table ${name}`)
        dropped.push(name)
      }
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }
  return dropped
}

function monthAfter(date: Date, months: number): number {
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

function partitionOf(start: number): string {
  const date = new Date(start)
  return `audit_log_${date.getUTCFullYear()}${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}
