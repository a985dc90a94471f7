import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammar } from '../src/call/code/grammar.node.ts'
import { readCode } from '../src/call/shell/code/read-code.ts'
import { asEvents, sorted } from './code-agrees/events.ts'
import { snippets } from './code-agrees/snippets.ts'

/** What the reader says of constant paths, arguments and addresses is what Python itself does under an audit hook. */

beforeAll(() => loadGrammar('python'))

describe('what the reader says of Python', () => {
  test('is what Python does, in at least 500 programs', () => {
    const all = snippets()
    expect(all.length).toBeGreaterThanOrEqual(500)
    const ran = spawnSync('python3', [join(import.meta.dirname, 'code-agrees', 'audit.py')], {
      input: JSON.stringify(all),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    expect(ran.status, `python3 3.8 or later is needed (apt-get install python3): ${ran.error ?? ran.stderr}`).toBe(0)
    const did = JSON.parse(ran.stdout) as readonly (readonly (readonly string[])[])[]
    const differs = all.flatMap((snippet, index) => {
      const reading = readCode('python', snippet, { project: false, local: () => false })
      const ours = sorted(reading.effects.flatMap(asEvents))
      const theirs = sorted(did[index]!)
      return JSON.stringify(ours) === JSON.stringify(theirs) && reading.seenThrough ? [] : [{ snippet, ours, theirs }]
    })
    expect(differs.slice(0, 5)).toEqual([])
  })
})
