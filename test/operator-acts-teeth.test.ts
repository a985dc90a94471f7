import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { actsAreRecorded, unrecordedIsNotDone } from './suites/operator-acts.ts'

describe('a bug put back is noticed', () => {
  const scratch = scratchFor('operator-acts')

  const bugs: readonly Bug<DaemonProduct>[] = [
    {
      bug: 'a change of mode is not recorded',
      file: 'surfaces/daemon/session-routes.ts',
      find: "await recordAct(parts.recorder, context, { code: 'operator.mode', session: id, details: { mode } })",
      replace: 'void context',
      noticedBy: actsAreRecorded,
    },
    {
      bug: 'a description of an MCP tool is accepted before it is recorded',
      file: 'surfaces/daemon/pin-routes.ts',
      find: "        await recordAct(parts.recorder, context, { code: 'operator.mcp-approved', details })",
      replace:
        "        pins.approve(server, tool, hash)\n        await recordAct(parts.recorder, context, { code: 'operator.mcp-approved', details })",
      noticedBy: unrecordedIsNotDone,
    },
    {
      bug: 'it is done whether recorded or not',
      file: 'surfaces/daemon/operator-acts.ts',
      find: 'await recorder.log(event)',
      replace: 'await recorder.note(event)',
      noticedBy: unrecordedIsNotDone,
    },
  ]
  test.each(bugs)('$bug', async (bug) => {
    expect(await bug.noticedBy(await loadDaemon(putBack(scratch, bug.bug, [bug])))).not.toEqual([])
  })
})
