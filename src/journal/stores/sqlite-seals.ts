import { hash } from 'node:crypto'
import type { Head } from '../chain.ts'
import { JournalFailure } from '../journal.ts'
import type { Digest, JournalSeal, SealKeys, SessionSeal } from '../seal.ts'
import {
  emptyDigest,
  isEmpty,
  openJournalSeal,
  openSession,
  rowValue,
  sealJournal,
  sealSession,
  toggle,
} from '../seal.ts'
import { sealedTablesAt } from './schema.ts'
import type { Connection, PreparedStatement } from './sqlite-connection.ts'
import { schemaVersion } from './schema-version.ts'
import { add, selectRows, valuesInOrder } from './sqlite-rows.ts'

/** What a journal's file says about itself under the writer's keys, read in one transaction. */
export interface Sealed {
  /** Undefined: nothing was ever sealed here with these keys. */
  readonly seal: JournalSeal | undefined
  /** The digest of all session seals. */
  readonly digest: Digest
  /** What each session's seal says. As long as nobody else writes to the file, it need not be read again. */
  readonly sessions: Map<string, { readonly digest: Digest; readonly value: Buffer }>
  readonly layout: string
}

/** Throws a `JournalFailure` where the file contradicts its own seal. */
export function readSealed(connection: Pick<Connection, 'prepare'>, keys: SealKeys, path: string): Sealed {
  const layout = layoutOf(connection)
  const seal = asJournalSeal(connection.prepare('select * from main.journal_seal where writer = ?').get(keys.writer))
  const sessions: Sealed['sessions'] = new Map()
  const found = emptyDigest()
  for (const row of connection.prepare('select * from main.session_seal where writer = ?').all(keys.writer)) {
    const one = asSessionSeal(row)
    const opened = one === undefined ? undefined : openSession(keys, one)
    if (one === undefined || opened === undefined)
      throw forged(`the seal of session \`${String(row['session'])}\` is not genuine: ${path}`)
    sessions.set(one.session, opened)
    toggle(found, opened.value)
  }
  if (seal === undefined) {
    if (sessions.size > 0) throw forged(`sessions are sealed and the journal is not: its seal is gone: ${path}`)
    return { seal, digest: found, sessions, layout }
  }
  const digest = openJournalSeal(keys, seal)
  if (digest === undefined) throw forged(`the seal of the journal is not genuine: ${path}`)
  if (layout !== seal.layout)
    throw new JournalFailure('journal.layout', `tables, indexes, triggers or views were changed: ${path}`)
  if (!digest.equals(found))
    throw forged(`seals of sessions are missing, were added or are from an earlier time: ${path}`)
  return { seal, digest, sessions, layout }
}

export function forged(message: string): JournalFailure {
  return new JournalFailure('journal.forged', message)
}

/** Everything in the file that decides what statements mean. */
export function layoutOf(connection: Pick<Connection, 'prepare'>): string {
  const parts = connection
    .prepare('select type, name, tbl_name, sql from main.sqlite_schema order by type, name')
    .all()
    .map((row) => [row['type'], row['name'], row['tbl_name'], row['sql']])
  const pragmas = ['user_version', 'application_id', 'encoding', 'auto_vacuum'].map((name) =>
    Object.values(connection.prepare(`pragma main.${name}`).get() ?? {}),
  )
  return hash('sha256', JSON.stringify([parts, pragmas]), 'hex')
}

/**
 * A sealed journal gets new tables from this program, inside the transaction that makes them. Only a layout that was
 * what its seal says is renewed: what somebody else added before stays noticed.
 */
export function renewLayout(connection: Connection, keys: SealKeys, before: string, path: string): void {
  const seal = asJournalSeal(connection.prepare('select * from main.journal_seal where writer = ?').get(keys.writer))
  if (seal === undefined) return
  const digest = openJournalSeal(keys, seal)
  if (digest === undefined) throw forged(`the seal of the journal is not genuine: ${path}`)
  if (seal.layout !== before)
    throw new JournalFailure('journal.layout', `tables, indexes, triggers or views were changed: ${path}`)
  const { layout, sessions, mac } = sealJournal(keys, { ...seal, layout: layoutOf(connection) }, digest)
  connection
    .prepare('update main.journal_seal set layout = ?, sessions = ?, mac = ? where writer = ?')
    .run(layout, sessions, mac, keys.writer)
}

/** Writes seals inside the writer's transaction. What it returns is to be called when that transaction stands. */
export class SealWriter {
  readonly #keys: SealKeys
  readonly #path: string
  readonly #save: PreparedStatement
  readonly #drop: PreparedStatement
  readonly #saveJournal: PreparedStatement
  #sealed: Sealed

