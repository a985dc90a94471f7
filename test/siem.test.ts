import { describe, expect, test } from 'vitest'
import { loadSiem } from './siem/stage.ts'
import { SIEM_ROWS, siemRow } from './suites/siem.ts'

const product = await loadSiem()

describe('the log is sent on, at least once', () => {
  test.each(SIEM_ROWS.map((row) => [row.what, row] as const))('%s', async (_what, row) =>
    expect(await siemRow(product, row)).toEqual([]),
  )
})
