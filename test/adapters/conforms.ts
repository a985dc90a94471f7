import { afterAll, expect, test } from 'vitest'
import { CONFORMANCE, playCase } from './conformance.ts'
import { closeShared, type Framework, loadAdapters } from './stage.ts'

/** Every case of the table, as a test. */
export function conforms(framework: Framework): void {
  afterAll(closeShared)
  test.each(CONFORMANCE.filter(({ name }) => framework.lacks?.[name] === undefined))('$name', async (one) => {
    expect(await playCase(await loadAdapters(), framework, one)).toEqual([])
  })
}
