import { describe, expect, it } from 'vitest'
import { csvCell, exportRecords } from './export.ts'
import type { StoredRecord } from './records.ts'

const record: StoredRecord = {
  position: 1,
  writer: '0123456789abcdef0123456789abcdef',
  seq: 7,
  at: 1_700_000_000_000,
  event: 'permission_denied',
  severity: 'warn',
  session: 's',
  agent: 'codex',
  tool: '=cmd()',
  decision: 'deny',
  code: 'git.force-push',
  user: '',
  fingerprint: 'f',
  policy: 'p',
  body: '{"input":{"command":"echo \\"a\\",b"}}',
  hash: 'h',
}

describe('a cell of a spreadsheet', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    [' =1', `"' =1"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['＝1', `"'＝1"`],
    ['a=1', 'a=1'],
    ['', ''],
  ])('%j is written as %j', (text, expected) => {
    expect(csvCell(text)).toBe(expected)
  })
})

describe('exports', () => {
  it('jsonl has every column and the body as JSON', () => {
    const [line] = exportRecords([record], 'jsonl', '0')
    expect(JSON.parse(line!)).toMatchObject({
      id: '01234567-7',
      decision: 'deny',
      hash: 'h',
      body: { input: { command: 'echo "a",b' } },
    })
  })

  it('csv starts with its columns and has one line per record', () => {
    const lines = [...exportRecords([record, record], 'csv', '0')]
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"'=cmd()"`)
  })

  it('ocsf says what happened in the terms of the schema', () => {
    const [line] = exportRecords([record], 'ocsf', '1.2.3')
    expect(JSON.parse(line!)).toMatchObject({
      class_uid: 6003,
      type_uid: 600_399,
      time: 1_700_000_000_000,
      severity_id: 3,
      disposition: 'Blocked',
      action: 'Denied',
      api: { operation: '=cmd()' },
      metadata: { product: { name: 'Portcullis', version: '1.2.3' }, uid: `${record.writer}-7` },
    })
  })

  it.each(['__proto__', 'constructor', 'maybe'])('a decision called %s is unknown', (decision) => {
    const [line] = exportRecords([{ ...record, decision }], 'ocsf', '0')
    expect(JSON.parse(line!)).toMatchObject({ disposition_id: 0, action_id: 0 })
  })

  it('a body that is not JSON is shown as it is', () => {
    const [line] = exportRecords([{ ...record, body: '{broken' }], 'jsonl', '0')
    expect(JSON.parse(line!).body).toBe('{broken')
  })
})
