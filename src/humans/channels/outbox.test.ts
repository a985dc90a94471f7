import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Trouble } from './chat-service.ts'
import { memoryInFile } from './memory.ts'
import { Outbox } from './outbox.ts'

class Failure extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble) {
    super('failed')
    this.trouble = trouble
  }
}

const LATER = new Failure({ try: 'later', message: 'gone' })

function outbox(): { box: Outbox; troubles: (string | undefined)[] } {
  const troubles: (string | undefined)[] = []
  const box = new Outbox({
    pace: { first: 1, most: 4, request: 100 },
    troubleOf: (error) => (error instanceof Failure ? error.trouble : { try: 'never', message: String(error) }),
    onTrouble: (message) => troubles.push(message),
  })
  return { box, troubles }
}

const finished = async (box: Outbox): Promise<void> => {
  await new Promise<void>((resolve) => box.add({ run: async () => resolve() }))
}

describe('the outbox', () => {
  test('says nothing before it is opened, then everything in order, whatever fails in between', async () => {
    const { box, troubles } = outbox()
    const said: number[] = []
    let failures = 3
    box.add({ run: async () => void said.push(1) })
    box.add({
      run: async () => {
        if (failures-- > 0) throw LATER
        said.push(2)
      },
    })
    box.add({ run: async () => void said.push(3) })
    expect(said).toEqual([])
    box.open()
    await finished(box)
    expect(said).toEqual([1, 2, 3])
    expect(troubles).toEqual(['gone', 'gone', 'gone', undefined])
  })

  test('waits as long as it is asked to', async () => {
    const { box } = outbox()
    let tries = 0
    let first = 0
    let second = 0
    box.add({
      run: async () => {
        if (tries++ === 0) {
          first = performance.now()
          throw new Failure({ try: 'later', message: 'busy', afterMs: 120 })
        }
        second = performance.now()
      },
    })
    box.open()
    await finished(box)
    expect(second - first).toBeGreaterThanOrEqual(110)
  })

  test('leaves out what has become pointless, what is done, and what will never do', async () => {
    const { box, troubles } = outbox()
    const tries = { pointless: 0, done: 0, never: 0, few: 0 }
    const failing = (name: keyof typeof tries, trouble: Trouble) => async (): Promise<void> => {
      tries[name]++
      throw new Failure(trouble)
    }
    box.add({ isWanted: () => tries.pointless < 2, run: failing('pointless', { try: 'later', message: 'a' }) })
    box.add({ run: failing('done', { try: 'done' }) })
    box.add({ run: failing('never', { try: 'never', message: 'b' }) })
    box.add({ run: failing('few', { try: 'later', message: 'c' }), mostTries: 3 })
    box.open()
    await finished(box)
    expect(tries).toEqual({ pointless: 2, done: 1, never: 1, few: 3 })
    expect(troubles).toEqual(['a', 'a', 'b', 'c', 'c', 'c'])
  })

  test('ends when it is told to, in the middle of a long wait', async () => {
    const { box } = outbox()
    box.add({ run: () => Promise.reject(new Failure({ try: 'later', message: 'busy', afterMs: 3_600_000 })) })
    box.open()
    await box.close()
    expect(box.add({ run: () => Promise.resolve() })).toBe(false)
  })

  test('has an end', () => {
    const { box } = outbox()
    const errand = { run: () => Promise.resolve() }
    const taken = Array.from({ length: 2000 }, () => box.add(errand)).filter(Boolean)
    expect(taken).toHaveLength(1000)
  })
})

describe('the memory of a channel', () => {
  test('is a file for its owner alone; what cannot be read is told and taken for nothing', () => {
    const directory = mkdtempSync(join(tmpdir(), 'pc-memory-'))
    const file = join(directory, 'channels', 'telegram.json')
    const troubles: string[] = []
    const memory = memoryInFile(file, (message) => troubles.push(message))
    expect(memory.load()).toEqual({ questions: [] })
    const kept = {
      id: 'ac3def',
      shown: 's',
      posted: [{ chat: '1', message: '2' }],
      parts: [],
      whole: true,
      closed: false,
    }
    memory.save({ questions: [kept], heard: { chat: '1', message: '3' } })
    expect(memory.load()).toEqual({ questions: [kept], heard: { chat: '1', message: '3' } })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const text of ['', '{', '{"questions":[{"id":1}]}', readFileSync(file, 'utf8').slice(0, 20)]) {
      writeFileSync(file, text)
      expect(memory.load()).toEqual({ questions: [] })
    }
    expect(troubles).toHaveLength(4)
    const nowhere = memoryInFile(join(file, 'below-a-file'), (message) => troubles.push(message))
    nowhere.save({ questions: [] })
    expect(troubles).toHaveLength(5)
    rmSync(directory, { recursive: true, force: true })
  })
})
