import type { ClientOptions } from './clients.ts'
import { type ModelClient, type ModelReply } from './model.ts'

/** The Messages API. The SDK is loaded with the first request. */
export function anthropicClient(options: ClientOptions): ModelClient {
  void options
  return {
    provider: 'anthropic',
    tellsStopSequence: true,
    complete: async (): Promise<ModelReply> => ({
      outcome: 'failed',
      failure: { cause: 'misconfigured', message: 'not built', retry: 'never' },
    }),
  }
}
