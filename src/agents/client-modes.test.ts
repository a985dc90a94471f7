import { expect, test } from 'vitest'
import { strictMode } from './client-modes.ts'

test.each<[string | undefined, string | undefined]>([
  ['plan', 'plan'],
  ['spec', 'plan'],
  ['dontAsk', 'dontAsk'],
  ['default', 'default'],
  ['manual', 'default'],
  ['off', 'default'],
  // Wider than ours may be: never counts.
  ['acceptEdits', undefined],
  ['auto', undefined],
  ['bypassPermissions', undefined],
  ['auto_edit', undefined],
  ['yolo', undefined],
  ['auto-high', undefined],
  // Nobody knows what it means.
  ['something-new', undefined],
  ['constructor', undefined],
  ['', undefined],
  [undefined, undefined],
])('what a client calls %s counts as %s', (word, mode) => {
  expect(strictMode(word)).toBe(mode)
})
