import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { QUEUE_CHECKS } from '../../../test/humans/queue-suite.ts'
import { loadHumans } from '../../../test/humans/sources.ts'

const sources = await loadHumans(join(import.meta.dirname, '../..'))

describe('the queue of questions', () => {
  it.each(Object.entries(QUEUE_CHECKS))('%s', async (_words, check) => {
    expect(await check(sources)).toBe(true)
  })
})
