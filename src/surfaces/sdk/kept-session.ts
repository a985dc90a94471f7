import type { SessionStore } from '../../journal/sessions.ts'
import type { Session } from '../../session.ts'
import type { SessionKeeping } from '../session-host.ts'

/** A session that outlives its process. */
export interface KeptSession {
  /** Brings back what an earlier process knew, once. Rejects with a `JournalFailure` while the store cannot be read. */
  readonly restore: () => Promise<void>
  /** Resolves when everything the session knows now is durable. */
  readonly save: () => Promise<void>
  /** Looks whether a person paused or stopped the session from elsewhere. */
  readonly look: () => Promise<void>
}

/** The session of a program that gave it no name: it ends with the program. */
export const unkept: KeptSession = {
  restore: () => Promise.resolve(),
  save: () => Promise.resolve(),
  look: () => Promise.resolve(),
}

/**
 * Keeps a session in a store. What the store remembers comes before what this process has heard so far: its turns stand
 * first, its denials are added. One save at a time, because each writes only what the one before did not.
 */
export function keptSession(store: SessionStore, session: Session): KeptSession {
  let restoring: Promise<void> | undefined
  let saving: Promise<void> = Promise.resolve()
  const restore = async (): Promise<void> => {
    const before = await store.load(session.id)
    if (before === undefined) return
    session.turns.unshift(...before.turns)
    session.denials.consecutive += before.denials.consecutive
    session.denials.total += before.denials.total
    session.grants.unshift(...before.grants)
    if (before.paused === true) session.paused = true
    if (before.stopped === true) session.stopped = true
    for (const [path, content] of before.written) if (!session.written.has(path)) session.written.set(path, content)
  }
  return {
    restore: () => {
      restoring ??= restore().catch((error: unknown) => {
        restoring = undefined
        throw error
      })
      return restoring
    },
    look: async () => {
      const now = await store.load(session.id)
      if (now?.paused === true) session.paused = true
      if (now?.stopped === true) session.stopped = true
    },
    save: () => {
      saving = saving.catch(() => undefined).then(() => store.save(session))
      return saving
    },
  }
}

/** The one session of a program, for its host. */
export function onlySession(session: Session, kept: KeptSession): SessionKeeping {
  return {
    use: async (_id, _make, act) => {
      await kept.restore()
      return act(session, kept.save)
    },
    peek: (id) => Promise.resolve(id === session.id ? session : undefined),
  }
}
