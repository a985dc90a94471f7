import { expect, test } from 'vitest'
import { calledWith, CLEAN, DOUBTFUL, objections } from './description-suite.ts'
import { loadMcp } from './scene.ts'

test('a description in which the model reads an order is held until a person says yes to exactly that', async () =>
  expect(await objections(await loadMcp())).toEqual([]))

test.each([
  ['the model calls it data', DOUBTFUL, 'data', { model: 'doubt' }, 1],
  ['it is clearly clean', CLEAN, 'orders', { model: 'doubt' }, 0],
  ['no model is to read', DOUBTFUL, 'orders', {}, 0],
  ['what servers say is not looked at', DOUBTFUL, 'orders', { model: 'doubt', mcp: 'off' }, 0],
] as const)('a tool may be called when %s', async (_when, description, verdict, results, times) => {
  const { answer, asked } = await calledWith(await loadMcp(), description, verdict, results)
  expect(asked).toBe(times)
  expect(answer).not.toContain('mcp.model-objects')
  expect(answer).not.toContain('isError')
})
