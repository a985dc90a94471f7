import { describe, expect, test } from 'vitest'
import { hasRsyslog, rsyslogIn } from './siem/rsyslog.ts'
import { acknowledged, loadSiem, missing, stageOf } from './siem/stage.ts'
import { SIEM_ROWS, siemRow } from './suites/siem.ts'

const product = await loadSiem()

describe('the log is sent on, at least once', () => {
  test.each(SIEM_ROWS.map((row) => [row.what, row] as const))('%s', async (_what, row) =>
    expect(await siemRow(product, row)).toEqual([]),
  )
})

describe.runIf(hasRsyslog)('rsyslog itself, by RELP', () => {
  test('that is killed again and again has every record that counts as acknowledged', async () => {
    const stage = stageOf(product)
    const rsyslog = await rsyslogIn(stage.state)
    try {
      await stage.write(200)
      await rsyslog.start()
      const target = { type: 'syslog', name: 'relp', format: 'ecs', transport: 'relp', batch: 20 } as const
      stage.send([{ ...target, host: '127.0.0.1', port: rsyslog.port }])
      for (let round = 0; round < 4; round++) {
        await new Promise((resolve) => setTimeout(resolve, 60))
        await rsyslog.kill()
        const had = new Set(rsyslog.received().map(({ seq }) => seq))
        const position = stage.position('relp')
        for (let seq = 1; seq <= position; seq++) expect(had.has(seq), `${seq} of ${position}`).toBe(true)
        await rsyslog.start()
      }
      expect(await acknowledged(stage, 'relp', 60_000)).toBe(true)
      expect(missing(stage, rsyslog.received())).toEqual([])
    } finally {
      await rsyslog.kill()
      await stage.end()
    }
  })
})
