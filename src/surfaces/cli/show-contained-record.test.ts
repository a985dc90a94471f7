import { describe, expect, test } from 'vitest'
import type { StoredRecord } from '../../journal/records.ts'
import { paintFor } from './paint.ts'
import { recordLine, recordStory } from './show-record.ts'

const plain = paintFor({ isTTY: false })

function record(columns: Partial<StoredRecord>, body: object): StoredRecord {
  return {
    position: 1,
    writer: 'abcdef01',
    seq: 1,
    at: 0,
    event: 'contained_run',
    severity: 'info',
    session: 's',
    agent: 'codex',
    tool: 'Bash',
    decision: '',
    code: 'contain.held',
    user: '',
    fingerprint: 'f',
    policy: '',
    hash: '',
    ...columns,
    body: JSON.stringify(body),
  }
}

const DID = {
  run: 'aabb',
  became: 'held',
  exit: 1,
  workspace: '/home/dev/project',
  changes: [
    { kind: 'file', path: 'src/a.ts' },
    { kind: 'delete', path: 'notes\u001b[2J.txt' },
  ],
  changeCount: 5,
  hosts: ['registry.example.com:443'],
  programs: ['/usr/bin/node'],
  refused: ['/home/dev/.ssh/id_ed25519'],
  limits: [],
  because: [{ code: 'contain.lost', sentence: 'deletes what version control does not have', clearedBy: 'a person' }],
  walls: 'no network; tried registry.example.com:443',
}

describe('a contained run in the log', () => {
  test('on one line: how it ended, and what it tried', () => {
    const line = recordLine(record({}, DID), plain)
    expect(line).toContain('held, exit 1, 5 changes, tried registry.example.com:443, 1 places refused')
  })

  test('in full: files, hosts, programs, places, and why it is held', () => {
    const story = recordStory(record({}, DID), plain)
    expect(story).toMatch(/Files\n +wrote +src\/a\.ts\n +deleted +notes/)
    expect(story).toContain('3 more')
    expect(story).toMatch(/Hosts it tried\n +registry\.example\.com:443/)
    expect(story).toMatch(/Programs it started\n +\/usr\/bin\/node/)
    expect(story).toMatch(/Places it was refused\n +\/home\/dev\/\.ssh\/id_ed25519/)
    expect(story).toContain('contain.lost: deletes what version control does not have')
    expect(story).not.toContain('\u001b')
  })

  test('the answer of a person is a record that tells only how it ended', () => {
    const line = recordLine(record({ code: 'contain.committed' }, { run: 'aabb', became: 'committed' }), plain)
    expect(line).toContain('committed, by the answer of a person')
  })

  test('the decision stands in its column, and names the run', () => {
    const decision = record(
      { event: 'permission_granted', decision: 'contain', code: 'contain.doubt' },
      { input: { command: './tool' }, contained: { run: 'aabb' } },
    )
    expect(recordLine(decision, plain)).toMatch(/ {2}contain {2}codex Bash {2}\.\/tool {2}contain\.doubt/)
    expect(recordStory(decision, plain)).toContain('run aabb')
  })
})
