import { describe, expect, test } from 'vitest'
import { keepFlags, NO_FLAGS, readFlags, REFRESH_FLAGS_EVERY, TRY_KEEPING_EVERY } from './flags.ts'

describe('reading', () => {
  test.each([
    [{}, NO_FLAGS],
    [{ iron_gate_closed: true }, NO_FLAGS],
    [{ iron_gate_closed: false }, { ...NO_FLAGS, ironGateClosed: false }],
    [
      { auto_mode_config: { twoStageClassifier: 'fast', model: 'claude-sonnet-5' } },
      { ironGateClosed: true, stages: 'fast', model: 'claude-sonnet-5' },
    ],
    [
      { auto_mode_config: { model: 'registry.local/team/model:7b' } },
      { ...NO_FLAGS, model: 'registry.local/team/model:7b' },
    ],
    // The names of the flags where they come from.
    [{ tengu_iron_gate_closed: false }, { ...NO_FLAGS, ironGateClosed: false }],
    [
      { tengu_auto_mode_config: { twoStageClassifier: 'thinking' }, tengu_iron_gate_closed: true },
      { ...NO_FLAGS, stages: 'thinking' },
    ],
    [{ iron_gate_closed: true, tengu_iron_gate_closed: false }, NO_FLAGS],
  ])('%j is read', (value, flags) => expect(readFlags(value)).toEqual({ flags, notices: [] }))

  test.each<[object, object, readonly string[]]>([
    [{ iron_gate_closd: false }, NO_FLAGS, ['iron_gate_closd']],
    [{ iron_gate_closed: false, somebody_elses: 1 }, { ...NO_FLAGS, ironGateClosed: false }, ['somebody_elses']],
    [{ iron_gate_closed: 'false' }, NO_FLAGS, ['iron_gate_closed']],
    [{ iron_gate_closed: 0 }, NO_FLAGS, ['iron_gate_closed']],
    [{ iron_gate_closed: null }, NO_FLAGS, ['iron_gate_closed']],
    [
      { iron_gate_closed: false, auto_mode_config: { twoStageClassifier: 'none', model: 'm' } },
      { ironGateClosed: false, stages: undefined, model: 'm' },
      ['auto_mode_config.twoStageClassifier'],
    ],
    [
      { auto_mode_config: { twoStageClassifier: 'fast', model: '' } },
      { ...NO_FLAGS, stages: 'fast' },
      ['auto_mode_config.model'],
    ],
    [{ auto_mode_config: { model: 'a model\nwith lines' } }, NO_FLAGS, ['auto_mode_config.model']],
    [{ auto_mode_config: { model: '--flag' } }, NO_FLAGS, ['auto_mode_config.model']],
    [{ auto_mode_config: 'fast' }, NO_FLAGS, ['auto_mode_config']],
    [{ auto_mode_config: { later: true } }, NO_FLAGS, ['auto_mode_config.later']],
    [{ tengu_iron_gate_closed: 'no', tengu_other: 1 }, NO_FLAGS, ['tengu_iron_gate_closed', 'tengu_other']],
  ])('%j: what is unknown or broken is told, and only that has its default', (value, flags, told) => {
    const read = readFlags(value)
    expect(read?.flags).toEqual(flags)
    expect(read?.notices.map((notice) => /`(.+?)`/.exec(notice)?.[1])).toEqual(told)
  })

  test.each([[null], [[]], ['closed'], [7]])('%j is not', (value) => expect(readFlags(value)).toBeUndefined())
})

function keeper(answers: readonly (() => unknown)[]) {
  const problems: string[] = []
  let tick: (() => void) | undefined
  let asked = 0
  let interval = 0
  let stopped = false
  const kept = keepFlags({
    source: async () => answers[Math.min(asked++, answers.length - 1)]!(),
    every: (milliseconds, act) => {
      interval = milliseconds
      tick = act
      return () => (stopped = true)
    },
    onProblem: (problem) => problems.push(problem),
  })
  return { kept, problems, tick: () => tick?.(), interval: () => interval, asked: () => asked, stopped: () => stopped }
}
function down(): never {
  throw new Error('down')
}

