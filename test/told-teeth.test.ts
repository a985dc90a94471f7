import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { told } from './suites/told.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'a late allow stays on record as an allow',
    file: 'recording.ts',
    find: 'const written = leaveBehind(gate.journal, { ...about, verdict })',
    replace: 'const written = Promise.resolve()',
    noticedBy: told,
  },
  {
    bug: 'what became late while it was recorded is given',
    file: 'recording.ts',
    find: '    stillWanted()\n    return verdict\n',
    replace: '    return verdict\n',
    noticedBy: told,
  },
  {
    bug: 'what is late already is recorded as an allow',
    file: 'gate.ts',
    find: '    stillWanted()\n    return await remember(',
    replace: '    return await remember(',
    noticedBy: told,
  },
  {
    bug: 'a machine that slept is in time',
    file: 'checks/working-time.ts',
    find: ' || workedByWall > milliseconds',
    replace: '',
    noticedBy: told,
  },
  {
    bug: 'an ask is given to a client that would run it',
    file: 'checks/caller-limits.ts',
    find: "if (ruling.says !== 'ask' || caller.ask === 'shown') return undefined",
    replace: 'return undefined',
    noticedBy: told,
  },
  {
    bug: 'a client that would run an ask counts as one that shows it',
    file: 'checks/subject.ts',
    find: "return session.interactive && caller.ask === 'shown'",
    replace: 'return session.interactive',
    noticedBy: told,
  },
  {
    bug: 'an agent whose calls nobody sees is started',
    file: 'checks/caller-limits.ts',
    find: 'if (caller.unseenCalls !== true) return undefined',
    replace: 'return undefined',
    noticedBy: told,
  },
  {
    bug: 'what could be typed later is allowed',
    file: 'checks/caller-limits.ts',
    find: 'if (unseen === undefined) return undefined',
    replace: "if (unseen?.tool !== '') return undefined",
    noticedBy: told,
  },
  {
    bug: 'a client that runs only what it asked about is given another input',
    file: 'checks/caller-limits.ts',
    find: "(ruling.says === 'allow' || ruling.says === 'contain') && canRewrite)",
    replace: "ruling.says === 'allow')",
    noticedBy: told,
  },
  {
    bug: 'an ask is let through where something could be typed later',
    file: 'checks/caller-limits.ts',
    find: "if (shut !== undefined && (ruling.says === 'allow' || ruling.says === 'contain') && canRewrite)",
    replace: 'if (shut !== undefined && canRewrite)',
    noticedBy: told,
  },
  {
    bug: 'a client that is only watched counts as told',
    file: 'gate.ts',
    find: "terms.caller.observed === true ? { told: 'nothing' as const } : {}",
    replace: '{}',
    noticedBy: told,
  },
]

const scratch = scratchFor('told')

describe('with a bug put back, its suite goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
