import { afterEach, describe, expect, test } from 'vitest'
import { startChatServer } from '../../../test/servers/chat.ts'
import { type LocalModels, startLocalModels } from '../../../test/servers/local-models.ts'
import { startMessagesServer } from '../../../test/servers/messages.ts'
import type { LocalServer } from '../../../test/servers/server.ts'
import { LIMITS } from '../deadlines.ts'
import { anthropicClient } from './anthropic.ts'
import { CONSTRAINED_FORMS } from './constrained-output.ts'
import { type CacheTtl, factsOf, priceOf, pricesFor } from './facts.ts'
import type { ModelRequest } from './model.ts'
import { openAiCompatibleClient } from './openai-compatible.ts'

const servers: LocalServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
async function opened(server: Promise<LocalServer>): Promise<LocalServer> {
  const started = await server
  servers.push(started)
  return started
}

const REQUEST: ModelRequest = {
  model: 'scripted-8b',
  system: [{ text: 'the rules', breakpoint: true }],
  messages: [
    { content: [{ text: 'the project', breakpoint: true }] },
    { content: [{ text: '<transcript>\n{"Bash":"ls"}\n</transcript>\n' }] },
  ],
  maxTokens: 64,
  stopSequences: [],
  thinking: 'untouched',
  transfer: 'streamed',
}
const never = new AbortController().signal
const NO = { outcome: 'answered', text: '<block>no</block>', stopReason: 'end' }

describe('a server is asked in the form it takes', () => {
  test.each<[string, LocalModels, readonly string[]]>([
    ['all of it', {}, ['streamed system user user']],
    ['no streams, silently', { streams: 'ignored' }, ['streamed system user user']],
    ['no streams', { streams: 'refused' }, ['streamed system user user', 'whole system user user']],
    ['one user message', { roles: 'alternating' }, ['streamed system user user', 'streamed system user']],
    ['no system role', { roles: 'no system' }, ['streamed system user user', 'streamed user']],
    [
      'neither',
      { streams: 'refused', roles: 'no system' },
      ['streamed system user user', 'whole system user user', 'whole user'],
    ],
  ])('%s', async (_what, like, asked) => {
    const server = await opened(startLocalModels(like))
    const client = openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS })
    expect(await client.complete(REQUEST, never)).toMatchObject(NO)
    const formOf = ({ body, streamed }: (typeof server.requests)[number]): string => {
      const roles = (body['messages'] as readonly { readonly role: string }[]).map(({ role }) => role)
      return [streamed ? 'streamed' : 'whole', ...roles].join(' ')
    }
    expect(server.requests.map(formOf)).toEqual(asked)
    // The second time it is known, to another client as well.
    const again = openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS })
    expect(await again.complete(REQUEST, never)).toMatchObject(NO)
    expect(server.requests).toHaveLength(asked.length + 1)
    const last = server.requests.at(-1)!
    expect(formOf(last)).toBe(like.streams === 'ignored' ? 'whole system user user' : asked.at(-1))
    const words = (last.body['messages'] as readonly { readonly content: string }[]).map(({ content }) => content)
    for (const part of ['the rules', 'the project', '{"Bash":"ls"}']) expect(words.join('\n')).toContain(part)
  })

  test('a refusal for another reason is a failure, and asked about once', async () => {
    const server = await opened(
      startChatServer(() => ({ fault: 'raw', status: 400, body: '{"error":{"message":"no"}}' })),
    )
    const client = openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS })
    expect(await client.complete(REQUEST, never)).toMatchObject({ failure: { cause: 'misconfigured' } })
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['another JSON', '{"block":"no"}'],
    ['half of an answer', '{"choices":[{"index":0,"message":{"content":"<block>no</block>"'],
    ['nothing', ''],
  ])('%s in place of a stream is no answer, and nothing is learnt from it', async (_what, body) => {
    const server = await opened(startChatServer(() => ({ fault: 'raw', status: 200, body })))
    const client = openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS })
    expect(await client.complete(REQUEST, never)).toMatchObject({ failure: { cause: 'malformed' } })
    await client.complete(REQUEST, never)
    expect(server.requests.map(({ streamed }) => streamed)).toEqual([true, true])
  })

  test.each(CONSTRAINED_FORMS)('%s is asked for in its own field', async (form) => {
    const server = await opened(startLocalModels({}))
    const client = openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS })
    await client.complete({ ...REQUEST, constrained: { form, shape: 'reasoned' } }, never)
    const field = { 'response-format': 'response_format', 'guided-json': 'guided_json', grammar: 'grammar' }[form]
    expect(JSON.stringify(server.requests[0]!.body[field])).toMatch(/reason.*block/)
  })
})