describe('keeping', () => {
  test('the gate is closed before anything was read, and when nothing can be', async () => {
    const { kept, problems } = keeper([down])
    expect(kept.current()).toEqual(NO_FLAGS)
    await kept.refresh()
    expect(kept.current()).toEqual(NO_FLAGS)
    expect(problems[0]).toContain('down')
  })

  test('every thirty minutes, and the last good flags stay', async () => {
    const { kept, tick, interval, problems } = keeper([
      () => ({ iron_gate_closed: false }),
      down,
      () => 'nonsense',
      () => ({}),
    ])
    expect(interval()).toBe(30 * 60_000)
    expect(REFRESH_FLAGS_EVERY).toBe(30 * 60_000)
    await kept.refresh()
    expect(kept.current().ironGateClosed).toBe(false)
    for (let times = 0; times < 2; times++) {
      tick()
      await kept.refresh()
      expect(kept.current().ironGateClosed).toBe(false)
    }
    expect(problems).toHaveLength(2)
    tick()
    await kept.refresh()
    expect(kept.current().ironGateClosed).toBe(true)
  })

  test('a flag that is ignored is told', async () => {
    const { kept, problems } = keeper([() => ({ iron_gate_closed: false, other: 1 })])
    await kept.refresh()
    expect(kept.current().ironGateClosed).toBe(false)
    expect(problems).toEqual(['the flag `other` is not known and ignored'])
  })

  test('one download at a time', async () => {
    const { kept, asked } = keeper([() => ({})])
    await Promise.all([kept.refresh(), kept.refresh(), kept.refresh()])
    expect(asked()).toBe(1)
  })

  test('after the end nothing changes any more', async () => {
    const { kept, stopped } = keeper([() => ({ iron_gate_closed: false })])
    const late = kept.refresh()
    kept.stop()
    await late
    expect(stopped()).toBe(true)
    expect(kept.current()).toEqual(NO_FLAGS)
  })
})

describe('a store that is busy once', () => {
  const GOOD = JSON.stringify({ iron_gate_closed: false })

  function keptIn(source: () => unknown, answers: { reads?: number; keeps?: number; text?: string }) {
    const ticks = new Map<number, () => void>()
    const problems: string[] = []
    const stored = { text: answers.text }
    let { reads = 0, keeps = 0 } = answers
    const busy = (): never => {
      throw new Error('another process holds the journal')
    }
    const flags = keepFlags({
      source: async () => source(),
      every: (milliseconds, act) => {
        ticks.set(milliseconds, act)
        return () => void ticks.delete(milliseconds)
      },
      onProblem: (problem) => problems.push(problem),
      kept: {
        read: async () => (reads-- > 0 ? busy() : stored.text),
        keep: async (text) => {
          if (keeps-- > 0) busy()
          stored.text = text
        },
      },
    })
    const again = async (): Promise<void> => {
      ticks.get(TRY_KEEPING_EVERY)?.()
      await new Promise(setImmediate)
    }
    return { flags, stored, problems, again, tries: () => ticks.has(TRY_KEEPING_EVERY) }
  }

  test('what could not be kept is kept at the next try, without being read from its source again', async () => {
    let asked = 0
    const { flags, stored, problems, again, tries } = keptIn(() => (asked++, JSON.parse(GOOD)), { keeps: 2 })
    await flags.refresh()
    expect(stored.text).toBeUndefined()
    expect(problems).toEqual(['the flags cannot be kept: another process holds the journal'])
    await again()
    await again()
    expect([stored.text, asked, tries()]).toEqual([GOOD, 1, false])
  })

  test('what was kept is read at the next try, where its source is away', async () => {
    const { flags, again, tries } = keptIn(down, { reads: 1, text: GOOD })
    await flags.refresh()
    expect(flags.current()).toEqual(NO_FLAGS)
    await again()
    expect([flags.current().ironGateClosed, tries()]).toEqual([false, false])
  })

  test('what was kept does not replace what the source says now', async () => {
    const { flags, again, stored } = keptIn(() => ({}), { reads: 1, text: GOOD })
    await flags.refresh()
    await again()
    expect([flags.current().ironGateClosed, stored.text]).toEqual([true, '{}'])
  })

  test('after the end nothing is tried any more', async () => {
    const { flags, tries } = keptIn(() => ({}), { keeps: 9 })
    await flags.refresh()
    expect(tries()).toBe(true)
    flags.stop()
    expect(tries()).toBe(false)
  })
})
