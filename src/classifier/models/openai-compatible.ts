import type { ClientOptions } from './clients.ts'
import { type ModelClient, type ModelReply } from './model.ts'

/** Chat Completions: OpenAI, Ollama, vLLM and gateways. The SDK is loaded with the first request. */
export function openAiCompatibleClient(options: ClientOptions): ModelClient {
  void options
  return {
    provider: 'openai-compatible',
    tellsStopSequence: false,
    complete: async (): Promise<ModelReply> => ({
      outcome: 'failed',
      failure: { cause: 'misconfigured', message: 'not built', retry: 'never' },
    }),
  }
}
