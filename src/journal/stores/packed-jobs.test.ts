import { describe, expect, it } from 'vitest'
import { draftEvent } from '../records.ts'
import { packJobs, unpackJobs } from './packed-jobs.ts'
import type { Job } from './sqlite-writer.ts'

const draft = draftEvent({ type: 'operator_action', severity: 'info', session: 's', details: { note: '"é\u0000' } }, 7)
const insert = { sql: 'insert into t values (?, ?)', parameters: ['a', 1] }
const drop = { sql: 'delete from t', parameters: [] }
const odd = { sql: 'insert into u values (?, ?, ?)', parameters: [null, 10n ** 18n, new Uint8Array([1, 2])] }

/** As it arrives in another thread. */
function sent(jobs: readonly Job[]): readonly Job[] {
  return unpackJobs(structuredClone(packJobs(jobs)))
}

describe('jobs on their way to the writing thread', () => {
  it.each<{ name: string; jobs: readonly Job[] }>([
    { name: 'nothing', jobs: [] },
    { name: 'a record', jobs: [{ does: 'append', draft }] },
    { name: 'no statements', jobs: [{ does: 'run', statements: [] }] },
    {
      name: 'all kinds, with the same statement several times',
      jobs: [
        { does: 'run', statements: [insert, drop, insert] },
        { does: 'append', draft },
        { does: 'change', statements: [odd, insert], draft: { ...draft, at: 8, body: '{}' } },
        { does: 'run', statements: [drop] },
        { does: 'append', draft: { ...draft, session: 'append' } },
      ],
    },
  ])('arrive as they were: $name', ({ jobs }) => {
    expect(sent(jobs)).toEqual(jobs)
  })

  it('says each text once', () => {
    expect(packJobs([{ does: 'run', statements: [insert, drop, insert] }]).texts).toEqual([insert.sql, drop.sql])
  })

  it('takes nothing that is cut off or changed', () => {
    const { texts, values } = packJobs([{ does: 'change', statements: [insert], draft }])
    for (let end = 1; end < values.length; end++)
      expect(() => unpackJobs({ texts, values: values.slice(0, end) }), `${end}`).toThrow(TypeError)
    expect(() => unpackJobs({ texts: [], values })).toThrow(TypeError)
    expect(() => unpackJobs({ texts, values: ['delete', ...values] })).toThrow(TypeError)
  })
})
