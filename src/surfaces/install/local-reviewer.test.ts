import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LocalModels, startLocalModels } from '../../../test/servers/local-models.ts'
import type { LocalServer } from '../../../test/servers/server.ts'
import { offerReviewer, type ReviewerOffer } from './local-reviewer.ts'

let home: string
const servers: LocalServer[] = []
beforeAll(() => import('openai'))
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'offer-'))
  mkdirSync(join(home, '.portcullis'))
})
afterEach(async () => {
  process.exitCode = undefined
  rmSync(home, { recursive: true, force: true })
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

interface Told {
  readonly told: string
  readonly asked: readonly string[]
  readonly settings: unknown
  readonly server: LocalServer
}

/** What becomes of one offer, with a person who gives these answers, in order. */
async function offered(
  like: LocalModels,
  options: Pick<ReviewerOffer, 'yes' | 'dryRun' | 'reviewer'> = {},
  answers: readonly ('yes' | 'no')[] = [],
): Promise<Told> {
  const server = await startLocalModels(like)
  servers.push(server)
  const lines: string[] = []
  const asked: string[] = []
  await offerReviewer(
    { home, environment: {} },
    {
      ...options,
      addresses: [server.url],
      tell: (text) => void lines.push(text),
      ask: (question) => {
        asked.push(question)
        return Promise.resolve(answers[asked.length - 1] ?? 'nobody is there')
      },
    },
  )
  const file = join(home, '.portcullis', 'settings.json')
  const settings: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return { told: lines.join('\n'), asked, settings, server }
}

const reviews = ({ requests }: LocalServer): number =>
  requests.filter(({ path }) => path.endsWith('completions')).length

describe('a server of models that init finds', () => {
  test('is tried when the person agrees, and written down when they agree again', async () => {
    const { told, asked, settings, server } = await offered({ constrained: 'response_format' }, {}, ['yes', 'yes'])
    expect(asked).toEqual([
      'Try scripted-8b on twelve calls, to let it review what the rulebook cannot settle?',
      'Write this into your settings?',
    ])
    expect(told).toContain('12 of 12 as wanted')
    expect(settings).toEqual({
      classifier: {
        provider: 'openai-compatible',
        baseUrl: server.url,
        model: 'scripted-8b',
        constrained: 'response-format',
      },
    })
  })

  test.each<[string, Pick<ReviewerOffer, 'yes' | 'dryRun'>, readonly ('yes' | 'no')[], number]>([
    ['the person does not want it tried', {}, ['no'], 0],
    ['nobody is there', {}, [], 0],
    ['--yes was said about everything else', { yes: true }, ['yes', 'yes'], 0],
    ['nothing is to be changed', { dryRun: true }, ['yes', 'yes'], 0],
    ['the person does not want it written', {}, ['yes', 'no'], 20],
  ])('is named and changes nothing when %s', async (_when, options, answers, atMost) => {
    const { told, settings, server } = await offered({}, options, answers)
    expect(told).toContain(`at ${server.url}: scripted-8b`)
    expect(settings).toBeUndefined()
    expect(reviews(server)).toBeLessThanOrEqual(atMost === 0 ? 0 : 40)
  })

  test('is configured without a question when its model was named', async () => {
    const { asked, settings } = await offered({}, { yes: true, reviewer: 'scripted-8b' })
    expect(asked).toEqual([])
    expect(settings).toMatchObject({ classifier: { model: 'scripted-8b' } })
    expect(process.exitCode).toBeUndefined()
  })

  test.each<[string, LocalModels, string]>([
    ['lets everything through', { judges: () => 'allow' }, 'scripted-8b'],
    ['cannot be read', { judges: () => 'no idea' }, 'scripted-8b'],
    ['is not served', {}, 'another-model'],
  ])('one that %s is never configured, and a script can see that', async (_what, like, reviewer) => {
    const { told, settings } = await offered(like, { reviewer })
    expect(settings).toBeUndefined()
    expect(told).toContain('No model reviews')
    expect(process.exitCode).toBe(1)
  })

  test('one that fails is not configured, whatever the person would say next', async () => {
    const { told, asked, settings } = await offered({ judges: () => 'allow' }, {}, ['yes', 'yes'])
    expect(told).toContain('Do not use this model as a reviewer')
    expect(asked).toHaveLength(1)
    expect(settings).toBeUndefined()
  })

  test('models that only embed are not offered', async () => {
    const { told } = await offered({ model: 'nomic-embed-text' })
    expect(told).toBe('')
  })

  test('is not even looked for when a reviewer is configured, and other settings stay as they are', async () => {
    const file = join(home, '.portcullis', 'settings.json')
    const text = '{\n  // mine\n  "classifier": { "mode": "offline" }\n}\n'
    writeFileSync(file, text)
    const server = await startLocalModels({})
    servers.push(server)
    const lines: string[] = []
    await offerReviewer(
      { home, environment: {} },
      { addresses: [server.url], tell: (line) => void lines.push(line), ask: () => Promise.resolve('yes') },
    )
    expect(server.requests).toHaveLength(0)
    expect(lines).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('what stood in the settings stays, with its comments, and a copy is kept', async () => {
    const directory = join(home, '.portcullis')
    writeFileSync(join(directory, 'settings.json'), '{\n  // mine\n  "permissions": { "defaultMode": "auto" }\n}\n')
    const server = await startLocalModels({})
    servers.push(server)
    await offerReviewer(
      { home, environment: {} },
      { addresses: [server.url], tell: () => undefined, ask: () => Promise.resolve('yes') },
    )
    const now = readFileSync(join(directory, 'settings.json'), 'utf8')
    expect(now).toContain('// mine')
    expect(now).toContain('scripted-8b')
    expect(readdirSync(directory).filter((file) => file.startsWith('settings.json.'))).toHaveLength(1)
  })
})
