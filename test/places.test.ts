import { beforeAll, expect, test } from 'vitest'
import { loadGrammars } from '../src/call/code/grammar.node.ts'
import { loadProduct } from './product.ts'
import { placeAttacks, placeTwins, scratchHome } from './suites/places.ts'

beforeAll(() => loadGrammars())

test('a place known only when the call runs is judged as the worst it can be', async () => {
  expect(await placeAttacks(await loadProduct())).toEqual([])
})

test('everyday work on places that are not wholly known goes on', async () => {
  expect(await placeTwins(await loadProduct())).toEqual([])
})

test('a home directory below scratch space is a home directory', async () => {
  expect(await scratchHome(await loadProduct())).toEqual([])
})
