import type pg from 'pg'
import type { Session, Turn } from '../../../session.ts'
import { JournalFailure } from '../../journal.ts'
import type { Grant, SessionStore } from '../../sessions.ts'
import { modeForStore, turnForStore, writtenForStore } from '../../sessions.ts'
import type { SessionRows } from '../sealed-rows.ts'
import { liveGrants, sessionFromRows } from '../sqlite-sessions.ts'
import type { Ended, Step } from './committer.ts'
import { storable } from './connect.ts'
import { failureOf } from './failures.ts'
import type { PostgresJournal } from './journal.ts'
import { type Base, knowAgain, mergeSession, NOTHING_YET } from './merge.ts'
import { type Named, readNamed } from './rows.ts'
import { runSaves, type SessionSave } from './session-saves.ts'
import type { Transaction, Version } from './transaction.ts'
import type { Versions } from './versions.ts'

/** What of a session the database has, as far as this process knows. */
interface Known extends Base {
  readonly version: Version | undefined
  /** The number of the next turn. */
  readonly next: number
  readonly forgotten: number
}

const MOST_KNOWN = 10_000

/**
 * Sessions that several daemons share. A save says from which version it was made: when another daemon has moved the
 * session on, what is new here is put on top of what is new there, and counters add up.
 */
export class PostgresSessions implements SessionStore {
  readonly #journal: PostgresJournal
  readonly #pool: pg.Pool
  readonly #versions: Versions
  readonly #now: () => number
  readonly #name: string
  readonly #known = new Map<string, Known>()
  /** One after the other for each session: a save, and looking what others saved. */
  readonly #turn = new Map<string, Promise<unknown>>()
  /** Saves whose end is not known to whoever waited. */
  readonly #unclear = new Map<string, Promise<void>>()

  constructor(journal: PostgresJournal, pool: pg.Pool, versions: Versions, name: string, now: () => number = Date.now) {
    this.#journal = journal
    this.#pool = pool
    this.#versions = versions
    this.#now = now
    this.#name = name
  }

