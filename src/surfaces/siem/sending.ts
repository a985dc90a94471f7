import type { Environment } from '../compose-reviewer.ts'

export interface Sending {
  readonly environment: Environment
  readonly version: string
  /** Aborted when the time of the batch is over, or the daemon stops. */
  readonly signal: AbortSignal
}

/** Why a batch was not acknowledged. Never a secret. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  /** The receiver says when to come again, in milliseconds. */
  readonly after: number | undefined
  /** Fewer at once may be taken. */
  readonly tooLarge: boolean

  constructor(message: string, more: { readonly after?: number | undefined; readonly tooLarge?: boolean } = {}) {
    super(message)
    this.after = more.after
    this.tooLarge = more.tooLarge ?? false
  }
}