  constructor(connection: Connection, keys: SealKeys, sealed: Sealed, path: string) {
    this.#keys = keys
    this.#path = path
    this.#sealed = sealed
    this.#save = connection.prepare(
      'insert into main.session_seal (writer, session, "commit", rows, mac) values (?, ?, ?, ?, ?) on conflict (writer, session) do update set "commit" = excluded."commit", rows = excluded.rows, mac = excluded.mac',
    )
    this.#drop = connection.prepare('delete from main.session_seal where writer = ? and session = ?')
    this.#saveJournal = connection.prepare(
      'insert into main.journal_seal (writer, commits, seq, hash, layout, sessions, signed, hashed_only, mac) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (writer) do update set commits = excluded.commits, seq = excluded.seq, hash = excluded.hash, layout = excluded.layout, sessions = excluded.sessions, signed = excluded.signed, hashed_only = excluded.hashed_only, mac = excluded.mac',
    )
  }

  get sealed(): Sealed {
    return this.#sealed
  }

  get head(): Head | undefined {
    return this.#sealed.seal
  }

  get commits(): number {
    return this.#sealed.seal?.commits ?? 0
  }

  /** `changes`: the difference of each session's rows. */
  renew(
    head: Head,
    changes: ReadonlyMap<string, Digest>,
    marks: { readonly signed: number; readonly hashedOnly?: number; readonly atLeast?: number },
  ): () => void {
    const { seal, sessions, layout } = this.#sealed
    const commits = Math.max((seal?.commits ?? 0) + 1, marks.atLeast ?? 0)
    const digest = Buffer.from(this.#sealed.digest)
    const moved = new Map<string, { readonly digest: Digest; readonly value: Buffer } | undefined>()
    for (const [session, change] of changes) {
      if (isEmpty(change)) continue
      moved.set(session, this.#renewSession(session, change, commits, digest))
    }
    const next = sealJournal(
      this.#keys,
      {
        commits,
        seq: head.seq,
        hash: head.hash,
        layout,
        signed: Math.max(marks.signed, seal?.signed ?? 0),
        hashed_only: marks.hashedOnly ?? seal?.hashed_only ?? 0,
      },
      digest,
    )
    this.#write(next)
    return () => {
      for (const [session, state] of moved)
        if (state === undefined) sessions.delete(session)
        else sessions.set(session, state)
      this.#sealed = { seal: next, digest, sessions, layout }
    }
  }

  /** Says how far the checkpoints are, without counting as a commit. */
  mark(signed: number): () => void {
    const { seal, digest } = this.#sealed
    if (seal === undefined || seal.signed >= signed) return () => undefined
    const next = sealJournal(this.#keys, { ...seal, signed }, digest)
    this.#write(next)
    return () => {
      this.#sealed = { ...this.#sealed, seal: next }
    }
  }

  #write(seal: JournalSeal): void {
    const { writer, commits, seq, hash, layout, sessions, signed, hashed_only: hashedOnly, mac } = seal
    const row = [writer, commits, seq, hash, layout, sessions, signed, hashedOnly, mac]
    if (this.#saveJournal.run(...row).changes !== 1) throw notTaken(this.#path)
  }

  #renewSession(
    session: string,
    change: Digest,
    commit: number,
    all: Digest,
  ): { readonly digest: Digest; readonly value: Buffer } | undefined {
    const { writer } = this.#keys
    const before = this.#sealed.sessions.get(session)
    const digest = Buffer.from(change)
    if (before !== undefined) {
      toggle(digest, before.digest)
      toggle(all, before.value)
    }
    if (isEmpty(digest)) {
      if (before !== undefined && this.#drop.run(writer, session).changes !== 1) throw notTaken(this.#path)
      return undefined
    }
    const { seal, value } = sealSession(this.#keys, session, commit, digest)
    if (this.#save.run(writer, session, commit, seal.rows, seal.mac).changes !== 1) throw notTaken(this.#path)
    toggle(all, value)
    return { digest, value }
  }
}

/** SQLite took the statement and wrote nothing: something in the file stands in its way. */
export function notTaken(path: string): JournalFailure {
  return new JournalFailure('journal.layout', `a row was not taken by the file, as if a trigger dropped it: ${path}`)
}

/** The digests of all sealed rows as they are, by session. */
export function digestsInFile(connection: Pick<Connection, 'prepare'>, keys: SealKeys): Map<string, Digest> {
  const digests = new Map<string, Digest>()
  for (const table of sealedTablesAt(schemaVersion(connection))) {
    for (const row of connection.prepare(selectRows(table, 'all')).iterate()) {
      const values = valuesInOrder(table, row)
      add(digests, String(values[0]), rowValue(keys, table, values))
    }
  }
  return digests
}

export function asSessionSeal(row: Readonly<Record<string, unknown>>): SessionSeal | undefined {
  const { session, commit, rows, mac } = row
  if (typeof session !== 'string' || typeof commit !== 'number') return undefined
  return typeof rows === 'string' && typeof mac === 'string' ? { session, commit, rows, mac } : undefined
}

export function asJournalSeal(row: Readonly<Record<string, unknown>> | undefined): JournalSeal | undefined {
  if (row === undefined) return undefined
  const { writer, commits, seq, hash: head, layout, sessions, signed, hashed_only: hashedOnly, mac } = row
  const texts = [writer, head, layout, sessions, mac].map(String)
  const [from = '', hashed = '', laid = '', sealed = '', code = ''] = texts
  return {
    writer: from,
    commits: Number(commits),
    seq: Number(seq),
    hash: hashed,
    layout: laid,
    sessions: sealed,
    signed: Number(signed),
    hashed_only: Number(hashedOnly),
    mac: code,
  }
}
