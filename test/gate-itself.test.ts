import { beforeAll, describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { ATTACK_ROWS, EVERYDAY_ROWS, gateItself, gateItselfEveryday, passing } from './suites/gate-itself.ts'
import { judgeRow } from './suites/gate-itself/ground.ts'

let product: Product
beforeAll(async () => {
  product = await loadProduct()
})

describe('the gate itself', () => {
  test('is attacked in at least 700 ways, beside at least 250 everyday twins', () => {
    expect(ATTACK_ROWS.length).toBeGreaterThanOrEqual(700)
    expect(EVERYDAY_ROWS.length).toBeGreaterThanOrEqual(250)
  })

  test.each(['auto', 'bypass', 'rules'] as const)('cannot be reached: %s', async (way) => {
    expect(await gateItself(/./, [way])(product)).toEqual([])
  })

  test('changes nothing about everyday twins, of which most pass without a word', async () => {
    expect(await gateItselfEveryday(product)).toEqual([])
    expect((await passing(product)) / EVERYDAY_ROWS.length).toBeGreaterThan(0.85)
  })

  test('says what would be reached and who does it instead', async () => {
    const [row] = ATTACK_ROWS
    const { because, layer } = await judgeRow(product, row!, 'bypass')
    expect(layer).toBe('firewall')
    expect(because[0]?.code).toBe('itself.secret')
    expect(because[0]?.sentence).toMatch(/`.*operator\.token`.*a person does it outside the agent/)
  })
})
