import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadGrammar } from '../src/call/code/grammar.node.ts'
import { readCode } from '../src/call/shell/code/read-code.ts'
import { asEvents, sorted } from './code-agrees/events.ts'
import { nodeSnippets } from './code-agrees/node-snippets.ts'

/** What the reader says of constant paths, arguments and addresses is what Node itself does behind `--permission`. */

const place = mkdtempSync(join(tmpdir(), 'code-agrees-'))
beforeAll(() => loadGrammar('javascript'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

interface Ran {
  readonly did: readonly (readonly string[])[]
  /** The path that Node's wall refused. */
  readonly refused?: string
}

describe('what the reader says of JavaScript', () => {
  test('is what Node does, in at least 500 programs', () => {
    const all = nodeSnippets()
    expect(all.length).toBeGreaterThanOrEqual(500)
    const recorder = join(import.meta.dirname, 'code-agrees', 'node-record.cjs')
    const ran = spawnSync(process.execPath, ['--permission', `--allow-fs-read=${recorder}`, recorder], {
      cwd: place,
      input: JSON.stringify(all),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    expect(ran.status, ran.stderr).toBe(0)
    const results = JSON.parse(ran.stdout) as readonly Ran[]
    const differs = all.flatMap((snippet, index) => {
      const { did, refused } = results[index]!
      const reading = readCode('javascript', snippet, { project: false, local: () => false })
      const ours = sorted(reading.effects.flatMap(asEvents))
      const theirs = sorted(did)
      const paths = did.flatMap(([does, ...words]) => (/^(?:program|shell|fetch)$/.test(does!) ? [] : words))
      // Where files are touched Node refuses, and names the same path.
      const agrees = paths.length === 0 ? refused === undefined : refused !== undefined && paths.includes(refused)
      const same = JSON.stringify(ours) === JSON.stringify(theirs) && reading.seenThrough
      return agrees && same && did.length > 0 ? [] : [{ snippet, ours, theirs, refused }]
    })
    expect(differs.slice(0, 5)).toEqual([])
  })
})
