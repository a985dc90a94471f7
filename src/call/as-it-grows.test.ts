import { describe, expect, it } from 'vitest'
import { asItGrows } from './as-it-grows.ts'

interface Item {
  readonly name: string
}

const item = (name: string): Item => ({ name })

describe('what follows from a list that grows', () => {
  it('takes each item once', () => {
    const taken: string[] = []
    const names = asItGrows<Item, string[]>(
      () => [],
      (found, { name }, at) => {
        taken.push(`${at} ${name}`)
        found.push(name)
      },
    )
    const list = [item('a'), item('b')]
    expect(names(list)).toEqual(['a', 'b'])
    list.push(item('c'))
    expect(names(list)).toEqual(['a', 'b', 'c'])
    expect(names(list)).toEqual(['a', 'b', 'c'])
    expect(taken).toEqual(['0 a', '1 b', '2 c'])
  })

  it('says of any list what reading all of it says, whatever is put in front, taken out, cut back or added', () => {
    const names = asItGrows<Item, string[]>(
      () => [],
      (found, { name }) => void found.push(name),
    )
    const list: Item[] = []
    let random = 7
    const below = (limit: number): number => (random = (random * 48_271) % 2_147_483_647) % limit
    for (let step = 0; step < 20_000; step++) {
      // Several changes may come between two questions.
      for (let changes = below(4); changes > 0; changes--) {
        switch (below(5)) {
          case 0:
            list.unshift(item(`front ${step}`))
            break
          case 1:
            if (list.length > 0) list.splice(below(list.length), 1)
            break
          case 2:
            if (below(20) === 0) list.splice(0, list.length, ...list.filter(() => below(2) === 0))
            break
          default:
            list.push(item(`end ${step} ${changes}`))
        }
      }
      expect(names(list)).toEqual(list.map(({ name }) => name))
    }
  })
})
