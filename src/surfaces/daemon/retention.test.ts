import { expect, test } from 'vitest'
import { Retention } from './retention.ts'

const DAY = 86_400_000

function rig(days: number | undefined, sizes: readonly number[] = []) {
  const state = { days, now: 1_000 * DAY, sound: true, fails: false }
  const asked: number[] = []
  const logged: string[] = []
  const left = [...sizes]
  const retention = new Retention({
    days: () => state.days,
    verify: async () => ({ findings: [], damage: state.sound ? [] : ['a page is torn'] }),
    prune: async (before, most) => {
      if (state.fails) throw new Error('disk full')
      asked.push(before)
      const records = Math.min(left.shift() ?? 0, most)
      return records === 0 ? undefined : { writer: 'w', through: 1, hash: '', records }
    },
    log: (level, sentence) => logged.push(`${level} ${sentence}`),
    now: () => state.now,
  })
  return { retention, state, asked, logged }
}

test('without the setting nothing is removed', async () => {
  const { retention, asked } = rig(undefined)
  await retention.look()
  expect(asked).toEqual([])
})

test('at the start, and then once a day', async () => {
  const { retention, state, asked } = rig(30)
  await retention.look()
  state.now += DAY - 1
  await retention.look()
  expect(asked).toEqual([970 * DAY])
  state.now += 1
  await retention.look()
  expect(asked).toEqual([970 * DAY, 971 * DAY])
})

test('settings that change count at once', async () => {
  const { retention, state, asked } = rig(undefined)
  await retention.look()
  state.days = 10
  await retention.look()
  expect(asked).toEqual([990 * DAY])
})

test('a long log goes piece by piece', async () => {
  const { retention, asked, logged } = rig(1, [2_000, 2_000, 7, 5])
  await retention.look()
  expect(asked).toHaveLength(3)
  expect(logged).toEqual([expect.stringContaining('4007 records from before')])
})

test('nothing is removed from a log that is not sound', async () => {
  const { retention, state, asked, logged } = rig(1, [5])
  state.sound = false
  await retention.look()
  expect(asked).toEqual([])
  expect(logged).toEqual(['error the log is not sound, so no old record is removed from it'])
})

test('a failure is told, and the next day is another try', async () => {
  const { retention, state, asked, logged } = rig(1, [5])
  state.fails = true
  await retention.look()
  expect(logged).toEqual(['error old records could not be removed: disk full'])
  state.fails = false
  state.now += DAY
  await retention.look()
  expect(asked).toHaveLength(1)
})
