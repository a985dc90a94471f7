import { JournalFailure } from '../../journal/journal.ts'

/** One thing without which calls should go to another daemon, or wait. */
export interface ReadyCheck {
  readonly name: string
  /** Undefined: fine. Else a code or a few words, for operators. */
  readonly look: () => string | undefined | Promise<string | undefined>
}

export interface ReadinessReport {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, string>>
}

/** Strangers may ask as often as they like: the journal is not asked more often than this, in milliseconds. */
const KEEP = 500

/** Whether calls should be sent here. Not ready is no refusal: what comes is judged all the same, or denied. */
export class Readiness {
  readonly #checks: readonly ReadyCheck[]
  #draining = false
  #last: { readonly at: number; readonly report: Promise<ReadinessReport> } | undefined

  constructor(checks: readonly ReadyCheck[]) {
    this.#checks = [{ name: 'draining', look: () => (this.#draining ? 'draining' : undefined) }, ...checks]
  }

  get draining(): boolean {
    return this.#draining
  }

  /** Not ready from now on, or ready again. */
  drain(draining: boolean): void {
    this.#draining = draining
    this.#last = undefined
  }

  report(): Promise<ReadinessReport> {
    const now = performance.now()
    if (this.#last === undefined || now - this.#last.at > KEEP) this.#last = { at: now, report: this.#look() }
    return this.#last.report
  }

  async #look(): Promise<ReadinessReport> {
    const found = await Promise.all(
      this.#checks.map(async ({ name, look }) => {
        try {
          return [name, (await look()) ?? 'ok'] as const
        } catch (error) {
          return [name, error instanceof JournalFailure ? error.code : 'failed'] as const
        }
      }),
    )
    return { ready: found.every(([, state]) => state === 'ok'), checks: Object.fromEntries(found) }
  }
}
