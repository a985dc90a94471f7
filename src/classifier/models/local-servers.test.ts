import { afterEach, describe, expect, test } from 'vitest'
import { startLocalModels } from '../../../test/servers/local-models.ts'
import { type LocalServer, startServer } from '../../../test/servers/server.ts'
import { contextOf, findLocalServers, USUAL_ADDRESSES } from './local-servers.ts'
import { isLoopback, isOwnServer } from './loopback.ts'

const servers: LocalServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

describe('what is on this machine', () => {
  test.each([
    ['http://127.0.0.1:8080/v1', true],
    ['http://127.8.9.10:1', true],
    ['http://localhost:1234/v1', true],
    ['http://[::1]:8000/v1', true],
    ['http://127.0.0.1.example.com/v1', false],
    ['http://localhost.example.com/v1', false],
    ['http://127.0.0.1@example.com/v1', false],
    ['http://10.0.0.5:8000/v1', false],
    ['http://0.0.0.0:8000/v1', false],
    ['http://[::ffff:8.8.8.8]/v1', false],
    ['https://api.openai.com/v1', false],
    ['not an address', false],
  ])('%s: %s', (url, here) => expect(isLoopback(url)).toBe(here))

  test('a private network is one’s own without TLS, any other is not', () => {
    expect(isOwnServer('http://192.168.1.5:8000/v1')).toBe(true)
    expect(isOwnServer('https://192.168.1.5/v1')).toBe(false)
    expect(isOwnServer('https://api.openai.com/v1')).toBe(false)
  })

  test('the usual addresses are all literal and of this machine', () =>
    expect(USUAL_ADDRESSES.map((address) => new URL(address).hostname)).toEqual(Array(4).fill('127.0.0.1')))
})

describe('looking for servers', () => {
  test('finds one, with its models, and sends no key', async () => {
    const server = await startLocalModels({ listed: { owned_by: 'vllm', max_model_len: 8_192 } })
    servers.push(server)
    expect(await findLocalServers([server.url, `${server.url}/`])).toEqual([
      { kind: 'vLLM', baseUrl: server.url, models: [{ id: 'scripted-8b', contextTokens: 8_192 }] },
    ])
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models'])
    expect(server.requests[0]!.headers['authorization']).toBeUndefined()
  })

  test('asks no address that is not literally of this machine, even one that would answer', async () => {
    const server = await startLocalModels({ listed: { owned_by: 'vllm', max_model_len: 8_192 } })
    servers.push(server)
    // Linux takes this for loopback, but it names every interface: it stands for an address that is not ours to ask.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0')
    expect(await findLocalServers([elsewhere, 'https://example.invalid/v1'])).toEqual([])
    expect(await contextOf(elsewhere, 'scripted-8b')).toBeUndefined()
    expect(server.requests).toHaveLength(0)
  })

  test.each<[string, Parameters<typeof startServer>[0]]>([
    ['a page', () => ({ fault: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' })],
    ['an error', () => ({ fault: 'raw', status: 500, body: '{"data":[{"id":"m"}]}' })],
    ['another JSON', () => ({ fault: 'raw', status: 200, body: '{"data":"models"}' })],
    ['no models', () => ({ fault: 'raw', status: 200, body: '{"data":[]}' })],
    ['a name that is none', () => ({ fault: 'raw', status: 200, body: '{"data":[{"id":"; rm -rf ~"}]}' })],
    ['silence', () => ({ fault: 'silence' })],
    ['a reset', () => ({ fault: 'reset' })],
    ['a flood', () => ({ fault: 'flood', bytes: 'x'.repeat(65_536) })],
    ['a redirect', () => ({ fault: 'raw', status: 302, headers: { location: 'http://192.0.2.1/v1/models' } })],
  ])('%s is no server of models', async (_what, answer) => {
    const server = await startServer(answer, 'without one too')
    servers.push(server)
    expect(await findLocalServers([`${server.url}/v1`], 400)).toEqual([])
  })
})