  async load(id: string): Promise<Session | undefined> {
    return this.#inTurn(id, async () => {
      await this.#unclear.get(id)
      const named = await this.#read(id)
      const session = sessionFromRows(id, named.rows, this.#now())
      if (session !== undefined) this.#note(id, knownOf(session, named))
      else if (named.version !== undefined)
        this.#note(id, { ...NOTHING_YET, version: named.version, next: 0, forgotten: 0 })
      return session
    })
  }

  /** Brings a session up to date with what other daemons made of it. Rejects when that cannot be told. */
  async refresh(session: Session): Promise<void> {
    await this.#inTurn(session.id, async () => {
      await this.#unclear.get(session.id)
      const known = this.#known.get(session.id)
      const version = await this.#versions.now(session.id).catch((error: unknown) => {
        throw failureOf(error, this.#name)
      })
      if (version?.commit === known?.version?.commit && version?.mac === known?.version?.mac) return
      await this.#merge(session)
    })
  }

  async save(session: Session): Promise<void> {
    await this.#inTurn(session.id, async () => {
      await this.#unclear.get(session.id)
      if (!(await this.#saveOwn(session))) await this.#saveMerged(session)
    })
  }

  /** On top of the version that is known here. False: somebody moved it on. */
  async #saveOwn(session: Session): Promise<boolean> {
    const { id } = session
    const before = this.#known.get(id)
    const { step, after } = saveStep(session, before, this.#now())
    const forgotten = before?.forgotten ?? 0
    return this.#run(id, step, (version) => {
      const meanwhile = (this.#known.get(id)?.forgotten ?? 0) - forgotten
      this.#note(id, withoutOldest({ ...after, version }, meanwhile))
    })
  }

  /** On top of whatever version there is, read while nobody else can change it: however many try, each gets its turn. */
  async #saveMerged(session: Session): Promise<void> {
    const { id } = session
    const mine = copyOf(session)
    const known = this.#known.get(id)
    let made: { readonly merged: Session; readonly after: Omit<Known, 'version'> } | undefined
    const act = async (tx: Transaction): Promise<number> => {
      const named = await readNamed(tx.client, this.#journal.keys, id)
      refuseOlder(id, named, known)
      const theirs = sessionFromRows(id, named.rows, this.#now())
      if (theirs !== undefined && known !== undefined) knowAgain(theirs, known)
      const merged = copyOf(mine)
      if (theirs !== undefined) mergeSession(merged, known ?? NOTHING_YET, theirs)
      const base = theirs === undefined ? { ...NOTHING_YET, next: 0, forgotten: 0 } : knownOf(theirs, named)
      const { step, after } = saveStep(merged, { ...base, version: named.version }, this.#now())
      made = { merged, after }
      return (await runSaves(tx, [step])).get(step) ?? 0
    }
    const step: Step = { does: 'act', names: [storable(id)], act }
    const saved = await this.#run(id, step, (version) => {
      if (made === undefined) return
      this.#note(id, { ...made.after, version })
      // What happened here meanwhile stays on top.
      mergeSession(session, baseOf(mine), made.merged)
    })
    if (!saved) throw new JournalFailure('journal.locked', `session \`${id}\` was changed while it was locked`)
  }

  /** `stands` is called when it does: perhaps long after whoever waited was refused. */
  async #run(id: string, step: Step, stands: (version: Version) => void): Promise<boolean> {
    const { promise: ended, resolve } = Promise.withResolvers<Ended>()
    this.#journal.whenEnded(step, resolve)
    let changed: number | undefined
    const apply = (end: Ended): void => {
      if (!end.committed || changed === 0) return
      const version = end.versions.get(step.names[0]!)
      // A save for a version that somebody moved on was left out of what was committed.
      if (version === undefined || (step.does === 'save' && version.commit !== step.version + 1)) return
      stands(version)
    }
    try {
      changed = await this.#journal.run([step])
      if (changed > 0) apply(await ended)
      return changed > 0
    } catch (error) {
      const clear: Promise<void> = ended.then((end) => {
        apply(end)
        if (this.#unclear.get(id) === clear) this.#unclear.delete(id)
      })
      this.#unclear.set(id, clear)
      throw error
    }
  }

  forgetOldest(id: string, calls: number): void {
    const known = this.#known.get(id)
    if (known) this.#known.set(id, withoutOldest(known, calls))
  }

  async addGrant(grant: Grant): Promise<void> {
    const { expires, ...rest } = grant
    const row = { ...rest, expires: expires ?? 0, spent: 0 }
    await this.#act(grant.session, (tx) => tx.insert('session_grant', cleanRow(row)))
  }

  async grants(session: string, now: number): Promise<readonly Grant[]> {
    return liveGrants((await this.#read(session)).rows, now)
  }

  async spendGrant(id: string, now: number): Promise<boolean> {
    const session = await this.#sessionOf(id)
    if (session === undefined) return false
    const changed = await this.#act(session, (tx) =>
      tx.update(
        'session_grant',
        'spent = 1',
        'session = $1 and id = $2 and spent = 0 and (expires = 0 or expires > $3)',
        [session, id, now],
      ),
    )
    return changed === 1
  }

  async cleanupSession(id: string): Promise<void> {
    await this.#act(id, (tx) => tx.delete('session_grant', 'session = $1', [storable(id)]))
  }

  async forgetSession(id: string): Promise<void> {
    const name = storable(id)
    await this.#act(id, async (tx) => {
      let changed = 0
      for (const table of ['session_grant', 'session_turn', 'session_written', 'session_user'] as const)
        changed += await tx.delete(table, 'session = $1', [name])
      return changed + (await tx.delete('session', 'id = $1', [name]))
    })
    this.#known.delete(id)
  }

  #act(session: string, act: Extract<Step, { does: 'act' }>['act']): Promise<number> {
    return this.#journal.run([{ does: 'act', names: [storable(session)], act }])
  }

  /** The database as it is now, with what is new here on top. */
  async #merge(session: Session): Promise<void> {
    const { id } = session
    const named = await this.#read(id)
    const known = this.#known.get(id)
    refuseOlder(id, named, known)
    const theirs = sessionFromRows(id, named.rows, this.#now())
    if (theirs === undefined) {
      // Forgotten elsewhere: what is known here begins it anew.
      this.#note(id, { ...NOTHING_YET, version: named.version, next: 0, forgotten: 0 })
      return
    }
    if (known !== undefined) knowAgain(theirs, known)
    const after = knownOf(theirs, named)
    mergeSession(session, known ?? NOTHING_YET, theirs)
    this.#note(id, after)
  }

  async #read(id: string): Promise<Named> {
    await this.#ready()
    try {
      return await readNamed(this.#pool, this.#journal.keys, id)
    } catch (error) {
      throw failureOf(error, this.#name)
    }
  }

  #checked = false
  /** The first read makes sure that there are tables, and a key. */
  async #ready(): Promise<void> {
    if (this.#checked) return
    await this.#journal.check()
    this.#checked = true
  }

  async #sessionOf(grant: string): Promise<string | undefined> {
    await this.#ready()
    try {
      const { rows } = await this.#pool.query('select session from session_grant where id = $1', [storable(grant)])
      return rows[0]?.session as string | undefined
    } catch (error) {
      throw failureOf(error, this.#name)
    }
  }

  async #inTurn<T>(id: string, act: () => Promise<T>): Promise<T> {
    const before = this.#turn.get(id)
    const mine = (async () => {
      await before?.catch(() => undefined)
      return act()
    })()
    this.#turn.set(id, mine)
    try {
      return await mine
    } finally {
      if (this.#turn.get(id) === mine) this.#turn.delete(id)
    }
  }

  #note(id: string, known: Known): void {
    this.#known.delete(id)
    this.#known.set(id, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
  }
}

