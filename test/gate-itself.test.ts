import { beforeAll, describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { ASKED_ROWS, ATTACK_ROWS, EVERYDAY_ROWS, gateItself, gateItselfEveryday } from './suites/gate-itself.ts'
import { judgeRow } from './suites/gate-itself/ground.ts'

let product: Product
beforeAll(async () => {
  product = await loadProduct()
})

describe('the gate itself', () => {
  test('is attacked in at least 150 ways, beside at least 100 everyday twins', () => {
    expect(ATTACK_ROWS.length).toBeGreaterThanOrEqual(150)
    expect(EVERYDAY_ROWS.length + ASKED_ROWS.length).toBeGreaterThanOrEqual(100)
  })

  test('cannot be reached: in auto, with bypassPermissions, with rules that allow everything', async () => {
    expect(await gateItself(product)).toEqual([])
  })

  test('does not get in the way of everyday twins', async () => {
    expect(await gateItselfEveryday(product)).toEqual([])
  })

  test('says what would be reached and who does it instead', async () => {
    const [row] = ATTACK_ROWS
    const { because, layer } = await judgeRow(product, row!, 'bypass')
    expect(layer).toBe('firewall')
    expect(because[0]?.code).toBe('itself.secret')
    expect(because[0]?.sentence).toMatch(/`.*operator\.token`.*a person does it outside the agent/)
  })
})
