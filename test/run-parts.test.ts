import { expect, test } from 'vitest'
import { type Part, runParts } from '../scripts/run-parts.ts'

const node = (code: string): Part['command'] => [process.execPath, '-e', code]

test('long runs come one after the other, each bounded, and the last line counts them', async () => {
  let told = ''
  const ends = await runParts(
    [
      { name: 'good', command: node('console.log("all is well")'), minutes: 5 },
      { name: 'bad', command: node('console.error("lost one"); process.exit(3)'), minutes: 5 },
      { name: 'gone', command: ['/nonexistent/program'], minutes: 5 },
      // A child of its own keeps the pipe: only the end of the whole group ends this.
      { name: 'hangs', command: ['/bin/sh', '-c', 'sleep 3600 & sleep 3600'], minutes: 0.01 },
      { name: 'cannot', command: node('throw 1'), minutes: 5, missing: () => 'there is no network' },
    ],
    (text) => (told += text),
  )
  expect(ends.map(({ name, how, because }) => [name, how, because])).toEqual([
    ['good', 'passed', ''],
    ['bad', 'failed', 'ended with 3'],
    ['gone', 'failed', 'spawn /nonexistent/program ENOENT'],
    ['hangs', 'failed', 'not done after 0.01 minutes'],
    ['cannot', 'skipped', 'there is no network'],
  ])
  expect(told).toContain('all is well\n')
  expect(told).toContain('lost one\n')
  expect(told.trimEnd().split('\n').at(-1)).toBe('1 passed, 3 failed')
})
