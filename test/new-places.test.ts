import { describe, expect, test } from 'vitest'
import { forgotten, KINDS } from '../scripts/new-places.ts'

describe.each(['category', 'agent', 'channel'] as const)('%s', (kind) => {
  const all = KINDS[kind].all()

  test('there are some', () => expect(all.length).toBeGreaterThanOrEqual(4))

  test.each(all)('%s is in every place that a new one needs', (name) => {
    expect(forgotten(kind, name).map(({ file, what }) => `${file.replace('{}', name)}: ${what}`)).toEqual([])
  })

  test('one that is not there is forgotten in every place', () => {
    expect(forgotten(kind, 'unheard-of')).toEqual(KINDS[kind].places)
  })

  test('who is excepted from a place is there, and does without it', () => {
    for (const place of KINDS[kind].places)
      for (const name of Object.keys(place.except ?? {})) expect(all, place.file).toContain(name)
  })
})
