import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { type DaemonBug, withBug } from './daemon/with-bug.ts'
import { SOURCES } from './product.ts'
import { actsAreRecorded, unrecordedIsNotDone } from './suites/operator-acts.ts'

test('whatever an operator changes stands in the log', async () =>
  expect(await actsAreRecorded(await loadDaemon())).toEqual([]))

test('what may loosen the gate is not done when it cannot be recorded', async () =>
  expect(await unrecordedIsNotDone(await loadDaemon())).toEqual([]))

describe('a bug put back is noticed', () => {
  const scratch = join(SOURCES, '..', '.teeth', 'operator-acts')
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))

  const bugs: readonly DaemonBug[] = [
    {
      bug: 'a change of mode is not recorded',
      file: 'session-routes.ts',
      find: "await recordAct(parts.recorder, context, { code: 'operator.mode', session: id, details: { mode } })",
      replace: 'void context',
      noticedBy: actsAreRecorded,
    },
    {
      bug: 'it is done whether recorded or not',
      file: 'operator-acts.ts',
      find: 'await recorder.log(event)',
      replace: 'await recorder.note(event)',
      noticedBy: unrecordedIsNotDone,
    },
  ]
  test.each(bugs)('$bug', async (bug) => {
    expect(await bug.noticedBy(await loadDaemon(withBug(scratch, bug)))).not.toEqual([])
  })
})
