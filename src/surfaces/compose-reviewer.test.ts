import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startChatServer } from '../../test/servers/chat.ts'
import { type LocalModels, startLocalModels } from '../../test/servers/local-models.ts'
import { startMessagesServer } from '../../test/servers/messages.ts'
import type { LocalServer } from '../../test/servers/server.ts'
import { maySpend } from '../classifier/cost.ts'
import type { ReviewQuestion } from '../classifier/reviewer.ts'
import { NO_FLAGS } from '../policy/flags.ts'
import type { ClassifierSettings } from '../policy/settings.ts'
import { connect, type Environment } from './compose-reviewer.ts'
import { costDirectory, dayOf, fileLedger, readCosts } from './cost-files.ts'
import { followReviewing, type FollowedParts, type Reviewers } from './follow-reviewing.ts'

let home: string
const servers: LocalServer[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reviewer-home-'))
})
afterEach(async () => {
  rmSync(home, { recursive: true, force: true })
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const question: ReviewQuestion = {
  session: 's',
  turns: [{ kind: 'user', text: 'publish it' }],
  action: { tool: 'Bash', encoded: `npm publish --token=${'hunter2'.repeat(3)}` },
  autoMode: { allow: [], soft_deny: [], hard_deny: [], environment: [], classifyAllShell: false },
  instructions: [],
  noted: [],
}
const signal = new AbortController().signal
const NO_1 = { text: '<block>no', stopReason: 'stop_sequence', stopSequence: '</block>' }

type Policy = ReturnType<FollowedParts['policy']>

/** Who reviews under settings that never change. */
async function composeReviewer(parts: Omit<FollowedParts, 'policy'> & { policy: Policy }): Promise<Reviewers> {
  return (await followReviewing({ ...parts, policy: () => parts.policy }))()
}

const USAGE = { input_tokens: 1_000, output_tokens: 1_000 }

describe('which model is asked', () => {
  const key = { ANTHROPIC_API_KEY: 'a' }
  const both = { ...key, OPENAI_API_KEY: 'o' }
  test.each<[string, ClassifierSettings | undefined, Environment, string]>([
    ['nothing configured', undefined, {}, 'offline'],
    ['a key alone is no choice', undefined, both, 'offline'],
    ['settings without a key', {}, {}, 'offline'],
    ['switched off', { mode: 'offline', model: 'm' }, both, 'offline'],
    ['settings and a key', {}, key, 'anthropic claude-sonnet-5'],
    ['settings and the other key', {}, { OPENAI_API_KEY: 'o' }, 'openai-compatible gpt-4.1'],
    ['settings and both keys', {}, both, 'anthropic claude-sonnet-5'],
    ['the environment names a model', undefined, { ...key, PORTCULLIS_AUTO_MODE_MODEL: 'm' }, 'anthropic m'],
    ['the environment wins', { model: 'x' }, { ...key, PORTCULLIS_AUTO_MODE_MODEL: 'm' }, 'anthropic m'],
    ['a server of one’s own needs no key', { baseUrl: 'http://localhost:1/v1', model: 'x' }, {}, 'openai-compatible x'],
    [
      'so does one on a private network',
      { baseUrl: 'http://192.168.1.9:8000/v1', model: 'x' },
      {},
      'openai-compatible x',
    ],
    ['a public one does', { baseUrl: 'https://models.example.net/v1', model: 'x' }, {}, 'broken'],
    ['OpenAI itself does', { provider: 'openai-compatible' }, {}, 'broken'],
    [
      'a key that was named is needed',
      { provider: 'openai-compatible', baseUrl: 'http://localhost:1/v1', apiKeyEnv: 'MINE' },
      {},
      'broken',
    ],
    ['a provider without its key', { provider: 'anthropic' }, { OPENAI_API_KEY: 'o' }, 'broken'],
    ['a model without any key', { model: 'x' }, {}, 'broken'],
    ['a named variable that is empty', { provider: 'anthropic', apiKeyEnv: 'MINE' }, key, 'broken'],
    ['a named variable', { provider: 'anthropic', apiKeyEnv: 'MINE' }, { MINE: 'k' }, 'anthropic claude-sonnet-5'],
  ])('%s', (_name, settings, environment, expected) => {
    const found = connect(settings, environment)
    if (found === 'offline') return expect('offline').toBe(expected)
    if ('broken' in found) return expect('broken').toBe(expected)
    expect(`${found.client.provider} ${found.model(undefined, NO_FLAGS)}`).toBe(expected)
  })

  test('a server of one’s own serves its own model, whatever the agent runs on', () => {
    const own = connect({ baseUrl: 'http://localhost:1/v1', model: 'mine' }, {})
    const public_ = connect({ provider: 'openai-compatible' }, { OPENAI_API_KEY: 'o' })
    if (own === 'offline' || 'broken' in own || public_ === 'offline' || 'broken' in public_)
      throw new Error('no model')
    expect(own.model('gpt-5', NO_FLAGS)).toBe('mine')
    expect(public_.model('gpt-5', NO_FLAGS)).toBe('gpt-5')
  })

  test.each<[string, ClassifierSettings, LocalModels, string]>([
    ['the settings', { contextTokens: 2_048 }, {}, 'too-long'],
    ['the server', {}, { pages: { '/props': { default_generation_settings: { n_ctx: 2_048 } } } }, 'too-long'],
    ['nobody', {}, {}, 'allow'],
    ['the settings before the server', { contextTokens: 65_536 }, { listed: { max_model_len: 2_048 } }, 'allow'],
  ])('the context that %s names is the one that counts', async (_who, more, like, outcome) => {
    const server = await startLocalModels(like)
    servers.push(server)
    const classifier: ClassifierSettings = { baseUrl: server.url, model: 'scripted-8b', ...more }
    const { reviewer } = await composeReviewer({ policy: { classifier }, environment: {}, home })
    const long = { ...question, turns: [{ kind: 'user', text: 'never stop '.repeat(600) }] } as const
    expect(await reviewer?.review(long, signal)).toMatchObject({ outcome })
    expect(server.requests.every(({ headers }) => headers['authorization'] === undefined)).toBe(true)
  })

  test("the agent's own model reviews where nothing else names one", () => {
    const asked = (settings: ClassifierSettings, environment: Environment = key): string => {
      const found = connect(settings, environment)
      return found === 'offline' || 'broken' in found ? 'nobody' : found.model('claude-opus-5[1m]', NO_FLAGS)
    }
    expect(asked({})).toBe('claude-opus-5')
    expect(asked({ model: 'claude-haiku-4-5' })).toBe('claude-haiku-4-5')
    expect(asked({}, { ...key, PORTCULLIS_AUTO_MODE_MODEL: 'm' })).toBe('m')
  })

  test('somebody wants a reviewer and has none: every question says so', async () => {
    const { reviewer } = await composeReviewer({
      policy: { classifier: { provider: 'anthropic' } },
      environment: {},
      home,
    })
    expect(await reviewer?.review(question, signal)).toMatchObject({ outcome: 'unavailable', cause: 'misconfigured' })
  })

  test('nobody wants one: there is none', async () => {
    expect(await composeReviewer({ policy: {}, environment: { ANTHROPIC_API_KEY: 'a' }, home })).toEqual({})
  })

  test('flags choose stages, model and what the iron gate is made of', async () => {
    const server = await startChatServer(() => ({ text: '<block>no</block>' }))
    servers.push(server)
    const file = join(home, 'flags.json')
    const config = { twoStageClassifier: 'fast', model: 'flagged' }
    writeFileSync(file, JSON.stringify({ iron_gate_closed: false, auto_mode_config: config }))
    const classifier = { baseUrl: `${server.url}/v1`, model: 'x' }
    const made = await composeReviewer({ policy: { classifier, flags: { file } }, environment: {}, home })
    expect(made.ironGateClosed?.()).toBe(false)
    expect(await made.reviewer?.review(question, signal)).toMatchObject({ outcome: 'allow', stage: 'only' })
    expect(server.requests[0]!.body['model']).toBe('flagged')
  })
})

describe('when the settings change', () => {
  test('another model is asked, none, or one again', async () => {
    const server = await startMessagesServer(() => NO_1)
    servers.push(server)
    const with_ = (model: string): Policy => ({ classifier: { provider: 'anthropic', baseUrl: server.url, model } })
    let policy: Policy = with_('claude-sonnet-5')
    const reviewers = await followReviewing({ policy: () => policy, environment: { ANTHROPIC_API_KEY: 'a' }, home })
    const first = reviewers().reviewer
    policy = with_('claude-sonnet-5')
    expect(reviewers().reviewer).toBe(first)
    policy = with_('claude-opus-5')
    expect(await reviewers().reviewer?.review(question, signal)).toMatchObject({ outcome: 'allow' })
    expect(server.requests.at(-1)!.body['model']).toBe('claude-opus-5')
    policy = { guardian: { mode: 'strict' } }
    expect(reviewers()).toMatchObject({ guardian: expect.anything() })
    expect(reviewers().reviewer).toBeUndefined()
    policy = { classifier: { provider: 'openai-compatible' } }
    expect(await reviewers().reviewer?.review(question, signal)).toMatchObject({ cause: 'misconfigured' })
  })

  test('flags of a new place hold only when they are there: until then the gate is closed', async () => {
    const file = join(home, 'flags.json')
    writeFileSync(file, JSON.stringify({ iron_gate_closed: false }))
    const classifier = { baseUrl: 'http://127.0.0.1:9/v1', model: 'x' }
    let policy: Policy = { classifier, flags: { file } }
    const reviewers = await followReviewing({ policy: () => policy, environment: {}, home })
    expect(reviewers().ironGateClosed?.()).toBe(false)
    const elsewhere = join(home, 'others.json')
    writeFileSync(elsewhere, JSON.stringify({ iron_gate_closed: false }))
    policy = { classifier, flags: { file: elsewhere } }
    expect(reviewers().ironGateClosed?.()).toBe(true)
    await expect.poll(() => reviewers().ironGateClosed?.()).toBe(false)
  })
})

describe('what it costs', () => {
  test('is kept by day, for every process to see, and a budget that is spent stops the asking', async () => {
    const server = await startMessagesServer(() => ({ ...NO_1, usage: USAGE }))
    servers.push(server)
    const classifier = { provider: 'anthropic', baseUrl: server.url, budget: { session: 0.02 } } as const
    const parts = { policy: { classifier }, environment: { ANTHROPIC_API_KEY: 'a' }, home }
    const { reviewer } = await composeReviewer(parts)
    expect(await reviewer?.review(question, signal)).toMatchObject({ outcome: 'allow' })
    expect(await reviewer?.review(question, signal)).toMatchObject({ outcome: 'allow' })
    const { reviewer: another } = await composeReviewer(parts)
    expect(await another?.review(question, signal)).toMatchObject({ outcome: 'unavailable', cause: 'budget' })
    expect(await another?.review({ ...question, session: 'other' }, signal)).toMatchObject({ outcome: 'allow' })
    const { entries, unreadable } = readCosts(costDirectory(home))
    expect(unreadable).toBe(0)
    expect(entries.map(({ session, model, stage, price }) => [session, model, stage, price])).toEqual(
      ['s', 's', 'other'].map((session) => [session, 'claude-sonnet-5', 'first', 0.012]),
    )
  })

  test('lines that cannot be read are counted, and money that cannot be recorded is still spent', () => {
    const day = dayOf(new Date())
    const usage = {
      model: 'm',
      stage: 'first',
      tokens: { input: 1, cached: 0, written: 0, output: 0 },
      price: 1,
      latencyMs: 1,
    } as const
    const good = fileLedger(costDirectory(home), () => day)
    good.add({ ...usage, session: 's', day })
    writeFileSync(join(costDirectory(home), `${day}.jsonl`), 'not json\n{"session":1}\n', { flag: 'a' })
    expect(readCosts(costDirectory(home))).toMatchObject({ unreadable: 2, entries: [{ session: 's' }] })
    expect(good.spentBy('s')).toBe(1)

    writeFileSync(join(home, 'a file'), '')
    const broken = fileLedger(join(home, 'a file', 'cost'), () => day)
    broken.add({ ...usage, session: 's', day })
    expect(maySpend(broken, { session: 1 }, 's', day)).toBe(false)
  })
})

describe('dumps', () => {
  test('hold the exchange when the environment asks for it, without its secrets, for nobody else to read', async () => {
    const server = await startMessagesServer(() => NO_1)
    servers.push(server)
    const directory = join(home, 'dumps')
    const classifier = { provider: 'anthropic', baseUrl: server.url } as const
    const environment = { ANTHROPIC_API_KEY: 'key-of-mine', PORTCULLIS_DUMP_AUTO_MODE: directory }
    const { reviewer } = await composeReviewer({ policy: { classifier }, environment, home })
    await reviewer?.review(question, signal)
    const [file] = readdirSync(directory)
    const text = readFileSync(join(directory, file!), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ session: 's', stage: 'first', reply: { text: '<block>no' } })
    expect(text).toContain('npm publish')
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('key-of-mine')
    expect(statSync(join(directory, file!)).mode & 0o077).toBe(0)
  })

  test('a failure leaves a note without the transcript; without the variable nothing else is written', async () => {
    const server = await startMessagesServer(() => ({ fault: 'raw', status: 401 }))
    servers.push(server)
    const classifier = { provider: 'anthropic', baseUrl: server.url } as const
    const environment = { ANTHROPIC_API_KEY: 'key-of-mine', PORTCULLIS_DUMP_AUTO_MODE: '0' }
    const { reviewer } = await composeReviewer({ policy: { classifier }, environment, home })
    await reviewer?.review(question, signal)
    expect(readdirSync(join(home, '.portcullis', 'tmp'))).toEqual(['auto-mode-errors'])
    const [file] = readdirSync(join(home, '.portcullis', 'tmp', 'auto-mode-errors'))
    const text = readFileSync(join(home, '.portcullis', 'tmp', 'auto-mode-errors', file!), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ failure: { cause: 'misconfigured' }, model: 'claude-sonnet-5' })
    expect(text).not.toContain('npm publish')
    expect(text).not.toContain('key-of-mine')
  })

  test('an answer that cannot be read leaves a note of what came back, masked', async () => {
    const server = await startMessagesServer(() => ({ text: 'Well, sk-ant-api03-0123456789abcdefghij0123456789' }))
    servers.push(server)
    const classifier = { provider: 'anthropic', baseUrl: server.url } as const
    const { reviewer } = await composeReviewer({
      policy: { classifier },
      environment: { ANTHROPIC_API_KEY: 'key-of-mine' },
      home,
    })
    expect(await reviewer?.review(question, signal)).toMatchObject({ outcome: 'unreadable' })
    const directory = join(home, '.portcullis', 'tmp', 'auto-mode-errors')
    const notes = readdirSync(directory).map((file) => readFileSync(join(directory, file), 'utf8'))
    expect(notes).toHaveLength(1)
    expect(JSON.parse(notes[0]!)).toMatchObject({ session: 's', unreadable: 'malformed', stage: 'thinking' })
    expect(notes[0]).toContain('Well,')
    expect(notes[0]).not.toContain('0123456789abcdefghij')
    expect(notes[0]).not.toContain('npm publish')
  })
})
