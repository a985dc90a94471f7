import { readCallValue } from '../../call/read-call.ts'
import { type Limits, LIMITS } from '../../classifier/deadlines.ts'
import { anthropicClient } from '../../classifier/models/anthropic.ts'
import { openAiCompatibleClient } from '../../classifier/models/openai-compatible.ts'
import type { Reviewer } from '../../classifier/reviewer.ts'
import { twoStageReviewer } from '../../classifier/two-stage.ts'
import { type Gate, judge } from '../../gate.ts'
import { newSession } from '../../session.ts'
import type { Decision } from '../../verdict.ts'
import { composeGate } from '../compose.ts'
import { type Behaviour, type Format, startModelServer } from './model-server/said.ts'
import type { Seen } from './model-server/server.ts'
import { control, held, letThrough, messageOf, type Part, severalAtOnce, type Tried } from './part.ts'
import { FAULTS, type FaultRow } from './reviewer-fault-table.ts'

/** Nothing that is slow on purpose holds the self-test up. */
const HASTY: Partial<Limits> = {
  connect: 500,
  firstByte: 300,
  idle: 300,
  stage1: 800,
  stage2: 1_000,
  whole: 2_000,
  retries: 2,
  backoff: 1,
}

const MODEL: Readonly<Record<Format, string>> = { messages: 'claude-sonnet-5', chat: 'gpt-4.1' }
/** A command that nothing but a reviewer settles. */
const UNSETTLED = 'some-unknown-program --go'
const AT_ONCE = 8
/** Stage 1 objects, so that stage 2 is asked. */
const OBJECTION: Behaviour = { text: '<block>yes', stop: 'stop-sequence' }

/** Only stage 2 has room to think. */
function isFirstStage({ body }: Seen): boolean {
  const room = body['max_tokens'] ?? body['max_completion_tokens']
  return typeof room === 'number' && room < 4_096
}

interface Case {
  readonly row: FaultRow
  readonly format: Format
  readonly interactive: boolean
}

/** Whatever goes wrong on the way to the reviewing model and back, the call is not allowed. */
export const reviewerPart: Part = {
  name: 'reviewer',
  title: 'faults of the reviewing model',
  run: async ({ home, project }, progress) => {
    const settings = JSON.stringify({ permissions: { defaultMode: 'auto' } })
    const gate = await composeGate({ home, managedDirectory: '/nonexistent', userSettings: '{}', settings })
    // It would allow anything; nobody may ever be led to it.
    const elsewhere = await startModelServer('messages', () => ({ text: '<block>no</block>' }))
    try {
      const cases = FAULTS.flatMap((row) =>
        (['messages', 'chat'] as const).map((format, at): Case => ({ row, format, interactive: at === 0 })),
      )
      const tried = await severalAtOnce(cases, AT_ONCE, (one) => runCase(gate, project, one, elsewhere.url), progress)
      const sound = [await soundAnswer(gate, project, 'messages'), await soundAnswer(gate, project, 'chat')]
      const led = elsewhere.requests.length
      const redirect = 'a redirect to a server that allows everything'
      return [...sound, ...tried, led === 0 ? held(redirect) : letThrough(redirect, `it was followed ${led} times`)]
    } finally {
      await elsewhere.close()
    }
  },
}

async function runCase(gate: Gate, project: string, one: Case, elsewhere: string): Promise<Tried> {
  const { row, format, interactive } = one
  const what = `${row.fault} (${format})`
  try {
    const decision = await decided(gate, project, { ...one, interactive }, (seen) =>
      row.onlySecond === true && isFirstStage(seen) ? OBJECTION : row.behave(`${elsewhere}/v1/messages`),
    )
    return decision === 'deny' || decision === 'ask' ? held(what) : letThrough(what, `the gate said ${decision}`)
  } catch (error) {
    return letThrough(what, messageOf(error))
  }
}

/** A sound yes must be one: else the rows would also hold for a reviewer that refuses everything. */
async function soundAnswer(gate: Gate, project: string, format: Format): Promise<Tried> {
  const about = { row: {}, format, interactive: true }
  const decision = await decided(gate, project, about, () => ({ text: '<block>no</block>' }), { ...LIMITS })
  return control(`a sound answer allows (${format})`, decision === 'allow' ? undefined : `the gate said ${decision}`)
}

type About = Pick<Case, 'format' | 'interactive'> & { readonly row: Pick<FaultRow, 'address' | 'only'> }

async function decided(
  gate: Gate,
  project: string,
  { row, format, interactive }: About,
  behave: (seen: Seen) => Behaviour,
  limits: Limits = { ...LIMITS, ...HASTY },
): Promise<Decision> {
  const server = await startModelServer(format, behave)
  try {
    const session = newSession('selftest', { mode: 'auto', interactive })
    const call = readCallValue(
      { tool: 'Bash', input: { command: UNSETTLED } },
      { id: 'selftest', cwd: project, session: session.id, agent: 'selftest' },
    )
    if ('unreadable' in call) throw new Error(call.unreadable.sentence)
    const reviewer = reviewerAt(addressOf(row, server.url), format, row.only ?? 'streamed', limits)
    return (await judge({ ...gate, reviewer }, call.ok, session)).decision
  } finally {
    await server.close()
  }
}

/** The real reviewer over the real client of the provider, as good as new: it has not yet met a failure. */
function reviewerAt(baseUrl: string, format: Format, transfer: 'streamed' | 'whole', limits: Limits): Reviewer {
  const make = format === 'messages' ? anthropicClient : openAiCompatibleClient
  return twoStageReviewer({
    client: make({ apiKey: 'selftest', baseUrl, limits }),
    model: () => MODEL[format],
    mode: () => 'both',
    transfer,
    limits,
    now: () => performance.now(),
    chance: () => 0.5,
  })
}

function addressOf({ address }: Pick<FaultRow, 'address'>, url: string): string {
  if (address === undefined) return url
  // The discard port: nobody listens there.
  const addresses = {
    refused: 'http://127.0.0.1:9',
    'unknown host': 'http://nobody.invalid',
    'not TLS': url.replace('http:', 'https:'),
  }
  return addresses[address]
}
