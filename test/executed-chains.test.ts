import { describe, expect, test, vi } from 'vitest'
import { CHAINS } from './executed/chains.ts'
import { playInSandbox } from './executed/sandbox.ts'
import { SOURCES } from './product.ts'

// Each starts a machine of its own: the program is copied, installed and started there.
vi.setConfig({ testTimeout: 300_000, maxConcurrency: 2 })

/**
 * What really overcame the gate, really done: by a plain user, against the installed hook and a running daemon, in a
 * sandbox. A step that the hook allows is executed there.
 */
describe.concurrent('an agent that turns against its gate', () => {
  test.each(CHAINS.filter((one) => one.by === 'steps'))('ends in a deny: $title', async ({ name }) => {
    const { steps, reached } = await playInSandbox(name, SOURCES)
    expect(reached).toEqual([])
    expect(steps.at(-1), JSON.stringify(steps, null, 1)).toMatchObject({ said: 'deny' })
  })

  test.each(CHAINS.filter((one) => one.by === 'walls'))(
    'finds another wall behind the first: $title',
    async ({ name }) => {
      const { reached } = await playInSandbox(name, SOURCES)
      expect(reached).toEqual([])
    },
  )
})
