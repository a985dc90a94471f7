import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { containGate } from './suites/contain-gate.ts'

const bug = (named: string, file: string, find: string, replace: string): Bug<Product> => ({
  bug: named,
  file,
  find,
  replace,
  noticedBy: containGate,
})

const WALLS = 'classifier/walls.ts'

const BUGS: readonly Bug<Product>[] = [
  bug(
    'nobody is told why it was not tried',
    'classifier/review.ts',
    '{ ...one, because: [...one.because, ...unfit] }',
    '{ ...one, because: [...one.because, ...unfit.slice(1)] }',
  ),
  bug(
    'a client that runs the call itself is told to contain',
    WALLS,
    ' || !caller.canRewrite || caller.observed === true',
    ' || caller.observed === true',
  ),
  bug(
    'a client that is only watched is told to contain',
    WALLS,
    ' || !caller.canRewrite || caller.observed === true',
    ' || !caller.canRewrite',
  ),
  bug(
    'it is contained in every mode',
    WALLS,
    "  if (mode !== 'auto' && mode !== 'acceptEdits') return undefined\n",
    '',
  ),
  bug('the setting is not looked at', WALLS, '  if (!isWanted(policy.containment, doubts)) return undefined\n', ''),
  bug('the same again is contained again', WALLS, '  if (why !== undefined) return ask(why, ...because)\n', ''),
  bug(
    'it is contained where no walls can be built',
    WALLS,
    '  if (walls.unavailable(call.agent) !== undefined) return undefined\n',
    '',
  ),
  bug(
    'a ticket that was not given is no matter',
    WALLS,
    "  if ('refused' in ticket) {",
    "  if ('refused' in ticket) return ruling\n  {",
  ),
  bug(
    'a ticket does not know the settings',
    WALLS,
    'walls.ticket(call, { policy, session })',
    'walls.ticket(call, { policy: { ...policy, containmentNetwork: [] }, session })',
  ),
  bug('a limit in words is contained away', 'classifier/review.ts', 'limits.length === 0 && found.says', 'found.says'),
  bug(
    'a finding is contained away',
    'classifier/review.ts',
    "found.says === 'cannot-tell' ? tried(gate, subject, found.because) : undefined",
    "found.says !== 'harmless' ? tried(gate, subject, found.says === 'cannot-tell' ? found.because : [{ text: 'x', because: 'x', kind: 'other' }]) : undefined",
  ),
  bug(
    'the model is asked first, whatever the settings say',
    'classifier/review.ts',
    "subject.policy.containmentOrder === 'model-first' && ",
    '',
  ),
  bug(
    'a paused session goes on behind walls',
    'humans/ask-person.ts',
    "ruling.says !== 'allow' && ruling.says !== 'contain'",
    "ruling.says !== 'allow'",
  ),
  bug('a contain that says nothing to run leaves', 'gate.ts', 'withTicket(gate, subject, heeded)', 'heeded'),
]

describe('each goes red when the check is gone', () => {
  const scratch = scratchFor('contain')
  test.each(BUGS)('$bug', { timeout: 120_000 }, async (row) => {
    const product = await loadProduct(putBack(scratch, row.bug, [row]))
    expect(await row.noticedBy(product)).not.toEqual([])
  })
})
