import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LocalModels, startLocalModels } from '../../../test/servers/local-models.ts'
import type { LocalServer } from '../../../test/servers/server.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../../categories/index.ts'
import { autoModeDefaults } from '../../policy/defaults.ts'
import { composeGate } from '../compose.ts'
import { connect } from '../compose-reviewer.ts'
import type { ClassifierSettings } from '../../policy/settings.ts'
import { fitnessOf } from './fitness.ts'
import { questionsFor } from './questions.ts'
import { reportOf } from './report.ts'
import { SELF_TEST } from './self-test-cases.ts'
import { showSelfTest } from './show.ts'
import { findConstrained, traitsOf, type Traits, type Trial, type Tried, tryAll } from './trial.ts'

const servers: LocalServer[] = []
beforeAll(() => import('openai'))
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function trialOf(
  like: LocalModels,
  more: ClassifierSettings = {},
): Promise<{ readonly trial: Trial; readonly server: LocalServer }> {
  const server = await startLocalModels(like)
  servers.push(server)
  const settings: ClassifierSettings = {
    provider: 'openai-compatible',
    baseUrl: server.url,
    model: 'scripted-8b',
    ...more,
  }
  const connection = connect(settings, {})
  if (connection === 'offline' || 'broken' in connection) throw new Error('the scripted server is not connected')
  return { server, trial: { connection, model: 'scripted-8b', settings, onUsage: () => undefined } }
}

async function questions(): Promise<Awaited<ReturnType<typeof questionsFor>>['questions']> {
  const gate = await composeGate({ home: '/home/dev', managedDirectory: '/nonexistent', userSettings: '{}' })
  const asked = await questionsFor(SELF_TEST, gate.policyFor('/home/dev/project'))
  expect(asked.unreadable).toEqual([])
  return asked.questions
}

async function selfTest(
  like: LocalModels,
  more: ClassifierSettings = {},
): Promise<{ readonly tried: readonly Tried[]; readonly traits: Traits; readonly server: LocalServer }> {
  const { trial, server } = await trialOf(like, more)
  const constrained = await findConstrained(trial)
  const tried = await tryAll(trial, await questions())
  return { tried, traits: await traitsOf(trial, constrained), server }
}

const answers = (tried: readonly Tried[]): readonly string[] => tried.map(({ answered }) => answered)
const AS_WANTED = [...Array<string>(6).fill('block'), ...Array<string>(6).fill('allow')]

test('there are twelve calls: six to block, six to allow, each with its own name', () => {
  expect(SELF_TEST.map(({ wanted }) => wanted)).toEqual([...Array(6).fill('stop'), ...Array(6).fill('allow')])
  expect(new Set(SELF_TEST.map(({ id }) => id)).size).toBe(12)
  expect(autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES).soft_deny.length).toBeGreaterThan(20)
})

describe('a model that judges sensibly is fit, however its server wants to be asked', () => {
  test.each<[string, LocalModels, Partial<Traits>]>([
    ['takes everything', {}, { streams: 'yes', roles: 'system', contextTokens: undefined, prompt: 'full' }],
    ['answers whole although a stream was asked for', { streams: 'ignored' }, { streams: 'no' }],
    ['refuses streams', { streams: 'refused' }, { streams: 'no' }],
    ['does not know stream_options', { streams: 'no counting' }, { streams: 'yes' }],
    ['refuses the system role', { roles: 'no system' }, { roles: 'user-only' }],
    [
      'says it is llama.cpp',
      { pages: { '/props': { default_generation_settings: { n_ctx: 8192 } } } },
      { contextTokens: 8192, prompt: 'compact' },
    ],
    [
      'says it is llama.cpp in its list',
      { listed: { owned_by: 'llamacpp', meta: { n_ctx: 32768 } } },
      { contextTokens: 32768, prompt: 'full' },
    ],
    ['is vLLM', { listed: { owned_by: 'vllm', max_model_len: 16384 } }, { contextTokens: 16384 }],
    [
      'is LM Studio',
      { listed: { owned_by: 'organization_owner', max_context_length: 131072, loaded_context_length: 8192 } },
      { contextTokens: 8192 },
    ],
    [
      'is Ollama, with the context it was given',
      {
        listed: { owned_by: 'library' },
        pages: { '/api/ps': { models: [{ name: 'scripted-8b', context_length: 12288 }] } },
      },
      { contextTokens: 12288 },
    ],
    [
      'is Ollama, with a parameter',
      { listed: { owned_by: 'library' }, pages: { '/api/show': { parameters: 'stop "x"\nnum_ctx    9000' } } },
      { contextTokens: 9000 },
    ],
    ['is Ollama, as it comes', { listed: { owned_by: 'library' } }, { contextTokens: 4096, prompt: 'compact' }],
    ['enforces a schema', { constrained: 'response_format' }, { constrained: 'response-format' }],
    ['enforces a schema as vLLM once did', { constrained: 'guided_json' }, { constrained: 'guided-json' }],
    ['enforces a grammar', { constrained: 'grammar' }, { constrained: 'grammar' }],
    ['enforces nothing', {}, { constrained: undefined }],
    ['is slow', { delay: 60 }, {}],
  ])('one that %s', async (_what, like, traits) => {
    const done = await selfTest(like)
    expect(answers(done.tried)).toEqual(AS_WANTED)
    expect(done.traits).toMatchObject(traits)
    expect(fitnessOf(done.tried)).toMatchObject({ fit: 'yes' })
    const shown = showSelfTest(done.tried, done.traits, reportOf(done.tried), fitnessOf(done.tried))
    expect(shown).toContain('This model can review: 12 of 12 as wanted')
    expect(shown.split('\n').filter((line) => /\d\.\d\d s/.test(line))).toHaveLength(13)
  })

  test('one that is held to JSON is asked so in both stages, and read so', async () => {
    const { tried, server } = await selfTest({ constrained: 'response_format' }, { constrained: 'response-format' })
    expect(answers(tried)).toEqual(AS_WANTED)
    const asked = server.requests.filter(({ body }) => JSON.stringify(body).includes('</transcript>'))
    expect(asked.length).toBe(18)
    expect(asked.every(({ body }) => 'response_format' in body)).toBe(true)
    expect(asked.every(({ body }) => !JSON.stringify(body).includes('<block>'))).toBe(true)
  })

  test('what was found out is found out once', async () => {
    const { server } = await selfTest({ streams: 'refused', roles: 'no system' })
    const refusedStreams = server.requests.filter(({ streamed }) => streamed)
    expect(refusedStreams).toHaveLength(1)
  })
})

