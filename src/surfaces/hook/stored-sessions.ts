import type { SessionStore } from '../../journal/sessions.ts'
import type { Session } from '../../session.ts'
import type { Changed, SessionKeeping } from '../session-host.ts'

/** Other hooks of the same session may have written in between: then everything is looked at again. */
const MOST_TRIES = 4

/** Sessions that are read before every event and written after it: the next event is another process. */
export function storedSessions(store: SessionStore): SessionKeeping {
  return {
    peek: (id) => store.load(id),
    use: async (id, make, act) => {
      for (let tries = 1; ; tries++) {
        const session = (await store.load(id)) ?? make()
        const saves = new Saves(store, session)
        try {
          const outcome = await act(session, saves.changed)
          if ((await saves.ended()) === 'kept' || tries === MOST_TRIES) return outcome
        } catch (error) {
          if ((await saves.ended()) === 'kept' || tries === MOST_TRIES) throw error
        }
      }
    },
  }
}

/** The writes of one use of a session. */
class Saves {
  readonly #pending = new Set<Promise<void>>()
  #lost = false
  readonly changed: Changed

  constructor(store: SessionStore, session: Session) {
    this.changed = () => {
      const saving = store.save(session)
      const seen: Promise<void> = saving.then(
        () => void this.#pending.delete(seen),
        () => {
          this.#pending.delete(seen)
          this.#lost = true
        },
      )
      this.#pending.add(seen)
      return saving
    }
  }

  async ended(): Promise<'kept' | 'lost'> {
    await Promise.all(this.#pending)
    return this.#lost ? 'lost' : 'kept'
  }
}
