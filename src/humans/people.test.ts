import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PEOPLE_CHECKS } from '../../test/humans/people-suite.ts'
import { loadHumans } from '../../test/humans/sources.ts'

const sources = await loadHumans(join(import.meta.dirname, '..'))

describe('whoever asks people', () => {
  it.each(Object.entries(PEOPLE_CHECKS))('%s', async (_words, check) => {
    expect(await check(sources)).toBe(true)
  })
})
