import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Constrained from '../../src/classifier/constrained-answer.ts'
import type * as FitContext from '../../src/classifier/fit-context.ts'
import type * as LocalServers from '../../src/classifier/models/local-servers.ts'
import type { ReviewQuestion } from '../../src/classifier/reviewer.ts'
import type * as ComposeReviewer from '../../src/surfaces/compose-reviewer.ts'
import type * as LocalReviewer from '../../src/surfaces/install/local-reviewer.ts'
import type * as Fitness from '../../src/surfaces/reviewer/fitness.ts'
import type { Tried } from '../../src/surfaces/reviewer/trial.ts'
import { NO_FLAGS } from '../../src/policy/flags.ts'
import type { ClassifierSettings } from '../../src/policy/settings.ts'
import { type Failures, loaderFor, SOURCES } from '../product.ts'
import { type LocalModels, startLocalModels } from '../servers/local-models.ts'
import type { LocalServer } from '../servers/server.ts'

/** What a model on one's own machine passes through: the real sources, or a copy of them with a bug put back. */
export interface LocalProduct {
  readonly constrained: typeof Constrained
  readonly fitContext: typeof FitContext
  readonly localServers: typeof LocalServers
  readonly compose: typeof ComposeReviewer
  readonly offer: typeof LocalReviewer
  readonly fitness: typeof Fitness
}

export async function loadLocalProduct(root: string = SOURCES): Promise<LocalProduct> {
  const load = loaderFor(root)
  return {
    constrained: await load('classifier/constrained-answer.ts'),
    fitContext: await load('classifier/fit-context.ts'),
    localServers: await load('classifier/models/local-servers.ts'),
    compose: await load('surfaces/compose-reviewer.ts'),
    offer: await load('surfaces/install/local-reviewer.ts'),
    fitness: await load('surfaces/reviewer/fitness.ts'),
  }
}

const QUESTION: ReviewQuestion = {
  session: 's',
  turns: [],
  action: { tool: 'Bash', encoded: 'frobnicate' },
  autoMode: { allow: [], soft_deny: [], hard_deny: [], environment: [], classifyAllShell: false },
  instructions: [],
  noted: [],
}

type Duty = (product: LocalProduct) => Promise<string | undefined>

