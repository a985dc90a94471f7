import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDirectory, sample } from '../../../test/journal/samples.ts'
import { CHECKPOINT_EVERY } from '../checkpoints.ts'
import { openSqliteJournal, type SqliteJournal } from './sqlite.ts'

/**
 * A checkpoint is on the disk a moment before the anchor is. Whoever starts after a crash in that moment finds an anchor
 * that is behind, and nothing wrong with it.
 */
test('a crash between a checkpoint and its anchor stops neither the next process nor the one after it', async () => {
  const stateDirectory = freshDirectory()
  const anchor = join(freshDirectory(), 'anchor.json')
  let now = Date.now()
  const open = (): SqliteJournal =>
    openSqliteJournal({ stateDirectory, anchor, thread: 'caller', now: () => now, deadlineMs: 60_000 })
  const afterAWhile = (): void => void (now += CHECKPOINT_EVERY.milliseconds + 1)

  const first = open()
  await first.remember(sample('a'))
  const behind = readFileSync(anchor, 'utf8')
  afterAWhile()
  await first.remember(sample('b'))
  expect(readFileSync(anchor, 'utf8'), 'a checkpoint was due').not.toBe(behind)
  // Died right before: neither closed, nor is the anchor raised.
  writeFileSync(anchor, behind)

  const second = open()
  await second.remember(sample('c'))
  // Died again before anything was signed.
  const third = open()
  await third.remember(sample('d'))
  afterAWhile()
  await third.remember(sample('e'))
  await third.remember(sample('f'))
  for (const journal of [third, second, first]) await journal.close()
})

test('an anchor that is put back behind what the journal says was signed is still refused', async () => {
  const stateDirectory = freshDirectory()
  const anchor = join(freshDirectory(), 'anchor.json')
  const write = async (id: string): Promise<void> => {
    const journal = openSqliteJournal({ stateDirectory, anchor, thread: 'caller', deadlineMs: 60_000 })
    await journal.remember(sample(id))
    await journal.close()
  }
  await write('a')
  const old = readFileSync(anchor, 'utf8')
  await write('b')
  writeFileSync(anchor, old)
  await expect(write('c')).rejects.toMatchObject({ code: 'journal.anchor' })
})
