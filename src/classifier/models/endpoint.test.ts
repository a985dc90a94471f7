import { describe, expect, test } from 'vitest'
import { adapted, type Endpoint, endpointOf, rememberEndpoint } from './endpoint.ts'

const FRESH = endpointOf('http://127.0.0.1:1/v1', 'never asked')

describe('a refusal that names the form', () => {
  test.each<[number, string, Partial<Endpoint>]>([
    [400, 'streaming is not supported', { streams: 'no' }],
    [422, '`stream` must be False: unsupported value, stream must be false', { streams: 'no' }],
    [501, 'This endpoint does not support streaming responses', { streams: 'no' }],
    [400, 'Unrecognized request argument supplied: stream_options', { countsStreams: 'no' }],
    [500, 'Error rendering prompt with jinja template: "System role not supported"', { roles: 'user-only' }],
    [400, 'Only user and assistant roles are supported!', { roles: 'user-only' }],
    [400, "Unsupported role 'system'", { roles: 'user-only' }],
    [400, 'This model does not support system prompts', { roles: 'user-only' }],
    [400, 'Conversation roles must alternate user/assistant/user/assistant/...', { roles: 'alternating' }],
  ])('%i %s', (status, text, change) => expect(adapted(FRESH, { status, text })).toEqual({ ...FRESH, ...change }))

  test.each<[number | undefined, string]>([
    [401, 'streaming is not supported'],
    [429, 'System role not supported'],
    [undefined, 'stream_options'],
    [400, 'the model does not exist'],
    [400, 'prompt is too long'],
    [500, 'upstream failed'],
    [400, 'stream'],
  ])('%s %s is no matter of form', (status, text) => expect(adapted(FRESH, { status, text })).toBeUndefined())

  test('every step leaves a form behind: it ends', () => {
    const all = 'stream_options streaming is not supported, system role not supported, roles must alternate'
    let now: Endpoint | undefined = FRESH
    let steps = 0
    for (; now !== undefined && steps < 10; steps++) now = adapted(now, { status: 400, text: all })
    expect(steps).toBeLessThanOrEqual(5)
  })
})

test('what was found out counts for this address and this model alone', () => {
  rememberEndpoint('http://127.0.0.1:2/v1', 'a', { ...FRESH, streams: 'no' })
  expect(endpointOf('http://127.0.0.1:2/v1', 'a').streams).toBe('no')
  expect(endpointOf('http://127.0.0.1:2/v1', 'b').streams).toBe('yes')
  expect(endpointOf('http://127.0.0.1:3/v1', 'a').streams).toBe('yes')
})

test('two that find out at the same time both count', () => {
  const [url, model] = ['http://127.0.0.1:4/v1', 'm']
  rememberEndpoint(url, model, { ...FRESH, streams: 'no' })
  rememberEndpoint(url, model, { ...FRESH, roles: 'user-only' })
  rememberEndpoint(url, model, { ...FRESH, roles: 'alternating' })
  expect(endpointOf(url, model)).toEqual({ streams: 'no', countsStreams: 'yes', roles: 'user-only' })
})
