import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MessagesReply, startMessagesServer } from '../../test/servers/messages.ts'
import type { LocalServer } from '../../test/servers/server.ts'
import { LIMITS } from './deadlines.ts'
import { anthropicClient } from './models/anthropic.ts'
import type { ReviewQuestion } from './reviewer.ts'
import { type TwoStageMode, twoStageReviewer } from './two-stage.ts'

const servers: LocalServer[] = []
beforeAll(() => import('@anthropic-ai/sdk'))
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const QUESTION: ReviewQuestion = {
  session: 's',
  turns: [
    { kind: 'user', text: 'publish it' },
    { kind: 'call', tool: 'Bash', encoded: 'npm test' },
  ],
  action: { tool: 'Bash', encoded: 'npm publish' },
  autoMode: { allow: [], soft_deny: [], hard_deny: [], environment: [], classifyAllShell: false },
  instructions: [{ file: 'CLAUDE.md', text: 'Use pnpm.' }],
  noted: [],
}

interface Block {
  readonly type: 'text'
  readonly text: string
  readonly cache_control?: { readonly type: string }
}

interface Body {
  readonly max_tokens: number
  readonly stop_sequences?: readonly string[]
  readonly temperature?: number
  readonly thinking?: { readonly type: string }
  readonly system: readonly Block[]
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
}

/** What goes over the wire for one question. */
async function requests(
  mode: TwoStageMode,
  model: string,
  replies: readonly MessagesReply[],
  question: ReviewQuestion = QUESTION,
): Promise<readonly Body[]> {
  const server = await startMessagesServer((seen) => replies[Math.min(seen.index, replies.length - 1)]!)
  servers.push(server)
  const limits = { ...LIMITS, firstByte: 60_000, idle: 60_000, stage1: 60_000, stage2: 60_000, whole: 120_000 }
  const reviewer = twoStageReviewer({
    client: anthropicClient({ apiKey: 'k', baseUrl: server.url, limits }),
    model: () => model,
    mode: () => mode,
    transfer: 'whole',
    limits,
    now: () => performance.now(),
    chance: () => 0.5,
  })
  await reviewer.review(question, new AbortController().signal)
  return server.requests.map((seen) => seen.body as unknown as Body)
}

const YES_1 = { text: '<block>yes', stopReason: 'stop_sequence', stopSequence: '</block>' }
const NO = { text: '<block>no</block>' }

describe('the room of each stage', () => {
  test('both: 64 tokens up to the closing tag, then 4,096 that nothing cuts', async () => {
    const [first, second, ...more] = await requests('both', 'claude-sonnet-5', [YES_1, NO])
    expect(first).toMatchObject({ max_tokens: 64, stop_sequences: ['</block>'] })
    expect(second).toMatchObject({ max_tokens: 4_096 })
    expect(second).not.toHaveProperty('stop_sequences')
    expect(more).toEqual([])
  })

  test('fast: one request of 256 tokens that nothing cuts', async () => {
    const [only, ...more] = await requests('fast', 'claude-sonnet-5', [NO])
    expect(only).toMatchObject({ max_tokens: 256 })
    expect(only).not.toHaveProperty('stop_sequences')
    expect(more).toEqual([])
  })

  test('thinking: one request of 4,096 tokens', async () => {
    const [only, ...more] = await requests('thinking', 'claude-sonnet-5', [NO])
    expect(only).toMatchObject({ max_tokens: 4_096 })
    expect(more).toEqual([])
  })

  test('a model that always thinks gets 2,048 tokens more and is not told to stop thinking', async () => {
    const [first, second] = await requests('both', 'claude-opus-5-5', [YES_1, NO])
    expect([first!.max_tokens, second!.max_tokens]).toEqual([64 + 2_048, 4_096 + 2_048])
    expect(first).not.toHaveProperty('thinking')
  })
})

test('temperature 0 in both stages, for a model that takes one', async () => {
  const [first, second] = await requests('both', 'claude-sonnet-4-6', [YES_1, NO])
  expect([first!.temperature, second!.temperature]).toEqual([0, 0])
  const [newer] = await requests('both', 'claude-sonnet-5', [YES_1, NO])
  expect(newer).not.toHaveProperty('temperature')
})

describe('what is sent', () => {
  const marked = (body: Body): readonly string[] =>
    [...body.system, ...body.messages.flatMap(({ content }) => content)]
      .filter((block) => block.cache_control?.type === 'ephemeral')
      .map(({ text }) => text.slice(0, 24))

  test('rules, instructions as a message of their own, then transcript, action and the words of the stage', async () => {
    const [first] = await requests('both', 'claude-sonnet-5', [YES_1, NO])
    const { system, messages } = first!
    expect(system).toHaveLength(1)
    expect(messages.map(({ role, content }) => [role, content.length])).toEqual([
      ['user', 1],
      ['user', 5],
    ])
    expect(messages[0]!.content[0]!.text).toContain('Use pnpm.')
    const [opening, told, action, closing, suffix] = messages[1]!.content.map(({ text }) => text)
    expect(opening).toBe('<transcript>\n')
    expect(told).toBe('{"user":"publish it"}\n{"Bash":"npm test"}\n')
    expect(action).toBe('{"Bash":"npm publish"}\n')
    expect(closing).toContain('</transcript>\n')
    expect(suffix).toMatch(/beginning with <block>\.$/)
  })

  test('three of four marks for the cache are used: rules, instructions, action', async () => {
    const [first, second] = await requests('both', 'claude-sonnet-5', [YES_1, NO])
    expect(marked(first!)).toHaveLength(3)
    expect(marked(first!)).toEqual([
      expect.stringContaining('You are the reviewer'),
      expect.stringContaining('<project_instructions>'),
      '{"Bash":"npm publish"}\n',
    ])
    expect(marked(second!)).toEqual(marked(first!))
  })

  test('without project instructions there is one message and two marks', async () => {
    const [first] = await requests('both', 'claude-sonnet-5', [YES_1, NO], { ...QUESTION, instructions: [] })
    expect(first!.messages).toHaveLength(1)
    expect(marked(first!)).toHaveLength(2)
  })
})
