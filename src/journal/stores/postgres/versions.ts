import type pg from 'pg'
import type { SealKeys } from '../../seal.ts'
import { prepared, storable } from './connect.ts'
import type { Version } from './transaction.ts'

const READ = 'select session, "commit", mac from session_seal where writer = $1 and session = any ($2)'

/**
 * Says which version of something the database has now: after the question was asked, never from before. Questions that
 * come while one query is under way share the next one.
 */
export class Versions {
  readonly #pool: pg.Pool
  readonly #keys: () => SealKeys
  #next:
    | { readonly names: Set<string>; readonly answer: PromiseWithResolvers<ReadonlyMap<string, Version>> }
    | undefined
  #busy = false

  constructor(pool: pg.Pool, keys: () => SealKeys) {
    this.#pool = pool
    this.#keys = keys
  }

  async now(name: string): Promise<Version | undefined> {
    const key = storable(name)
    this.#next ??= { names: new Set(), answer: Promise.withResolvers() }
    this.#next.names.add(key)
    const { answer } = this.#next
    if (!this.#busy) void this.#run()
    return (await answer.promise).get(key)
  }

  async #run(): Promise<void> {
    this.#busy = true
    // Calls of the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#next !== undefined) {
      const { names, answer } = this.#next
      this.#next = undefined
      try {
        const { rows } = await this.#pool.query(prepared(READ, [this.#keys().writer, [...names]]))
        answer.resolve(
          new Map(
            (rows as { session: string; commit: number; mac: string }[]).map(({ session, commit, mac }) => [
              session,
              { commit, mac },
            ]),
          ),
        )
      } catch (error) {
        answer.reject(error)
      }
    }
    this.#busy = false
  }
}
