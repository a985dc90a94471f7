import { describe, expect, test } from 'vitest'
import { loadProduct } from '../../test/product.ts'
import { gateOver, judgeCall, sessionIn } from '../../test/project.ts'

const tools = {
  cancel_order: { service: 'shop', deed: 'update', target: 'order_id' },
  mail_customer: { sends: 'body', to: 'to' },
}

describe('a described tool changes what the user named', () => {
  test.each<[says: string, tool: string, input: object, decision: string]>([
    ['cancel order W1234567, please', 'cancel_order', { order_id: 'W1234567' }, 'allow'],
    ['cancel order W1234567, please', 'cancel_order', { order_id: 'W7654321' }, 'ask'],
    ['do not cancel W1234567', 'cancel_order', { order_id: 'W1234567' }, 'not allow'],
    ['what about W1234567', 'mail_customer', { to: 'W1234567', body: 'x' }, 'not allow'],
  ])('%s: %s %j', async (says, tool, input, decision) => {
    const product = await loadProduct()
    const gate = await gateOver(product, { settings: { tools } })
    const session = sessionIn(product)
    session.turns.push({ kind: 'user', text: says })
    const verdict = await judgeCall(product, gate, session, tool, input)
    if (decision === 'not allow') expect(verdict.decision).not.toBe('allow')
    else expect(verdict.decision).toBe(decision)
    if (decision === 'allow') expect(verdict.because[0]!.code).toBe('user.described')
  })
})