describe('a model that is not to be used is said to be so', () => {
  test.each<[string, LocalModels, RegExp]>([
    ['lets everything through', { judges: () => 'allow' }, /let 6 of 6 harmful actions through/],
    [
      'lets one through',
      { judges: (action) => (/curl|base64|--force origin main|push -u|gh api/.test(action) ? 'block' : 'allow') },
      /let 1 of 6 harmful actions through \(further than asked\)/,
    ],
    ['stops everything', { judges: () => 'block' }, /stops 6 of 6 ordinary actions/],
    ['says nothing that can be read', { judges: () => 'Sure, that looks fine to me!' }, /no verdict on 12 of 12/],
    [
      'is too small for the rules',
      { pages: { '/props': { default_generation_settings: { n_ctx: 2048 } } } },
      /no verdict on 12 of 12.*2,048 tokens is too small.*about \d,\d{3} are needed/,
    ],
    ['has another context than it says', { mostCharacters: 9_000 }, /no verdict on 12 of 12/],
  ])('one that %s', async (_what, like, says) => {
    const { tried, traits } = await selfTest(like)
    const fitness = fitnessOf(tried)
    expect(fitness).toMatchObject({ fit: 'no', says: expect.stringMatching(says) })
    expect(showSelfTest(tried, traits, reportOf(tried), fitness)).toContain('Do not use this model as a reviewer')
  })

  test('a server that is not there is asked three times, not twelve', async () => {
    const { trial, server } = await trialOf({})
    await server.close()
    const tried = await tryAll(trial, await questions())
    expect(tried.map(({ cause }) => cause)).toEqual([
      ...Array<string>(3).fill('connection'),
      ...Array<string>(9).fill('not-asked'),
    ])
    expect(fitnessOf(tried)).toMatchObject({ fit: 'no' })
  })
})

test('a report counts what was blocked, allowed and left open, by category, with intervals and causes', async () => {
  const { tried } = await selfTest({
    judges: (action) =>
      /npm test/.test(action)
        ? 'Hm.'
        : /kubectl/.test(action)
          ? 'allow'
          : /curl|base64|push|gh api/.test(action)
            ? 'block'
            : 'allow',
  })
  const report = reportOf(tried)
  expect(report.total).toMatchObject([
    { name: 'all', wanted: 'allow', rows: 6, blocked: 1, allowed: 4, noVerdict: 1, right: { count: 4 } },
    { name: 'all', wanted: 'block', rows: 6, blocked: 5, allowed: 1, noVerdict: 0, right: { count: 5 } },
  ])
  expect(report.failures).toEqual({ malformed: 1 })
  expect(report.total[0]!.right.low).toBeGreaterThan(0.25)
  expect(report.cost).toMatchObject({ requests: expect.any(Number), unpriced: report.cost!.requests })
  expect(report.latencyMs.p95).toBeGreaterThanOrEqual(report.latencyMs.p50)
})
