import { expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { brought, marks, named, remembered, taint } from './suites/incoming.ts'

test('a session that has read untrusted content and private data sends nothing without a person', async () =>
  expect(await taint(await loadProduct())).toEqual([]))

test('a change to what the user named is cleared, by the user’s own words alone', async () =>
  expect(await named(await loadProduct())).toEqual([]))

test('calls mark a session by what they read, when they run', async () =>
  expect(await marks(await loadProduct())).toEqual([]))

test('what a session brought in counts when it is read', async () =>
  expect(await brought(await loadProduct())).toEqual([]))

test('an injection is told, recorded and remembered over a restart', async () =>
  expect(await remembered(await loadProduct())).toEqual([]))