describe('keys', () => {
  test('without one there is no Authorization header, with one there is', async () => {
    const server = await opened(startLocalModels({}))
    await openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS }).complete(REQUEST, never)
    await openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS, apiKey: 'k' }).complete(REQUEST, never)
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, 'Bearer k'])
  })

  test('a provider that needs one is not asked without', async () => {
    const server = await opened(startMessagesServer(() => ({ text: '<block>no</block>' })))
    const client = anthropicClient({ baseUrl: server.url, limits: LIMITS })
    expect(await client.complete(REQUEST, never)).toMatchObject({ failure: { cause: 'misconfigured' } })
    expect(server.requests).toHaveLength(0)
  })
})

describe('what is too long', () => {
  const long: ModelRequest = { ...REQUEST, system: [{ text: 'rule '.repeat(4_000) }] }

  test.each<[string, number, string]>([
    ['413', 413, 'x'],
    ['the words of llama.cpp', 400, 'the request exceeds the available context size, try increasing it'],
    ['the words of vLLM', 400, "This model's maximum context length is 4096 tokens."],
  ])('%s is too long', async (_what, status, message) => {
    const body = JSON.stringify({ error: { message } })
    const server = await opened(startChatServer(() => ({ fault: 'raw', status, body })))
    const client = openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS })
    expect(await client.complete(long, never)).toMatchObject({ failure: { cause: 'too-long' } })
  })

  test('a server that cuts the prompt and answers all the same is found out by its count', async () => {
    const usage = { prompt_tokens: 512, completion_tokens: 4, total_tokens: 516 }
    const server = await opened(startChatServer(() => ({ text: '<block>no</block>', usage })))
    const client = openAiCompatibleClient({ baseUrl: server.url, limits: LIMITS })
    expect(await client.complete(long, never)).toMatchObject({
      failure: { cause: 'too-long', message: expect.stringContaining('512 tokens') },
    })
    expect(await client.complete(REQUEST, never)).toMatchObject(NO)
  })
})

describe('an hour in the cache', () => {
  test.each<[CacheTtl | undefined, object]>([
    [undefined, { type: 'ephemeral' }],
    ['5m', { type: 'ephemeral' }],
    ['1h', { type: 'ephemeral', ttl: '1h' }],
  ])('%s', async (cacheTtl, marked) => {
    const server = await opened(startMessagesServer(() => ({ text: '<block>no</block>' })))
    const options = {
      apiKey: 'k',
      baseUrl: server.url,
      limits: LIMITS,
      ...(cacheTtl === undefined ? {} : { cacheTtl }),
    }
    await anthropicClient(options).complete(REQUEST, never)
    expect(server.requests[0]!.body['system']).toEqual([{ type: 'text', text: 'the rules', cache_control: marked }])
  })

  test('is written at twice the price of plain input, and read at the same', () => {
    const { prices } = factsOf('claude-sonnet-5')
    const tokens = { input: 0, cached: 1_000_000, written: 1_000_000, output: 0 }
    expect(priceOf(pricesFor(prices, '5m'), tokens)).toBeCloseTo(0.2 + 2.5)
    expect(priceOf(pricesFor(prices, '1h'), tokens)).toBeCloseTo(0.2 + 4)
    expect(pricesFor(undefined, '1h')).toBeUndefined()
  })
})
