import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chaos } from '../chaos/run.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'

interface ChaosBug extends Change {
  readonly bug: string
  /** The fault that must bring it to light. */
  readonly by: RegExp
}

const COMMITTER = 'journal/stores/postgres/committer.ts'

const BUGS: readonly ChaosBug[] = [
  {
    bug: 'what is not committed yet is acknowledged',
    file: COMMITTER,
    find: "await client.query('commit')\n    } catch (error) {",
    replace: "void client.query('commit').catch(() => undefined)\n    } catch (error) {",
    by: /before COMMIT arrives/,
  },
  {
    bug: 'a commit that was not heard of is made again',
    file: COMMITTER,
    find: '    const doubt = this.#doubt\n    if (doubt === undefined) return\n',
    replace:
      '    const doubt = this.#doubt\n    this.#doubt = undefined\n    if (doubt === undefined || trying.length >= 0) return\n',
    by: /after COMMIT was done/,
  },
  {
    bug: 'a question that is settled can be settled again',
    file: 'journal/stores/postgres/approvals.ts',
    find: `"session = $1 and id = $2 and state = 'pending'",`,
    replace: `"session = $1 and id = $2",`,
    by: /answered on three daemons/,
  },
]

const scratch = scratchFor('postgres-chaos')
let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe('chaos goes red', () => {
  for (const row of BUGS)
    test(row.bug, async () => {
      const root = putBack(scratch, row.bug, [row])
      const rows = await chaos(postgres, { form: 'short', only: row.by, root })
      expect(rows).toHaveLength(1)
      expect(rows.flatMap(({ violations }) => violations)).not.toEqual([])
    })
})
