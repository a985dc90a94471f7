import { expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { actsAreRecorded, unrecordedIsNotDone } from './suites/operator-acts.ts'

test('whatever an operator changes stands in the log', async () =>
  expect(await actsAreRecorded(await loadDaemon())).toEqual([]))

test('what may loosen the gate is not done when it cannot be recorded', async () =>
  expect(await unrecordedIsNotDone(await loadDaemon())).toEqual([]))
