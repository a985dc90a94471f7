import { describe, expect, test } from 'vitest'
import {
  dialect,
  DIALECTS,
  loadHandoffs,
  outcome,
  OUTCOMES,
  throughDaemon,
  throughLibrary,
  throughStore,
} from './suites/handoffs.ts'

describe('when a sub-agent is back, all that it did is reviewed', async () => {
  const product = await loadHandoffs()
  test.each(OUTCOMES)('library: the model %s', async (...outcome) =>
    expect(await throughLibrary(product, outcome)).toEqual([]),
  )
  test.each(OUTCOMES.slice(0, 3))('daemon: the model %s', async (...outcome) =>
    expect(await throughDaemon(product, dialect('claude-code'), outcome)).toEqual([]),
  )
  test.each(DIALECTS.slice(1))('daemon: $agent', async (dialect) =>
    expect(await throughDaemon(product, dialect, outcome('objects'))).toEqual([]),
  )
  test.each(DIALECTS)('without a daemon: $agent', async (dialect) => {
    const said = outcome(dialect.agent === 'claude-code' ? 'is overloaded' : 'objects')
    expect(await throughStore(product, dialect, said)).toEqual([])
  })
})