/** A seal that is gone, or older than one that was seen: rows were put back. */
function refuseOlder(id: string, { version }: Named, known: Known | undefined): void {
  if ((version?.commit ?? 0) >= (known?.version?.commit ?? 0)) return
  throw new JournalFailure(
    'journal.forged',
    `what is stored about session \`${id}\` is from an earlier time than what was seen before`,
  )
}

function copyOf(session: Session): Session {
  return {
    ...session,
    turns: [...session.turns],
    denials: { ...session.denials },
    written: new Map(session.written),
    grants: [...session.grants],
  }
}

function knownOf(session: Session, { rows, version }: { rows: SessionRows; version: Version | undefined }): Known {
  const last = rows.session_turn.reduce((most, { number }) => Math.max(most, number), -1)
  return { ...baseOf(session), version, next: last + 1, forgotten: 0 }
}

function baseOf(session: Session): Base {
  return {
    turns: [...session.turns],
    denials: { ...session.denials },
    mode: modeForStore(session),
    paused: session.paused === true,
    stopped: session.stopped === true,
    written: new Map(session.written),
    claimed: session.claimed === true,
  }
}

/** What is to be written of a session, and what is known once it stands. */
function saveStep(
  session: Session,
  known: Known | undefined,
  now: number,
): { readonly step: SessionSave; readonly after: Omit<Known, 'version'> } {
  const id = storable(session.id)
  const base = known ?? NOTHING_YET
  // The turns that are stored are a beginning of these, unless somebody took one back.
  const goesOn = base.turns.length === 0 || session.turns[base.turns.length - 1] === base.turns.at(-1)
  const added = goesOn ? session.turns.slice(base.turns.length) : session.turns
  let next = known?.next ?? 0
  const turns = added.map((turn: Turn) => {
    const { kind, tool, text } = turnForStore(turn)
    return { session: id, number: next++, kind: storable(kind), tool: storable(tool), text: storable(text) }
  })
  const written = new Map<string, string>()
  for (const [path, content] of session.written)
    if (base.written.get(path) !== content) written.set(storable(path), storable(writtenForStore(content)))
  const dropped = [...base.written.keys()].filter((path) => !session.written.has(path)).map(storable)
  const step: SessionSave = {
    does: 'save',
    names: [id],
    version: known?.version?.commit ?? 0,
    session: {
      id,
      mode: modeForStore(session),
      interactive: session.interactive ? 1 : 0,
      consecutive: session.denials.consecutive,
      total: session.denials.total,
      updated: now,
      paused: session.paused === true ? 1 : 0,
      stopped: session.stopped === true ? 1 : 0,
    },
    user: session.claimed === true && !base.claimed ? storable(session.user ?? '') : undefined,
    turns,
    rewrites: !goesOn,
    forgotten: goesOn ? (known?.forgotten ?? 0) : 0,
    written,
    dropped,
  }
  return { step, after: { ...baseOf(session), next, forgotten: 0 } }
}

function withoutOldest<K extends Base & { readonly forgotten: number }>(known: K, calls: number): K {
  if (calls === 0) return known
  let left = calls
  return {
    ...known,
    turns: known.turns.filter((turn) => turn.kind !== 'call' || left-- <= 0),
    forgotten: known.forgotten + calls,
  }
}

function cleanRow(row: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'string' ? storable(value) : value]),
  )
}
