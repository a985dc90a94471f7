import { afterEach, describe, expect, test } from 'vitest'
import { startChatServer } from '../../../test/servers/chat.ts'
import { startLocalModels } from '../../../test/servers/local-models.ts'
import { startMessagesServer } from '../../../test/servers/messages.ts'
import type { Fault, LocalServer } from '../../../test/servers/server.ts'
import type { ClassifierSettings } from '../../policy/settings.ts'
import type { Finding } from './finding.ts'
import { examineModel } from './model.ts'

const servers: LocalServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const KEY = { ANTHROPIC_API_KEY: 'sk-secret-key' }

async function over(reply: Fault | { readonly text: string }): Promise<Finding> {
  const server = await startMessagesServer(() => reply)
  servers.push(server)
  const classifier: ClassifierSettings = { provider: 'anthropic', baseUrl: server.url, model: 'claude-sonnet-5' }
  // The first question loads the library of the provider, on a busy machine for longer than a silence must be.
  return examineModel({ classifier }, KEY, 'fault' in reply && reply.fault === 'silence' ? 500 : 20_000)
}

describe('doctor asks the model', () => {
  test.each<[string, ClassifierSettings | undefined, Record<string, string>, string, RegExp]>([
    ['none configured is fine', undefined, {}, 'green', /none is configured.*person/],
    ['a key alone is no choice', undefined, KEY, 'green', /none is configured/],
    ['switched off is fine', { mode: 'offline' }, KEY, 'green', /switched off/],
    ['no key', { provider: 'anthropic' }, {}, 'red', /ANTHROPIC_API_KEY is not set/],
    ['no key under its own name', { provider: 'anthropic', apiKeyEnv: 'OURS' }, KEY, 'red', /OURS is not set/],
    ['only a model is named', { model: 'claude-sonnet-5' }, {}, 'red', /ANTHROPIC_API_KEY or OPENAI_API_KEY/],
    ['named by the environment', undefined, { PORTCULLIS_AUTO_MODE_MODEL: 'm' }, 'red', /no key/],
  ])('%s', async (_what, classifier, environment, state, says) => {
    const finding = await examineModel(classifier === undefined ? {} : { classifier }, environment)
    expect(finding).toMatchObject({ about: 'model', state, says: expect.stringMatching(says) })
    expect(finding.fix === undefined).toBe(state === 'green')
  })

  test('one that answers is green, and named', async () =>
    expect(await over({ text: 'Yes' })).toMatchObject({
      state: 'green',
      says: expect.stringMatching(/^claude-sonnet-5 answers/),
    }))

  test('so is one that speaks the other format', async () => {
    const server = await startChatServer(() => ({ text: 'Yes' }))
    servers.push(server)
    const classifier: ClassifierSettings = {
      provider: 'openai-compatible',
      baseUrl: `${server.url}/v1`,
      model: 'local',
    }
    expect(await examineModel({ classifier }, {})).toMatchObject({ state: 'green' })
  })

  test.each<[number, string, RegExp]>([
    [2_048, 'red', /2,048 tokens of context, too few/],
    [8_192, 'green', /answers, in .*8,192 tokens is small/],
    [65_536, 'green', /answers, in \d+ ms \(asked with the keys of this shell\); `.*reviewer test`/],
  ])('one on this machine with %i tokens of context is %s', async (n_ctx, state, says) => {
    const server = await startLocalModels({ pages: { '/props': { default_generation_settings: { n_ctx } } } })
    servers.push(server)
    const classifier: ClassifierSettings = { baseUrl: server.url, model: 'scripted-8b' }
    expect(await examineModel({ classifier }, {})).toMatchObject({ state, says: expect.stringMatching(says) })
  })

  test.each<[string, Fault, RegExp]>([
    ['refuses the key', { fault: 'raw', status: 401, body: '{}' }, /key/],
    ['does not know the model', { fault: 'raw', status: 404, body: '{}' }, /name of the model/],
    ['is overloaded', { fault: 'raw', status: 529, body: '{}' }, /service itself/],
    ['hangs up', { fault: 'reset' }, /baseUrl/],
    ['says nothing', { fault: 'silence' }, /network/],
    [
      'is a web page',
      { fault: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
      /baseUrl/,
    ],
  ])('one that %s is red, with what to look at, and without the key', async (_what, fault, fix) => {
    const finding = await over(fault)
    expect(finding).toMatchObject({ state: 'red', fix: expect.stringMatching(fix) })
    expect(JSON.stringify(finding)).not.toContain('sk-secret-key')
  })

  test('a port where nobody listens is red', async () => {
    const server = await startMessagesServer(() => ({ text: '' }))
    await server.close()
    const classifier: ClassifierSettings = { provider: 'anthropic', baseUrl: server.url }
    expect(await examineModel({ classifier }, KEY)).toMatchObject({
      state: 'red',
      fix: expect.stringMatching(/baseUrl/),
    })
  })
})
