import { describe, expect, test } from 'vitest'
import { gateOver, judgeCall, sessionIn } from '../../test/project.ts'
import { loadProduct } from '../../test/product.ts'
import { turnForStore, turnFromStore } from '../journal/sessions.ts'
import { ordersIn } from './user-orders.ts'

describe('what a typed text orders', () => {
  test.each<[text: string, verb: string, names: readonly string[]]>([
    ['push to main', 'push', ['main']],
    ['Please force-push to feature/login now.', 'force-push', ['feature/login']],
    ['fix the tests and then merge PR #42', 'merge', ['#42']],
    ['delete `data/raw`', 'delete', ['data/raw']],
  ])('%s', (text, verb, names) => {
    expect(ordersIn(text)).toMatchObject([{ verb, names }])
  })

  test.each([
    'push to main?',
    'push to main, or wait',
    'push to main. Ach nein.',
    'push to main\nnow',
    '/push to main',
    'he said "push to main"',
    `push to main ${'x'.repeat(300)}`,
  ])('nothing: %s', (text) => {
    expect(ordersIn(text)).toEqual([])
  })
})

describe('words are spent', () => {
  const push = ['Bash', { command: 'git push origin main' }] as const

  test('by the call that they allow, and stay spent when the session is stored and read again', async () => {
    const product = await loadProduct()
    const gate = await gateOver(product)
    const session = sessionIn(product)
    session.turns.push({ kind: 'user', text: 'push to main' })
    const first = await judgeCall(product, gate, session, ...push)
    expect(first.because).toMatchObject([{ code: 'user.named', sentence: expect.stringContaining('`push to main`') }])
    const again = sessionIn(product)
    again.turns.push(...session.turns.map((turn) => turnFromStore(turnForStore(turn))))
    expect(again.turns).toEqual(session.turns)
    expect((await judgeCall(product, gate, again, ...push)).decision).toBe('ask')
  })

  test('by one of two calls at once', async () => {
    const product = await loadProduct()
    const gate = await gateOver(product)
    const session = sessionIn(product)
    session.turns.push({ kind: 'user', text: 'push to main' })
    const both = await Promise.all([
      judgeCall(product, gate, session, ...push),
      judgeCall(product, gate, session, ...push),
    ])
    expect(both.filter(({ decision }) => decision === 'allow')).toHaveLength(1)
  })

  test('by a call whose record cannot be read: nothing before it counts any more', () => {
    expect(turnFromStore({ kind: 'call spent {', tool: 'Bash', text: 'x' })).toMatchObject({ kind: 'delivery' })
  })
})

test('no other mode is changed by words', async () => {
  const product = await loadProduct()
  for (const mode of ['default', 'acceptEdits', 'plan', 'dontAsk'] as const) {
    const gate = await gateOver(product)
    const session = sessionIn(product, { mode })
    session.turns.push({ kind: 'user', text: 'push to main' })
    const { decision } = await judgeCall(product, gate, session, 'Bash', { command: 'git push origin main' })
    expect(decision, mode).not.toBe('allow')
  }
})
