import { describe, expect, test } from 'vitest'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import {
  dialect,
  type HandoffProduct,
  loadHandoffs,
  outcome,
  throughDaemon,
  throughLibrary,
  throughStore,
} from './suites/handoffs.ts'

const BUGS: readonly Bug<HandoffProduct>[] = [
  {
    bug: 'a reviewer that cannot be reached is passed over in silence',
    file: 'classifier/handoff.ts',
    find: 'return unreviewed(answer.message)',
    replace: "return { says: 'clean', note: '' }",
    noticedBy: (product) => throughLibrary(product, outcome('is overloaded')),
  },
  {
    bug: 'an objection is kept back',
    file: 'surfaces/hook/answer-hook.ts',
    find: "const lines = [...(note === '' ? [] : [`portcullis: ${note}`]),",
    replace: 'const lines = [',
    noticedBy: (product) => throughDaemon(product, dialect('claude-code'), outcome('objects')),
  },
  {
    bug: 'nobody notes which calls are the sub-agent’s',
    file: 'classifier/turn.ts',
    find: '...(subagent === undefined ? {} : { subagent: subagent.id }),',
    replace: '',
    noticedBy: (product) => throughLibrary(product, outcome('objects')),
  },
  {
    bug: 'what a sub-agent was denied is not told',
    file: 'classifier/turn.ts',
    find: "if (no === undefined) return { kind: 'denied', why: codesOf(because) }",
    replace: 'if (no === undefined) return undefined',
    noticedBy: (product) => throughLibrary(product, outcome('objects')),
  },
  {
    bug: 'whose a call was is not kept',
    file: 'journal/sessions.ts',
    find: 'return { kind: kindOf(turn), tool:',
    replace: "return { kind: 'call', tool:",
    noticedBy: (product) => throughStore(product, dialect('claude-code'), outcome('objects')),
  },
  {
    bug: 'how the review ended is not recorded',
    file: 'surfaces/session-host.ts',
    find: '{ turnsOf, audit, ...options }',
    replace: '{ turnsOf, ...options }',
    noticedBy: (product) => throughDaemon(product, dialect('claude-code'), outcome('objects')),
  },
  {
    bug: 'only sub-agents in the same session are looked at',
    file: 'classifier/returned.ts',
    find: '  back.push(...elsewhere(turns, delegated, result.to))\n',
    replace: '',
    noticedBy: (product) => throughDaemon(product, dialect('opencode'), outcome('objects')),
  },
]

const scratch = scratchFor('handoffs')

describe('with a bug put back, it is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadHandoffs(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
