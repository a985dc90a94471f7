import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { freshDirectory, sample } from '../../test/journal/samples.ts'
import type { Checkpoint } from './checkpoints.ts'
import { isGenuine, newKey, parseCheckpoint, signCheckpoint } from './checkpoints.ts'
import {
  appendCheckpoint,
  findLastCheckpoint,
  lastCheckpoint,
  readCheckpoints,
  statePaths,
} from './stores/checkpoint-file.ts'
import { openSqliteJournal } from './stores/sqlite.ts'

const { key } = newKey()
const head = (seq: number): Checkpoint => signCheckpoint(key, { kind: 'head', seq, hash: 'ab', at: 5 })

describe('a checkpoint', () => {
  it('proves itself', () => {
    expect(isGenuine(head(3))).toBe(true)
    expect(parseCheckpoint(JSON.stringify(head(3)))).toEqual(head(3))
  })

  const other = newKey().key
  const changes: readonly (readonly [string, Partial<Checkpoint>])[] = [
    ['another number', { seq: 4 }],
    ['another hash', { hash: 'ac' }],
    ['another time', { at: 6 }],
    ['another kind', { kind: 'pruned' }],
    ['another writer', { writer: other.writer }],
    ['another key', { publicKey: other.publicKey }],
    ['another key with its name', { publicKey: other.publicKey, writer: other.writer }],
    ['no signature', { signature: '' }],
  ]
  it.each(changes)('does not with %s', (_name, change) => {
    expect(isGenuine({ ...head(3), ...change })).toBe(false)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"kind":"head"}',
    JSON.stringify({ ...head(3), seq: '3' }),
    JSON.stringify(head(3)).slice(0, -9),
  ])('is not made of %s', (line) => {
    expect(parseCheckpoint(line)).toBeUndefined()
  })
})

describe('the checkpoint file', () => {
  it('survives a line cut off by a crash, and counts it', () => {
    const { checkpoints: path } = statePaths(freshDirectory())
    appendCheckpoint(path, head(1))
    appendFileSync(path, '\n{"kind":"he')
    appendCheckpoint(path, head(2))
    expect(readCheckpoints(path)).toMatchObject({ damaged: 1, missing: false, checkpoints: [{ seq: 1 }, { seq: 2 }] })
    expect(findLastCheckpoint(path, key.writer)?.seq).toBe(2)
  })

  it('is set aside when it has grown, and the last head stays known throughout', () => {
    const { checkpoints: path } = statePaths(freshDirectory())
    for (let seq = 1; seq <= 60; seq++) {
      appendCheckpoint(path, head(seq), 2000)
      expect(findLastCheckpoint(path, key.writer)?.seq).toBe(seq)
      expect(lastCheckpoint(readCheckpoints(path), key.writer)?.seq).toBe(seq)
    }
    expect(existsSync(`${path}.1`)).toBe(true)
    expect(readFileSync(path, 'utf8').length).toBeLessThan(3000)
    rmSync(path)
    expect(findLastCheckpoint(path, key.writer)?.seq).toBeGreaterThan(40)
  })

  it('is found by the furthest head, not the last line', () => {
    const { checkpoints: path } = statePaths(freshDirectory())
    for (const seq of [5, 9, 7]) appendCheckpoint(path, head(seq))
    expect(findLastCheckpoint(path, key.writer)?.seq).toBe(9)
    expect(findLastCheckpoint(path, 'somebody else')).toBeUndefined()
  })
})

it('a journal that cannot sign when it must allows nothing until it can', async () => {
  const stateDirectory = freshDirectory()
  const { checkpoints } = statePaths(stateDirectory)
  let time = 1_000_000
  const journal = openSqliteJournal({ stateDirectory, thread: 'caller', deadlineMs: 20_000, now: () => (time += 10) })
  await journal.remember(sample('one'))
  const signed = readFileSync(checkpoints, 'utf8')
  rmSync(checkpoints)
  // A directory in its place cannot be appended to.
  const { mkdirSync } = await import('node:fs')
  mkdirSync(checkpoints)
  time += 5000
  await journal.remember(sample('two'))
  await expect(journal.remember(sample('three'))).rejects.toMatchObject({ code: 'journal.failed' })
  rmSync(checkpoints, { recursive: true })
  writeFileSync(checkpoints, signed, { mode: 0o600 })
  await expect(journal.remember(sample('four'))).resolves.toBeUndefined()
  await journal.close()
  expect(lastCheckpoint(readCheckpoints(checkpoints), JSON.parse(signed.split('\n')[0]!).writer)?.seq).toBe(3)
})
