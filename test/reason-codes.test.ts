import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../src/categories/index.ts'
import { REASON_CODES } from '../src/surfaces/reason-codes.ts'

const root = join(import.meta.dirname, '..', 'src')
const rooms = [
  'gate.ts',
  'recording.ts',
  'verdict.ts',
  'call/strict-json.ts',
  'call/read-call.ts',
  'call/sanitize.ts',
  'checks',
  'classifier',
  'containment',
  'policy',
  'results',
  'surfaces/cli',
  'surfaces/mcp',
]

function sources(path: string): readonly string[] {
  const full = join(root, path)
  if (path.endsWith('.ts')) return [readFileSync(full, 'utf8')]
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(full, file), 'utf8'))
}

/** Every `code: 'a.b'`, `allow('a.b', …)`, `refuse('a.b', …)` and `byRule('a.b', …)` in the rooms that give reasons. */
const given = new Set(
  rooms
    .flatMap(sources)
    .flatMap((text) =>
      [...text.matchAll(/(?:code: |allow\(|refuse\(|byRule\(\s*)'([a-z]+\.[a-z-]+)'/g)].map((match) => match[1]!),
    ),
)

describe('reason codes', () => {
  const listed = new Set(REASON_CODES.map(({ code }) => code))

  test('are found in the code', () => expect(given.size).toBeGreaterThan(15))

  test.each([...given].sort())('%s is listed with its meaning', (code) => expect(listed).toContain(code))

  test('are listed once, and never named like a category', () => {
    expect(listed.size).toBe(REASON_CODES.length)
    for (const { code } of [...BLOCK_CATEGORIES, ...ALLOW_CATEGORIES]) expect(listed).not.toContain(code)
  })
})

describe('categories', () => {
  test('are the 28 harms and the 7 exceptions, each with a code of its own', () => {
    expect(BLOCK_CATEGORIES).toHaveLength(28)
    expect(ALLOW_CATEGORIES).toHaveLength(7)
    expect(new Set([...BLOCK_CATEGORIES, ...ALLOW_CATEGORIES].map(({ code }) => code)).size).toBe(35)
  })

  test.each(BLOCK_CATEGORIES)('$code has at least twelve examples of each kind', ({ examples }) => {
    expect(examples.found.length).toBeGreaterThanOrEqual(12)
    expect(examples.notFound.length).toBeGreaterThanOrEqual(12)
  })
})
