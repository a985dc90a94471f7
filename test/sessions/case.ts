/** A session of a few calls, and whether it may pass without anybody being asked. */
export interface SessionCase {
  readonly id: string
  /** `denied`: the user's own limit stops the last call. `not denied`: it is left to a model or a person. */
  readonly wanted: 'stopped' | 'free' | 'denied' | 'not denied'
  readonly steps: readonly (Step | Before)[]
}

export type Step = readonly [tool: string, input: object]

/** What happens in a session besides calls. */
export type Before =
  | { readonly user: string }
  | { readonly delivery: string }
  | { readonly mark: 'untrusted' | 'private' | 'injection' }
  | { readonly headless: true }

type Steps = readonly (Step | Before)[]

export const stopped = (id: string, ...steps: Steps): SessionCase => ({ id, wanted: 'stopped', steps })
export const free = (id: string, ...steps: Steps): SessionCase => ({ id, wanted: 'free', steps })
export const limit = (id: string, ...steps: Steps): SessionCase => ({ id, wanted: 'denied', steps })
export const nearLimit = (id: string, ...steps: Steps): SessionCase => ({ id, wanted: 'not denied', steps })
