import { describe, expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { isAsWanted, saidAgainst, SESSION_SETS } from './suites/sessions.ts'

describe.each(SESSION_SETS)('$name', async (set) => {
  const product = await loadProduct()
  test.each(set.cases)('$id is $wanted', async (each) => {
    const said = await saidAgainst(product, set, each)
    if (each.wanted === 'free') expect(said).toEqual([])
    else expect(isAsWanted(each.wanted, said), said.join('; ') || 'nothing was said against it').toBe(true)
  })
})
