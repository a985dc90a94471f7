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
      find: 'await recorder.logBefore(event)',
      replace: 'await recorder.note(event)',
      noticedBy: unrecordedIsNotDone,
    },
    {
      bug: 'what was not done is written later, as if it had been',
      file: 'journal/stores/group-commit.ts',
      find: 'const keep = when === undefined && ',
      replace: 'const keep = ',
      noticedBy: unrecordedIsNotDone,
    },
    {
      bug: 'nothing says that it was not done',
      file: 'journal/audit-logger.ts',
      find: 'void this.note({',
      replace: 'void ({',
      noticedBy: unrecordedIsNotDone,
    },
  ]
  test.each(bugs)('$bug', async (bug) => {
    expect(await bug.noticedBy(await loadDaemon(putBack(scratch, bug.bug, [bug])))).not.toEqual([])
  })
})
