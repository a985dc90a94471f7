import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leftBehind, summaryOf } from './change-summary.ts'
import type { Change } from './install.ts'

const change = (path: string, before: string | undefined, after: string | undefined): Change =>
  ({ path, before, after }) as Change

test('a summary has a row for each file: whose it is and how much of it changes', () => {
  const changes = [
    change('/home/dev/.portcullis/hooks/a.conf', undefined, 'x\n'),
    change('/home/dev/.claude/settings.json', '{\n}\n', '{\n  "hooks": {},\n  "env": {}\n}\n'),
    change('/etc/old.json', 'x\n', undefined),
  ]
  expect(summaryOf(changes, '/home/dev', (path) => path.includes('/hooks/'))).toBe(
    [
      '3 files change:',
      '  ~/.portcullis/hooks/a.conf  new (a file of portcullis)',
      '  ~/.claude/settings.json     2 lines added, 0 removed',
      '  /etc/old.json               removed',
    ].join('\n'),
  )
  expect(summaryOf([], '/home/dev', () => false)).toBe('')
})

test('what stays after uninstall is named, with what it is and how to remove it', () => {
  const home = mkdtempSync(join(tmpdir(), 'left-'))
  expect(leftBehind(home)).toBeUndefined()
  for (const name of ['state', 'cost', 'tmp']) mkdirSync(join(home, '.portcullis', name), { recursive: true })
  writeFileSync(join(home, '.portcullis', 'cost', 'day.jsonl'), '')
  const said = leftBehind(home)!
  for (const name of ['state/', 'cost/', 'tmp/']) expect(said).toContain(`~/.portcullis/${name}`)
  expect(said).toContain('cost (1 file)')
  expect(said).toContain('rm -r ~/.portcullis')
  expect(said).not.toContain('settings.json')
})
