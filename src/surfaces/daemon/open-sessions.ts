import type { SessionStore } from '../../journal/sessions.ts'
import type { Session } from '../../session.ts'
import type { Changed, SessionKeeping } from '../session-host.ts'

/** What is kept in memory about one open session. */
interface Open {
  readonly session: Session
  /** Judgements under way: such a session is not put away. */
  inUse: number
  dirty: boolean
  /** How many turns the store has. */
  savedTurns: number
  saving: Promise<void> | undefined
  usedAt: number
}

export interface OpenSessionsOptions {
  readonly store: SessionStore
  readonly onTrouble: (error: unknown) => void
  readonly most?: number
}

const MOST_OPEN = 2000
const SAVE_AFTER = 250
/** The longest pause between two tries to write what could not be written. */
const LONGEST_PAUSE = 4000
/** What the person said is kept; of the agent's own calls the latest are enough for any review. */
const MOST_CALL_TURNS = 500

/**
 * Sessions of all agents: in memory while they are used, in the journal's store always. Every change is written at
 * once, in the journal's commit groups: dying forgives no denial and forgets no file that the agent wrote.
 */
export class OpenSessions implements SessionKeeping {
  readonly #store: SessionStore
  readonly #onTrouble: (error: unknown) => void
  readonly #most: number
  /** Longest unused first. */
  readonly #open = new Map<string, Open>()
  readonly #loading = new Map<string, Promise<Open>>()
  readonly #dirty = new Set<Open>()
  #timer: NodeJS.Timeout | undefined
  #pause = SAVE_AFTER
  #closed = false

  constructor(options: OpenSessionsOptions) {
    this.#store = options.store
    this.#onTrouble = options.onTrouble
    this.#most = options.most ?? MOST_OPEN
  }

  get size(): number {
    return this.#open.size
  }

  /** Uses a session, from memory, from the store, or new. Rejects when the store cannot say whether it is new. */
  async use<T>(id: string, make: () => Session, act: (session: Session, changed: Changed) => Promise<T>): Promise<T> {
    let open = this.#open.get(id)
    let stale = false
    if (open === undefined) {
      const loading = this.#loading.get(id) ?? this.#load(id, make)
      this.#loading.set(id, loading)
      try {
        open = await loading
      } finally {
        this.#loading.delete(id)
      }
    } else stale = true
    open.inUse++
    open.usedAt = Date.now()
    this.#open.delete(id)
    this.#open.set(id, open)
    try {
      if (stale) await this.#store.refresh?.(open.session)
      return await act(open.session, () => this.changed(id))
    } finally {
      open.inUse--
      this.#putAway()
    }
  }

  /**
   * To be called after a session was changed; resolves when the change is durable. Changes that come while one is being
   * written are written together. What could not be written is believed of no file any more, and written later.
   */
  async changed(id: string): Promise<void> {
    const open = this.#open.get(id)
    if (open === undefined) return
    open.dirty = true
    this.#dirty.add(open)
    try {
      await this.#save(open)
    } catch (error) {
      for (const path of open.session.written.keys()) open.session.written.set(path, { kind: 'unknown' })
      this.#saveLater()
      throw error
    }
  }

  /** Again and again, until nothing is left to be written. */
  #saveLater(): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => {
      void this.flush().then(() => {
        this.#timer = undefined
        if (this.#dirty.size === 0) {
          this.#pause = SAVE_AFTER
          return
        }
        this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
        this.#saveLater()
      })
    }, this.#pause)
  }

  /** A session as it is, without making one. */
  async peek(id: string): Promise<Session | undefined> {
    const session = this.#open.get(id)?.session
    if (session !== undefined) await this.#store.refresh?.(session)
    return session ?? (await this.#store.load(id))
  }

  list(): readonly { readonly session: Session; readonly usedAt: number }[] {
    return [...this.#open.values()].map(({ session, usedAt }) => ({ session, usedAt })).reverse()
  }

  /**
   * What was granted for the session ends with it, and what is still being judged is given up. Should the agent come
   * back to it, it is read anew.
   */
  async end(id: string): Promise<void> {
    const open = this.#open.get(id)
    if (open) {
      open.session.ended = true
      open.session.grants.length = 0
      open.dirty = true
      await this.#save(open)
      if (this.#open.get(id) === open) this.#open.delete(id)
    }
    await this.#store.cleanupSession(id)
  }

  /** True while nothing says that the session is over. */
  isOpen(id: string): boolean {
    const session = this.#open.get(id)?.session
    return session?.ended !== true && session?.stopped !== true
  }

  user(id: string): string | undefined {
    return this.#open.get(id)?.session.user
  }

  async forget(id: string): Promise<void> {
    const open = this.#open.get(id)
    this.#open.delete(id)
    if (open) this.#dirty.delete(open)
    await open?.saving
    await this.#store.forgetSession(id)
  }

  /** Writes everything that is not written yet. Never rejects: what fails stays to be written. */
  async flush(): Promise<void> {
    const saved = await Promise.allSettled([...this.#dirty].map((open) => this.#save(open)))
    const [failed, ...more] = saved.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown)
    if (failed === undefined) return
    const which = more.length === 0 ? 'a session' : `${more.length + 1} sessions`
    const why = failed instanceof Error ? failed.message : String(failed)
    this.#onTrouble(new Error(`what is known of ${which} could not be written, and is tried again: ${why}`))
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async #load(id: string, make: () => Session): Promise<Open> {
    const known = await this.#store.load(id)
    const open: Open = {
      session: known ?? make(),
      inUse: 0,
      dirty: false,
      savedTurns: known?.turns.length ?? 0,
      saving: undefined,
      usedAt: Date.now(),
    }
    this.#open.set(id, open)
    return open
  }

  /** One write at a time for each session, and another when it changed meanwhile. */
  async #save(open: Open): Promise<void> {
    while (open.saving !== undefined) await open.saving.catch(() => undefined)
    if (!open.dirty) return
    open.dirty = false
    this.#dirty.delete(open)
    const forgotten = trim(open)
    if (forgotten > 0) this.#store.forgetOldest(open.session.id, forgotten)
    const turns = open.session.turns.length
    open.saving = this.#store.save(open.session)
    try {
      await open.saving
      open.savedTurns = turns
    } catch (error) {
      open.dirty = true
      this.#dirty.add(open)
      throw error
    } finally {
      open.saving = undefined
    }
  }

  #putAway(): void {
    if (this.#open.size <= this.#most) return
    for (const [id, open] of this.#open) {
      if (this.#open.size <= this.#most) return
      if (open.inUse === 0 && !open.dirty && open.saving === undefined && !this.#loading.has(id)) this.#open.delete(id)
    }
  }
}

/** Cut back when there are twice as many. Returns how many calls, the oldest, are forgotten; all of them were saved. */
function trim(open: Open): number {
  const { turns } = open.session
  if (turns.length <= MOST_CALL_TURNS * 2) return 0
  const calls = turns.slice(0, open.savedTurns).filter((turn) => turn.kind === 'call').length
  const surplus = Math.max(0, calls - MOST_CALL_TURNS)
  if (surplus === 0) return 0
  let left = surplus
  const kept = turns.filter((turn) => turn.kind !== 'call' || left-- <= 0)
  turns.splice(0, turns.length, ...kept)
  open.savedTurns -= surplus
  return surplus
}
