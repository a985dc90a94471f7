import { describe, expect, test } from 'vitest'
import { Alarm, pause, within } from './deadlines.ts'

const never = new Promise<never>(() => undefined)
const open = (): AbortSignal => new AbortController().signal

describe('work within a time', () => {
  test('ends with what it says', async () =>
    expect(await within(60_000, open(), async () => 'done')).toEqual({ ended: 'done', value: 'done' }))

  test('ends late when it says nothing, and its signal tells it so', async () => {
    let inner: AbortSignal | undefined
    const ended = await within(5, open(), (signal) => {
      inner = signal
      return never
    })
    expect(ended).toEqual({ ended: 'late' })
    expect(inner?.aborted).toBe(true)
  })

  test('ends aborted when the outer signal says so, before or during', async () => {
    expect(await within(60_000, AbortSignal.abort(), () => never)).toEqual({ ended: 'aborted' })
    const outer = new AbortController()
    const ending = within(60_000, outer.signal, () => never)
    outer.abort()
    expect(await ending).toEqual({ ended: 'aborted' })
  })

  test('has no time left: nothing is begun', async () => {
    let begun = false
    const ended = await within(0, open(), async () => {
      begun = true
    })
    expect([ended.ended, begun]).toEqual(['late', false])
  })

  test('what it says too late is heard by nobody, and what it throws too late hurts nobody', async () => {
    const answering = Promise.withResolvers<string>()
    expect(await within(5, open(), () => answering.promise)).toEqual({ ended: 'late' })
    answering.resolve('late')
    const throwing = Promise.withResolvers<string>()
    expect(await within(5, open(), () => throwing.promise)).toEqual({ ended: 'late' })
    throwing.reject(new Error('late'))
    await throwing.promise.catch(() => undefined)
  })

  test('a bug in it is not hidden', async () =>
    expect(within(60_000, open(), () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug'))
})

test('a pause ends at once when it is given up', async () => {
  const outer = new AbortController()
  const pausing = pause(600_000, outer.signal)
  outer.abort()
  await pausing
  expect(outer.signal.aborted).toBe(true)
})

test('an alarm that was cleared or never set to ring does not ring', async () => {
  let rings = 0
  const alarm = new Alarm(() => rings++)
  alarm.set(1)
  alarm.clear()
  alarm.set(Infinity)
  const other = Promise.withResolvers<void>()
  new Alarm(() => other.resolve()).set(20)
  await other.promise
  expect(rings).toBe(0)
})
