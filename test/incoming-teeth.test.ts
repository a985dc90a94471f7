import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { brought, marks, named, remembered, taint } from './suites/incoming.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'nothing that comes in is looked at',
    file: 'results/incoming.ts',
    find: "outcome === 'off' ? undefined : guardian.check(text)",
    replace: 'undefined',
    noticedBy: remembered,
  },
  {
    bug: 'a mark is forgotten over a restart',
    file: 'journal/sessions.ts',
    find: 'if (mark !== undefined) return',
    replace: 'if (mark === undefined && MARKS.length === 0) return',
    noticedBy: remembered,
  },
  {
    bug: 'an injection is not recorded',
    file: 'surfaces/read-incoming.ts',
    find: "type: 'injection_detected',",
    replace: "type: 'operator_action',",
    noticedBy: remembered,
  },
  {
    bug: 'a prompt is not looked at',
    file: 'surfaces/sdk/embedded-session.ts',
    find: "markSession(session, host.lookAtPrompt(id, 'the prompt', text).marks)",
    replace: '',
    noticedBy: remembered,
  },
  {
    bug: 'a rule that allows stands before the taint',
    file: 'gate.ts',
    find: "      trace.recordIfAny('taint', taint(subject)) ?? //            what a session that read both would send\n      trace.record('rules', permits(subject)) ??",
    replace: "      trace.record('rules', permits(subject)) ?? trace.recordIfAny('taint', taint(subject)) ??",
    noticedBy: taint,
  },
  {
    bug: 'one of the two is enough',
    file: 'checks/taint.ts',
    find: 'if (outside !== undefined && priv !== undefined)',
    replace: 'if (outside !== undefined && (priv !== undefined || true))',
    noticedBy: taint,
  },
  {
    bug: 'nothing is learnt from what a call reads',
    file: 'recording.ts',
    find: 'markSession(subject.session, marksOfCall(subject))',
    replace: 'markSession(subject.session, [])',
    noticedBy: marks,
  },
  {
    bug: 'a clone is forgotten',
    file: 'checks/taint.ts',
    find: "mark === 'brought' && isInside(path, detail)",
    replace: "mark === 'brought' && path === detail",
    noticedBy: brought,
  },
  {
    bug: 'what was unpacked is forgotten',
    file: 'checks/taint.ts',
    find: "if (written?.kind === 'network' && written.clone !== true)",
    replace: "if (written?.kind === 'text')",
    noticedBy: brought,
  },
  {
    bug: 'anybody’s words count as the user’s',
    file: 'checks/user-orders.ts',
    find: "spoken.orders = turn.kind === 'user' ? ordersIn(turn.text) : undefined",
    replace: 'spoken.orders = ordersIn(turn.text)',
    noticedBy: named,
  },
  {
    bug: 'what the user forbids is not stopped',
    file: 'checks/named-limits.ts',
    find: "if (from !== 'user') continue",
    replace: 'if (from.length > 0) continue',
    noticedBy: named,
  },
  {
    bug: 'a message to whom the user named is sent',
    file: 'checks/user-acts.ts',
    find: '    default:\n      return undefined\n  }\n}\n\n/** The order names',
    replace:
      "    default:\n      return { verbs: ['send'], nouns: [], objects: [], beside: () => true, fit: 'exact' }\n  }\n}\n\n/** The order names",
    noticedBy: named,
  },
]

const scratch = scratchFor('incoming')

describe('with a bug put back, it is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    const product = await loadProduct(putBack(scratch, row.bug, [row]))
    const failures = await row.noticedBy(product).catch((error: unknown) => [String(error)])
    expect(failures).not.toEqual([])
  })
})