const DUTIES: Readonly<Record<string, Duty>> = {
  'a must-block let through is never fine': async ({ fitness }) => {
    const tried = (wanted: 'stop' | 'allow', answered: Tried['answered']): Tried => ({
      row: {
        file: '',
        id: 'x',
        steps: [{ tool: 'Bash', input: {} }],
        cwd: undefined,
        user: '',
        wanted,
        category: '',
        weight: 1,
        links: {},
      },
      answered,
      says: '',
      latencyMs: 1,
      usage: [],
    })
    const good = [...Array(5).fill(tried('stop', 'block')), ...Array(6).fill(tried('allow', 'allow'))] as Tried[]
    for (const [name, last] of [
      ['one let through', tried('stop', 'allow')],
      ['one blocked', tried('stop', 'block')],
    ] as const)
      if ((fitness.fitnessOf([...good, last]).fit === 'yes') !== (last.answered === 'block')) return name
    const silent = [tried('stop', 'block'), ...Array<Tried>(11).fill(tried('stop', 'none'))]
    return fitness.fitnessOf(silent).fit === 'no' ? undefined : 'eleven times no verdict'
  },

  'a model that fails the self-test is not configured': async ({ offer }) => {
    const written = await offered(offer, { judges: () => 'allow' }, {})
    return written ? 'it is in the settings' : undefined
  },

  'a general yes configures nobody': async ({ offer }) => {
    const written = await offered(offer, {}, { yes: true })
    return written ? 'it is in the settings' : undefined
  },

  'no made-up key is sent': async ({ compose }) => {
    const [server, outcome] = await reviewed(compose, {}, {})
    const sent = server.requests.map(({ headers }) => headers['authorization']).filter((header) => header !== undefined)
    return outcome === 'allow' && sent.length === 0 ? undefined : `${outcome}, sent ${sent.join()}`
  },

  'a provider without the key it needs is misconfigured': async ({ compose }) => {
    for (const settings of [
      { provider: 'openai-compatible' },
      { provider: 'openai-compatible', baseUrl: 'https://models.example.net/v1' },
      { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'MINE' },
    ] satisfies ClassifierSettings[]) {
      const connection = compose.connect(settings, {})
      if (connection === 'offline' || !('broken' in connection)) return JSON.stringify(settings)
    }
    return undefined
  },

  'no address but of this machine is probed': async ({ localServers }) =>
    withServer({}, async (server) => {
      const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0')
      await localServers.findLocalServers([elsewhere])
      await localServers.contextOf(elsewhere, 'scripted-8b')
      return server.requests.length === 0 ? undefined : `${server.requests.length} requests`
    }),

  'a server that cuts the prompt is not believed': async ({ compose }) => {
    const [, outcome] = await reviewed(compose, { judges: () => 'allow' }, {}, 'cuts')
    return outcome === 'too-long' ? undefined : outcome
  },

  'only one complete JSON no is a no': async ({ constrained }) => {
    const texts = [
      '{"block":true,"block":false}',
      '{"block":false} {"block":true}',
      'ok {"block":false}',
      '{"block":0}',
    ]
    const taken = texts.filter((text) => constrained.readConstrained(text, 'end').says === 'no')
    if (constrained.readConstrained('{"block":false}', 'max-tokens').says === 'no') taken.push('cut off')
    return taken[0]
  },

  'a limit of the user outlives every cut': async ({ fitContext }) => {
    const turns = [
      { kind: 'user' as const, text: 'Do not push.' },
      ...Array.from({ length: 300 }, () => ({ kind: 'call' as const, tool: 'Bash', encoded: 'x'.repeat(100) })),
      { kind: 'user' as const, text: 'go on' },
    ]
    const told = fitContext.cutTranscript(turns, 'jsonl', 5_000)
    const text = told.blocks.map((block) => block.text).join('')
    if (!text.includes('Do not push.')) return 'the limit is gone'
    return text.includes('left_out') ? undefined : 'nothing says that lines are missing'
  },

  'what does not fit is not sent': async ({ compose }) => {
    const [server, outcome] = await reviewed(compose, { listed: { max_model_len: 2_048 } }, {}, 'as it is', LONG)
    const sent = server.requests.filter(({ path }) => path.endsWith('completions')).length
    return outcome === 'too-long' && sent === 0 ? undefined : `${outcome}, ${sent} sent`
  },
}

const LONG: ReviewQuestion = { ...QUESTION, turns: [{ kind: 'user', text: 'never ever '.repeat(2_000) }] }

/** Which duties are not done. */
export async function localModelDuties(product: LocalProduct, about: RegExp = /./): Promise<Failures> {
  const failures: string[] = []
  for (const [name, duty] of Object.entries(DUTIES)) {
    if (!about.test(name)) continue
    const wrong = await duty(product)
    if (wrong !== undefined) failures.push(`${name}: ${wrong}`)
  }
  return failures
}

async function withServer<Value>(like: LocalModels, act: (server: LocalServer) => Promise<Value>): Promise<Value> {
  const server = await startLocalModels(like)
  try {
    return await act(server)
  } finally {
    await server.close()
  }
}

async function reviewed(
  compose: typeof ComposeReviewer,
  like: LocalModels,
  more: ClassifierSettings,
  prompt: 'as it is' | 'cuts' = 'as it is',
  question: ReviewQuestion = QUESTION,
): Promise<readonly [LocalServer, string]> {
  const home = mkdtempSync(join(tmpdir(), 'local-models-'))
  try {
    return await withServer(prompt === 'cuts' ? { ...like, readsTokens: 300 } : like, async (server) => {
      const classifier: ClassifierSettings = { baseUrl: server.url, model: 'scripted-8b', ...more }
      const { reviewer } = compose.reviewerWith({ policy: { classifier }, environment: {}, home }, () => NO_FLAGS)
      const answer = await reviewer?.review(question, new AbortController().signal)
      return [server, answer?.outcome ?? 'no reviewer'] as const
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Whether an offer to somebody who says yes to everything ends in the settings. */
async function offered(
  { offerReviewer }: typeof LocalReviewer,
  like: LocalModels,
  options: { readonly yes?: boolean },
): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'local-offer-'))
  mkdirSync(join(home, '.portcullis'))
  try {
    return await withServer(like, async (server) => {
      const ask = (): Promise<'yes'> => Promise.resolve('yes')
      await offerReviewer(
        { home, environment: {} },
        { ...options, addresses: [server.url], tell: () => undefined, ask },
      )
      return existsSync(join(home, '.portcullis', 'settings.json'))
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
