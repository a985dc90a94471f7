import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billedInput, type BillingServer, startBillingServer } from './billing.ts'

/** 1,200 tokens, enough for a prefix of its own. */
const long = (letter: string): string => letter.repeat(4_800)

interface Piece {
  readonly text: string
  readonly cache_control?: { readonly type: 'ephemeral' }
}

const plain = (text: string): Piece => ({ text })
const marked = (text: string): Piece => ({ text, cache_control: { type: 'ephemeral' } })

let server: BillingServer
let now = 0
let delay = 0
beforeEach(async () => {
  now = 0
  delay = 0
  server = await startBillingServer({ script: () => ({ text: 'four', delay }), clock: () => now })
})
afterEach(() => server.close())

async function send(system: readonly Piece[], content: readonly Piece[], more: object = {}): Promise<number> {
  const block = (piece: Piece): object => ({ type: 'text', ...piece })
  const body = {
    model: 'm',
    max_tokens: 1,
    system: system.map(block),
    messages: [{ role: 'user', content: content.map(block) }],
    ...more,
  }
  const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) })
  await response.text()
  return response.status
}

const bill = (): readonly number[] => {
  const { input, written, read } = server.bills.at(-1)!
  return [input, written, read]
}

describe('the bill', () => {
  test('a prefix is written once and then read; what follows is plain', async () => {
    await send([marked(long('a'))], [plain('question')])
    expect(bill()).toEqual([2, 1_200, 0])
    await send([marked(long('a'))], [plain('another one')])
    expect(bill()).toEqual([3, 0, 1_200])
    expect(server.bills.at(-1)).toMatchObject({ output: 1, sent: 1_203 })
    expect(billedInput({ input: 3, written: 100, read: 1_000 })).toBe(3 + 125 + 100)
  })

  test('one letter more is another prefix', async () => {
    await send([marked(long('a'))], [plain('q')])
    await send([marked(`${long('a')}b`)], [plain('q')])
    expect(bill()).toEqual([1, 1_201, 0])
  })

  test('a prefix that is too short is not kept', async () => {
    await send([marked('a'.repeat(4_000))], [plain('q')])
    await send([marked('a'.repeat(4_000))], [plain('q')])
    expect(bill()).toEqual([1_001, 0, 0])
  })

  test('nothing is kept where no breakpoint stands', async () => {
    await send([plain(long('a'))], [plain('q')])
    await send([marked(long('a'))], [plain('q')])
    expect(bill()).toEqual([1, 1_200, 0])
  })

  test('a prefix is found twenty blocks back, and not one more', async () => {
    const turns = (count: number): readonly Piece[] => Array.from({ length: count }, (_, at) => plain(`turn ${at}`))
    await send([plain(long('a'))], [marked('start')])
    await send([plain(long('a'))], [plain('start'), ...turns(18), marked('end')])
    expect(bill()[2]).toBe(1_202)
    server.forget()
    await send([plain(long('a'))], [marked('start')])
    await send([plain(long('a'))], [plain('start'), ...turns(19), marked('end')])
    expect(bill()[2]).toBe(0)
  })

  test('five minutes after its last use a prefix is forgotten', async () => {
    await send([marked(long('a'))], [plain('q')])
    now += 299_000
    await send([marked(long('a'))], [plain('q')])
    expect(bill()[2]).toBe(1_200)
    now += 299_000
    await send([marked(long('a'))], [plain('q')])
    expect(bill()[2]).toBe(1_200)
    now += 301_000
    await send([marked(long('a'))], [plain('q')])
    expect(bill()).toEqual([1, 1_200, 0])
  })

  test('a prefix can be read only after its first response has begun', async () => {
    delay = 30
    await Promise.all([send([marked(long('a'))], [plain('q')]), send([marked(long('a'))], [plain('q')])])
    expect(server.bills.map(({ read }) => read)).toEqual([0, 0])
    await send([marked(long('a'))], [plain('q')])
    expect(bill()[2]).toBe(1_200)
  })

  test('another thinking setting loses the messages and keeps the system', async () => {
    const content = [marked(long('b')), plain('q')]
    await send([marked(long('a'))], content, { thinking: { type: 'disabled' } })
    await send([marked(long('a'))], content)
    expect(bill()).toEqual([1, 1_200, 1_200])
    await send([marked(long('a'))], content, { thinking: { type: 'disabled' }, max_tokens: 9, stop_sequences: ['x'] })
    expect(bill()).toEqual([1, 0, 2_400])
  })

  test('another model reads nothing', async () => {
    await send([marked(long('a'))], [plain('q')])
    await send([marked(long('a'))], [plain('q')], { model: 'other' })
    expect(bill()[2]).toBe(0)
  })

  test('five breakpoints are one too many, and a block must not be empty', async () => {
    const four = ['a', 'b', 'c', 'd'].map(marked)
    expect(await send(four, [plain('q')])).toBe(200)
    expect(await send(four, [marked('q')])).toBe(400)
    expect(await send([plain('')], [plain('q')])).toBe(400)
  })
})
