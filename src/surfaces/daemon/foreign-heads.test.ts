import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newKey, signCheckpoint } from '../../journal/checkpoints.ts'
import { ForeignHeads } from './foreign-heads.ts'

describe('a witness of a log that was restored from a backup', () => {
  let directory = ''
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'pc-heads-'))))
  afterEach(() => rmSync(directory, { recursive: true, force: true }))
  const { key } = newKey()
  const says = (kind: 'head' | 'restored', commits: number, at: number) =>
    signCheckpoint(key, { kind, seq: commits, hash: 'h'.repeat(64), commits, at })

  test('takes its heads again, and no earlier ones than that', () => {
    const heads = new ForeignHeads(directory)
    for (const commits of [3, 6, 9]) expect(heads.keep(says('head', commits, commits))).toBe('kept')
    expect(heads.keep(says('head', 6, 20))).toBe('older')
    expect(heads.keep(says('restored', 5, 10))).toBe('kept')
    expect(heads.keep(says('head', 7, 21))).toBe('kept')
    expect(heads.keep(says('head', 8, 22))).toBe('kept')
    expect(heads.keep(says('head', 6, 23))).toBe('older')
    expect(heads.heads(key.writer).filter(({ kind }) => kind === 'restored')).toHaveLength(1)
  })
})
