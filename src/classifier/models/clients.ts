import type { Limits } from '../deadlines.ts'
import type { ModelClient } from './model.ts'

/** How a client is made. The key is a value here and appears in no message. */
export interface ClientOptions {
  readonly apiKey: string
  /** Without a path of the API itself: `https://api.anthropic.com`, `http://localhost:11434/v1`. */
  readonly baseUrl?: string
  readonly limits: Limits
}

export type MakeClient = (options: ClientOptions) => ModelClient
