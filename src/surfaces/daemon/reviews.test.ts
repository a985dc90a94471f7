import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Exchange } from '../../classifier/two-stage.ts'
import { Reviews } from './reviews.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pc-reviews-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function exchange(call: string, text = 'a question'): Exchange {
  return {
    session: 's',
    call,
    stage: 'first',
    request: {
      model: 'm',
      system: [],
      messages: [{ content: [{ text }] }],
      maxTokens: 1,
      thinking: 'untouched',
      stopSequences: [],
      transfer: 'whole',
    },
    reply: {
      outcome: 'failed',
      failure: { cause: 'timeout', message: 'late', retry: 'never' },
    },
    latencyMs: 1,
  }
}

describe('what went to a model', () => {
  test('is kept by call, in order', () => {
    const reviews = new Reviews(directory)
    reviews.keep(exchange('a', 'one'))
    reviews.keep(exchange('b', 'other'))
    reviews.keep(exchange('a', 'two'))
    expect(JSON.stringify(reviews.find('a')?.exchanges)).toMatch(/one.*two/)
    expect(reviews.find('a')?.exchanges).toHaveLength(2)
    expect(reviews.find('c')).toBeUndefined()
  })

  test('is bounded in number and size, the oldest go first, also after a restart', () => {
    const limits = { files: 3, bytes: 4_000 }
    const reviews = new Reviews(directory, () => 1, limits)
    for (const call of ['a', 'b', 'c', 'd']) reviews.keep(exchange(call))
    expect(['a', 'b', 'c', 'd'].map((call) => reviews.find(call) !== undefined)).toEqual([false, true, true, true])
    reviews.keep(exchange('e', 'x'.repeat(3_500)))
    expect(reviews.find('b')).toBeUndefined()
    expect(reviews.find('e')).toBeDefined()
    const sizes = readdirSync(directory).map((name) => statSync(join(directory, name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4_000)
    const again = new Reviews(directory, () => 1, { files: 1, bytes: 4_000 })
    expect(readdirSync(directory)).toHaveLength(1)
    expect(again.find('e')).toBeDefined()
  })

  test('has no secret in it, and no id of a call becomes a path', () => {
    const reviews = new Reviews(directory)
    const key = `sk-ant-api03-${'abcdefgh'.repeat(4)}`
    reviews.keep(exchange('../../escaped', `key ${key}`))
    expect(JSON.stringify(reviews.find('../../escaped'))).not.toContain(key)
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)])
    if (process.platform !== 'win32') expect(statSync(join(directory, readdirSync(directory)[0]!)).mode & 0o077).toBe(0)
  })

  test('what is not about a call, or cannot be written, is passed over', () => {
    const reviews = new Reviews(directory)
    const { call: _call, ...without } = exchange('a')
    reviews.keep(without)
    expect(readdirSync(directory)).toEqual([])
    rmSync(directory, { recursive: true })
    expect(() => reviews.keep(exchange('a'))).not.toThrow()
  })
})
